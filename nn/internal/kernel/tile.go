//go:build (amd64 || arm64) && !purego

package kernel

import (
	"cmp"
	"math"
	"slices"
)

// family is register tiles of up to cells cells times vectors vectors. A
// channel has fold lanes, which add up every fold-th step. docs/performance.md
// has the picture.
type family struct{ lanes, fold, vectors, cells int }

// width returns how many channels a tile computes.
func (f family) width() int { return f.lanes * f.vectors / f.fold }

// code returns the number by which convolve knows tiles of a family.
func (f family) code() int { return ((f.lanes*10+f.fold)*10+f.vectors)*100 + f.cells }

// sweep computes n cells in as few tiles as there can be, that differ by at most one
// cell: the taller ones first. tile gets the first cell, how many tiles, and of how
// many cells each.
func (f family) sweep(n int, tile func(first, count, height int)) {
	tiles := (n + f.cells - 1) / f.cells
	short, tall := n/tiles, n%tiles
	if tall > 0 {
		tile(0, tall, short+1)
	}
	tile(tall*(short+1), tiles-tall, short)
}

// channel returns which of the tile's channels a lane adds up. Lanes of folded
// tiles are in the order in which folding sorts them: it takes the even and the
// odd lanes of each quarter of two vectors, or of the halves of one.
func (f family) channel(vector, lane int) int {
	if f.fold == 1 {
		return vector*f.lanes + lane
	}
	quarter, pair := lane/4, lane%4/2
	if vector%2 == 0 && vector+1 == f.vectors {
		return vector*f.lanes/2 + quarter%2*4 + quarter/2*2 + pair
	}
	return vector/2*f.lanes + quarter*4 + vector%2*2 + pair
}

// group is output channels computed together, and their weights.
type group struct {
	family
	first, channels int       // of the output; less than the width where it ends
	weights         []float32 // [steps, vectors, lanes], on a cache line
	bias            []float32 // [width]
	lane            []int     // [channels]: where a channel's first lane is in a step
}

// newGroups returns the groups of out channels, each a sum of rows runs of run
// products.
func newGroups(path string, rows, run, out int, s *Slab) []group {
	var groups []group
	for first := 0; first < out; {
		g := newGroup(path, run, out-first)
		g.first = first
		g.weights = Take[float32](s, rows*g.size(run))
		groups = append(groups, g)
		first += g.channels
	}
	return groups
}

// size returns how many weights the group has for a run of that many products.
func (g *group) size(run int) int { return run / g.fold * g.vectors * g.lanes }

// newGroup returns a group of the first of that many channels: of all families
// the one that wastes fewest lanes, of these the one of most channels, then of
// most vectors.
func newGroup(path string, run, channels int) group {
	fitting := slices.DeleteFunc(slices.Clone(families[path]), func(f family) bool { return run%f.fold != 0 })
	cost := func(f family) float64 { return float64(f.width()) / float64(min(f.width(), channels)) }
	g := group{family: slices.MinFunc(fitting, func(f, g family) int {
		return cmp.Or(cmp.Compare(cost(f), cost(g)), g.width()-f.width(), g.vectors-f.vectors)
	})}
	g.channels = min(g.width(), channels)
	g.bias = make([]float32, g.width())
	g.lane = make([]int, g.width())
	for at := g.vectors*g.lanes - 1; at >= 0; at-- {
		g.lane[g.channel(at/g.lanes, at%g.lanes)] = at
	}
	return g
}

// packGroups packs weights and bias, on several goroutines: each takes some inputs of all
// groups. The weights of one input, or of two in folded tiles, are whole cache lines.
func packGroups(groups []group, w weights[float32], bias []float32) {
	Split((w.in+1)/2, func(from, to int) {
		for i := range groups {
			groups[i].pack(w, 2*from, min(2*to, w.in))
		}
	})
	for i := range groups {
		groups[i].setBias(bias)
	}
}

// pack takes the group's share of the weights of inputs [from, to).
func (g *group) pack(w weights[float32], from, to int) {
	first, next := 0, g.size(w.in) // where the first tap goes, and from one to the next
	if w.turned {
		first, next = (w.taps-1)*next, -next
	}
	for i := from; i < to; i++ {
		for o := range g.channels {
			at := first + g.at(o, i)
			for _, v := range w.of(g.first+o, i) {
				g.weights[at] = v
				at += next
			}
		}
	}
}

// at returns where the weight of a channel and step k of the run is.
func (g *group) at(channel, k int) int {
	half := g.fold - 1
	return k>>half*g.vectors*g.lanes + g.lane[channel] + k&half
}

// setBias takes the group's share of a bias, nil for zeros.
func (g *group) setBias(bias []float32) {
	clear(g.bias)
	if bias != nil {
		copy(g.bias, bias[g.first:][:g.channels])
	}
}

// tiles is the arguments of the assembly: which tiles to compute. All distances are
// in bytes.
type tiles struct {
	src, weights, bias, skip, dst *float32

	cells  *cell
	first  int // of the cells, in the first tile
	count  int // of tiles
	height int // of a tile, in cells

	rows, steps, gap int // of taps; of each row; from a row's end to the next
	over             int // the same of weights
	floor            float32
	rest             int      // how many lanes of the last vector to write,
	mask             uint32   // the same for AVX-512,
	lanes            [8]int32 // and for AVX2
}

// cell is how far an input's first number and its output are from src and dst.
type cell struct{ src, dst int }

// rectify lets negative sums become 0, or not.
func (t *tiles) rectify(relu bool) {
	t.floor = 0
	if !relu {
		t.floor = float32(math.Inf(-1))
	}
}

// aim turns to a group whose sums have rows of run products.
func (t *tiles) aim(g group, run int) {
	t.weights, t.bias, t.steps = &g.weights[0], &g.bias[0], run/g.fold
	t.rest = (g.channels-1)%g.lanes + 1
	t.mask = 1<<t.rest - 1
	for l := range t.lanes {
		t.lanes[l] = -int32(t.mask >> l & 1)
	}
}

// sweep computes the first n cells.
func (t *tiles) sweep(f family, n int) {
	f.sweep(n, func(first, count, height int) {
		t.first, t.count, t.height = first, count, height
		convolve(f, t)
	})
}
