package chess

import "ludens/env"

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
	for _, x := range b.at[:g.cells] {
		if x != 0 && len(g.kinds[kindOf(x)].promotes) > 0 {
			return true
		}
	}
	return false
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
