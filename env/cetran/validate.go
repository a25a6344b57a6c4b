package cetran

import (
	"errors"
	"fmt"
	"math/bits"

	"ludens/env"
)

var colours = [2]string{"White", "Black"}

// validate says why no game can lead to the position, as far as it can tell.
func (g *Game) validate(b *board) error {
	for p, colour := range colours {
		if err := g.validateMen(b, env.Player(p)); err != nil {
			return fmt.Errorf("%s %w", colour, err)
		}
	}
	if last := b.kind[pawn] & (rank1 | rank8); last != 0 {
		return fmt.Errorf("pawn on %v: pawns never stand on the first and last rank", first(last))
	}
	waiting := b.toMove.Other()
	if b.attacked(b.king(waiting), b.toMove, b.occupied()) {
		return fmt.Errorf("%s is in check, but it is %s's move", colours[waiting], colours[b.toMove])
	}
	return nil
}

// validateMen compares the men of p with an army: every officer more than at
// the start was a pawn once.
func (g *Game) validateMen(b *board, p env.Player) error {
	if kings := b.number(king, p); kings != 1 {
		return fmt.Errorf("has %d kings: must be 1", kings)
	}
	pawns, promoted := b.number(pawn, p), 0
	for _, k := range g.army.men {
		if k != pawn {
			promoted += max(0, b.number(k, p)-g.army.number(k))
		}
	}
	if pawns > 8 {
		return fmt.Errorf("has %d pawns: must be at most 8", pawns)
	}
	if pawns+promoted > 8 {
		return fmt.Errorf("has %d pawns and %d promoted officers: must be at most 8 together", pawns, promoted)
	}
	return nil
}

// number counts the men of one kind.
func (b *board) number(k kind, p env.Player) int { return bits.OnesCount64(b.kind[k] & b.men[p]) }

// parsePassant reads the square that the last move, a pawn's double step,
// passed over.
func (b *board) parsePassant(text string) error {
	if text == "-" {
		return nil
	}
	s, ok := parseSquare(text)
	if !ok {
		return errors.New("must be a square or -")
	}
	us, them := b.toMove, b.toMove.Other()
	if want := passantRank(them); s.rank() != want {
		return fmt.Errorf("must be on rank %d when %s is to move", want+1, colours[us])
	}
	to, from := beyond(s, us), beyond(s, them)
	if k, p := b.at(to); k != pawn || p != them {
		return fmt.Errorf("no pawn of %s on %v", colours[them], to)
	}
	if b.occupied()&(s.bit()|from.bit()) != 0 {
		return fmt.Errorf("no double step from %v to %v: something is in the way", from, to)
	}
	b.jumped(s)
	return nil
}

// passantRank returns the rank, from 0, that p's double steps pass over.
func passantRank(p env.Player) int {
	if p == env.First {
		return 2
	}
	return 5
}
