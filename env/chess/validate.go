package chess

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// validate says why no game can lead to the position, as far as that is known.
func (g *Game) validate(b *board) error {
	for p := range env.Player(2) {
		n, start := b.royals[p].count(), g.start.royals[p].count()
		fixed := g.royals == eachRoyal && !g.royalsMayCome() && g.keys.RoyalMost == 0 && !g.keys.Blast
		if fixed && n != start || n > 0 && start == 0 && !g.royalsMayCome() {
			return fmt.Errorf("%s has %s: must be %d", colours[p], g.royalsInWords(b, p), start)
		}
	}
	for p := range env.Player(2) {
		if g.cetran == nil {
			break
		}
		if err := g.validateArmy(b, p); err != nil {
			return err
		}
	}
	if them := b.toMove.Other(); g.inCheck(b, them) {
		on := ""
		if s := b.royals[them]; s.count() == 1 {
			on = " on " + g.name(s.first())
		}
		return fmt.Errorf("%s can take the king%s: the side not to move must not be in check", colours[b.toMove], on)
	}
	return nil
}

// royalsInWords says which royal men p has: "2 kings, on a1 and h1".
func (g *Game) royalsInWords(b *board, p env.Player) string {
	var names, squares []string
	for _, k := range g.royalKinds() {
		names = append(names, g.kinds[k].name)
	}
	b.royals[p].each(func(q square) { squares = append(squares, g.name(q)) })
	switch n := len(squares); {
	case len(names) != 1:
		return fmt.Sprintf("%d royal men", n)
	case n == 0:
		return "no " + names[0]
	default:
		return fmt.Sprintf("%d %ss, on %s", n, names[0], strings.Join(squares, " and "))
	}
}

// royalsMayCome reports whether royal men may come from hand or by promotion.
func (g *Game) royalsMayCome() bool {
	return slices.ContainsFunc(g.inHands, func(k kind) bool { return g.kinds[k].royal }) ||
		slices.ContainsFunc(g.kinds, func(w ware) bool {
			return slices.ContainsFunc(w.promotes, func(k kind) bool { return g.kinds[k].royal })
		})
}

// parsePassant reads where a man of the side not to move can be captured in passing. It
// is dropped if no man can capture him, but returned for an army of Cetran.
func (g *Game) parsePassant(b *board, text string, half bool) (over square, err error) {
	if text == "-" {
		return nowhere, nil
	}
	var squares []square
	for rest := text; rest != ""; {
		n := 1 + digits(rest[1:])
		q, err := g.parse(rest[:n])
		if err != nil {
			return nowhere, errors.New("must be a square or -")
		}
		squares, rest = append(squares, q), rest[n:]
	}
	if !g.anyLeg(passes) {
		return nowhere, nil // Fairy-Stockfish writes a square after any initial move
	}
	them := b.toMove.Other()
	slices.SortStableFunc(squares, func(x, y square) int { return btoi(b.at[x] != 0) - btoi(b.at[y] != 0) }) // others write them in the order of the board
	victim := squares[len(squares)-1]
	if len(squares) == 1 {
		victim = g.ahead(squares[0], them)
	} else {
		squares = squares[:len(squares)-1]
	}
	if victim == nowhere || b.at[victim] == 0 || ownerOf(b.at[victim]) != them || len(squares) > mostPassed {
		return nowhere, fmt.Errorf("no man of %s who has just passed there", colours[them])
	}
	if !g.mayHavePassed(b, squares, victim) {
		return nowhere, fmt.Errorf("no man of %s has passed there with his last move", colours[them])
	}
	b.canPass(squares, victim)
	if !half && !g.canCapturePassing(b, nil) {
		b.unpass()
	}
	return g.overOf(squares), nil
}

// mayHavePassed reports whether a man on victim may have come over some squares.
func (g *Game) mayHavePassed(b *board, squares []square, victim square) bool {
	them := b.toMove.Other()
	for _, q := range squares {
		if b.at[q] != 0 {
			return false
		}
	}
	for from := range square(g.cells) {
		if b.at[from] != 0 {
			continue
		}
		for _, w := range g.ways[them][kindOf(b.at[victim])][from] {
			if last := len(w.squares) - 1; w.passant && w.squares[last] == victim && (slices.Equal(w.squares[:last], squares) || g.walling && within(squares, w.squares[:last])) {
				return true
			}
		}
	}
	return false
}

// overOf returns the square that State.over keeps of those that a man has passed.
func (g *Game) overOf(passed []square) square {
	if g.cetran == nil || len(passed) == 0 {
		return nowhere
	}
	return passed[0]
}
