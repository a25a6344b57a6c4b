package chess

import (
	"math"

	"ludens/env"
)

// crowded is how likely a square is taken to be empty in estimates of mobility (Betza's
// crowded board).
const crowded = 0.7

// weigh finds what the men are worth that the file says nothing of: in proportion to the
// mean number of squares that such a man may go to on a crowded board, a rook being 5. A
// man who is promoted counts 1, and one who cannot be captured nothing.
func (g *Game) weigh() {
	rook := g.mobility(&ware{legs: []leg{{vectors: directed(atoms['R'][0], nil), manner: ride, quiet: true, capture: true}}, stays: [2]set{g.whole(), g.whole()}})
	for i := range g.kinds {
		w := &g.kinds[i]
		switch {
		case w.converts: // no move of his changes what he counts
			w.worth = g.kinds[w.base].worth
		case w.worth > 0:
		case len(w.promotes) > 0:
			w.worth = 1
		default:
			w.worth = max(1, int(math.Round(5*g.mobility(w)/rook)))
		}
		if w.royal && g.royals == eachRoyal {
			w.worth = 0
		}
	}
}

// mobility returns the mean number of squares that a man of First's may go to.
func (g *Game) mobility(w *ware) float64 {
	all, squares := 0.0, 0
	for from := range square(g.cells) {
		if g.holes.has(from) {
			continue
		}
		squares++
		var missed [mostCells]float64 // how likely it is that the man cannot go there
		for i := range missed {
			missed[i] = 1
		}
		for _, way := range g.waysFrom(w, env.First, from) {
			share := float64(btoi(way.quiet)+btoi(way.capture)) / 2
			for i, to := range way.squares {
				if way.lands(i) && w.stays[env.First].has(to) {
					missed[to] *= 1 - share*way.likely(i)
				}
			}
		}
		for _, p := range missed {
			all += 1 - p
		}
	}
	return all / float64(max(1, squares))
}

// likely returns how likely a way is open to its square i.
func (w *way) likely(i int) float64 {
	open := math.Pow(crowded, float64(i))
	switch w.manner {
	case hop:
		return float64(i) * (1 - crowded) * open / crowded
	case vault:
		if i == 0 {
			return 0
		}
		return (1 - crowded) * open / crowded
	}
	return open
}

// balance returns p's men minus his opponent's, those in hand, too.
func (b *board) balance(p env.Player) int { return int(b.worth[p]) - int(b.worth[p.Other()]) }

// Score returns p's men minus his opponent's, d pawns, as d/(|d|+5). Where it is a win to
// have none left, fewer are better.
func (s *State) Score(p env.Player) float32 {
	d := s.board.balance(p)
	if s.game.fewer {
		d = -d
	}
	return score(d)
}

// Material counts the men of p on the board and in hand, those that are promoted first.
func (s *State) Material(p env.Player) (list []env.Men) {
	n := s.game.census(&s.board, p)
	for _, k := range s.game.counted() {
		list = append(list, env.Men{Kind: s.game.kinds[k].name, Count: n[k]})
	}
	return list
}

// counted returns the kinds that Material counts, in its order.
func (g *Game) counted() (list []kind) {
	for _, promotes := range []bool{true, false} {
		for k := range kind(g.letters) {
			if w := &g.kinds[k]; len(w.promotes) > 0 == promotes && !(w.royal && g.royals == eachRoyal) {
				list = append(list, k)
			}
		}
	}
	return list
}
