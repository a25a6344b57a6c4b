package proof

import (
	"math/rand/v2"
	"testing"
)

// A table that is used at random answers as a map does, or not at all: never with
// what it was not told last, never twice about one position.
func TestTableIsAMapThatForgets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var tab table
	tab.grow(64)
	tab.forget()
	told, kept := map[uint64]entry{}, 0
	for step := range 20_000 {
		key := uint64(rng.IntN(200)) * 0x9e3779b97f4a7c15
		switch {
		case step%4000 == 3999:
			tab.forget()
			clear(told)
		case step%500 == 499:
			tab.turn++
		case rng.IntN(2) == 0:
			e := entry{key: key, pn: rng.Uint32N(9), dn: rng.Uint32N(9), work: 1 + rng.Uint32N(100)}
			tab.put(e)
			e.turn = tab.turn
			told[key] = e
			if got := tab.find(key); got == nil || *got != e {
				t.Fatalf("step %d: just told %+v, found %+v", step, e, got)
			}
		default:
			got := tab.find(key)
			if want, ok := told[key]; got != nil && (!ok || *got != want) {
				t.Fatalf("step %d: found %+v, was told %+v (%v)", step, *got, want, ok)
			}
		}
		places := map[uint64]int{}
		for _, e := range tab.entries {
			if tab.holds(&e) {
				if places[e.key]++; places[e.key] > 1 {
					t.Fatalf("step %d: two entries of one position", step)
				}
				kept++
			}
		}
	}
	if kept < 20_000*40 {
		t.Errorf("%d entries kept on average, want most of 64 places in use", kept/20_000)
	}
}

// In a full bucket who cost the least gives way, and first of all what is of an
// earlier question.
func TestLeastWorkGivesWay(t *testing.T) {
	var tab table
	tab.grow(ways) // one bucket
	tab.forget()
	for i, work := range []uint32{50, 20, 90, 70} {
		tab.put(entry{key: uint64(i), work: work})
	}
	tab.put(entry{key: 10, work: 1})
	if tab.find(1) != nil || tab.find(10) == nil {
		t.Error("want the entry with the least work gone")
	}
	tab.turn++
	for _, key := range []uint64{0, 2, 3} {
		tab.put(entry{key: key, work: 5})
	}
	tab.put(entry{key: 11, work: 1})
	for key, want := range map[uint64]bool{0: true, 2: true, 3: true, 10: false, 11: true} {
		if got := tab.find(key) != nil; got != want {
			t.Errorf("entry %d kept: %v, want %v: the one of the earlier question goes", key, got, want)
		}
	}
}

// A table that grows keeps what it holds, and when each was written.
func TestGrowingKeepsEntries(t *testing.T) {
	var tab table
	tab.grow(ways)
	tab.forget()
	for i := range uint64(ways) {
		tab.turn++
		tab.put(entry{key: i << 8, work: 1 + uint32(i)})
	}
	before := tab.turn
	tab.grow(64)
	if len(tab.entries) != 64 {
		t.Fatalf("%d entries, want 64", len(tab.entries))
	}
	for i := range uint64(ways) {
		if e := tab.find(i << 8); e == nil || e.work != 1+uint32(i) || e.turn != before-ways+1+uint32(i) {
			t.Errorf("entry %d: %+v", i, e)
		}
	}
	tab.grow(16)
	if len(tab.entries) != 64 {
		t.Errorf("shrank to %d entries", len(tab.entries))
	}
}
