package stones

import (
	"math/bits"
	"math/rand/v2"

	"ludens/env"
)

// canMove reports whether a stone of a side can move.
func (s *State) canMove(side int8) bool {
	g, own := s.game, &s.stones[side]
	switch vacant := s.targetsOf(side); {
	case g.rules.Fly > 0 && s.flies(side):
		return !own.empty() && !vacant.empty()
	case g.rules.Move == "step", g.rules.Move == "slide", g.rules.Move == "clobber":
		near := g.around(own)
		return near.meets(&vacant)
	}
	var room [32]env.Action
	return len(s.listMoves(side, room[:0], true)) > 0
}

// mobility returns how many moves a side has.
func (s *State) mobility(side int8) float32 {
	var room [1 << 10]env.Action
	return float32(len(s.listMoves(side, room[:0], false)))
}

// listMoves appends the moves of a side's stones, plane by plane. If any move will do, it may
// stop after the first plane that has one.
func (s *State) listMoves(side int8, dst []env.Action, any bool) []env.Action {
	switch g := s.game; {
	case g.rules.Move == "slide":
		return s.listSlides(side, dst)
	case g.rules.Move == "count":
		return s.listCounts(side, dst, any)
	case g.rules.Move == "jump":
		return s.listJumps(side, dst, any)
	case g.rules.Move == "leap":
		return s.listLeaps(side, dst, any)
	case g.rules.Fly > 0:
		return s.listFlights(side, dst)
	default:
		return s.listSteps(side, dst)
	}
}

// flies reports whether a side has so few stones, on the board and to be put, that they move to
// any cell.
func (s *State) flies(side int8) bool {
	return s.stones[side].count()+int(s.hand[side]) <= s.game.rules.Fly
}

// listFlights appends steps to neighbours, or moves to any cell where the side flies: a plane for
// each cell where they end.
func (s *State) listFlights(side int8, dst []env.Action) []env.Action {
	g, own, flies := s.game, &s.stones[side], s.flies(side)
	if g.words == 1 {
		from := own[0]
		w := g.cells[0] &^ (s.stones[0][0] | s.stones[1][0])
		if !flies {
			w &= g.aroundWord(from)
		}
		for ; w != 0; w &= w - 1 {
			to := bits.TrailingZeros64(w)
			movers, first := from, g.flights[to]
			if !flies {
				movers &= g.beside[to][0]
			}
			for ; movers != 0; movers &= movers - 1 {
				dst = append(dst, env.Action(first+bits.TrailingZeros64(movers)))
			}
		}
		return dst
	}
	targets := s.vacant()
	if !flies {
		near := g.around(own)
		targets = targets.and(&near)
	}
	for i := range g.words {
		for w := targets[i]; w != 0; w &= w - 1 {
			to := i<<6 + bits.TrailingZeros64(w)
			from := *own
			if !flies {
				from = own.and(&g.beside[to])
			}
			dst = g.list(dst, g.flights[to], &from)
		}
	}
	return dst
}

// targetsOf returns the cells on which stones of a side may arrive by a step: empty ones, or in
// Clobber those of enemies.
func (s *State) targetsOf(side int8) set {
	if s.game.rules.Move == "clobber" {
		return s.stones[1-side]
	}
	return s.vacant()
}

// listSteps appends steps to neighbours.
func (s *State) listSteps(side int8, dst []env.Action) []env.Action {
	g, own, targets := s.game, &s.stones[side], s.targetsOf(side)
	for i := range g.planes {
		p := &g.planes[i]
		if p.kind != moves {
			continue
		}
		var from set
		if g.lined {
			own.each(func(c int) {
				if to := int(p.to[c]); to >= 0 && targets.has(to) && g.beside[c].has(to) {
					from.add(c)
				}
			})
		} else {
			from = g.onward(&targets, &g.dirs[g.opposite(p.dir)])
			from = from.and(own)
		}
		dst = g.list(dst, i*g.rows*g.cols, &from)
	}
	return dst
}

// listSlides appends moves over any number of vacant cells in a line.
func (s *State) listSlides(side int8, dst []env.Action) []env.Action {
	g, vacant, own := s.game, s.vacant(), &s.stones[side]
	for dir := range g.dirs {
		back, first := &g.dirs[g.opposite(dir)], g.first[dir]
		from := vacant // from where the cells up to the end are vacant
		for far := 1; far < len(first); far++ {
			from = g.onward(&from, back)
			movers := set{}
			for i := range g.words {
				movers[i] = from[i] & own[i]
				from[i] &= vacant[i]
			}
			if g.words == 2 && movers[0]|movers[1] == 0 || movers.empty() {
				break
			}
			dst = g.list(dst, int(first[far]), &movers)
		}
	}
	return dst
}

// sampleSlide returns an action of listSlides that is drawn, on a board of two words. There is one.
func (s *State) sampleSlide(side int8, rng *rand.Rand) env.Action {
	g, own, vacant := s.game, &s.stones[side], s.vacant()
	taken, sum := g.takenOf(&vacant), 0
	var counts [8]int // by direction, in which no two stones see the same cell
	for dir := range g.dirs {
		sights, full, seen := g.sights[dir], &taken[b2i(2*dir >= len(g.dirs))], set{}
		for i := range own[:2] {
			for w := own[i]; w != 0; w &= w - 1 {
				low, high := sees(&sights[i<<6+bits.TrailingZeros64(w)], full)
				seen[0], seen[1] = seen[0]|low, seen[1]|high
			}
		}
		counts[dir] = bits.OnesCount64(seen[0]) + bits.OnesCount64(seen[1])
		sum += counts[dir]
	}
	n, dir := rng.IntN(sum), 0
	for ; n >= counts[dir]; dir++ {
		n -= counts[dir]
	}
	back, low, high := &g.dirs[g.opposite(dir)], vacant[0], vacant[1]
	for far := 1; ; far++ {
		low, high = back.two(low, high)
		movers := set{low & own[0], high & own[1]}
		k := bits.OnesCount64(movers[0]) + bits.OnesCount64(movers[1])
		if n < k {
			return g.first[dir][far] + env.Action(movers.nth(n))
		}
		low, high, n = low&vacant[0], high&vacant[1], n-k
	}
}

// sampleFlight returns an action of listFlights that is drawn, on a board of one word. There is
// one.
func (s *State) sampleFlight(side int8, rng *rand.Rand) env.Action {
	g, own, vacant, sum := s.game, &s.stones[side], s.vacant(), 0
	if s.flies(side) {
		k := own.count()
		n := rng.IntN(k * vacant.count())
		return env.Action(g.flights[vacant.nth(n/k)] + own.nth(n%k))
	}
	for w := own[0]; w != 0; w &= w - 1 {
		sum += bits.OnesCount64(vacant[0] & g.beside[bits.TrailingZeros64(w)][0])
	}
	n := rng.IntN(sum)
	for w := vacant[0]; ; w &= w - 1 {
		to := bits.TrailingZeros64(w)
		movers := set{own[0] & g.beside[to][0]}
		k := bits.OnesCount64(movers[0])
		if n < k {
			return env.Action(g.flights[to] + movers.nth(n))
		}
		n -= k
	}
}

// takenOf returns the cells that are not vacant, and their mirror image.
func (g *Game) takenOf(vacant *set) (t [2]set) {
	for i := range g.words {
		t[0][i] = ^vacant[i]
	}
	t[1] = g.mirror(&t[0])
	return t
}

// listCounts appends moves as far as there are stones in the line, over none of the other
// side's and onto none of one's own.
func (s *State) listCounts(side int8, dst []env.Action, any bool) []env.Action {
	g, own, other := s.game, &s.stones[side], &s.stones[1-side]
	taken := own.or(other)
	axes := len(g.dirs) / 2
	for dir := range g.dirs {
		lines, begin := g.lines[dir%axes], len(dst)
		for w := range g.words {
			for rest := own[w]; rest != 0; rest &= rest - 1 {
				c := w<<6 + bits.TrailingZeros64(rest)
				n := 0
				for i := range g.words {
					n += bits.OnesCount64(lines[c][i] & taken[i])
				}
				if n > int(g.reach[dir][c]) || n > g.free(dir, c, other)+1 || own.has(c+n*g.dirs[dir].step) {
					continue
				}
				a, at := g.first[dir][n]+env.Action(c), len(dst)
				dst = append(dst, a)
				for ; at > begin && dst[at-1] > a; at-- {
					dst[at] = dst[at-1]
				}
				if dst[at] = a; any {
					return dst
				}
			}
		}
	}
	return dst
}

// listJumps appends jumps in a line over enemies with a vacant cell behind each.
func (s *State) listJumps(side int8, dst []env.Action, any bool) []env.Action {
	g, vacant, begin := s.game, s.vacant(), len(dst)
	for i := 0; i < len(g.planes); {
		p := &g.planes[i]
		if p.kind != moves {
			i++
			continue
		}
		back := &g.dirs[g.opposite(p.dir)]
		from := g.cells // from where n jumps are possible
		for ; i < len(g.planes) && g.planes[i].dir == p.dir; i++ {
			from = from.and(&vacant)
			from = g.onward(&from, back)
			from = from.and(&s.stones[1-side])
			if from = g.onward(&from, back); from.empty() {
				for i < len(g.planes) && g.planes[i].dir == p.dir {
					i++
				}
				break
			}
			own := from.and(&s.stones[side])
			dst = g.list(dst, i*g.rows*g.cols, &own)
		}
		if any && len(dst) > begin {
			break
		}
	}
	return dst
}

// listLeaps appends leaps to cells at distance two.
func (s *State) listLeaps(side int8, dst []env.Action, any bool) []env.Action {
	g, vacant, begin := s.game, s.vacant(), len(dst)
	for i := range g.planes {
		p := &g.planes[i]
		if p.kind != moves {
			continue
		}
		from := g.onward(&vacant, &p.back)
		from = from.and(&s.stones[side])
		if dst = g.list(dst, i*g.rows*g.cols, &from); any && len(dst) > begin {
			break
		}
	}
	return dst
}

// move moves the stone on a cell.
func (s *State) move(c int, p *plane) {
	g, to := s.game, int(p.to[c])
	s.last[0], s.last[1] = int16(c), int16(to)
	s.tick()
	s.toggle(c, s.side)
	s.captured(c, p, func(q int) {
		s.toggle(q, 1-s.side)
		s.quiet = 0
	})
	s.toggle(to, s.side)
	if g.rules.Shoot {
		s.moved = int16(to)
		return
	}
	s.arrive(to)
}

// captured calls visit for each enemy stone that a move captures.
func (s *State) captured(c int, p *plane, visit func(q int)) {
	g := s.game
	switch g.rules.Move {
	case "count", "clobber":
		if to := int(p.to[c]); s.stones[1-s.side].has(to) {
			visit(to)
		}
	case "jump":
		next := g.dirs[p.dir].next
		for range p.n {
			q := int(next[c])
			visit(q)
			c = int(next[q])
		}
	}
}

// targets returns the cells that the stone that has moved can close: those that it could
// move to. There is always the cell that it came from.
func (s *State) targets() (t set) {
	g, c := s.game, int(s.moved)
	switch vacant := s.vacant(); g.rules.Move {
	case "slide":
		if g.words > 2 {
			for dir := range g.dirs {
				for q := g.wheel[c][dir]; q >= 0 && vacant.has(int(q)); q = g.wheel[q][dir] {
					t.add(int(q))
				}
			}
			return t
		}
		taken, seen := g.takenOf(&vacant), [2]set{}
		for dir := range g.dirs {
			half := b2i(2*dir >= len(g.dirs))
			low, high := sees(&g.sights[dir][c], &taken[half])
			seen[half][0], seen[half][1] = seen[half][0]|low, seen[half][1]|high
		}
		t = g.mirror(&seen[1])
		return t.or(&seen[0])
	case "step":
		return vacant.and(&g.beside[c])
	default:
		for i := range g.planes {
			if p := &g.planes[i]; p.kind == moves && p.to[c] >= 0 && vacant.has(int(p.to[c])) {
				t.add(int(p.to[c]))
			}
		}
	}
	return t
}
