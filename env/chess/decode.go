package chess

import (
	"slices"

	"ludens/env"
)

// moveOf returns the move of an action that some man might make; whether the royal men are
// safe then, or captures are forced, is not asked; nor with masks whether lines are clear.
func (s *State) moveOf(a env.Action) (move, bool) {
	if a < 0 || int(a) >= s.game.spec.Actions {
		return move{}, false
	}
	if s.game.masks != nil {
		return s.game.decode(&s.board, a)
	}
	if s.walled != nowhere {
		s.find()
		return s.listed(a)
	}
	if s.found == foundLoud {
		if m, ok := s.listed(a); ok {
			return m, true
		}
	}
	if s.found != foundAll {
		if m, ok := s.decode(a); ok {
			return m, true
		}
	}
	s.find()
	return s.listed(a)
}

// listed returns the move of an action among those that have been found.
func (s *State) listed(a env.Action) (move, bool) {
	i, ok := slices.BinarySearch(s.acts, a)
	if !ok {
		return move{}, false
	}
	return s.moves[i], true
}

// decode returns the move of an action, by masks.
func (g *Game) decode(b *board, a env.Action) (move, bool) {
	m, us := g.masks, b.toMove
	plane, cell := int(a)>>6, int(a)&63
	if m.cells != 64 {
		plane, cell = int(uint32(a)/uint32(m.cells)), int(uint32(a)%uint32(m.cells))
	}
	from := m.views[us][cell]
	if g.planes.drops[plane] {
		k := g.planes.kinds[plane]
		return move{k, from, noKind, dropped}, b.hand[us][k] > 0 && b.at[from] == 0
	}
	if plane >= g.planes.castles {
		return g.castlingOf(b, plane, from)
	}
	to := m.target[plane][cell]
	if to == nowhere || b.own[us][0]>>from&1 == 0 {
		return move{}, false
	}
	to = m.views[us][to&63]
	bit, t := uint64(1)<<to, &m.movers[b.at[from]][from&63]
	mv := move{from, to, g.planes.kinds[plane], plain}
	own, enemies := b.own[us][0], b.own[us.Other()][0]
	switch {
	case b.victim != nowhere && t.passing&bit != 0 && b.passes(to) && b.at[to] == 0:
		mv.what = inPassing
	case t.wide&^own&bit == 0 || t.form == 0 && t.leaps(own, enemies, own|enemies)&bit == 0:
		return move{}, false
	case m.doubles[b.at[from]][from&63]&bit != 0:
		mv.what = passant
	}
	return mv, true
}

// castlingOf returns the castling of a plane by the mover's king on a square.
func (g *Game) castlingOf(b *board, plane int, king square) (move, bool) {
	for i := range b.castles.list {
		c := &b.castles.list[i]
		if b.rights>>i&1 != 0 && c.owner == b.toMove && c.king == king && int(g.planes.castle[btoi(c.letter == 'Q')]) == plane {
			return move{c.king, c.kingTo, noKind, castled + uint8(i)}, true
		}
	}
	return move{}, false
}

// list returns the legal moves in the order of their actions.
func (s *State) list() []move {
	if s.game.masks == nil {
		s.find()
		return s.moves
	}
	s.moves = s.moves[:0]
	s.acts = s.Legal(s.acts[:0])
	for _, a := range s.acts {
		m, _ := s.game.decode(&s.board, a)
		s.moves = append(s.moves, m)
	}
	return s.moves
}

// find finds the moves by looking along the ways of each man.
func (s *State) find() {
	if s.found == foundAll {
		return
	}
	s.judge()
	s.found = foundAll
	s.moves = s.moves[:0]
	switch {
	case s.end != ongoing:
	case s.walled != nowhere:
		s.moves = s.closings(s.moves)
	default:
		s.moves = s.game.legal(&s.board, s.moves)
	}
	s.enumerate()
}

// findLoud finds the loud moves alone, unless all have been found or captures are forced.
func (s *State) findLoud() {
	g, b := s.game, &s.board
	switch {
	case s.found != unfound:
	case s.walled != nowhere: // none is loud
		s.judge()
		s.found, s.moves, s.acts = foundLoud, s.moves[:0], s.acts[:0]
	case g.keys.MustCapture || g.keys.MustDrop:
		s.find()
	default:
		s.judge()
		s.found = foundLoud
		s.moves = g.safe(b, g.loudMoves(b, s.moves[:0]), 0)
		s.enumerate()
	}
}

// enumerate finds the actions of the moves, and puts both in order.
func (s *State) enumerate() {
	s.acts = s.acts[:0]
	for _, m := range s.moves {
		s.acts = append(s.acts, s.game.action(&s.board, m))
	}
	s.arrange()
}

// fewActions are put in order more quickly one by one.
const fewActions = 12

// spread puts actions and their moves in the order of their planes: a count of each, and
// then each to its place.
func (s *State) spread() {
	var begin [256]uint8
	n, cells := len(s.acts), s.game.cells
	if n > 255 || s.game.planes.n > len(begin) || n < fewActions {
		return
	}
	for _, a := range s.acts {
		begin[int(a)/cells]++
	}
	sum := uint8(0)
	for i := range begin[:s.game.planes.n] {
		begin[i], sum = sum, sum+begin[i]
	}
	s.acts, s.moves = append(s.acts, s.acts...), append(s.moves, s.moves...)
	for i, a := range s.acts[n:] {
		at := &begin[int(a)/cells]
		s.acts[*at], s.moves[*at] = a, s.moves[n+i]
		*at++
	}
	s.acts, s.moves = s.acts[:n], s.moves[:n]
}

// arrange puts actions and their moves in increasing order.
func (s *State) arrange() {
	s.spread()
	for i := 1; i < len(s.acts); i++ { // mostly sorted by square
		a, m := s.acts[i], s.moves[i]
		j := i
		for ; j > 0 && s.acts[j-1] > a; j-- {
			s.acts[j], s.moves[j] = s.acts[j-1], s.moves[j-1]
		}
		s.acts[j], s.moves[j] = a, m
	}
}

// decode returns the move of an action by a man on the board, found among those that he
// might make, without those of the others.
func (s *State) decode(a env.Action) (move, bool) {
	g, b := s.game, &s.board
	from := g.view(square(int(a)%g.cells), b.toMove)
	if !b.own[b.toMove].has(from) {
		return move{}, false
	}
	s.found = unfound
	s.moves = g.manMoves(b, s.moves[:0], kindOf(b.at[from]), from)
	for _, m := range s.moves {
		if g.action(b, m) == a {
			return m, true
		}
	}
	return move{}, false
}
