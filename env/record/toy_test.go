package record_test

import (
	"fmt"
	"strconv"

	"ludens/env"
)

// heap is a game whose starts are drawn: from a heap of eight matches or, by
// seed, up to three more, each side in turn takes one to three; who takes the
// last wins.
type heap struct{}

func (heap) Spec() env.Spec {
	return env.Spec{
		Name: "heap", Version: 1, Actions: 3, Shape: [3]int{1, 1, 12}, MaxPly: 6,
		Roles: [2]string{"hare", "tortoise"},
	}
}

func (heap) New(seed uint64) env.State { return &matches{left: 8 + int(seed%4)} }

// tableau is heap with texts for positions.
type tableau struct{ heap }

func (tableau) Position(s env.State) string { return fmt.Sprintf("%d left", s.(*matches).left) }

func (tableau) ParsePosition(text string) (env.State, error) {
	m := new(matches)
	_, err := fmt.Sscanf(text, "%d left", &m.left)
	return m, err
}

type matches struct {
	left  int
	mover env.Player
}

func (m *matches) ToMove() env.Player { return m.mover }

func (m *matches) Legal(dst []env.Action) []env.Action {
	for a := range min(m.left, 3) {
		dst = append(dst, env.Action(a))
	}
	return dst
}

func (m *matches) Play(a env.Action) {
	m.left -= int(a) + 1
	m.mover = m.mover.Other()
}

func (m *matches) Result() env.Result {
	if m.left > 0 {
		return env.Ongoing
	}
	return env.WinFor(m.mover.Other())
}

func (m *matches) Ending() string             { return "no match is left" }
func (m *matches) Observe(dst []float32)      { clear(dst) }
func (m *matches) Key() uint64                { return uint64(m.left)<<1 | uint64(m.mover) }
func (m *matches) Copy(env.State) env.State   { c := *m; return &c }
func (m *matches) Format(a env.Action) string { return strconv.Itoa(int(a) + 1) }
func (m *matches) String() string             { return fmt.Sprintf("%d left\n", m.left) }
