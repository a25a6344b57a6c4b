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
