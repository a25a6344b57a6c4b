package lines

import (
	"fmt"
	"math/bits"

	"ludens/env"
	"ludens/env/seed"
	"ludens/env/variant"
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
	g, closed := s.game, s.closed()
	if g.rules.Gravity {
		return s.swaps(s.columns(dst, closed))
	}
	for i := range g.words {
		for w := s.open[i] &^ closed[i]; w != 0; w &= w - 1 {
			dst = append(dst, env.Action(g.cell[i<<6+bits.TrailingZeros64(w)]))
		}
	}
	return s.swaps(dst)
}

// columns appends the columns where a stone can land on an open cell.
func (s *State) columns(dst []env.Action, closed *set) []env.Action {
	for col, top := range s.game.tops[:s.game.cols] {
		if top := int(top); top > 0 && !s.stones[0].has(top) && !s.stones[1].has(top) && !closed.has(top) {
			dst = append(dst, env.Action(col))
		}
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

// stuck reports that the mover has no cell to go to.
func (s *State) stuck() bool {
	closed := s.closed()
	for i := range s.game.words {
		if s.open[i]&^closed[i] != 0 {
			return false
		}
	}
	return true
}

// closed returns the cells that a rule of the opening closes in this turn.
func (s *State) closed() *set {
	g := s.game
	if g.free {
		return &none
	}
	switch n := int(s.placed) - g.rules.FirstStones; {
	case n < 0:
		return &g.opening[0]
	case n >= g.rules.Stones && n < 2*g.rules.Stones:
		return &g.opening[1]
	}
	return &none
}

var none set

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

// planesOf returns the planes that the rules need: the stones, and whatever else legal
// moves and results depend on.
func planesOf(r *rules, b *board) variant.Views[*State] {
	var all variant.Views[*State]
	all.Add(true, "own stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[s.side]) })
	all.Add(true, "enemy stones", func(s *State, dst []float32) { s.paint(dst, &s.stones[1-s.side]) })
	most := max(r.FirstStones, r.Stones)
	all.Add(b.cells.count() < b.rows*b.cols, "cells of the board", func(s *State, dst []float32) { s.paint(dst, &s.game.cells) })
	all.Add(most > 1, fmt.Sprintf("stones left in this turn, of %d", most), func(s *State, dst []float32) { variant.Fill(dst, int(s.left), most) })
	all.Add(r.Capture != "none", "stones captured by the mover", func(s *State, dst []float32) { variant.Fill(dst, int(s.captured[s.side]), r.CaptureWins) })
	all.Add(r.Capture != "none", "stones captured by the enemy", func(s *State, dst []float32) { variant.Fill(dst, int(s.captured[1-s.side]), r.CaptureWins) })
	all.Add(r.Centre != "free" || r.Away > 0, "cells closed by the opening", func(s *State, dst []float32) {
		s.paint(dst, s.closed())
	})
	all.Add(r.Swap, "a swap is possible", func(s *State, dst []float32) { variant.Fill(dst, b2i(s.canSwap()), 1) })
	all.Add(r.Full == "first" || r.Full == "second", "the mover's stones began", func(s *State, dst []float32) { variant.Fill(dst, b2i(s.side == 0), 1) })
	return all
}

// Observe shows the planes of the game.
func (s *State) Observe(dst []float32) {
	s.game.planes.Observe(s, dst, s.game.rows*s.game.cols)
}

// paint sets the cells of a set of places.
func (s *State) paint(dst []float32, places *set) {
	for i := range s.game.words {
		for w := places[i]; w != 0; w &= w - 1 {
			dst[s.game.cell[i<<6+bits.TrailingZeros64(w)]] = 1
		}
	}
}

// Symmetries are those of the square or the rectangle that keep the cells; where stones
// fall, the mirror alone can.
func (g *Game) Symmetries() (all []env.Symmetry) {
	for _, image := range variant.Images(g.rows, g.cols) {
		if g.rules.Gravity && image.Name != "identity" && image.Name != "mirror" {
			continue
		}
		s := env.Symmetry{Name: image.Name}
		for c := range g.rows * g.cols {
			row, col := image.Of(c/g.cols, c%g.cols)
			s.Cells = append(s.Cells, row*g.cols+col)
		}
		if g.keeps(s.Cells) {
			all = append(all, g.withActions(s))
		}
	}
	return all
}

// keeps reports whether the image of each cell is a cell.
func (g *Game) keeps(cells []int) bool {
	for c, image := range cells {
		if g.cells.has(int(g.place[c])) != g.cells.has(int(g.place[image])) {
			return false
		}
	}
	return true
}

// withActions fills in where the actions go: a cell or a column, and the swap stays.
func (g *Game) withActions(s env.Symmetry) env.Symmetry {
	for a := range g.puts() {
		s.Actions = append(s.Actions, env.Action(s.Cells[a]%g.puts())) // of a column, the cell on top
	}
	if g.rules.Swap {
		s.Actions = append(s.Actions, env.Action(g.puts()))
	}
	return s
}
