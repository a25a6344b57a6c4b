package hnefatafl

// fortified reports whether the king has won by a fort at the edge: [Copenhagen], exit
// forts; see EdgeFort.
//
// The fort is the squares that are connected with him by squares without men of his
// side that attackers may enter. It has contact with the edge, no attacker is in it, and
// he can move in it. A corner that no attacker may stop on or pass closes it like a man.
func (s *State) fortified() bool {
	g := s.game
	inside, ok := s.inside()
	if !ok || !inside.meets(&g.edge) || !s.moves(s.king) {
		return false
	}
	return g.rules.EdgeFort == Closed || s.lasting(&inside)
}

// inside returns the squares of the fort, if no attacker is among them.
func (s *State) inside() (area set, ok bool) {
	g := s.game
	var queue [maxCells]cell
	queue[0] = s.king
	area.add(s.king)
	for i, n := 0, 1; i < n; i++ {
		for d := range directions {
			c := g.next[d][queue[i]]
			if c == beyond || area.has(c) {
				continue
			}
			if s.men[c] != nothing {
				if g.kinds[s.men[c]].side == attackers {
					return area, false
				}
				continue
			}
			if g.sealed(c) {
				continue
			}
			area.add(c)
			queue[n] = c
			n++
		}
	}
	return area, true
}

// sealed reports whether no attacker may ever stop on c or pass over it.
func (g *Game) sealed(c cell) bool {
	return !g.stop[attacker].has(c) && !g.pass[attacker].has(c) && !(g.rules.CampWithin && g.camps.has(c))
}

// lasting reports whether the attackers could never break the walls, though they stood
// on whatever square outside they like. It takes away, one after the other, all men
// who could be captured so, and looks whether the walls still stand. Where an attacker
// is left who jumps, no wall is safe.
func (s *State) lasting(inside *set) bool {
	g := s.game
	for k := range g.kinds {
		if g.kinds[k].side == attackers && s.count[k] > 0 && k != int(nothing) && g.kinds[k].jumps != NoJumps {
			return false
		}
	}
	var standing set
	for c, k := range s.men[:g.cells()] {
		if k != nothing && k != king && g.kinds[k].side == kingsSide {
			standing.add(cell(c))
		}
	}
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
		if s.men[c] != nothing && !inside.has(c) && !standing.has(c) && g.beside(c, inside) {
			return false
		}
	}
	return true
}

// breakable reports whether the man on c could be captured, otherwise than in a
// shieldwall: a row that falls so stands beside nobody else and not beside the inside,
// so that no wall needs it.
func (s *State) breakable(c cell, inside, standing *set) bool {
	g, k := s.game, s.men[c]
	open := func(n cell) bool {
		return n != beyond && !inside.has(n) && !standing.has(n)
	}
	threat := func(n cell) bool {
		return open(n) && (s.enterable(n) || g.hostile[defender].has(n) || g.always[defender].has(n))
	}
	sides, threats, across := 0, 0, false
	for d := range directions {
		n := g.next[d][c]
		if n == beyond {
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
	for k := range g.kinds {
		if g.kinds[k].side == attackers && s.count[k] > 0 && kind(k) != nothing && g.stop[k].has(n) {
			return true
		}
	}
	return false
}
