package lines

import (
	"math/bits"

	"ludens/env"
)

// layout is a board in one word, for games whose stones on the board say everything: one
// stone a turn, no captures, no swap, no rule of the opening, and a longer row is worth
// what a line is. Cells lie along the rows from the top or, where stones fall, up the
// columns. The bit behind each row or column stays empty, so that no line runs from one
// into the next (Tromp 1995). Connect Four:
//
//	5 12 19 26 33 40 47
//	4 11 18 25 32 39 46
//	3 10 17 24 31 38 45
//	2  9 16 23 30 37 44
//	1  8 15 22 29 36 43
//	0  7 14 21 28 35 42
type layout struct {
	game    *Game
	full    uint64        // all cells
	ends    uint64        // cells whose being empty allows an action: all, or the highest of each column
	floors  uint64        // the lowest cells where stones fall
	steps   []int         // of the directions that have room for a line
	shifts  [4][2]uint8   // by direction, some twice if they are fewer: what shrinks rows of up to four stones to one
	drops   [64]drop      // by action
	actions [64]uint8     // by bit: the action that puts a stone there
	cells   [64]uint8     // by bit
	bits    [64]uint8     // by cell, counted row by row from the top left
	places  [64]int16     // by bit: see board
	made    [2]env.Result // by who has made a line
	filled  [2]env.Result // by who has filled the board
}

// drop is what an action adds to the stones: the carry of column + floor is the lowest
// empty cell of the column. Where stones do not fall, the column is empty and the floor
// is the cell.
type drop struct{ column, floor uint64 }

// newLayout returns the layout of a game, or nil if it needs more than one word.
func newLayout(g *Game) *layout {
	r, stride, lanes := &g.rules, g.cols+1, g.rows
	if r.Gravity {
		stride, lanes = g.rows+1, g.cols
	}
	if len(g.planes) != 2 || r.Longer != same || stride*lanes > 64 {
		return nil
	}
	b := &layout{game: g}
	for c := range g.rows * g.cols {
		row, col := c/g.cols, c%g.cols
		bit, action := row*stride+col, c
		if r.Gravity {
			bit, action = col*stride+g.rows-1-row, col
		}
		b.put(c, bit, action)
	}
	b.rule([]int{1, stride, stride - 1, stride + 1}[:len(g.steps)])
	for p := range env.Player(2) {
		b.made[p], b.filled[p] = env.WinFor(p), env.Drawn
		if r.Line == loses {
			b.made[p] = env.WinFor(p.Other())
		}
		if side, ok := r.fills(int8(p)); ok {
			b.filled[p] = env.WinFor(env.Player(side))
		}
	}
	return b
}

// put gives a cell its bit and its action.
func (b *layout) put(cell, bit, action int) {
	g, one := b.game, uint64(1)<<bit
	b.full |= one
	b.actions[bit], b.cells[bit], b.bits[cell], b.places[bit] = uint8(action), uint8(cell), uint8(bit), g.place[cell]
	if !g.rules.Gravity {
		b.ends |= one
		b.drops[action] = drop{floor: one}
		return
	}
	b.drops[action].column |= one
	if cell < g.cols {
		b.ends |= one
	}
	if cell >= (g.rows-1)*g.cols {
		b.floors |= one
		b.drops[action].floor = one
	}
}

// rule fills in the directions that have room for a line, and how lines are found.
func (b *layout) rule(directions []int) {
	length := b.game.rules.Length
	for _, step := range directions {
		first := b.full // cells where a line can begin
		for n := 1; n < length; n++ {
			first &= b.full >> (n * step)
		}
		if first != 0 {
			b.steps = append(b.steps, step)
		}
	}
	for i := range b.shifts {
		step := b.steps[i%len(b.steps)]
		b.shifts[i] = [2]uint8{uint8(step), uint8(min(2, max(0, length-2)) * step)}
	}
}

// line reports whether there is one in a set of stones.
func (b *layout) line(own uint64) bool {
	found := uint64(0) // stones that begin a row of four or, if a line is shorter, a line
	for i := range b.shifts {
		d := &b.shifts[i]
		row := own & (own >> (d[0] & 63))
		found |= row & (row >> (d[1] & 63))
	}
	return found != 0 && (b.game.rules.Length <= 4 || b.longer(own))
}

// longer is line for lines of more than four stones.
func (b *layout) longer(own uint64) bool {
	for _, step := range b.steps {
		row := own
		for n, by := 1, 1; n < b.game.rules.Length; n += by {
			by = min(n, b.game.rules.Length-n)
			row &= row >> (by * step & 63)
		}
		if row != 0 {
			return true
		}
	}
	return false
}

// threats returns the cells where a stone makes a line, those that are taken among them.
func (b *layout) threats(own uint64) (all uint64) {
	length := b.game.rules.Length
	for _, step := range b.steps {
		var behind [maxSide]uint64 // by n: the bits with n stones right behind them
		behind[0] = b.full
		for n := 1; n < length; n++ {
			behind[n] = behind[n-1] & (own << (n * step & 63))
		}
		ahead := b.full
		for n := range length {
			if n > 0 {
				ahead &= own >> (n * step & 63)
			}
			all |= ahead & behind[length-1-n]
		}
	}
	return all
}

// landings returns the cells where a stone can be put or lands.
func (b *layout) landings(taken uint64) uint64 {
	if b.game.rules.Gravity {
		return (taken + b.floors) & b.full
	}
	return b.full &^ taken
}

// afloat reports whether a stone should have fallen.
func (b *layout) afloat(taken uint64) bool { return b.floors != 0 && (taken+b.floors)&taken != 0 }

// spread calls visit for each bit of a word, in increasing order.
func spread(w uint64, visit func(bit int)) {
	for ; w != 0; w &= w - 1 {
		visit(bits.TrailingZeros64(w))
	}
}
