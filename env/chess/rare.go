package chess

import (
	"slices"

	"ludens/env"
)

// rare reports whether the keys have rules that the tables of mask.go do not know. Such games
// list the ways of each piece, and try each move on a copy of the board.
func (g *Game) rare() bool {
	k := &g.keys
	if k.RoyalMost > 0 || k.NoFlight || k.FacingRanks || k.Blast || k.Pass != "no" || k.PromotionCaptures || k.Demotes ||
		!k.DropChecks || k.DropPromoted || k.DropOnto != "any" || k.PassingRegion != "" || k.PassingRegionSecond != "" {
		return true
	}
	return slices.ContainsFunc(g.kinds, func(w ware) bool { return w.spares != 0 || w.mostAFile > 0 || !sameKinds(w.by[0], w.by[1]) })
}

// ruling returns the royal men of p who are royal now: where RoyalMost says so, those of
// kinds of which he has few on the board.
func (g *Game) ruling(b *board, p env.Player) (s set) {
	if g.keys.RoyalMost == 0 {
		return b.royals[p]
	}
	b.royals[p].each(func(q square) {
		if g.number(b, kindOf(b.at[q]), p) <= g.keys.RoyalMost {
			s.add(q)
		}
	})
	return s
}

// besieged reports whether royal men of p on some squares are attacked as Keys.Royals has it.
func (g *Game) besieged(b *board, royals set, p env.Player) bool {
	if g.royals == allRoyals && g.keys.RoyalMost > 0 && g.allAttacked(b, p) {
		return true // even those who are not royal now
	}
	n, hits := 0, 0
	royals.each(func(q square) {
		n++
		hits += btoi(g.threatened(b, q, p))
	})
	switch {
	case g.royals == lastRoyal:
		return n == 1 && hits == 1
	case g.royals == allRoyals && g.keys.RoyalMost == 0:
		return n > 0 && hits == n
	}
	return hits > 0
}

// allAttacked reports whether p has men of royal kinds, and each is attacked.
func (g *Game) allAttacked(b *board, p env.Player) bool {
	all := !b.royals[p].empty()
	b.royals[p].each(func(q square) { all = all && g.threatened(b, q, p) })
	return all
}

// threatened reports whether the other side attacks the royal man of p on q. Where captures
// explode it cannot capture beside a royal man of its own.
func (g *Game) threatened(b *board, q square, p env.Player) bool {
	return g.attacked(b, q, p.Other()) && !(g.keys.Blast && g.touches(q, g.ruling(b, p.Other())))
}

// guards reports whether the man who castles must not pass q, which is attacked: only who is
// royal now must not, and beside a royal man of the other side an explosion protects him.
func (g *Game) guards(b *board, c *castling, q square) bool {
	return g.ruling(b, c.owner).has(c.king) && !(g.keys.Blast && g.touches(q, g.ruling(b, c.owner.Other())))
}

// touches reports whether one of some squares is beside q.
func (g *Game) touches(q square, s set) (found bool) {
	s.each(func(r square) {
		found = found || q != r && max(abs(g.file(q)-g.file(r)), abs(g.rank(q)-g.rank(r))) == 1
	})
	return found
}

// survives reports whether a move that led from b to after leaves the mover's royal men
// safe: those who were royal before it, wherever they are now. Who removes a royal man of the
// other side by an explosion need not care, unless he loses one of his own.
func (g *Game) survives(b, after *board, m move) bool {
	us := b.toMove
	royals := g.ruling(b, us)
	switch {
	case m.what >= castled:
		c := &b.castles.list[m.what-castled]
		if royals.has(c.king) {
			royals.remove(c.king)
			royals.add(c.kingTo)
		}
	case m.what == dropped:
		if g.kinds[m.dropsAs()].royal {
			royals.add(m.to)
		}
	case m.what == passed:
	case royals.has(m.from):
		royals.remove(m.from)
		royals.add(m.to)
	case m.becomes != noKind && g.kinds[m.becomes].royal:
		g.crown(b, &royals, m)
	}
	if g.keys.Blast {
		own, lost := after.own[us], false
		royals.each(func(q square) { lost = lost || !own.has(q) })
		if lost {
			return false
		}
		won := false
		g.ruling(b, us.Other()).each(func(q square) { won = won || after.at[q] == 0 || ownerOf(after.at[q]) == us })
		if won {
			return true
		}
	}
	return !g.besieged(after, royals, us)
}

// allows reports whether a move that led from b to after is one by the rules of this file.
func (g *Game) allows(b, after *board, m move) bool {
	switch {
	case g.lasting && !g.survives(b, after, m),
		g.keys.NoFlight && !g.calm(b, m),
		!g.keys.DropChecks && m.what == dropped && g.inCheck(after, b.toMove.Other()):
		return false
	}
	return true
}

// crown changes the royal men by a promotion to a royal kind: with one more than may be,
// those of the kind are no longer royal, whatever an explosion removes; else the new man is, too.
func (g *Game) crown(b *board, royals *set, m move) {
	most := g.keys.RoyalMost
	if most == 0 || g.number(b, m.becomes, b.toMove) < most {
		royals.add(m.to)
		return
	}
	if g.keys.PromotionBegins {
		return // as in shogi: who was royal still is until the next move
	}
	for _, q := range g.upwards(*royals) {
		if g.kinds[kindOf(b.at[q])].base == g.kinds[m.becomes].base {
			royals.remove(q)
		}
	}
}

// explode removes what an explosion on q does: all men on it and around it but those who
// withstand it.
func (g *Game) explode(b *board, q square) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			to, ok := g.offset(q, vector{dx, dy})
			if !ok || b.at[to] == 0 {
				continue
			}
			if w := &g.kinds[kindOf(b.at[to])]; w.explodes == neverExplodes || w.explodes == explodesItself && to != q {
				continue
			}
			p := ownerOf(b.at[to])
			k := g.lift(b, to)
			if g.keys.CapturesToHand {
				g.take(b, p.Other(), g.inHand(k), 1)
			}
		}
	}
}

// How a kind takes explosions.
const (
	alwaysExplodes uint8 = iota
	explodesItself       // when it captures or is captured, not beside others who do
	neverExplodes
)

// calm reports whether a move is one that may be made in check with Keys.NoFlight: another
// man's, or a capture of the only attacker.
func (g *Game) calm(b *board, m move) bool {
	us := b.toMove
	if m.what == dropped || m.what == passed || m.what < castled && !b.royals[us].has(m.from) {
		return true
	}
	n, only := 0, nowhere
	b.royals[us].each(func(q square) {
		for _, o := range g.attackers[us.Other()][q] {
			if x := b.at[o.from]; x != 0 && ownerOf(x) == us.Other() && g.attacksFrom(b, &o) {
				n, only = n+1, o.from
			}
		}
	})
	return n == 0 || n == 1 && m.to == only
}

// attacksFrom reports whether the man on an origin attacks its target.
func (g *Game) attacksFrom(b *board, o *origin) bool {
	k := kindOf(b.at[o.from])
	for i := range o.paths {
		if w := &o.paths[i]; w.kinds.has(k) && b.open(w) {
			return true
		}
	}
	return false
}

// counting is a count of moves by the rules of Southeast Asia: plies so far, and the limit
// after which the game is a draw; 0: no side counts.
type counting struct{ plies, limit int }

// count goes on with the count after a move that captured or promoted, and a pawn or not.
// The mover of b is the side that counts, mostly: the rules of makruk and ouk as
// Fairy-Stockfish has them.
func (g *Game) count(c *counting, b *board, captured, pawn, promoted bool) {
	us := b.toMove
	if c.limit > 0 {
		c.plies++
	}
	own, others := b.own[us].count(), b.own[us.Other()].count()
	if g.keys.Counting != "asean" && pawn && others == 1 && !g.hasPawns(b) {
		if limit := g.countLimit(b, us.Other()); limit > 0 {
			*c = counting{2*(own+others) - 1, 2 * limit}
		}
	}
	if c.limit > 0 && !((captured || promoted) && own == 1) {
		return
	}
	if limit := g.countLimit(b, us); limit > 0 {
		*c = counting{0, 2 * limit}
		if g.keys.Counting != "asean" && own == 1 {
			c.plies = 2 * (own + others)
		}
	}
}

// hasPawns reports whether a man is on the board who may be promoted.
func (g *Game) hasPawns(b *board) bool {
	return slices.ContainsFunc(b.at[:g.cells], func(x piece) bool { return x != 0 && len(g.kinds[kindOf(x)].promotes) > 0 })
}

// countLimit returns how many moves p may count, 0 if he may not.
func (g *Game) countLimit(b *board, p env.Player) int {
	own, others := b.own[p].count(), b.own[p.Other()].count()
	n := func(i int) int { return g.number(b, g.countingMen[i], p.Other()) }
	rooks, khons, knights := n(0), n(1), n(2)
	switch less := btoi(g.keys.Counting == "cambodian"); {
	case g.keys.Counting == "asean":
		switch {
		case g.hasPawns(b) || own > 1:
			return 0
		case rooks > 0:
			return 16
		case khons > 0:
			return 44
		case knights > 0:
			return 64
		}
		return 0
	case others == 1, less == 0 && g.hasPawns(b), less == 1 && own > 3:
		return 0
	case own > 1:
		return 64 - less
	case g.hasPawns(b):
		return 0
	case rooks > 1:
		return 8 - less
	case rooks == 1:
		return 16 - less
	case khons > 1:
		return 22 - less
	case knights > 1:
		return 32 - less
	case khons == 1:
		return 44 - less
	default:
		return 64 - less
	}
}

// over reports whether a count has reached its end.
func (c counting) over() bool { return c.limit > 0 && c.plies > c.limit }
