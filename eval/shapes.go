package eval

import (
	"ludens/alphabeta"
	"ludens/env"
	"ludens/env/seed"
)

// marks are random numbers of a player's pieces by kind and cell (Zobrist 1970).
type marks [2][]uint16

func newMarks(f *Features) (m marks) {
	rng := seed.New(0).Rand()
	for p := range m {
		m[p] = make([]uint16, f.kinds*(f.cells+1))
		for i := range m[p] {
			m[p][i] = uint16(rng.Uint32())
		}
	}
	return m
}

// Shapes implements alphabeta.Shaping: where the pieces are that only go ahead, First's others and
// Second's others.
func (e *Evaluation) Shapes(s env.State) alphabeta.Shapes {
	key := s.Key()
	if k := &e.known[key%remembered]; k.key == key {
		return k.shapes
	}
	return e.look(s, key)
}

// look glances at a position, unless it was the last, and returns its shapes.
func (e *Evaluation) look(s env.State, key uint64) alphabeta.Shapes {
	if e.glanced == key && e.fresh {
		return e.shapes
	}
	e.features.glance(s, &e.at)
	e.glanced, e.fresh, e.shapes = key, true, alphabeta.Shapes{}
	for _, x := range e.at.pieces {
		part := 1 + x.Owner&1
		if e.features.forward>>(x.Kind&63)&1 != 0 {
			part = 0
		}
		e.shapes[part] ^= e.marks[x.Owner&1][e.features.entry(x)]
	}
	return e.shapes
}
