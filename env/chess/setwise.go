package chess

import (
	"math/bits"

	"ludens/env"
)

// A setwise move is one of all pieces of a kind at once: the squares where it ends are those where
// it begins, shifted.
type setwise struct {
	from   uint64 // where it may begin
	shift  int8
	passed int8   // the shift to the square that must be empty on its way; 0: none
	quiet  uint64 // all squares if it may end on an empty one, else none
	enemy  uint64 // the same of captures
}

// mostSetwise is how many steps a kind may have whose pieces move at once: with more it is
// quicker to look at each piece.
const mostSetwise = 6

// compileSetwise fills in the steps of the one kind that may be promoted, mostly pawns, if all its
// moves are leaps.
func (g *Game) compileSetwise(m *masks) {
	many := noKind
	for k := range g.kinds {
		if len(g.kinds[k].promotes) > 0 {
			if many != noKind {
				return
			}
			many = kind(k)
		}
	}
	if many == noKind {
		return
	}
	for p := range env.Player(2) {
		if m.setwise[p] = setwiseOf(&m.movers[pieceOf(many, p)]); m.setwise[p] == nil {
			m.setwise = [2][]setwise{}
			return
		}
	}
	m.setwiseKind = many
}

// setwiseOf returns the steps that are in a table, or nil if there are others or too many.
func setwiseOf(table *[64]mover) (list []setwise) {
	add := func(from int, to, over, quiet, enemy uint64) {
		for ; to != 0; to &= to - 1 {
			s := setwise{shift: int8(bits.TrailingZeros64(to) - from), quiet: quiet, enemy: enemy}
			if over != 0 {
				s.passed = int8(bits.TrailingZeros64(over) - from)
			}
			i := 0
			for i < len(list) && (list[i].shift != s.shift || list[i].passed != s.passed || list[i].quiet != quiet || list[i].enemy != enemy) {
				i++
			}
			if i == len(list) {
				list = append(list, s)
			}
			list[i].from |= 1 << from
		}
	}
	for from := range table {
		t := &table[from]
		if t.form != 0 || t.jump != 0 && bits.OnesCount64(t.over) != 1 {
			return nil
		}
		add(from, t.both, 0, ^uint64(0), ^uint64(0))
		add(from, t.quiet, 0, ^uint64(0), 0)
		add(from, t.capture, 0, 0, ^uint64(0))
		add(from, t.jump, t.over, ^uint64(0), 0)
	}
	if len(list) > mostSetwise {
		return nil
	}
	return list
}

// to returns where pieces come by a move of all.
func (s *setwise) to(men, own, enemies uint64) uint64 {
	occ := own | enemies
	if men &= s.from; s.passed != 0 {
		men &^= bits.RotateLeft64(occ, -int(s.passed))
	}
	return bits.RotateLeft64(men, int(s.shift)) & (s.quiet&^occ | s.enemy&enemies)
}

// addSetwise adds the moves of pieces of masks.setwiseKind, none of them pinned.
func (w *work) addSetwise(g *Game, b *board, men, aims, own, enemies uint64) {
	m := g.masks
	ahead, may := m.ahead[b.toMove], g.traits[m.setwiseKind&(mostKinds-1)].may
	aims = (aims | ahead) & w.guard.check
	for i := range m.setwise[b.toMove] {
		s := &m.setwise[b.toMove][i]
		to := s.to(men, own, enemies) & aims
		if to == 0 {
			continue
		}
		up := to & ahead
		if !may {
			to &^= up
		}
		w.men[w.n&63] = reach{from: square(-s.shift), kind: m.setwiseKind, setwise: 0xff, to: to, up: up}
		w.n++
	}
}

// origin returns from where a move to a square comes.
func (r *reach) origin(to square) square { return r.from + to&r.setwise }

// The lines of a board of 8 by 8 through a square, the square itself left out.
var (
	fileLine    = lines8(vector{0, 1})
	diagonalOf  = lines8(vector{1, 1})
	antiOf      = lines8(vector{1, -1})
	rookLines   = union(lines8(vector{1, 0}), fileLine)
	bishopLines = union(diagonalOf, antiOf)
)

var eight = area{rows: 8, cols: 8, cells: 64}

func lines8(v vector) (table [64]uint64) {
	for q := range square(64) {
		for _, way := range []vector{v, {-v.dx, -v.dy}} {
			for to, ok := eight.offset(q, way); ok; to, ok = eight.offset(to, way) {
				table[q] |= 1 << to
			}
		}
	}
	return table
}

func union(a, b [64]uint64) (table [64]uint64) {
	for q := range table {
		table[q] = a[q] | b[q]
	}
	return table
}

// between holds the squares strictly between two squares of one line.
var between = func() (table [64][64]uint64) {
	for q := range square(64) {
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				passed := uint64(0)
				v := vector{dx, dy}
				for to, ok := eight.offset(q, v); ok && v != (vector{}); to, ok = eight.offset(to, v) {
					table[q][to] = passed
					passed |= 1 << to
				}
			}
		}
	}
	return table
}()

// rookAttacks returns the squares that a rook attacks when occ is occupied.
func rookAttacks(q square, occ uint64) uint64 {
	return sweep(q, fileLine[q&63], occ) | sweepRank(q, occ)
}

// bishopAttacks returns the squares that a bishop attacks when occ is occupied.
func bishopAttacks(q square, occ uint64) uint64 {
	return sweep(q, diagonalOf[q&63], occ) | sweep(q, antiOf[q&63], occ)
}

// sweep returns what a slider sees along a line that holds one square of each rank
// ("hyperbola quintessence": subtracting the slider from the blockers borrows its way up to
// the nearest one; turned upside down, down to it).
func sweep(q square, line, occ uint64) uint64 {
	bit := uint64(1) << (q & 63)
	up := occ & line
	down := bits.ReverseBytes64(up)
	up -= bit
	down -= bits.ReverseBytes64(bit)
	return (up ^ bits.ReverseBytes64(down)) & line
}

// sweepRank is sweep along the rank, where bytes cannot be reversed: the six inner squares
// of a rank decide, and so a small table does.
func sweepRank(q square, occ uint64) uint64 {
	shift := uint(q) & 56
	inner := occ >> (shift + 1) & 63
	return uint64(rankSweeps[q&7][inner]) << shift
}

// rankSweeps is what a slider on a file sees of its rank, by the occupation of the files b
// to g.
var rankSweeps = func() (table [8][64]uint8) {
	for file := range 8 {
		for inner := range 64 {
			for _, step := range []int{-1, 1} {
				for to := file + step; to >= 0 && to < 8; to += step {
					table[file][inner] |= 1 << to
					if inner<<1>>to&1 != 0 {
						break
					}
				}
			}
		}
	}
	return table
}()
