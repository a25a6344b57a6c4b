package cetran

import (
	"fmt"
	"regexp"
	"strings"

	"ludens/env"
	"ludens/env/pgn"
)

// Courier returns a legal move as Game Courier writes it, the man's letter
// before it, small for Black:
//
//	P e2-e4           a move, or a capture
//	P e7-e8; S-e8     a promotion: the sissa is put down on e8
//	P d5-e6; e5-      a capture in passing: e5 is emptied, which is also written
//	P d5-e6; @-e5     as nothing put down on e5
func (s *State) Courier(a env.Action) string {
	p := s.board.toMove
	m := s.game.move(a, p)
	k, _ := s.board.at(m.from)
	text := fmt.Sprintf("%c %v-%v", letterOf(k, p), m.from, m.to)
	if m.promoted != none {
		return text + fmt.Sprintf("; %c-%v", letterOf(m.promoted, p), m.to)
	}
	if captured, at := s.board.victim(m, k); captured != none && at != m.to {
		return text + fmt.Sprintf("; %v-", at)
	}
	return text
}

// courier is a move of Game Courier: letter, from, to, what follows the move.
var courier = regexp.MustCompile(`^(?:([A-Za-z]) ?)?([a-h][1-8]) ?[-x] ?([a-h][1-8])(?: ?; ?(?:([A-Za-z])-([a-h][1-8])|([a-h][1-8])-|@-([a-h][1-8])))?$`)

// ParseCourier returns the legal move that a line of Game Courier stands for.
// The man's letter may be missing or of either case. What follows the move must
// be what it entails: a promotion has to be named, the pawn taken in passing
// may be.
func (s *State) ParseCourier(text string) (env.Action, error) {
	a, err := s.parseCourier(text)
	if err != nil {
		return 0, fmt.Errorf("cetran: %w", err)
	}
	return a, nil
}

func (s *State) parseCourier(text string) (env.Action, error) {
	fields := courier.FindStringSubmatch(strings.Join(strings.Fields(text), " "))
	if fields == nil {
		return 0, pgn.Unknown(s, text, "must look like N c1-d3, P e7-e8; S-e8 or P d5-e6; e5-", s.Courier)
	}
	unnamed := false // a pawn would be promoted
	for _, a := range s.Legal(nil) {
		switch m := s.game.move(a, s.board.toMove); {
		case m.from.String() != fields[2] || m.to.String() != fields[3]:
		case m.becomes(fields[4]):
			return a, s.agree(a, fields)
		case fields[4] == "":
			unnamed = true
		}
	}
	if unnamed {
		return 0, pgn.Misread(s, text, "name the officer, as in P e7-e8; Q-e8")
	}
	return 0, pgn.Unknown(s, text, "no such move here", s.Courier)
}

// agree returns an error unless the letter and what follows the move are those
// of a.
func (s *State) agree(a env.Action, fields []string) error {
	m := s.game.move(a, s.board.toMove)
	k, _ := s.board.at(m.from)
	switch letter, put, emptied := fields[1], fields[5], fields[6]+fields[7]; {
	case letter != "" && !strings.EqualFold(letter, k.String()):
		return pgn.Unknown(s, fields[0], fmt.Sprintf("%v holds a %s", m.from, names[k]), s.Courier)
	case put != "" && put != m.to.String():
		return pgn.Misread(s, fields[0], "the pawn is promoted on "+m.to.String())
	case emptied != "":
		if captured, at := s.board.victim(m, k); captured == none || at == m.to || at.String() != emptied {
			return pgn.Misread(s, fields[0], "captures nothing on "+emptied)
		}
	}
	return nil
}

// becomes reports whether m promotes to the officer of that letter, or is no
// promotion if there is none.
func (m move) becomes(letter string) bool {
	if m.promoted == none {
		return letter == ""
	}
	return strings.EqualFold(letter, m.promoted.String())
}
