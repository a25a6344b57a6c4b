package chess

import (
	"fmt"
	"slices"

	"ludens/env"
)

// checkInsufficient refuses a draw by few men that takes a win from a side: variants.ini
// has no key for it. If neither side can win with those men, the game is the same without it.
func (g *Game) checkInsufficient() error {
	if g.keys.Insufficient == "" {
		return nil
	}
	if g.winsWith(noKind) {
		return fmt.Errorf("insufficient = %q: a side could still win, and it has no draw by few men", g.keys.Insufficient)
	}
	for k := range kind(g.letters) {
		if g.minor.has(k) && g.winsWith(k) {
			return fmt.Errorf("insufficient = %q: a side could still win with a %s, and it has no draw by few men", g.keys.Insufficient, g.kinds[k].name)
		}
	}
	return nil
}

// winsWith reports whether a side may win when besides a king each there is no man but one
// of a kind, or none at all. It answers yes if that is unknown.
func (g *Game) winsWith(k kind) bool {
	royal := g.royalKinds()
	for _, i := range royal {
		if w := &g.kinds[i]; len(w.promotes) > 0 || slices.ContainsFunc(w.legs, func(l leg) bool { return l.manner != leap || l.lame || l.sissa }) {
			return true
		}
	}
	keys := &g.keys
	switch {
	case len(royal) != 1, g.start.royals[env.First].count() > 1, g.start.royals[env.Second].count() > 1,
		g.hops, g.rarely, keys.Drops, keys.Connect > 0, keys.ConnectSquare > 0, keys.DrawOdds != "no", !keys.Checking, g.goal != [2]set{}, keys.Repetition > 0 && keys.RepetitionResult != "draw",
		k != noKind && (keys.Checks > 0 || len(g.kinds[k].promotes) > 0):
		return true
	}
	d := duel{g: g, king: royal[0], k: k}
	d.findAttacks()
	return d.won()
}

// duel is a king each on the board, who goes by leaps, and one man of a kind or none.
type duel struct {
	g       *Game
	king, k kind
	attacks [2][mostCells]set // of the man: what he would attack on an empty board
	moves   []move
}

func (d *duel) findAttacks() {
	for p := range env.Player(2) {
		for q := range square(d.g.cells) {
			if d.k == noKind || !d.stands(d.k, p, q) {
				continue
			}
			for _, w := range d.g.ways[p][d.k][q] {
				for _, to := range w.squares {
					d.attacks[p][q].add(to)
				}
			}
		}
	}
}

func (d *duel) stands(k kind, p env.Player, q square) bool {
	return !d.g.holes.has(q) && d.g.kinds[k].stays[p].has(q)
}

// won tries every position for one in which a side has won.
func (d *duel) won() bool {
	for p := range env.Player(2) {
		for own := range square(d.g.cells) {
			for other := range square(d.g.cells) {
				if own != other && d.stands(d.king, p, own) && d.stands(d.king, p.Other(), other) && d.wonFrom(p, own, other) {
					return true
				}
			}
		}
	}
	return false
}

// wonFrom is won with the kings of p, who moves, and of the other where they are. A man
// ends the game only if he stands on or attacks each square to which the king of p could
// flee: seldom enough for the rest to be tried one by one.
func (d *duel) wonFrom(p env.Player, own, other square) bool {
	g := d.g
	b := g.empty()
	if b.toMove != p {
		b.pass()
	}
	g.put(&b, d.king, p, own)
	g.put(&b, d.king, p.Other(), other)
	if d.k == noKind {
		return d.over(&b)
	}
	var flights set
	d.moves = g.legal(&b, d.moves[:0])
	for _, m := range d.moves {
		flights.add(m.to)
	}
	for owner := range env.Player(2) {
		for q := range square(g.cells) {
			left := flights.without(d.attacks[owner][q])
			left.remove(q)
			if q == own || q == other || !d.stands(d.k, owner, q) || !left.empty() && g.keys.Extinction == "no" {
				continue
			}
			with := b
			g.put(&with, d.k, owner, q)
			if d.over(&with) {
				return true
			}
		}
	}
	return false
}

// over reports whether a side has won, in a position that can be.
func (d *duel) over(b *board) bool {
	g := d.g
	if g.inCheck(b, b.toMove.Other()) {
		return false
	}
	s := g.blank()
	s.board = *b
	if _, r := s.decided(); r == env.FirstWins || r == env.SecondWins {
		return true
	}
	if d.moves = g.legal(b, d.moves[:0]); len(d.moves) > 0 {
		return false
	}
	word := g.keys.Stalemate
	if g.inCheck(b, b.toMove) {
		word = g.keys.Checkmate
	}
	return word != "draw"
}
