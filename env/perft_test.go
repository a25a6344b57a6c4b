package env_test

import (
	"context"
	"errors"
	"testing"

	"ludens/env"
)

// From a heap that cannot be emptied in time there are 3^n sequences. From a
// heap of 6, two moves leave 4 once, 3 twice, 2 three times, 1 twice and, once,
// nothing: 3 + 2*3 + 3*2 + 2*1 third moves.
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		heap, depth int
		want        uint64
	}{
		{100, 0, 1},
		{100, 1, 3},
		{100, 9, 19683},
		{6, 1, 3},
		{6, 2, 9},
		{6, 3, 17},
		{6, 6, 1}, // one by one
		{6, 7, 0},
	} {
		if got := env.Perft(nim{heap: test.heap}.New(0), test.depth); got != test.want {
			t.Errorf("heap %d, depth %d: got %d, want %d", test.heap, test.depth, got, test.want)
		}
	}
}

// A count that can be called off is the same, and none when it is.
func TestPerftContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	for depth := range 8 {
		for _, heap := range []int{6, 100} {
			s := nim{heap: heap}.New(0)
			if got, err := env.PerftContext(ctx, s, depth); err != nil || got != env.Perft(s, depth) {
				t.Errorf("heap %d, depth %d: got %d, %v, want %d", heap, depth, got, err, env.Perft(s, depth))
			}
		}
	}
	stop()
	if n, err := env.PerftContext(ctx, nim{heap: 100}.New(0), 9); !errors.Is(err, context.Canceled) || n != 0 {
		t.Errorf("called off: %d, %v", n, err)
	}
}

// looks is a context that ends after some looks at it.
type looks struct {
	context.Context
	left *int
}

func (l looks) Err() error {
	if *l.left--; *l.left < 0 {
		return context.Canceled
	}
	return nil
}

// A count of few plies ends with its context, too. Control: with looks enough it does not.
func TestPerftEndsAtAnyDepth(t *testing.T) {
	for depth := 2; depth <= 4; depth++ {
		left := 2
		if n, err := env.PerftContext(looks{context.Background(), &left}, nim{heap: 100}.New(0), depth); !errors.Is(err, context.Canceled) || n != 0 {
			t.Errorf("depth %d: %d, %v", depth, n, err)
		}
		left = 1000
		if _, err := env.PerftContext(looks{context.Background(), &left}, nim{heap: 100}.New(0), depth); err != nil {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}

func TestPerftAllocatesByDepth(t *testing.T) {
	s := nim{heap: 100}.New(0)
	got := testing.AllocsPerRun(5, func() { env.Perft(s, 8) })
	if got > 40 {
		t.Errorf("%v allocations for 3^8 sequences, want a few for each of 8 plies", got)
	}
}
