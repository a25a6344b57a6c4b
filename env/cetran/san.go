package cetran

import (
	"fmt"

	"ludens/env"
	"ludens/env/pgn"
)

// Moves implements pgn.Position.
func (s *State) Moves() (all []pgn.Move) {
	for _, a := range s.Legal(nil) {
		m := s.game.move(a, s.board.toMove)
		k, _ := s.board.at(m.from)
		captured, at := s.board.victim(m, k)
		n := pgn.Move{Letter: k.letter(), From: m.from.String(), To: m.to.String(), Captures: captured != none}
		n.Passing = n.Captures && at != m.to
		if m.promoted != none {
			n.Becomes = m.promoted.letter()
		}
		all = append(all, n)
	}
	return all
}

// Threat implements pgn.Position.
func (s *State) Threat(a env.Action) string {
	m := s.game.move(a, s.board.toMove)
	k, _ := s.board.at(m.from)
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

// Number implements pgn.Position.
func (s *State) Number() int { return s.number }

// SAN returns a legal move in short algebraic notation: "Nd3", "S1xe4",
// "exd8=S+", "Qh7#".
func (s *State) SAN(a env.Action) string { return pgn.SAN(s, a) }

// ParseSAN returns the legal move that a text stands for, as package pgn reads it.
func (s *State) ParseSAN(text string) (env.Action, error) {
	a, err := pgn.ParseSAN(s, text)
	if err != nil {
		return 0, fmt.Errorf("cetran: %w", err)
	}
	return a, nil
}

// Deny implements record.Witness.
func (s *State) Deny(a env.Action, text string) error { return pgn.Deny(s, a, text) }
