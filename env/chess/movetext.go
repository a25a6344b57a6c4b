package chess

import (
	"errors"
	"fmt"
	"io"
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

// Courier returns a legal move as Game Courier writes it, the man's letter
// before it, small for Black:
//
//	P e2-e4           a move, or a capture
//	P e7-e8; S-e8     a promotion: the sissa is put down on e8
//	P d5-e6; e5-      a capture in passing: e5 is emptied, which is also written
//	P d5-e6; @-e5     as nothing put down on e5
func (s *State) Courier(a env.Action) string {
	g, b := s.game, &s.board
	m, ok := s.moveOf(a)
	if !ok {
		return s.Format(a)
	}
	text := fmt.Sprintf("%c %s-%s", letterOf(&g.kinds[kindOf(b.at[m.from])], b.toMove), g.name(m.from), g.name(m.to))
	if m.becomes != noKind {
		return text + fmt.Sprintf("; %c-%s", letterOf(&g.kinds[m.becomes], b.toMove), g.name(m.to))
	}
	if at := b.captured(m); at != nowhere && at != m.to {
		return text + fmt.Sprintf("; %s-", g.name(at))
	}
	return text
}

// courier is a move of Game Courier: letter, from, to, what follows the move.
var courier = regexp.MustCompile(`^(?:([A-Za-z]) ?)?([a-h][1-8]) ?[-x] ?([a-h][1-8])(?: ?; ?(?:([A-Za-z])-([a-h][1-8])|([a-h][1-8])-|@-([a-h][1-8])))?$`)

// parseCourier returns the legal move that a line of Game Courier stands for.
// The man's letter may be missing or of either case. What follows the move must
// be what it entails: a promotion has to be named, the pawn taken in passing
// may be.
func (s *State) parseCourier(text string) (env.Action, error) {
	fields := courier.FindStringSubmatch(strings.Join(strings.Fields(text), " "))
	if fields == nil {
		return 0, s.unknown(text, "must look like N c1-d3, P e7-e8; S-e8 or P d5-e6; e5-", s.Courier)
	}
	unnamed, g := false, s.game // unnamed: a pawn would be promoted
	for _, a := range s.Legal(nil) {
		switch m, _ := s.moveOf(a); {
		case m.what >= dropped || g.name(m.from) != fields[2] || g.name(m.to) != fields[3]:
		case m.becomes == noKind && fields[4] == "" || m.becomes != noKind && strings.EqualFold(fields[4], g.order[m.becomes:m.becomes+1]):
			return a, s.agree(a, fields)
		case fields[4] == "":
			unnamed = true
		}
	}
	if unnamed {
		return 0, s.misread(text, "name the officer, as in P e7-e8; Q-e8")
	}
	return 0, s.unknown(text, "no such move here", s.Courier)
}

// agree returns an error unless the letter and what follows the move are those
// of a.
func (s *State) agree(a env.Action, fields []string) error {
	g, b := s.game, &s.board
	m, _ := s.moveOf(a)
	w := &g.kinds[kindOf(b.at[m.from])]
	switch letter, put, emptied := fields[1], fields[5], fields[6]+fields[7]; {
	case letter != "" && !strings.EqualFold(letter, string(w.letter)):
		return s.unknown(fields[0], fmt.Sprintf("%s holds a %s", g.name(m.from), w.name), s.Courier)
	case put != "" && put != g.name(m.to):
		return s.misread(fields[0], "the pawn is promoted on "+g.name(m.to))
	case emptied != "":
		if at := b.captured(m); at == nowhere || at == m.to || g.name(at) != emptied {
			return s.misread(fields[0], "captures nothing on "+emptied)
		}
	}
	return nil
}

// gameCourier is the notation of Game Courier's lists of moves.
const gameCourier = "courier"

func (g *Game) writeCourier(w io.Writer, t env.Transcript) error {
	start, err := g.parseFEN(t.Start)
	if err != nil {
		return fmt.Errorf("chess: start: %w", err)
	}
	for ply, text := range t.Moves {
		a, err := parseMove(start, text)
		if err != nil {
			return fmt.Errorf("chess: ply %d: %w", ply+1, err)
		}
		if _, err := fmt.Fprintf(w, "%d%s %s\n", ply/2+1, [...]string{".", "..."}[ply%2], start.Courier(a)); err != nil {
			return fmt.Errorf("chess: %w", err)
		}
		start.Play(a)
	}
	return nil
}

// courierLine is a line that only Game Courier writes.
var courierLine = regexp.MustCompile(`(?m)^\s*(\d+\.+\s*)?[A-Za-z] [a-h][1-8]-[a-h][1-8]`)

// courierNumber is what separates Game Courier's moves, and courierNote what players say to
// each other.
var (
	courierNumber = regexp.MustCompile(`(^|\s)\d+\.+\s*|\n`)
	courierNote   = regexp.MustCompile(`//.*`)
)

// courierMoves returns the moves of a game as Game Courier lists them.
func courierMoves(text string) (moves []string) {
	for _, move := range courierNumber.Split(courierNote.ReplaceAllString(text, ""), -1) {
		if move = strings.TrimSpace(move); move != "" {
			moves = append(moves, move)
		}
	}
	return moves
}
