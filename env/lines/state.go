package lines

import (
	"math/bits"

	"ludens/env"
	"ludens/env/seed"
)

// State is a position. It has no history but the last move, which is for drawing only.
type State struct {
	game     *Game
	stones   [2]set // of each side
	open     set    // where a stone can be put or lands, opening rules aside
	hash     uint64 // of the stones
	placed   int16  // stones put in this game, the captured among them
	captured [2]int16
	side     int8 // whose turn it is
	left     int8 // stones that he still puts in this turn
	swapped  bool // side 0 is Second's
	end      ending
	result   env.Result
	last     int16 // place of the last stone, -1 before the first
}

// player returns whose stones those of a side are.
func (s *State) player(side int8) env.Player {
	if s.swapped {
		side = 1 - side
	}
	return env.Player(side)
}

// sideOf returns the side of a player.
func (s *State) sideOf(p env.Player) int8 {
	if s.swapped {
		return 1 - int8(p)
	}
	return int8(p)
}

func (s *State) ToMove() env.Player { return s.player(s.side) }

func (s *State) Result() env.Result { return s.result }

// Legal appends the cells that are open, or the columns, and the swap.
func (s *State) Legal(dst []env.Action) []env.Action {
	if s.end != ongoing {
		return dst
	}
	g, open := s.game, s.allowed()
	if g.rules.Gravity {
		return s.swaps(appendColumns(dst, g, open))
	}
	for i, w := range open {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, env.Action(g.cell[i<<6+bits.TrailingZeros64(w)]))
		}
	}
	return s.swaps(dst)
}

func appendColumns(dst []env.Action, g *Game, open set) []env.Action {
	var cols uint32
	open.each(func(p int) { cols |= 1 << g.col(p) })
	for ; cols != 0; cols &= cols - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros32(cols)))
	}
	return dst
}

// swaps appends the swap where it is legal.
func (s *State) swaps(dst []env.Action) []env.Action {
	if s.canSwap() {
		dst = append(dst, env.Action(s.game.puts()))
	}
	return dst
}

// canSwap reports that the first turn has just been played.
func (s *State) canSwap() bool {
	r := &s.game.rules
	return r.Swap && !s.swapped && s.side == 1 && int(s.placed) == r.FirstStones && int(s.left) == r.Stones
}

// allowed returns the open cells that the rules of the opening leave.
func (s *State) allowed() set {
	if closed := s.closed(); closed != nil {
		return s.open.minus(*closed)
	}
	return s.open
}

// closed returns the cells that a rule of the opening closes in this turn, or nil.
func (s *State) closed() *set {
	r := &s.game.rules
	switch n := int(s.placed) - r.FirstStones; {
	case n < 0:
		return &s.game.opening[0]
	case n >= r.Stones && n < 2*r.Stones:
		return &s.game.opening[1]
	}
	return nil
}

// Play puts a stone, takes what it captures, and looks what that decides.
func (s *State) Play(a env.Action) {
	g := s.game
	if int(a) == g.puts() {
		s.swapped = true
		s.settle(decision{}, false)
		return
	}
	p, side := s.landing(a), s.side
	s.put(p, side)
	s.last = int16(p)
	took := 0
	if g.capturing != nil {
		took = s.take(p, side)
	}
	s.advance()
	s.settle(s.rowAt(p, side), took > 0 && g.rules.Longer == nothing)
}

// landing returns the place to which a stone of an action goes.
func (s *State) landing(a env.Action) int {
	g := s.game
	if !g.rules.Gravity {
		return int(g.place[a])
	}
	p := int(g.bottoms[a])
	for !s.open.has(p) {
		p -= g.stride
	}
	return p
}

// put puts a stone of a side on a place.
func (s *State) put(p int, side int8) {
	s.stones[side].add(p)
	s.hash ^= stoneHash[side][p]
	s.open.drop(p)
	if g := s.game; g.rules.Gravity && g.cells.has(p-g.stride) {
		s.open.add(p - g.stride)
	}
}

// advance counts the stone, and ends a turn of which it was the last.
func (s *State) advance() {
	s.placed++
	if s.left--; s.left == 0 {
		s.side, s.left = 1-s.side, int8(s.game.rules.Stones)
	}
}

// landings returns where stones can be put next to those that are there.
func (g *Game) landings(taken set) set {
	open := g.cells.minus(taken)
	if g.rules.Gravity {
		filled := taken
		for _, p := range g.bottoms {
			filled.add(int(p) + g.stride)
		}
		open = open.and(filled.ahead(g.stride))
	}
	return open
}

// Key hashes the stones, what has been captured and whose turn it is.
func (s *State) Key() uint64 {
	more := uint64(s.side) | uint64(s.left)<<1 | uint64(b2i(s.swapped))<<8 | uint64(s.captured[0])<<16 | uint64(s.captured[1])<<32
	return s.hash ^ seed.Mix(more)
}

// stoneHash are the numbers that are xored together for the stones (Zobrist 1970). They
// are fixed for good: a key means the same tomorrow.
var stoneHash = func() (h [2][words * 64]uint64) {
	r := seed.New(1970).At("lines", 0).Rand()
	for side := range h {
		for p := range h[side] {
			h[side][p] = r.Uint64()
		}
	}
	return h
}()

func (s *State) Copy(dst env.State) env.State {
	d, ok := dst.(*State)
	if !ok {
		d = new(State)
	}
	*d = *s
	return d
}

// Left implements env.Bounded: the empty cells, what captures may still empty, and the
// swap.
func (s *State) Left() int {
	g := s.game
	n := g.cells.count() - s.stones[0].or(s.stones[1]).count()
	n += g.reserve - b2i(g.reserve > 0)*int(s.captured[0]+s.captured[1])
	return n + b2i(g.rules.Swap && !s.swapped && int(s.placed) <= g.rules.FirstStones)
}
