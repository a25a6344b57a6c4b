package env_test

import (
	"fmt"

	"ludens/env"
)

// nim is the game of these tests: from a heap of heap or, by seed, up to two
// more matches, each side in turn takes one to three; who takes the last wins.
type nim struct{ heap, maxPly int }

func (g nim) Spec() env.Spec {
	return env.Spec{
		Name: "nim", Version: 1, Actions: 3, Shape: [3]int{1, 1, g.heap + 2}, MaxPly: g.maxPly,
		Roles: [2]string{"first", "second"},
	}
}

func (g nim) New(seed uint64) env.State {
	return &heap{size: g.heap + 2, left: g.heap + int(seed%3)}
}

type heap struct {
	size, left int
	mover      env.Player
}

func (h *heap) ToMove() env.Player { return h.mover }

func (h *heap) Legal(dst []env.Action) []env.Action {
	for a := range min(h.left, 3) {
		dst = append(dst, env.Action(a))
	}
	return dst
}

func (h *heap) Play(a env.Action) {
	h.left -= int(a) + 1
	h.mover = h.mover.Other()
}

func (h *heap) Result() env.Result {
	if h.left > 0 {
		return env.Ongoing
	}
	return env.WinFor(h.mover.Other())
}

func (h *heap) Observe(dst []float32) {
	clear(dst)
	for i := range h.left {
		dst[i] = 1
	}
}

func (h *heap) Key() uint64 { return uint64(h.left)<<1 | uint64(h.mover) }

func (h *heap) Copy(dst env.State) env.State {
	d, ok := dst.(*heap)
	if !ok {
		d = new(heap)
	}
	*d = *h
	return d
}

func (h *heap) Format(a env.Action) string { return fmt.Sprintf("take %d", a+1) }
func (h *heap) String() string             { return fmt.Sprintf("%d left", h.left) }
func (h *heap) Ending() string             { return "no match is left" }
