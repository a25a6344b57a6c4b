package race

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// lane is a direction in which the men of a side step or jump.
type lane struct {
	jump bool
	d    direction  // as the side sees it
	base env.Action // of its plane; without meaning for jumps that are chained

	// Where a set is one word:
	hops  []hop
	keeps []uint64 // by kind: from where a man who is home goes home
}

// hop is what of a lane is one shift. Squares ahead of others mostly have numbers that are
// less by the same; where the board has holes or rows of different length, by several.
type hop struct {
	room     uint64 // from where it leads somewhere
	over, to shift
}

// shift takes a set of squares to those from which it is reached: the numbers grow by left
// or, for a way back, become less by right.
type shift struct{ left, right uint8 }

func (x shift) of(s uint64) uint64 { return s << (x.left & 63) >> (x.right & 63) }

func newShift(from, to int16) shift {
	return shift{left: uint8(max(from-to, 0)), right: uint8(max(to-from, 0))}
}

// lanesOf returns the lanes of x: those of planes in their order, then jumps that are
// chained.
func (g *Game) lanesOf(x side) (all []lane) {
	for plane, v := range g.sheet.vectors {
		if d := slices.Index(vectors[:], v); d >= 0 {
			all = append(all, lane{d: direction(d), base: env.Action(plane * g.sheet.cells)})
		} else if !g.law.chain {
			d := slices.Index(vectors[:], vector{v.down / 2, v.right / 2})
			all = append(all, lane{d: direction(d), base: env.Action(plane * g.sheet.cells), jump: true})
		}
	}
	if g.law.chain {
		for _, d := range g.board.jumps {
			all = append(all, lane{d: d, jump: true})
		}
	}
	if g.board.words == 1 {
		for i := range all {
			g.board.straighten(&all[i], &g.board.halves[x])
		}
	}
	return all
}

// straighten fills in what a lane has where a set is one word.
func (b *board) straighten(l *lane, h *half) {
	next := h.next[l.d]
	l.keeps = make([]uint64, len(h.goal))
	for q := range b.squares {
		over, to := int16(q), next[q]
		if l.jump && to >= 0 {
			over, to = to, next[to]
		}
		if to < 0 {
			continue
		}
		at := hop{over: newShift(int16(q), over), to: newShift(int16(q), to)}
		i := slices.IndexFunc(l.hops, func(o hop) bool { return o.over == at.over && o.to == at.to })
		if i < 0 {
			i, l.hops = len(l.hops), append(l.hops, at)
		}
		l.hops[i].room |= 1 << q
		for kind := range h.goal {
			if h.goal[kind].has(q) && h.goal[kind].has(int(to)) {
				l.keeps[kind] |= 1 << q
			}
		}
	}
}

// pair is all that the men of Cetro can do: they jump ahead to both sides, over any man,
// and step back. The squares ahead of q are always q-left and q-right.
type pair struct {
	left, right uint8
	room        [4]uint64
}

// reach returns from where men on own jump to the left and to the right and step back to
// the left and to the right, where men stand on all.
func (p *pair) reach(own, all uint64) (jl, jr, sl, sr uint64) {
	empty, left, right := ^all, p.left&31, p.right&31 // 31 saves the machine a comparison
	jl = own & p.room[0] & (all << left) & (empty << (2 * left))
	jr = own & p.room[1] & (all << right) & (empty << (2 * right))
	sl = own & p.room[2] & (empty >> right)
	sr = own & p.room[3] & (empty >> left)
	return jl, jr, sl, sr
}

// appendTorn appends those of some moves of the other side, each with a demand, after which
// men on own can both jump and step, where men stand on all before.
func (p *pair) appendTorn(dst, moves []env.Action, footprints []uint64, own, all uint64, demand env.Action) []env.Action {
	left, right := p.left&31, p.right&31
	ahead, aside, back, beside := own&p.room[0], own&p.room[1], own&p.room[2], own&p.room[3]
	for _, a := range moves {
		all := all ^ footprints[a]
		empty := ^all
		if (ahead&(all<<left)&(empty<<(2*left))|aside&(all<<right)&(empty<<(2*right))) != 0 && (back&(empty>>right)|beside&(empty>>left)) != 0 {
			dst = append(dst, a+demand)
		}
	}
	return dst
}

// survey finds out whether the mover can move, and jump; where sets are one word, with
// which men.
func (s *State) survey() {
	s.strict = false
	switch g := s.game; {
	case s.judging():
		s.moves, s.jumps = false, false
		clear(s.reach())
	case g.pair != nil:
		own, all, r := s.board[int(s.mover)*g.stride], s.board[int(s.mover)*g.stride+1], s.reach()
		jl, jr, sl, sr := g.pair.reach(own, all)
		if s.jumps = jl|jr != 0; s.jumps && (s.must || g.law.always) {
			sl, sr = 0, 0
		}
		s.moves = jl|jr|sl|sr != 0
		r[0], r[1], r[2], r[3] = jl, jr, sl, sr
	case s.hand(s.mover) > 0:
		s.jumps, s.moves = false, s.canPut()
		clear(s.reach())
	default:
		s.explore()
		if !g.law.crowding && s.moves && s.hand(s.mover.other()) == 0 && s.nearlyStuck() {
			s.confine()
		}
	}
}

// explore is survey by lanes.
func (s *State) explore() {
	g := s.game
	if g.board.words > 1 {
		jumps, steps := s.able(s.mover)
		s.jumps, s.moves = jumps, jumps || steps
		return
	}
	s.jumps, s.moves = false, false
	own, all, r := s.own(s.mover)[0], s.all(s.mover)[0], s.reach()
	for i := range g.lanes[s.mover] {
		l := &g.lanes[s.mover][i]
		r[i] = s.sources(s.mover, l, own, all)
		s.moves = s.moves || r[i] != 0
		s.jumps = s.jumps || l.jump && r[i] != 0
	}
}

// jumpsOnly reports that a demand forbids the mover to step.
func (s *State) jumpsOnly() bool { return s.jumps && (s.must || s.game.law.always) }

// confine leaves those moves after which the other side has one.
func (s *State) confine() {
	s.strict = true
	s.narrow = slices.DeleteFunc(s.list(s.narrow[:0], false), func(a env.Action) bool {
		return !s.after(a, func() bool { return s.free(s.mover.other()) })
	})
	s.moves = len(s.narrow) > 0
	s.jumps = slices.ContainsFunc(s.narrow, func(a env.Action) bool { return s.game.moves[a].verb == jump })
	if s.jumpsOnly() {
		s.narrow = slices.DeleteFunc(s.narrow, func(a env.Action) bool { return s.game.moves[a].verb == step })
	}
}

// sources returns the squares from which men of x, those on own, go by a lane where men
// stand on all. Sets are one word.
func (s *State) sources(x side, l *lane, own, all uint64) (from uint64) {
	empty, over := ^all, ^uint64(0)
	if l.jump {
		switch over = all; s.game.law.over {
		case ownMan:
			over = own
		case enemyMan:
			over = all &^ own
		}
	}
	for i := range l.hops {
		h := &l.hops[i]
		from |= own & h.room & h.over.of(over) & h.to.of(empty)
	}
	if s.game.law.lock != unlocked {
		from &= s.mobile(x, l)
	}
	return from
}

// mobile returns all squares but those whose men of x are home and may not go by a lane.
func (s *State) mobile(x side, l *lane) uint64 {
	home, keeps := uint64(0), uint64(0)
	for kind := range s.game.board.letters {
		men := s.men(x, kind)[0]
		home |= men & s.game.board.halves[x].goal[kind][0]
		keeps |= men & l.keeps[kind]
	}
	if s.game.law.lock == squareLock {
		keeps = 0
	}
	return ^home | keeps
}

// able reports whether a side has a jump, and whether it has a step, whatever is
// demanded of it.
func (s *State) able(x side) (jumps, steps bool) {
	if s.game.board.words > 1 {
		return s.ableWide(x)
	}
	return s.ableWord(x, s.own(x)[0], s.all(x)[0])
}

// ableWord is able for men on own, where men stand on all, in one word.
func (s *State) ableWord(x side, own, all uint64) (jumps, steps bool) {
	for i := range s.game.lanes[x] {
		l := &s.game.lanes[x][i]
		if seen := &steps; true {
			if l.jump {
				seen = &jumps
			}
			*seen = *seen || s.sources(x, l, own, all) != 0
		}
	}
	return jumps, steps
}

// free reports whether a side can do anything but pass.
func (s *State) free(x side) bool {
	if s.hand(x) > 0 {
		return true
	}
	jumps, steps := s.able(x)
	return jumps || steps
}

// ways returns how many steps and single jumps a side has, or some number above most.
func (s *State) ways(x side, most int) (n int) {
	if s.game.board.words > 1 {
		return s.waysWide(x, most)
	}
	for i := range s.game.lanes[x] {
		n += bits.OnesCount64(s.sources(x, &s.game.lanes[x][i], s.own(x)[0], s.all(x)[0]))
	}
	return n
}

// list appends what the mover can do in increasing order, but for steps where he must jump.
// Nothing comes with a demand.
func (s *State) list(dst []env.Action, jumpsOnly bool) []env.Action {
	g, n := s.game, len(dst)
	switch {
	case g.pair != nil:
		r := s.reach()
		for i := range r[:4] {
			base := env.Action(i * g.sheet.cells)
			for from := r[i]; from != 0; from &= from - 1 {
				dst = append(dst, base+env.Action(2*bits.TrailingZeros64(from)))
			}
		}
		return dst
	case s.hand(s.mover) > 0:
		return s.appendPuts(dst)
	case g.board.words > 1:
		dst = s.appendWide(dst, jumpsOnly)
	default:
		cell := g.board.cell
		for i, from := range s.reach() {
			if l := &g.lanes[s.mover][i]; l.jump && !g.law.chain || !l.jump && !jumpsOnly {
				for ; from != 0; from &= from - 1 {
					dst = append(dst, l.base+env.Action(cell[bits.TrailingZeros64(from)]))
				}
			}
		}
	}
	if g.law.chain && s.jumps {
		dst = s.appendChains(dst)
		slices.Sort(dst[n:])
	}
	return dst
}

// canPut reports whether there is room for a man of the mover's reserve.
func (s *State) canPut() bool {
	placed := &s.game.board.halves[s.mover].placed
	for w, all := range s.all(s.mover) {
		if placed[w]&^all != 0 {
			return true
		}
	}
	return false
}

// appendPuts appends where the mover may put a man of his reserve.
func (s *State) appendPuts(dst []env.Action) []env.Action {
	placed := &s.game.board.halves[s.mover].placed
	for w, all := range s.all(s.mover) {
		for room := placed[w] &^ all; room != 0; room &= room - 1 {
			dst = append(dst, s.game.putting(64*w+bits.TrailingZeros64(room)))
		}
	}
	return dst
}

// appendDemands appends, for each of the moves, the action that is the same with a demand,
// if that would make a difference: if the opponent could then both jump and step.
func (s *State) appendDemands(dst, moves []env.Action) []env.Action {
	g, you := s.game, s.mover.other()
	if g.pair != nil {
		at := int(you) * g.stride
		own, all := s.board[at], s.board[at+1]
		demand := env.Action(len(g.sheet.vectors) * g.sheet.cells)
		if !s.moves {
			demand = 1 // of a pass
		}
		return g.pair.appendTorn(dst, moves, g.footprints, own, all, demand)
	}
	torn := func() bool {
		jumps, steps := s.able(you)
		return jumps && steps
	}
	for _, a := range moves {
		if g.moves[a].verb != put && s.hand(you) == 0 && s.after(a, torn) {
			dst = append(dst, g.sheet.demanding(a))
		}
	}
	return dst
}

// after reports what is true once the mover has played a, a pass or a move.
func (s *State) after(a env.Action, claim func() bool) bool {
	m, x := &s.game.moves[a], s.mover
	if m.verb != step && m.verb != jump {
		return claim()
	}
	taken, kind := -1, 0
	if s.captures(m) {
		taken = s.game.board.across(int(m.over))
		kind = s.kindAt(x.other(), taken)
		s.flip(x.other(), kind, taken)
	}
	s.carry(x, int(m.from), int(m.to))
	is := claim()
	s.carry(x, int(m.to), int(m.from))
	if taken >= 0 {
		s.flip(x.other(), kind, taken)
	}
	return is
}

// allows reports whether a is legal, whatever demand comes with it.
func (s *State) allows(a env.Action, m *move) bool {
	g := s.game
	switch {
	case s.end != ongoing:
		return false
	case g.pair != nil && (m.verb == step || m.verb == jump):
		return s.board[2*g.stride+int(m.lane)]>>(m.from&63)&1 != 0
	case s.judging() != (m.verb == accept || m.verb == veto):
		return false
	}
	switch m.verb {
	case pass:
		return !s.moves
	case put:
		return s.hand(s.mover) > 0 && g.board.halves[s.mover].placed.has(int(m.to)) && !has(s.all(s.mover), int(m.to))
	case step, jump:
		return s.allowsMove(a, m)
	}
	return m.verb != nothing
}

func (s *State) allowsMove(a env.Action, m *move) bool {
	g := s.game
	switch {
	case s.strict:
		if m.demand {
			a -= env.Action(len(g.sheet.vectors) * g.sheet.cells)
		}
		_, ok := slices.BinarySearch(s.narrow, a)
		return ok
	case !has(s.own(s.mover), int(m.from)) || s.hand(s.mover) > 0:
		return false
	case m.verb == step && s.jumpsOnly():
		return false
	case m.verb == jump && g.law.chain:
		to := s.landings(s.mover, int(m.from))
		return to.has(int(m.to))
	case g.board.words == 1:
		return s.reach()[m.lane]>>(m.from&63)&1 != 0
	}
	return s.lands(s.mover, &g.lanes[s.mover][m.lane], int(m.from), s.lockedIn(s.mover, int(m.from))) == int(m.to)
}
