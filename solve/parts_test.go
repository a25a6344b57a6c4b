package solve

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"ludens/env"
)

// Bits are counted as one by one.
func TestBlockCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	m := newMatrix(3, 2*columns+5)
	set := map[[2]int]bool{}
	for range 3000 {
		row, column := rng.IntN(3), rng.IntN(2*columns+5)
		m.add(row, column)
		set[[2]int{row, column}] = true
	}
	for row := range 3 {
		for b := range blocksOf(2*columns + 5) {
			block := m.block(row, b)
			for _, before := range []int{0, 1, 63, 64, 65, 1000, columns - 1, columns} {
				want := 0
				for column := range before {
					if set[[2]int{row, b*columns + column}] {
						want++
					}
				}
				if got := block.countBefore(before); got != want {
					t.Errorf("row %d, block %d: %d bits before %d, want %d", row, b, got, before, want)
				}
			}
			if block.count() != block.countBefore(columns) {
				t.Errorf("row %d, block %d: %d bits, want %d", row, b, block.count(), block.countBefore(columns))
			}
		}
	}
	a, b := m.block(0, 0), m.block(1, 0)
	sum := *a
	sum.add(b)
	want := 0
	for column := range columns {
		if set[[2]int{0, column}] || set[[2]int{1, column}] {
			want++
		}
	}
	if got := sum.count(); got != want {
		t.Errorf("two rows together have %d bits, want %d", got, want)
	}
}

func TestBlocksOf(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, columns - 1: 1, columns: 1, columns + 1: 2, mostColumns: 64} {
		if got := blocksOf(n); got != want {
			t.Errorf("%d columns: %d blocks, want %d", n, got, want)
		}
		if m := newMatrix(2, n); uint64(len(m.words)*8) != matrixBytes(2, n) {
			t.Errorf("%d columns: %d bytes, told %d", n, len(m.words)*8, matrixBytes(2, n))
		}
	}
}

func TestChanges(t *testing.T) {
	c := make(changes, 2)
	for _, column := range []int{0, columns - 1, columns, mostColumns - 1} {
		c.add(1, column)
	}
	if c[0] != 0 || c[1] != 1|1<<1|1<<63 {
		t.Errorf("got %b", c)
	}
}

func TestBitset(t *testing.T) {
	b := make(bitset, 3)
	for _, i := range []uint64{0, 63, 64, 191, 5} {
		if !b.add(i) || b.add(i) {
			t.Errorf("%d is new once", i)
		}
	}
}

// Everything is done once, whatever the number of workers, and the progress reported grows to
// the whole.
func TestSpreadDoesAllOnce(t *testing.T) {
	for _, n := range []uint64{0, 1, 9, 10, 11, 1000} {
		for _, workers := range []int{1, 2, 7} {
			var mu sync.Mutex
			done := make([]int, n)
			last := uint64(0)
			err := spread(t.Context(), workers, n, 10, func(so uint64) {
				if so <= last {
					t.Errorf("told of %d after %d", so, last)
				}
				last = so
			}, func(worker int, low, high uint64) error {
				if worker < 0 || worker >= workers || high-low > 10 || low >= high {
					t.Errorf("worker %d does %d to %d", worker, low, high)
				}
				mu.Lock()
				defer mu.Unlock()
				for i := low; i < high; i++ {
					done[i]++
				}
				return nil
			})
			if err != nil || last != n {
				t.Errorf("%d things, %d workers: %v, told of %d", n, workers, err, last)
			}
			for i, times := range done {
				if times != 1 {
					t.Errorf("%d things, %d workers: %d is done %d times", n, workers, i, times)
				}
			}
		}
	}
}

// The first error ends the work, and so does the context.
func TestSpreadEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, workers := range []int{1, 4} {
		if err := spread(t.Context(), workers, 100, 1, nil, func(_ int, low, _ uint64) error {
			if low == 5 {
				return broken
			}
			return nil
		}); !errors.Is(err, broken) {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	n := 0
	err := spread(ctx, 1, 100, 1, nil, func(int, uint64, uint64) error {
		if n++; n == 3 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n != 3 {
		t.Errorf("stopped: %v after %d", err, n)
	}
}

// A trail gives back what was written, or says that it had no room for it.
func TestTrail(t *testing.T) {
	const n = chunk + 100
	moves := func(i uint64) []uint32 { return slices.Repeat([]uint32{uint32(i)}, int(i%4)) }
	room := uint64(0)
	for i := range uint64(n) {
		room += 1 + i%4
	}
	for _, test := range []struct {
		room     uint64
		complete bool
	}{{room, true}, {room + 1, true}, {room - 1, false}, {0, false}} {
		trail := newTrail(n, test.room)
		for i := range uint64(n) {
			trail.add(i, moves(i))
		}
		if trail.complete() != test.complete {
			t.Errorf("room for %d of %d: complete is %v", test.room, room, trail.complete())
		}
		if !test.complete {
			continue
		}
		next := uint64(0)
		for at := range uint64(2) {
			trail.take(at, func(i uint64, to []uint32) {
				if i != next || !slices.Equal(to, moves(i)) {
					t.Fatalf("position %d: %v, want %d: %v", i, to, next, moves(next))
				}
				next++
			})
			if trail.chunks[at] != nil {
				t.Error("what was taken is not forgotten")
			}
		}
		if next != n {
			t.Errorf("%d positions, want %d", next, n)
		}
	}
}

// Findings add up in any order.
func TestFindings(t *testing.T) {
	all := []finding{{3, 70}, {0, 0}, {2, 40}, {1, 90}}
	for range 10 {
		var f finding
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, g := range all {
			f.add(g)
		}
		if f != (finding{6, 40}) {
			t.Fatalf("%v: got %+v, want 6 from 40 on", all, f)
		}
	}
}

// Odd levels are won and even ones lost; the longest win is the last odd level that
// has a position.
func TestCounts(t *testing.T) {
	c := counts{ByLevel: []uint64{0}}
	for _, f := range []finding{{10, 5}, {7, 3}, {4, 8}, {2, 1}, {0, 0}, {1, 9}} {
		c.add(f)
	}
	won, lost, longest := c.sums()
	if won != 14 || lost != 10 || longest != 3 || c.Longest != 8 {
		t.Errorf("%d won, %d lost, the longest in %d, first %d; want 14, 10, 3, 8", won, lost, longest, c.Longest)
	}
}

// How an agent's moves are marked, each by what the position was worth and what it
// is worth after the move.
func TestMarks(t *testing.T) {
	worth := func(sign, plies int) env.Worth { return env.Worth{Sign: sign, Plies: plies} }
	won := Question{Worths: []env.Worth{worth(1, 5), worth(1, 9), worth(0, 0), worth(-1, 4)}}
	drawn := Question{Worths: []env.Worth{worth(0, 0), worth(-1, 2)}}
	lost := Question{Worths: []env.Worth{worth(-1, 2), worth(-1, 6)}} // nothing can be spoilt
	var m Marks
	for _, a := range []struct {
		q      Question
		answer int
	}{{won, 0}, {won, 1}, {won, 2}, {won, 3}, {drawn, 0}, {drawn, 1}, {lost, 0}, {lost, 1}} {
		m.add(a.q, a.q.Worths[a.answer])
	}
	want := Marks{
		All: Tally{8, 5}, Decisive: Tally{6, 3},
		Worth: [3]Tally{{2, 2}, {2, 1}, {4, 2}}, Choices: [3]Tally{{0, 0}, {2, 1}, {4, 2}},
		ToDraw: 1, ToLoss: 1, Delay: 4,
	}
	if m != want {
		t.Errorf("got  %+v\nwant %+v", m, want)
	}
}

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		worth env.Worth
		want  string
	}{{env.Worth{Sign: 1, Plies: 5}, "won in 5"}, {env.Worth{}, "drawn"}, {env.Worth{Sign: -1, Plies: 12}, "lost in 12"}, {env.Worth{Sign: 1}, "won"}} {
		v := VerdictOf(test.worth)
		if v.String() != test.want || v.Plies != test.worth.Plies || v.Worth != (env.Worth{Sign: test.worth.Sign}).String() {
			t.Errorf("%v: got %+v, %s", test.worth, v, v)
		}
	}
}

// What play can reach is counted once, by however many ways it is reached; what has
// no way to it is not.
func TestReachable(t *testing.T) {
	for text, want := range map[string]uint64{
		"a1 > =":                        1,
		"a1 > b2 c1 | b2 > + | c1 > a1": 3,
		"a1 > b2 | b2 > a1 | c1 > a1":   2,
		"a1 > b2 c2 | b2 > d1 | c2 > d1 | d1 > a1 + | e1 > a1": 4,
	} {
		told := 0
		n, err := Reachable(t.Context(), newToy(text), func(Progress) { told++ })
		if err != nil || n != want || told == 0 {
			t.Errorf("%s: %d positions, %v, told %d times; want %d", text, n, err, told, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Reachable(ctx, newToy("a1 > ="), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
