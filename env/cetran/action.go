package cetran

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// An action is plane*64 + the cell of the square a man leaves. Cells are
// counted row by row in the mover's view, in which his own back rank is at the
// bottom: row 0 is rank 8 for White and rank 1 for Black, column 0 is file a
// for both. The plane says how far the man goes, in files to the right and
// ranks forward; only where he ends counts, not the path of a sissa.
//
//	 0..55  queen's moves and a sissa's rook squares: 7*direction + distance-1,
//	        directions clockwise from straight ahead
//	56..79  nightrider squares, n knight's jumps in one direction: 56 + 8*(n-1)
//	        + jump, n = 1..3, jumps clockwise from (1, 2)
//	80..    promotions: 80 + 3*kind + (1 + files to the right), the kinds in the
//	        order of army.promotions
const (
	ridePlane      = 56
	promotionPlane = 80
	maxPlanes      = promotionPlane + 3*7
)

// offsets are the planes below promotionPlane as steps.
var offsets = func() (table [promotionPlane]direction) {
	clockwise := []direction{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	for i, d := range clockwise {
		for n := range 7 {
			table[7*i+n] = direction{(n + 1) * d.dx, (n + 1) * d.dy}
		}
	}
	for j, d := range jumps {
		for n := range 3 {
			table[ridePlane+8*n+j] = direction{(n + 1) * d.dx, (n + 1) * d.dy}
		}
	}
	return table
}()

// planeOf is the plane of a move from one cell to another, and cellAfter the
// cell where a plane leads, -1 off the board.
var planeOf, cellAfter = func() (planes [64][64]uint8, cells [promotionPlane][64]int8) {
	for plane, d := range offsets {
		for s := range square(64) {
			cells[plane][s^flip] = -1
			if t, ok := s.step(d.dx, d.dy); ok {
				planes[s^flip][t^flip] = uint8(plane)
				cells[plane][s^flip] = int8(t ^ flip)
			}
		}
	}
	return planes, cells
}()

// view turns squares into cells of p's view and back.
func view(p env.Player) square {
	if p == env.First {
		return flip
	}
	return 0
}

// action returns the number of p's move m.
func (g *Game) action(m move, p env.Player) env.Action {
	from, to := m.from^view(p), m.to^view(p)
	plane := int(planeOf[from][to])
	if m.promoted != none {
		plane = promotionPlane + 3*g.promotion[m.promoted] + 1 + to.file() - from.file()
	}
	return env.Action(64*plane + int(from))
}

// move is the inverse of action. Of a number that is no move of any man it
// returns one that leads nowhere.
func (g *Game) move(a env.Action, p env.Player) move {
	if a < 0 || int(a) >= g.spec.Actions {
		return move{nowhere, nowhere, none}
	}
	plane, from := int(a)>>6, square(a&63)
	if plane < promotionPlane {
		return towards(from, int(cellAfter[plane][from]), none, p)
	}
	to, ok := (from ^ flip).step((plane-promotionPlane)%3-1, 1)
	if !ok || to.rank() != 7 {
		return move{nowhere, nowhere, none}
	}
	return towards(from, int(to^flip), g.army.promotions[(plane-promotionPlane)/3], p)
}

// towards is the move of p from one cell to another, -1 for none.
func towards(from square, to int, promoted kind, p env.Player) move {
	if to < 0 {
		return move{nowhere, nowhere, none}
	}
	return move{from ^ view(p), square(to) ^ view(p), promoted}
}

// An actionSet holds actions as one word a plane, so that they come out sorted.
type actionSet struct {
	from [maxPlanes]uint64
	used planes // those with an action
}

// planes is a set of planes, in two words.
type planes struct{ low, high uint64 }

// add adds a plane. (Shifts of 64 and more give 0, and plane-64 wraps around to one.)
func (p *planes) add(plane uint8) {
	p.low |= 1 << plane
	p.high |= 1 << (plane - 64)
}

// appendActions appends the actions of all legal moves in increasing order.
func (g *Game) appendActions(dst []env.Action, l *legal, p env.Player) []env.Action {
	var set actionSet
	g.gather(&set, l, p)
	return set.appendTo(slices.Grow(dst, l.count(len(g.promotions))+spare))
}

// gather adds the actions of all legal moves.
func (g *Game) gather(set *actionSet, l *legal, p env.Player) {
	turn := view(p)
	used := set.used // in registers
	for _, man := range l.men[:l.n] {
		from := man.from ^ turn
		to := man.to
		if man.kind == pawn && to&(rank1|rank8) != 0 {
			g.gatherPromotions(set, from, to, turn)
			continue
		}
		for planes := &planeOf[from&63]; to != 0; to &= to - 1 {
			plane := planes[(first(to)^turn)&63]
			set.from[plane] |= from.bit()
			used.add(plane)
		}
	}
	set.used.low |= used.low
	set.used.high |= used.high
}

func (g *Game) gatherPromotions(set *actionSet, from square, to uint64, turn square) {
	for ; to != 0; to &= to - 1 {
		aside := 1 + (first(to) ^ turn).file() - from.file()
		for _, k := range g.promotions {
			plane := uint8(promotionPlane + 3*g.promotion[k] + aside)
			set.from[plane] |= from.bit()
			set.used.add(plane)
		}
	}
}

// spare is how many elements beyond its result appendTo may overwrite.
const spare = 1

// appendTo appends the actions of the set in increasing order. dst has room for them
// and spare. It writes two at a time: most planes have one or two, and a loop over
// each would be mispredicted at every plane.
func (set *actionSet) appendTo(dst []env.Action) []env.Action {
	for i, planes := range [2]uint64{set.used.low, set.used.high} {
		for ; planes != 0; planes &= planes - 1 {
			plane := 64*i + bits.TrailingZeros64(planes)
			n, cells := len(dst), set.from[plane]
			count := bits.OnesCount64(cells)
			for at := n; at < n+count; at += 2 {
				two := (*[2]env.Action)(dst[at:cap(dst)])
				two[0], cells = env.Action(64*plane+bits.TrailingZeros64(cells)), cells&(cells-1)
				two[1], cells = env.Action(64*plane+bits.TrailingZeros64(cells)), cells&(cells-1)
			}
			dst = dst[:n+count]
		}
	}
	return dst
}

// mirror returns the left-right reflection: of cells, and of actions.
func (g *Game) mirror() env.Symmetry {
	m := env.Symmetry{Name: "mirror", Cells: make([]int, 64), Actions: make([]env.Action, g.spec.Actions)}
	for c := range m.Cells {
		m.Cells[c] = c ^ 7
	}
	for a := range m.Actions {
		m.Actions[a] = env.Action(64*mirrored(a>>6) + (a^7)&63)
	}
	return m
}

// mirrored returns the plane that goes as far to the left as plane to the right.
func mirrored(plane int) int {
	if plane >= promotionPlane {
		return plane + 2 - 2*((plane-promotionPlane)%3)
	}
	d := offsets[plane]
	for image, e := range offsets {
		if e.dx == -d.dx && e.dy == d.dy {
			return image
		}
	}
	panic("cetran: planes are not symmetric")
}

// identity returns the symmetry that changes nothing.
func (g *Game) identity() env.Symmetry {
	id := env.Symmetry{Name: "identity", Cells: make([]int, 64), Actions: make([]env.Action, g.spec.Actions)}
	for c := range id.Cells {
		id.Cells[c] = c
	}
	for a := range id.Actions {
		id.Actions[a] = env.Action(a)
	}
	return id
}
