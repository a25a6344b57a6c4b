package pgn

import (
	"fmt"
	"regexp"
	"strings"

	"ludens/env"
)

// Position is a position of a game whose moves are written in algebraic notation.
type Position interface {
	env.State
	env.Explained
	// Moves returns the legal moves in the order of Legal. It may be changed by the next call.
	Moves() []Move
	// Threat returns "+" if a legal action gives check, "#" if it mates, else "".
	Threat(a env.Action) string
	// Number returns the number of the move, as in FEN.
	Number() int
}

// Move is what algebraic notation says of a legal move.
type Move struct {
	Letter   byte   // of the man, a capital; 'P' goes unnamed
	From, To string // squares, a1 to l99; From is empty if he is dropped
	Captures bool
	Passing  bool // the capture is one in passing
	Becomes  byte // the capital of what he is promoted to, or 0
	Castles  byte // 'K' towards the last file, 'Q' towards the first, or 0
}

// unnamed is the man who is written without his letter.
const unnamed = 'P'

var castles = map[byte]string{'K': "O-O", 'Q': "O-O-O"}

// SAN returns a legal action in short algebraic notation: "Nd3", "R1xe4", "exd8=S+",
// "O-O", "N@f7#".
func SAN(p Position, a env.Action) string {
	legal, all := p.Legal(nil), p.Moves()
	for i := range legal {
		if legal[i] == a {
			return text(all[i], all) + p.Threat(a)
		}
	}
	return p.Format(a) // no legal one
}

// text writes a move without the sign of a check.
func text(m Move, all []Move) string {
	if m.Castles != 0 {
		return castles[m.Castles]
	}
	if m.From == "" {
		return string(m.Letter) + "@" + m.To
	}
	var b strings.Builder
	if m.Letter != unnamed {
		b.WriteByte(m.Letter)
	}
	b.WriteString(distinction(m, all))
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
func distinction(m Move, all []Move) string {
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
// that the man starts from, where he goes, promotion; of drop: letter and square.
var (
	san    = regexp.MustCompile(`^([A-Z]?)([a-l]?)(\d{0,2})[-x:]?([a-l]\d{1,2})(?:[=/(]?([A-Za-z])\)?)?(?:ep|e\.p\.)?[+#!?]*$`)
	castle = regexp.MustCompile(`^[O0o]-[O0o](-[O0o])?[+#!?]*$`)
	drop   = regexp.MustCompile(`^([A-Z]?)@([a-l]\d{1,2})[+#!?]*$`)
)

// ParseSAN returns the legal action that a text stands for. It reads what SAN writes and
// what people write: long moves (Nc1-d3, e2-e4), more or less distinction than needed,
// missing or added signs of capture, check and comment, e8Q, e8=q, e8/Q or e8(Q), 0-0, @f3.
func ParseSAN(p Position, text string) (env.Action, error) {
	is, ok := reading(strings.Join(strings.Fields(text), ""))
	if !ok {
		return 0, Unknown(p, text, "must look like Nd3, exd8=Q or e2e4", func(a env.Action) string { return SAN(p, a) })
	}
	legal, all := p.Legal(nil), p.Moves()
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
		return 0, Misread(p, text, "name the officer, as in e8=Q")
	case len(found) == 0:
		return 0, Unknown(p, text, "no such move here", func(a env.Action) string { return SAN(p, a) })
	}
	return 0, Misread(p, text, fmt.Sprintf("may be %s or %s", SAN(p, legal[found[0]]), SAN(p, legal[found[1]])))
}

// reading returns a function that reports whether a move is the one of a text, but for what the man
// becomes, and whether he becomes what it says; ok is false if it is not algebraic notation.
func reading(text string) (is func(Move) (match, becomes bool), ok bool) {
	if f := castle.FindStringSubmatch(text); f != nil {
		side := byte('K')
		if f[1] != "" {
			side = 'Q'
		}
		return func(m Move) (bool, bool) { return m.Castles == side, true }, true
	}
	if f := drop.FindStringSubmatch(text); f != nil {
		letter := append([]byte(f[1]), unnamed)[0]
		return func(m Move) (bool, bool) { return m.From == "" && m.Letter == letter && m.To == f[2], true }, true
	}
	f := san.FindStringSubmatch(text)
	if f == nil {
		return nil, false
	}
	letter, file, rank, to, becomes := f[1], f[2], f[3], f[4], f[5]
	if letter == "" && (file == "" || rank == "") {
		letter = string(unnamed) // unless the whole square that he starts from is given
	}
	return func(m Move) (bool, bool) {
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

// ParseMove returns the legal action that a text stands for as Format or as SAN has it.
// A capital before the squares is a man's letter where that makes a legal move: B1c2 is
// no move from b1.
func ParseMove(p Position, text string) (env.Action, error) {
	legal := p.Legal(nil)
	for _, a := range legal {
		if p.Format(a) == text {
			return a, nil
		}
	}
	if a, err := ParseSAN(p, text); err == nil {
		return a, nil
	}
	a, err := env.Parse(p, text)
	if err == nil || coordinates.MatchString(text) {
		return a, err
	}
	return ParseSAN(p, text)
}

// coordinates is how the moves of Format begin, those off the board included.
var coordinates = regexp.MustCompile(`^[a-z]\d+[a-z]\d`)
