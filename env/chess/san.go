package chess

import (
	"fmt"
	"regexp"
	"strings"

	"ludens/env"
)

// Short algebraic notation, on boards of any size (FIDE Laws of Chess, appendix C).

// noted is what algebraic notation says of a legal move.
type noted struct {
	Letter   byte   // of the man, a capital; 'P' goes unnamed
	From, To string // squares, a1 to l99; From is empty if he is dropped
	Captures bool
	Passing  bool // the capture is one in passing
	Becomes  byte // the capital of what he is promoted to, or 0
	Castles  byte // 'K' towards the last file, 'Q' towards the first, or 0
	Passes   bool
	Closes   bool // a square, after a move
}

// unnamed is the man who is written without his letter.
const unnamed = 'P'

// pass is how the move of a player who does nothing is written.
const pass = "pass"

var castleTexts = map[byte]string{'K': "O-O", 'Q': "O-O-O"}

// noted returns the legal moves in the order of Legal.
func (s *State) noted() (all []noted) {
	g, b := s.game, &s.board
	for _, m := range s.list() {
		n := noted{To: g.names[m.to]}
		switch {
		case m.what == dropped:
			n.Letter = g.order[m.from]
			if m.becomes != noKind {
				n.Becomes = g.order[m.becomes]
			}
		case m.what == passed:
			n.Passes = true
		case m.what == walled:
			n.Letter, n.Closes = unnamed, true
		case m.what >= castled:
			n.Castles = b.castles.list[m.what-castled].letter
		default:
			n.Letter, n.From = g.kinds[kindOf(b.at[m.from])].letter, g.names[m.from]
			n.Captures, n.Passing = b.captured(m) != nowhere, m.what == inPassing
			if m.becomes != noKind {
				n.Becomes = g.order[m.becomes]
			}
		}
		all = append(all, n)
	}
	return all
}

// threat returns "+" if a legal action gives check, "#" if it mates, else "".
func (s *State) threat(a env.Action) string {
	m, ok := s.moveOf(a)
	if !ok || m.what == walled {
		return ""
	}
	g := s.game
	after := s.board
	g.play(&after, m, nil)
	switch {
	case !g.inCheck(&after, after.toMove):
		return ""
	case len(g.legal(&after, nil)) > 0:
		return "+"
	}
	return "#"
}

// ParseMove implements env.SANWriter: it reads algebraic notation, too, and with an army of
// Cetran Game Courier's (P e7-e8; S-e8).
func (s *State) ParseMove(text string) (env.Action, error) {
	a, err := parseMove(s, text)
	if err != nil && s.game.cetran != nil && courier.MatchString(text) {
		return s.parseCourier(text)
	}
	return a, err
}

// SAN implements env.SANWriter: a legal action in short algebraic notation, "Nd3", "R1xe4",
// "exd8=S+", "O-O", "N@f7#".
func (s *State) SAN(a env.Action) string {
	legal, all := s.Legal(nil), s.noted()
	for i := range legal {
		if legal[i] == a {
			return all[i].text(all) + s.threat(a)
		}
	}
	return s.Format(a) // no legal one
}

// text writes a move without the sign of a check.
func (m noted) text(all []noted) string {
	if m.Castles != 0 {
		return castleTexts[m.Castles]
	}
	switch {
	case m.Passes:
		return pass
	case m.Closes:
		return "@" + m.To
	case m.From == "" && m.Becomes != 0:
		return "+" + string(m.Letter) + "@" + m.To
	case m.From == "":
		return string(m.Letter) + "@" + m.To
	}
	var b strings.Builder
	if m.Letter != unnamed {
		b.WriteByte(m.Letter)
	}
	b.WriteString(m.distinction(all))
	if m.Captures {
		b.WriteByte('x')
	}
	b.WriteString(m.To)
	if m.Becomes != 0 {
		b.WriteString("=" + string(m.Becomes))
	}
	return b.String()
}

// distinction returns the file, rank or square that m starts from, as far as another man
// of its letter that may go to the same square makes it necessary. Of an unnamed man that
// captures the file is always given.
func (m noted) distinction(all []noted) string {
	captures := m.Letter == unnamed && m.Captures
	others, sameFile, sameRank := false, false, false
	for _, n := range all {
		if n.Letter == m.Letter && n.To == m.To && n.From != m.From && n.From != "" && n.Castles == 0 {
			others = true
			sameFile = sameFile || n.From[0] == m.From[0]
			sameRank = sameRank || n.From[1:] == m.From[1:]
		}
	}
	switch {
	case !others && !captures:
		return ""
	case !sameFile:
		return m.From[:1]
	case !sameRank && !captures:
		return m.From[1:]
	}
	return m.From
}

// What moves look like in algebraic notation. The fields of san: letter, file and rank
// that the man starts from, where he goes, promotion; of drop: + as what he
// becomes, letter and square.
var (
	san    = regexp.MustCompile(`^([A-Z]?)([a-l]?)(\d{0,2})[-x:]?([a-l]\d{1,2})(?:[=/(]?([A-Za-z])\)?)?(?:ep|e\.p\.)?[+#!?]*$`)
	castle = regexp.MustCompile(`^[O0o]-[O0o](-[O0o])?[+#!?]*$`)
	drop   = regexp.MustCompile(`^(\+?)([A-Z]?)@([a-l]\d{1,2})[+#!?]*$`)
)

// parseSAN returns the legal action that a text stands for. It reads what SAN writes and
// what people write: long moves (Nc1-d3, e2-e4), more or less distinction than needed,
// missing or added signs of capture, check and comment, e8Q, e8=q, e8/Q or e8(Q), 0-0, @f3.
func parseSAN(s *State, text string) (env.Action, error) {
	is, ok := reading(strings.Join(strings.Fields(text), ""))
	if !ok {
		return 0, s.unknown(text, "must look like Nd3, exd8=Q or e2e4", s.SAN)
	}
	legal, all := s.Legal(nil), s.noted()
	var found []int
	promotes := false // he would be promoted
	for i, m := range all {
		switch match, becomes := is(m); {
		case match && becomes:
			found = append(found, i)
		case match && m.Becomes != 0:
			promotes = true
		}
	}
	switch {
	case len(found) == 1:
		return legal[found[0]], nil
	case len(found) == 0 && promotes:
		return 0, s.misread(text, "name the officer, as in e8=Q")
	case len(found) == 0:
		return 0, s.unknown(text, "no such move here", s.SAN)
	}
	return 0, s.misread(text, fmt.Sprintf("may be %s or %s", s.SAN(legal[found[0]]), s.SAN(legal[found[1]])))
}

// reading returns a function that reports whether a move is the one of a text, but for what the man
// becomes, and whether he becomes what it says; ok is false if it is not algebraic notation.
func reading(text string) (is func(noted) (match, becomes bool), ok bool) {
	if f := castle.FindStringSubmatch(text); f != nil {
		side := byte('K')
		if f[1] != "" {
			side = 'Q'
		}
		return func(m noted) (bool, bool) { return m.Castles == side, true }, true
	}
	if f := drop.FindStringSubmatch(text); f != nil {
		letter := append([]byte(f[2]), unnamed)[0]
		return func(m noted) (bool, bool) {
			return m.From == "" && m.Letter == letter && m.To == f[3] && (m.Becomes != 0) == (f[1] != ""), true
		}, true
	}
	f := san.FindStringSubmatch(text)
	if f == nil {
		return nil, false
	}
	letter, file, rank, to, becomes := f[1], f[2], f[3], f[4], f[5]
	if letter == "" && (file == "" || rank == "") {
		letter = string(unnamed) // unless the whole square that he starts from is given
	}
	return func(m noted) (bool, bool) {
		if m.From == "" || m.Castles != 0 {
			return false, false
		}
		return (letter == "" || letter[0] == m.Letter) && (file == "" || file[0] == m.From[0]) &&
			(rank == "" || rank == m.From[1:]) && to == m.To, strings.EqualFold(becomes, named(m.Becomes))
	}, true
}

func named(letter byte) string {
	if letter == 0 {
		return ""
	}
	return string(letter)
}

// parseMove returns the legal action that a text stands for as Format or as SAN has it.
// A capital before the squares is a man's letter where that makes a legal move: B1c2 is
// no move from b1.
func parseMove(s *State, text string) (env.Action, error) {
	legal := s.Legal(nil)
	for _, a := range legal {
		if s.Format(a) == text {
			return a, nil
		}
	}
	if a, err := parseSAN(s, text); err == nil {
		return a, nil
	}
	a, err := env.Parse(s, text)
	if err == nil || coordinates.MatchString(text) {
		return a, err
	}
	return parseSAN(s, text)
}

// coordinates is how the moves of Format begin, those off the board included.
var coordinates = regexp.MustCompile(`^[a-z]\d+[a-z]\d`)
