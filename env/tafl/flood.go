package tafl

import (
	"slices"

	"ludens/env"
)

// Sets that spread over the board, a step at a time.

// before moves a set by one cell against direction d: to the cells whose neighbour in
// that direction is in s, and some that have no neighbour there.
func (g *grid) before(s *set, d int) {
	n := uint(g.cols)
	if d == right || d == left {
		n = 1
	}
	if d == up || d == left {
		for i := g.words - 1; i > 0; i-- {
			s[i] = s[i]<<(n&63) | s[i-1]>>((64-n)&63)
		}
		s[0] <<= n & 63
		return
	}
	for i := range g.words - 1 {
		s[i] = s[i]>>(n&63) | s[i+1]<<((64-n)&63)
	}
	s[g.words-1] >>= n & 63
}

// step moves a set by one cell in direction d; what would leave the board is gone.
func (g *grid) step(s *set, d int) {
	for w := range g.words {
		s[w] &= g.ways[d][w]
	}
	g.before(s, d^2)
}

// grow adds to s its neighbours that are open. It reports whether there were any.
func (g *grid) grow(s, open *set) (grown bool) {
	if g.words == 1 {
		w := s[0]
		s[0] = g.growWord(w, open[0])
		return s[0] != w
	}
	if g.words == 2 {
		return g.growPair(s, open)
	}
	from := *s
	for d := range directions {
		way := from
		g.step(&way, d)
		for w := range g.words {
			s[w] |= way[w] & open[w]
		}
	}
	for w := range g.words {
		grown = grown || s[w] != from[w]
	}
	return grown
}

// growPair is grow on boards of two words.
func (g *grid) growPair(s, open *set) (grown bool) {
	n, from := int8(g.cols), pair{s[0], s[1]}
	right, left := pair{g.ways[right][0], g.ways[right][1]}, pair{g.ways[left][0], g.ways[left][1]}
	all := from.before(n).or(from.before(-n)).or(from.and(right).before(-1)).or(from.and(left).before(1))
	s[0], s[1] = from.lo|all.lo&open[0], from.hi|all.hi&open[1]
	return s[0] != from.lo || s[1] != from.hi
}

// connected reports whether a cell of goal can be reached from area over open cells. It
// spreads area as far as it had to look.
func (g *grid) connected(area, open, goal *set) bool {
	for {
		for w := range g.words {
			if area[w]&goal[w] != 0 {
				return true
			}
		}
		if !g.grow(area, open) {
			return false
		}
	}
}

// growWord is grow on boards of one word.
func (g *grid) growWord(s, open uint64) uint64 {
	n := uint(g.cols)
	return s | (s<<(n&63)|s>>(n&63)|s&g.ways[right][0]<<1|s&g.ways[left][0]>>1)&open
}

// connectedWord is connected on boards of one word.
func (g *grid) connectedWord(area, open, goal uint64) bool {
	for area&goal == 0 {
		grown := g.growWord(area, open)
		if grown == area {
			return false
		}
		area = grown
	}
	return true
}

// twoWays reports whether two ways lead from a cell to cells of goal over open ones, which
// share none but the first. If so, no single square that is taken cuts it off. It may
// miss them where the shortest way crosses all others.
func (g *grid) twoWays(from cell, open set, goal *set) bool {
	if goal.has(from) {
		return true
	}
	var before [64 * maxWords]cell
	for range 2 {
		end := g.wayTo(from, &open, goal, &before)
		if end == g.beyond {
			return false
		}
		for ; end != from; end = before[end] {
			open.drop(end)
		}
	}
	return true
}

// wayTo returns the nearest cell of goal, or beyond, and fills in where one comes from.
func (g *grid) wayTo(from cell, open, goal *set, before *[64 * maxWords]cell) cell {
	var queue [maxCells]cell
	var met set
	queue[0] = from
	met.add(from)
	for i, n := 0, 1; i < n; i++ {
		for d := range directions {
			c := g.next[d][queue[i]]
			if met.has(c) || !open.has(c) {
				continue
			}
			before[c] = queue[i]
			if goal.has(c) {
				return c
			}
			met.add(c)
			queue[n] = c
			n++
		}
	}
	return g.beyond
}

// fortified reports whether the king has won by a fort at the edge: [Copenhagen], exit
// forts; see EdgeFort.
//
// The fort is the squares that are connected with him by squares without men of his
// side that attackers may enter. It has contact with the edge, no attacker is in it, and
// he can move in it. A corner that no attacker may stop on or pass closes it like a man.
func (s *State) fortified() bool {
	g := s.game
	inside, safe := s.inside()
	if !safe || !inside.meets(&g.edge) {
		return false
	}
	var own set
	own.add(s.king)
	var room [4*maxSide + spare]env.Action
	if len(g.slideSets(s.board, kingsSide, &own, room[:0])) == 0 {
		return false
	}
	return g.rules.EdgeFort == Closed || s.lasting(&inside)
}

// inside returns the squares of the fort: where the king could go by empty squares that
// attackers may enter. It is safe if no attacker stands beside one of them; otherwise
// some may be missing.
func (s *State) inside() (area set, safe bool) {
	g := s.game
	enemies := g.of(s.board, attackers)
	open := g.refuge(s.board)
	for w := range g.words {
		open[w] |= enemies[w]
	}
	area.add(s.king)
	return area, !g.connected(&area, &open, &enemies)
}

// refuge returns the empty squares that attackers may enter.
func (g *Game) refuge(b board) set {
	open := g.empties(b)
	for w := range g.words {
		open[w] &^= g.sealed[w]
	}
	return open
}

// lasting reports whether the attackers could never break the walls, though they stood
// on whatever square outside they like. It takes away, one after the other, all men
// who could be captured so, and looks whether the walls still stand. Where an attacker
// is left who jumps, no wall is safe.
func (s *State) lasting(inside *set) bool {
	g := s.game
	for _, k := range g.troops[attackers] {
		if g.kinds[k].jumps != NoJumps && g.count(s.board, k) > 0 {
			return false
		}
	}
	standing := g.of(s.board, kingsSide)
	standing.drop(s.king)
	for fallen := true; fallen; {
		fallen = false
		for c := range cell(g.cells()) {
			if standing.has(c) && s.breakable(c, inside, &standing) {
				standing.drop(c)
				fallen = true
			}
		}
	}
	return s.walled(inside, &standing)
}

// walled reports whether all men beside the inside still stand.
func (s *State) walled(inside, standing *set) bool {
	g := s.game
	for c := range cell(g.cells()) {
		if g.kindAt(s.board, c) != nothing && !inside.has(c) && !standing.has(c) && g.beside(c, inside) {
			return false
		}
	}
	return true
}

// breakable reports whether the man on c could be captured, otherwise than in a
// shieldwall: a row that falls so has no other piece and not the inside beside it,
// so that no wall needs it.
func (s *State) breakable(c cell, inside, standing *set) bool {
	g, k := s.game, s.game.kindAt(s.board, c)
	threat := func(n cell) bool {
		return n != g.beyond && !inside.has(n) && !standing.has(n) && (s.enterable(n) || g.hostile[defender].has(n))
	}
	sides, threats, across := 0, 0, false
	for d := range directions {
		n := g.next[d][c]
		if n == g.beyond {
			continue
		}
		if sides++; threat(n) {
			threats++
			across = across || threat(g.next[d^2][c])
		}
	}
	switch g.kinds[k].strength {
	case 2:
		return across
	case 3:
		return threats >= 3
	case 4:
		return threats == sides
	}
	return false
}

// enterable reports whether an attacker may stop on n.
func (s *State) enterable(n cell) bool {
	g := s.game
	return slices.ContainsFunc(g.troops[attackers], func(k kind) bool { return g.stop[k].has(n) && g.count(s.board, k) > 0 })
}
