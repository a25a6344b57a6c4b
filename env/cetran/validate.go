package cetran

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"ludens/env"
)

var colours = [2]string{"White", "Black"}

// validate says why no game can lead to the position, as far as that is known.
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
		return fmt.Errorf("%s can take the king on %v: the side not to move must not be in check", colours[b.toMove], b.king(waiting))
	}
	return nil
}

// validateMen compares the men of p with an army: every officer more than at
// the start was a pawn once.
func (g *Game) validateMen(b *board, p env.Player) error {
	if b.number(king, p) != 1 {
		return fmt.Errorf("%s: must be 1", kings(b.kind[king]&b.men[p]))
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

// kings says where the kings stand: "has 2 kings, on a1 and b1".
func kings(set uint64) string {
	if set == 0 {
		return "has no king"
	}
	text := fmt.Sprintf("has %d kings", bits.OnesCount64(set))
	for separator := ", on "; set != 0; set, separator = set&(set-1), " and " {
		text += separator + first(set).String()
	}
	return text
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

// parseThird reads the field that chess has for castling: here it holds the
// bishops that may or must convert, if the army has that rule.
func (g *Game) parseThird(b *board, text string) error {
	switch {
	case text == "-":
		return nil
	case !g.army.conversion:
		return fmt.Errorf("castling %q: there is none, must be -", text)
	}
	if err := b.parseConversions(text); err != nil {
		return fmt.Errorf("bishops to convert %q: %w", text, err)
	}
	return nil
}

// parseConversions is the inverse of conversions.
func (b *board) parseConversions(text string) error {
	var free, bound uint64
	for text != "" {
		s, ok := parseSquare(text[:min(2, len(text))])
		if !ok {
			return errors.New("must be - or squares such as e1! or c1e1")
		}
		if home := b.men[env.First]&rank1 | b.men[env.Second]&rank8; b.kind[bishop]&home&s.bit() == 0 {
			return fmt.Errorf("no bishop on its first rank on %v", s)
		}
		var must bool
		if text, must = strings.CutPrefix(text[2:], "!"); must {
			bound |= s.bit()
		} else {
			free |= s.bit()
		}
	}
	for p, colour := range colours {
		if f, m := free&b.men[p], bound&b.men[p]; bits.OnesCount64(f)+2*bits.OnesCount64(m) > 2 || f&darkSquares != 0 && f&^darkSquares != 0 {
			return fmt.Errorf("%s has at most two bishops on one colour that may convert, or one that must", colour)
		}
	}
	b.convertible(free, bound)
	return nil
}
