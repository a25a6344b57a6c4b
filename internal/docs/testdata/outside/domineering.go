package main

import (
	"fmt"
	"math/bits"
	"strings"

	"ludens/env"
)

// Domineering on 4 by 4 cells: in turn each side puts a domino on two free cells,
// First upright and Second lying. Who cannot has lost. An action is the domino's
// upper or left cell.
const (
	side  = 4
	cells = side * side
)

type domineering struct{}

var variant = env.Variant{Name: "domineering", Summary: "dominoes on 4 by 4 cells, one side upright, the other lying"}

func variants() []env.Variant { return []env.Variant{variant} }

func newGame(string, []env.Setting) (env.Game, error) { return domineering{}, nil }

func (domineering) Spec() env.Spec {
	return env.Spec{
		Name: variant.Name, Version: 1, Actions: cells, Shape: [3]int{3, side, side}, MaxPly: cells,
		Roles: [2]string{"upright", "lying"}, Markovian: true,
	}
}

func (domineering) New(uint64) env.State { return new(position) }

type position struct {
	taken uint16 // bit c is cell c, row by row
	mover env.Player
}

// domino returns the cells of p's domino whose first is c, or 0 if it would stick
// out.
func domino(p env.Player, c int) uint16 {
	switch {
	case p == env.First && c+side < cells:
		return 1<<c | 1<<(c+side)
	case p == env.Second && c%side < side-1:
		return 0b11 << c
	}
	return 0
}

// free returns the cells where p's dominoes can begin.
func (s *position) free(p env.Player) (all uint16) {
	for c := range cells {
		if d := domino(p, c); d != 0 && d&s.taken == 0 {
			all |= 1 << c
		}
	}
	return all
}

func (s *position) ToMove() env.Player { return s.mover }

func (s *position) Legal(dst []env.Action) []env.Action {
	for free := s.free(s.mover); free != 0; free &= free - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros16(free)))
	}
	return dst
}

func (s *position) Play(a env.Action) {
	s.taken |= domino(s.mover, int(a))
	s.mover = s.mover.Other()
}

func (s *position) Result() env.Result {
	if s.free(s.mover) != 0 {
		return env.Ongoing
	}
	return env.WinFor(s.mover.Other())
}

// Observe shows the free cells, and where the mover's and the other's dominoes can
// begin; whose turn it is shows in their shape.
func (s *position) Observe(dst []float32) {
	for i, plane := range []uint16{^s.taken, s.free(s.mover), s.free(s.mover.Other())} {
		for c := range cells {
			dst[i*cells+c] = float32(plane >> c & 1)
		}
	}
}

func (s *position) Key() uint64 { return uint64(s.taken)<<1 | uint64(s.mover) }

func (s *position) Copy(dst env.State) env.State {
	d, ok := dst.(*position)
	if !ok {
		d = new(position)
	}
	*d = *s
	return d
}

func (s *position) Format(a env.Action) string {
	return fmt.Sprintf("%c%d", 'a'+int(a)%side, side-int(a)/side)
}

func (s *position) String() string {
	var b strings.Builder
	for c := range cells {
		b.WriteByte(".#"[s.taken>>c&1])
		if c%side == side-1 {
			b.WriteByte('\n')
		}
	}
	return b.String() + s.mover.String() + " to move"
}
