package seed

import (
	"fmt"
	"testing"
)

// Runs are repeated from their seed, and resumed: these numbers never change.
func TestFrozen(t *testing.T) {
	for _, row := range []struct {
		name          string
		s             Seed
		number, first uint64 // Uint64, and the first of Rand
	}{
		{`New(0)`, New(0), 0x65a86878b1710362, 0x7319d8437c26ed3e},
		{`New(7)`, New(7), 0xca781e1dffe6c046, 0x203fe0145af70a58},
		{`New(7).At("game", 12)`, New(7).At("game", 12), 0xb0a2962599533c1c, 0x1dfa786072ffb06b},
		{`New(7).At("game", 12).At("ply", 3)`, New(7).At("game", 12).At("ply", 3), 0xd8038844cecfef03, 0x7b3ade3ab93ae617},
		{`New(7).At("game", -1)`, New(7).At("game", -1), 0x109cb559f5edc275, 0xbee06265000ead55},
		{`New(1<<64-1).At("", 0)`, New(1<<64-1).At("", 0), 0x2aa110e58b5eef5f, 0xdb15a0ece96ec4f9},
	} {
		if got := row.s.Uint64(); got != row.number {
			t.Errorf("%s: got %#x, want %#x", row.name, got, row.number)
		}
		if got := row.s.Rand().Uint64(); got != row.first {
			t.Errorf("%s: the stream begins with %#x, want %#x", row.name, got, row.first)
		}
	}
}

// A stream belongs to its whole path: root, names, indices and their order.
func TestPathsDiffer(t *testing.T) {
	met := map[uint64]string{}
	add := func(path string, s Seed) {
		first := s.Rand().Uint64()
		if other, ok := met[first]; ok {
			t.Errorf("%s and %s are one stream", path, other)
		}
		met[first] = path
	}
	for root := range uint64(10) {
		add(fmt.Sprint(root), New(root))
		for _, name := range []string{"", "a", "b", "ab", "ba", "game", "games", "ply"} {
			for i := range 50 {
				add(fmt.Sprint(root, name, i), New(root).At(name, i))
				add(fmt.Sprint(root, name, i, "a 0"), New(root).At(name, i).At("a", 0))
				add(fmt.Sprint(root, " z 0 ", name, i), New(root).At("z", 0).At(name, i))
			}
		}
	}
}

// It does not matter who asked before, or how often.
func TestAskingChangesNothing(t *testing.T) {
	s := New(7)
	want := s.At("game", 3).Rand().Uint64()
	s.At("game", 2).Rand().Uint64()
	rng := s.At("game", 3).Rand()
	if got := rng.Uint64(); got != want {
		t.Errorf("got %#x, want %#x", got, want)
	}
	if again := s.At("game", 3).Rand(); again.Uint64() != want || again.Uint64() != rng.Uint64() {
		t.Error("two generators of one stream go different ways")
	}
}
