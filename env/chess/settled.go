package chess

import (
	"math"
	"math/bits"
	"sync"
)

// Settled returns the mover's Score after the captures and promotions that pay:
//
//	settled(b) = max(balance(b), -settled(b after m) for each such move m)
//
// down to exchangeDepth plies, a man becoming what counts most. Who is in check at first, or
// must capture, may not stand still, and all his moves are tried.
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
	balance := b.balance(b.toMove)
	if s.game.fewer {
		balance = -balance
	}
	if s.walled != nowhere {
		return score(balance)
	}
	x := exchanges.Get().(*exchange)
	x.enter(s.game)
	settled := score(x.search(b, balance, pawnsBelow(alpha), pawnsAbove(beta), 0))
	exchanges.Put(x)
	return settled
}

// score turns a balance of d pawns into a Score, in (-1, 1).
func score(d int) float32 { return float32(d) / float32(max(d, -d)+5) }

// boundless is a balance that no men reach.
const boundless = 1 << 20

// mated is the balance of who cannot move at all and is in check. Observations of Cetran
// show it.
func (g *Game) mated() int {
	if g.cetran != nil {
		return -1000
	}
	return -boundless
}

// pawnsBelow returns a balance whose score is at most x, pawnsAbove one whose score is at
// least x.
func pawnsBelow(x float32) int { return int(math.Floor(pawns(x))) }
func pawnsAbove(x float32) int { return int(math.Ceil(pawns(x))) }

// pawns is the inverse of score.
func pawns(x float32) float64 {
	y := float64(x)
	return max(-boundless, min(boundless, 5*y/max(1-math.Abs(y), 1e-9)))
}

// exchangeDepth is how many captures in a row are looked at.
const exchangeDepth = 10

// trade is one move of an exchange.
type trade struct {
	move
	gain  int32 // of the balance
	order int32 // the higher, the sooner it is tried
}

// exchange is a search over captures and promotions, with room for its moves and boards.
type exchange struct {
	game   *Game
	work   work
	levels [exchangeDepth]struct {
		next   board
		trades []trade
	}
}

// enter prepares x for a game: boards of another have other squares and hands.
func (x *exchange) enter(g *Game) {
	if x.game == g {
		return
	}
	x.game = g
	for i := range x.levels {
		x.levels[i].next = board{}
	}
}

var exchanges = sync.Pool{New: func() any { return new(exchange) }}

// search returns the settled balance of b for its mover, or alpha where it is not above
// that; balance is what it is now.
func (x *exchange) search(b *board, balance, alpha, beta, depth int) int {
	g := x.game
	inCheck := depth == 0 && g.inCheck(b, b.toMove)
	forced := inCheck || g.keys.MustCapture && g.forced(b)
	best := balance
	if forced && depth < exchangeDepth {
		best = g.mated()
	}
	if best >= beta || depth == exchangeDepth {
		return best
	}
	alpha = max(alpha, best)
	best = alpha
	// Where the opponent may stop at once no move brings more than its gain.
	aims, bounded := ^uint64(0), !forced && !g.keys.MustCapture
	if bounded && g.masks != nil {
		if aims = g.prizes(b, alpha-balance+1); aims == 0 && b.victim == nowhere && !g.nearPromotion(b) {
			return alpha
		}
	}
	level := &x.levels[depth]
	level.trades = x.trades(level.trades[:0], b, aims, inCheck)
	for i := range level.trades {
		t := hoist(level.trades[i:])
		if bounded && balance+int(t.gain) <= alpha {
			break // the others gain no more
		}
		g.become(&level.next, b)
		g.play(&level.next, t.move, nil)
		best = max(best, -x.search(&level.next, -balance-int(t.gain), -beta, -alpha, depth+1))
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best
}

// prizes returns the men of the other side whose capture is worth least or more.
func (g *Game) prizes(b *board, least int) (set uint64) {
	if g.fewer {
		return 0
	}
	them, m := b.toMove.Other(), g.masks
	if 0 < least && least <= g.cheapest {
		return b.own[them][0] &^ b.royals[them][0]
	}
	if least > g.dearest {
		return 0
	}
	men := b.own[them][0]
	if many := men & b.class[riseClass]; m.setwise[them] != nil {
		if men &^= many; int(g.traits[m.setwiseKind].prize) >= least {
			set = many
		}
	}
	for ; men != 0; men &= men - 1 {
		if int(g.traits[kindOf(b.at[bits.TrailingZeros64(men)])].prize) >= least {
			set |= men & -men
		}
	}
	return set
}

// nearPromotion reports whether a man of the mover may be promoted by his next move, if
// nothing hinders him.
func (g *Game) nearPromotion(b *board) bool {
	us := b.toMove
	for men := b.own[us][0] & g.masks.rising[us]; men != 0; men &= men - 1 {
		if len(g.kinds[kindOf(b.at[bits.TrailingZeros64(men)])].promotes) > 0 {
			return true
		}
	}
	return false
}

// trades appends the legal moves to some squares, in passing, and promotions; or all legal
// moves. A man becomes what counts most.
func (x *exchange) trades(dst []trade, b *board, aims uint64, all bool) []trade {
	g := x.game
	if g.masks == nil {
		for _, m := range g.legal(b, nil) {
			if (all || b.loud(m)) && (m.becomes == noKind || m.what == dropped || g.crowns(kindOf(b.at[m.from]), m.becomes)) {
				dst = append(dst, g.trade(b, m))
			}
		}
		return dst
	}
	w := &x.work
	w.forget()
	w.find(g, b, aims)
	if all && w.castl == 0 && !g.keys.Drops || !all {
		return w.trades(dst, g, b, all)
	}
	w.each(g, b, true, func(m move) { dst = append(dst, g.trade(b, m)) })
	return dst
}

// trades appends the moves of pieces on the board, or of them the loud ones.
func (w *work) trades(dst []trade, g *Game, b *board, all bool) []trade {
	enemies := b.own[b.toMove.Other()][0]
	for i := range w.men[:w.n] {
		r := &w.men[i]
		if !all {
			r.to &= enemies | r.passing
		}
		t := &g.traits[r.kind&(mostKinds-1)]
		for rest := r.to | r.up; rest != 0; rest &= rest - 1 {
			bit := rest & -rest
			m := r.move(g, b, bit)
			if r.to&bit != 0 {
				gain := int32(0)
				if at := b.captured(m); at != nowhere {
					gain = int32(g.traits[kindOf(b.at[at])&(mostKinds-1)].prize)
				}
				if g.fewer {
					gain = -gain
				}
				dst = append(dst, trade{m, gain, 128*gain - int32(t.worth)})
			}
			if r.up&bit != 0 {
				if becomes, ok := w.crown(g, b, r.kind, m); ok {
					m.becomes = becomes
					dst = append(dst, g.trade(b, m))
				}
			}
		}
	}
	return dst
}

// crown returns what a kind may become by a move that counts most, the first of several.
func (w *work) crown(g *Game, b *board, k kind, m move) (kind, bool) {
	for _, m.becomes = range g.kinds[k].promotes {
		if g.crowns(k, m.becomes) && g.hasRoom(b, m.becomes) && (!w.trial || g.leavesSafe(b, m)) {
			return m.becomes, true
		}
	}
	return noKind, false
}

// crowns reports whether a kind may become nothing that counts more than another.
func (g *Game) crowns(k, becomes kind) bool {
	return g.traits[g.promoted(k, becomes)].worth == g.traits[k].crown
}

// trade prices a move: victims of the most worth come first, taken by men of the least.
func (g *Game) trade(b *board, m move) trade {
	t := trade{move: m, gain: int32(g.gain(b, m))}
	t.order = 128 * t.gain
	if m.what < dropped {
		t.order -= int32(g.traits[kindOf(b.at[m.from])].worth)
	}
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
