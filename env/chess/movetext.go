package chess

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ludens/env"
	"ludens/internal/prose"
)

// branch is a line of movetext, the game's or a variation, of which some has been
// read.
type branch struct {
	env.Variation
	s, before *State // after them, and before the last of them
	said      env.Note
}

func newBranch(s *State, after int) *branch {
	return &branch{Variation: env.Variation{After: after}, s: s.Copy(nil).(*State)}
}

// readMoves reads the movetext that text begins with into a branch, and the result of the
// game behind it, and returns what follows.
func readMoves(result *env.Result, at *branch, text string) (_ *branch, rest string, err error) {
	var outer []*branch // lines that the one being read is a variation of
	varied := 0
	text, said := skip(text)
	at.remark(said)
	for text != "" && text[0] != '[' {
		var word string
		switch text[0] {
		case '(':
			if outer = append(outer, at); len(outer) > env.DeepestVariations {
				return at, "", fmt.Errorf("variations within each other more than %d deep", env.DeepestVariations)
			}
			if at, err = at.leave(); err != nil {
				return nil, "", err
			}
			text, said = skip(text[1:])
		case ')':
			if len(outer) == 0 {
				return at, "", errors.New("a variation ends that has not begun")
			}
			inner := at
			outer, at = outer[:len(outer)-1], outer[len(outer)-1]
			inner.Annotate(&inner.said)
			if len(inner.Moves) > 0 {
				at.Variations = append(at.Variations, inner.Variation)
			}
			text, said = skip(text[1:])
		default:
			word, text, said = readWord(text)
			score, scored := parseScore(word)
			if scored && len(outer) == 0 {
				*result = score
				at.remark(said)
				return at, text, nil
			}
			if !scored { // one of a variation says nothing about the game
				if err := at.add(word); err != nil {
					return at, "", err
				}
				if len(outer) > 0 {
					varied++
				}
			}
			if varied > env.MostVariedMoves {
				return at, "", fmt.Errorf("more than %d moves in variations", env.MostVariedMoves)
			}
		}
		at.remark(said)
	}
	if len(outer) > 0 {
		return at, "", errors.New("a variation begins and never ends")
	}
	return at, text, nil
}

// leave begins a variation in the place of the last move.
func (b *branch) leave() (*branch, error) {
	if len(b.Moves) == 0 {
		return nil, errors.New("a variation begins before any move that it could replace")
	}
	return newBranch(b.before, b.After+len(b.Moves)-1), nil
}

// add plays what a word of the movetext says, unless it is but a number.
func (b *branch) add(word string) error {
	word = moveNumber.ReplaceAllString(word, "")
	if word == "" {
		return nil
	}
	a, err := parseMove(b.s, word)
	if err == nil {
		if err = b.s.Deny(a, word); err != nil {
			err = fmt.Errorf("false claim in %.40q: %w", word, err)
		}
	}
	if err != nil {
		dots := ""
		if b.s.ToMove() == env.Second {
			dots = "..."
		}
		return fmt.Errorf("move %d%s: %w", b.s.number, dots, err)
	}
	if b.before == nil {
		b.before = new(State)
	}
	b.s.Copy(b.before)
	b.Annotate(&b.said)
	b.Moves = append(b.Moves, b.s.Format(a))
	b.s.Play(a)
	b.remark(suffix.FindAllString(word, 1))
	return nil
}

// moveNumber stands before a move, or alone; 0-0 begins with none.
var moveNumber = regexp.MustCompile(`^(\d*\.+|\d+$)`)

// remark takes in what is said after the moves so far.
func (b *branch) remark(said []string) {
	for _, text := range said {
		b.said.Add(clean(text))
	}
}

var (
	nag    = regexp.MustCompile(`^\$\d*`)
	suffix = regexp.MustCompile(`[!?]+$`) // of a move: "Nd3!?"
)

// clean returns a comment on one line, without what no comment of PGN can hold.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == '{' || r == '}' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}

// inPassingSign is the sign of a capture in passing in algebraic notation.
var inPassingSign = regexp.MustCompile(`(?i)e\.?p\.?[+#!?]*$`)

// Deny implements env.Witness, in any notation: "x" and ":" claim a capture, "e.p." one in
// passing, "+" a check and "#" mate, or another end that is not a draw, as other programs
// write it where a king explodes or reaches a goal. A mate is a check, too.
func (s *State) Deny(a env.Action, text string) error {
	i, ok := slices.BinarySearch(s.Legal(nil), a)
	if !ok {
		return s.misread(text, "no such move here")
	}
	m, threat := s.noted()[i], s.threat(a)
	switch {
	case strings.ContainsAny(text, "x:") && !m.Captures:
		return errors.New("nothing is captured")
	case inPassingSign.MatchString(text) && !m.Passing:
		return errors.New("nothing is captured in passing")
	case strings.Contains(text, "#") && threat != "#" && !s.decidedBy(a):
		return errors.New("it is not mate")
	case strings.Contains(strings.TrimPrefix(text, "+"), "+") && threat == "": // a + in front is a promoted drop
		return errors.New("it is not check")
	}
	return nil
}

// decidedBy reports whether a legal action ends the game, and not as a draw.
func (s *State) decidedBy(a env.Action) bool {
	after := s.Copy(nil)
	after.Play(a)
	return after.Result() == env.FirstWins || after.Result() == env.SecondWins
}

// misread is the error of a text that stands for no legal move.
func (s *State) misread(text, why string) error {
	if s.Result() != env.Ongoing {
		return fmt.Errorf("%w: %.40q comes after %s", env.ErrOver, text, s.Ending())
	}
	return fmt.Errorf("%w %.40q: %s", env.ErrIllegal, text, why)
}

// unknown is misread for a text that is no move of a notation, or none that is legal: it
// names the nearest that are.
func (s *State) unknown(text, why string, spell func(env.Action) string) error {
	var texts []string
	for _, a := range s.Legal(nil) {
		texts = append(texts, spell(a))
	}
	if texts == nil {
		return s.misread(text, why)
	}
	return s.misread(text, why+" ("+prose.Suggest(text, "legal", texts, strings.ToLower)+")")
}
