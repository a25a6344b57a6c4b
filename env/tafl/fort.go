package tafl

import "ludens/env"

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
	for _, k := range g.troops[attackers] {
		if g.stop[k].has(n) && g.count(s.board, k) > 0 {
			return true
		}
	}
	return false
}
