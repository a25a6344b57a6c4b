package cetran

import (
	"math"

	"ludens/env"
)

// Settled returns the mover's Score after the captures and promotions that pay:
//
//	settled(b) = max(material(b), -settled(b after m) for each such move m)
//
// down to exchangeDepth plies, a pawn becoming the officer that counts most. Who
// is in check at first may not stand still, and all his moves are tried.
func (s *State) Settled(alpha, beta float32) float32 {
	if alpha > -1 || beta < 1 {
		return s.settle(alpha, beta)
	}
	if !s.weighed {
		s.settled, s.weighed = s.settle(alpha, beta), true
	}
	return s.settled
}

// settle searches for what Settled returns.
func (s *State) settle(alpha, beta float32) float32 {
	b := &s.board
	x := exchange{crown: s.game.crown}
	balance := b.material(b.toMove) - b.material(b.toMove.Other())
	return score(x.search(b, balance, pawnsBelow(alpha), pawnsAbove(beta), 0))
}

// score turns a balance of d pawns into a Score, in (-1, 1).
func score(d int) float32 { return float32(d) / float32(max(d, -d)+5) }

// boundless is a balance that no material reaches.
const boundless = 1000

// pawnsBelow returns a balance whose score is at most x, pawnsAbove one whose
// score is at least x.
func pawnsBelow(x float32) int { return int(math.Floor(pawns(x))) }
func pawnsAbove(x float32) int { return int(math.Ceil(pawns(x))) }

// pawns is the inverse of score.
func pawns(x float32) float64 {
	y := float64(x)
	return max(-boundless, min(boundless, 5*y/max(1-math.Abs(y), 1e-9)))
}

// exchange is a search over captures and promotions.
type exchange struct {
	crown kind // what pawns become
}

// exchangeDepth is how many captures in a row are looked at.
const exchangeDepth = 10

// trade is one move of an exchange.
type trade struct {
	move
	kind  kind  // of the man that moves
	gain  int16 // of the balance
	order int16 // the higher, the sooner it is tried
}

// search returns the settled balance of b for its mover, or alpha where it is not
// above that; balance is what it is now.
func (x exchange) search(b *board, balance, alpha, beta, depth int) int {
	forced := depth == 0 && b.inCheck()
	best := balance
	if forced {
		best = -boundless
	}
	if best >= beta || depth == exchangeDepth {
		return best
	}
	alpha = max(alpha, best)
	best = alpha
	// The opponent may stop at once: no move brings more than its gain.
	aims := ^uint64(0)
	if !forced {
		aims = b.victims(alpha - balance + 1)
		if aims == 0 && !b.nearPromotion() && b.passant == nowhere {
			return alpha
		}
	}
	var room [32]trade
	var next board
	trades := x.trades(room[:0], b, aims)
	for i := range trades {
		t := hoist(trades[i:])
		if !forced && balance+int(t.gain) <= alpha {
			break // the others gain no more
		}
		next = *b
		next.play(t.move, t.kind)
		best = max(best, -x.search(&next, -balance-int(t.gain), -beta, -alpha, depth+1))
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best
}

// victims returns the mover's opponent's men that count least or more.
func (b *board) victims(least int) (set uint64) {
	for k, men := range b.kind {
		if worth[k] >= least {
			set |= men
		}
	}
	return set & b.men[b.toMove.Other()]
}

// nearPromotion reports whether a pawn of the mover stands before its last rank.
func (b *board) nearPromotion() bool {
	rank7 := [2]uint64{env.First: rank8 >> 8, env.Second: rank1 << 8}[b.toMove]
	return b.kind[pawn]&b.men[b.toMove]&rank7 != 0
}

// trades appends the legal moves to some squares, in passing, and promotions.
func (x exchange) trades(dst []trade, b *board, aims uint64) []trade {
	var l legal
	l.findTo(b, aims)
	for _, man := range l.men[:l.n] {
		for to := man.to; to != 0; to &= to - 1 {
			dst = append(dst, x.trade(b, man.kind, man.from, first(to)))
		}
	}
	return dst
}

// trade prices the move of a man of kind k: victims of the most worth come
// first, taken by men of the least.
func (x exchange) trade(b *board, k kind, from, to square) trade {
	t := trade{move: move{from, to, none}, kind: k}
	if victim, _ := b.victim(t.move, k); victim != none {
		t.gain = int16(worth[victim])
	}
	if k == pawn && to.bit()&(rank1|rank8) != 0 {
		t.promoted = x.crown
		t.gain += int16(worth[x.crown] - worth[pawn])
	}
	t.order = 16*t.gain - int16(worth[k])
	return t
}

// hoist brings the trade of the highest order to the front and returns it.
func hoist(trades []trade) trade {
	top := 0
	for i := range trades {
		if trades[i].order > trades[top].order {
			top = i
		}
	}
	trades[0], trades[top] = trades[top], trades[0]
	return trades[0]
}

// Recurs returns a draw if the position has occurred before and repeating it
// draws.
func (s *State) Recurs() env.Result {
	if s.game.threefold && s.seen > 0 {
		return env.Drawn
	}
	return env.Ongoing
}
