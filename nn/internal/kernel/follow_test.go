package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// block is a layer and two that follow it, of which the second adds what the first
// layer wrote.
type block[T Float] struct {
	layers [3]*ConvNorm[T]
	x, dx  []T
	y      [3][]T
	dy     [3][]T
	w, dw  [3][]T
	gamma  []T
}

// newBlock returns one of n boards, of ch channels in all layers.
func newBlock[T Float](b Board, n, ch int, build func() *ConvNorm[T]) *block[T] {
	k, r := &block[T]{}, rand.New(rand.NewPCG(5, 5))
	draw := func() []T { return boards(b, random[T](r, n*ch*b.Cells()), n, ch) }
	k.x, k.gamma = draw(), random[T](r, ch)
	k.dx = zeros(k.x)
	for i := range k.layers {
		k.layers[i], k.y[i], k.dy[i] = build(), zeros(k.x), zeros(k.x)
		k.layers[i].DSkip = zeros(k.x)
		k.w[i], k.dw[i] = random[T](r, ch*ch*9), make([]T, ch*ch*9)
	}
	k.dy[2] = draw()
	return k
}

// join has layers follow one another, and share.
func (k *block[T]) join() {
	k.layers[1].Follow(k.layers[0])
	k.layers[2].Follow(k.layers[1])
	k.layers[0].Keep()
	k.layers[1].DSkip = k.layers[0].DSkip
}

// run goes forward and back, twice.
func (k *block[T]) run() {
	for range 2 {
		k.layers[0].Forward(k.y[0], k.x, k.w[0], k.gamma, k.gamma, nil)
		k.layers[1].Forward(k.y[1], k.y[0], k.w[1], k.gamma, k.gamma, nil)
		k.layers[2].Forward(k.y[2], k.y[1], k.w[2], k.gamma, k.gamma, k.y[0])
		k.layers[2].Backward(k.dy[1], nil, k.dw[2], k.y[1], k.w[2], k.gamma, k.dy[2])
		k.layers[1].Backward(k.dy[0], k.layers[2].DSkip, k.dw[1], k.y[0], k.w[1], k.gamma, k.dy[1])
		k.layers[0].Backward(k.dx, nil, k.dw[0], k.x, k.w[0], k.gamma, k.dy[0])
	}
}

// TestFollowingChangesNothing: layers that follow one another give the bits of
// layers that do not.
func TestFollowingChangesNothing(t *testing.T) {
	b, n := Board{5, 4}, 19
	eachPath(t, func(t *testing.T) {
		checkFollowing(t, func() *block[float32] {
			return newBlock(b, n, 20, func() *ConvNorm[float32] { return NewConvNorm[float32](b, 3, 20, 20, n, 1e-5, 0.1, nil) })
		})
	})
	t.Run("bfloat16", func(t *testing.T) {
		usePath(t, AMX)
		if !Tiles16() {
			t.Skip("wants a CPU with amx_bf16 and avx512_bf16, and a system that keeps its tiles")
		}
		checkFollowing(t, func() *block[float32] {
			return newBlock(b, n, 20, func() *ConvNorm[float32] { return NewConvNorm16(b, 3, 20, 20, n, 1e-5, 0.1, nil, &Rooms{}) })
		})
	})
}

func checkFollowing[T Float](t *testing.T, build func() *block[T]) {
	t.Helper()
	apart, joined := build(), build()
	joined.join()
	apart.run()
	joined.run()
	same := func(what string, got, want []T) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s is another where layers follow", what)
		}
	}
	same("y", joined.y[2], apart.y[2])
	same("dx", joined.dx, apart.dx)
	for i := range joined.layers {
		got, want := joined.layers[i], apart.layers[i]
		same("dw", joined.dw[i], apart.dw[i])
		same("dgamma", got.DGamma, want.DGamma)
		same("dbeta", got.DBeta, want.DBeta)
		same("mean", got.Mean, want.Mean)
	}
}
