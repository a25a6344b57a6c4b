package alphabeta

import (
	"testing"
	"unsafe"

	"ludens/env"
	"ludens/env/seed"
)

// Growing loses little, and stops at its limit.
func TestTableGrows(t *testing.T) {
	table := newTable(4)
	start, rng := len(table.buckets), seed.New(1).Rand()
	var kept []bound
	for range 4 * start {
		b := bound{key: rng.Uint64(), value: rng.Float32(), best: env.Action(rng.IntN(99)), depth: int8(rng.IntN(9)), kind: exact}
		table.store(b)
		kept = append(kept, b)
	}
	if len(table.buckets) <= start {
		t.Fatalf("%d buckets after %d positions", len(table.buckets), len(kept))
	}
	lost := 0
	for _, b := range kept {
		if found := table.find(b.key); found.kind == unknown {
			lost++
		} else if found != b {
			t.Fatalf("got %+v, want %+v", found, b)
		}
	}
	if lost > len(kept)/5 {
		t.Errorf("%d of %d positions are lost", lost, len(kept))
	}
	for range 1 << 19 {
		table.store(bound{key: rng.Uint64(), kind: exact})
	}
	if size := len(table.buckets) * int(unsafe.Sizeof(bucket{})); size > 4<<20 || size <= 2<<20 {
		t.Errorf("%d bytes, want at most four megabytes and more than two", size)
	}
}

// A bucket keeps what was searched deepest, and the latest; the next search may
// replace what was deep in the one before.
func TestTableKeepsTheDeepest(t *testing.T) {
	table := newTable(1)
	at := func(n int, depth int8) bound {
		return bound{key: uint64(n) << 32, depth: depth, kind: atLeast}
	}
	for n, depth := range []int8{3, 9, 1, 2} {
		table.store(at(n, depth))
	}
	for n, want := range []bool{false, true, false, true} {
		if got := table.find(uint64(n)<<32).kind != unknown; got != want {
			t.Errorf("position %d: there %v, want %v", n, got, want)
		}
	}
	table.begin()
	table.store(at(4, 1))
	table.store(at(5, 0))
	for n, want := range map[int]bool{4: true, 5: true, 1: false} {
		if got := table.find(uint64(n)<<32).kind != unknown; got != want {
			t.Errorf("position %d in the next search: there %v, want %v", n, got, want)
		}
	}
	if b := table.find(77); b.kind != unknown || b.best != nothing {
		t.Errorf("a position never met: %+v", b)
	}
}

// A win counted from ply 3 is as many plies away wherever the position is met.
func TestWinsAreCountedFromThePosition(t *testing.T) {
	v := ending(env.FirstWins, env.First, 8) // met at ply 3: in five plies
	if got, want := fromTable(toTable(v, 3), 1), ending(env.FirstWins, env.First, 6); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := fromTable(toTable(-v, 3), 1), ending(env.SecondWins, env.First, 6); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := fromTable(toTable(0.25, 3), 1); got != 0.25 {
		t.Errorf("an estimate: got %v, want 0.25", got)
	}
}
