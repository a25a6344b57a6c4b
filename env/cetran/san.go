package cetran

import (
	"fmt"
	"regexp"
	"strings"

	"ludens/env"
)

// SAN returns a legal move in short algebraic notation: "Nd3", "S1xe4",
// "exd8=S+", "Qh7#".
func (s *State) SAN(a env.Action) string {
	m := s.game.move(a, s.board.toMove)
	k, _ := s.board.at(m.from)
	var text strings.Builder
	if k != pawn {
		text.WriteByte(k.letter())
		text.WriteString(s.distinction(m, k))
	}
	if captured, _ := s.board.victim(m, k); captured != none {
		if k == pawn {
			text.WriteByte(m.from.String()[0])
		}
		text.WriteByte('x')
	}
	text.WriteString(m.to.String())
	if m.promoted != none {
		text.WriteByte('=')
		text.WriteByte(m.promoted.letter())
	}
	return text.String() + s.threat(m, k)
}

// distinction returns the file, rank or square that m starts from, as far as
// another man of its kind that may go to the same square makes it necessary.
func (s *State) distinction(m move, k kind) string {
	var l legal
	l.find(&s.board)
	others, sameFile, sameRank := false, false, false
	for _, man := range l.men[:l.n] {
		if man.kind == k && man.from != m.from && man.to&m.to.bit() != 0 {
			others = true
			sameFile = sameFile || man.from.file() == m.from.file()
			sameRank = sameRank || man.from.rank() == m.from.rank()
		}
	}
	switch from := m.from.String(); {
	case !others:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	default:
		return from
	}
}

// threat returns "+" if m gives check, "#" if it mates.
func (s *State) threat(m move, k kind) string {
	after := s.board
	after.play(m, k)
	switch {
	case !after.inCheck():
		return ""
	case after.canMove():
		return "+"
	}
	return "#"
}

// san is a move in algebraic notation: letter, file and rank it starts from,
// where it goes, promotion, and what may follow.
var san = regexp.MustCompile(`^([A-Z]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(?:[=/(]?([A-Za-z])\)?)?(?:ep|e\.p\.)?[+#!?]*$`)

// ParseSAN returns the legal move that a text stands for. It reads what SAN and
// Format write and what people write: long moves (Nc1-d3, e2-e4), more or less
// distinction than needed, missing or added signs of capture, check and
// comment, e8S, e8=s, e8/S or e8(S).
func (s *State) ParseSAN(text string) (env.Action, error) {
	a, err := s.parseSAN(text)
	if err != nil {
		return 0, fmt.Errorf("cetran: %w", err)
	}
	return a, nil
}

func (s *State) parseSAN(text string) (env.Action, error) {
	fields := san.FindStringSubmatch(strings.Join(strings.Fields(text), ""))
	if fields == nil {
		return 0, s.unknown(text, "must look like Nd3, exd8=S or e2e4", s.SAN)
	}
	var found []env.Action
	unnamed := false // a pawn would be promoted
	for _, a := range s.Legal(nil) {
		switch m := s.game.move(a, s.board.toMove); {
		case !s.matches(m, fields):
		case m.becomes(fields[5]):
			found = append(found, a)
		case fields[5] == "":
			unnamed = true
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0 && unnamed:
		return 0, s.misread(text, "name the officer, as in e8=Q")
	case len(found) == 0:
		return 0, s.unknown(text, "no such move here", s.SAN)
	}
	return 0, s.misread(text, fmt.Sprintf("may be %s or %s", s.SAN(found[0]), s.SAN(found[1])))
}

// matches reports whether m is what the fields of san say, promotion aside.
// Without a letter it is a pawn's move, unless the whole square it starts from
// is given.
func (s *State) matches(m move, fields []string) bool {
	letter, file, rank, to := fields[1], fields[2], fields[3], fields[4]
	if letter == "" && (file == "" || rank == "") {
		letter = "P"
	}
	k, _ := s.board.at(m.from)
	from := m.from.String()
	return (letter == "" || letter[0] == k.letter()) &&
		(file == "" || file[0] == from[0]) &&
		(rank == "" || rank[0] == from[1]) &&
		to == m.to.String()
}

// becomes reports whether m promotes to the officer of that letter, or is no
// promotion if there is none.
func (m move) becomes(letter string) bool {
	if m.promoted == none {
		return letter == ""
	}
	return strings.EqualFold(letter, m.promoted.String())
}
