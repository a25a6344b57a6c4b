package race

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Numbers of games by length. Those of cetro come from a third program, written
// for the same rules; the second rule book counts the first four of the others.
func TestCetroPerft(t *testing.T) {
	for _, test := range []struct {
		game string
		want []uint64
	}{
		{"cetro", []uint64{6, 72, 960, 12176, 171660, 2441816}},
		{"cetro:demand=none", []uint64{6, 36, 276, 2098, 18250, 156104}},
		{"cetro:demand=always", []uint64{6, 36, 204, 1138, 6262, 32406}},
		{"cetro:demand=veto", []uint64{6, 36, 276, 1690, 12310, 76728}},
		{"cetro-5x5", []uint64{4, 16, 68, 250, 586, 1278}},
		{"cetro-5x5:demand=veto", []uint64{4, 10, 26, 70, 140, 286}},
		{"cetro-5x7", []uint64{4, 32, 240, 1740, 11268, 68128}},
		{"cetro-5x7:demand=veto", []uint64{4, 16, 72, 264, 1028, 3240}},
		{"cetro-7x7", []uint64{6, 72, 840, 9456, 101216, 1072812}},
	} {
		for i, want := range test.want {
			if got := env.Perft(start(t, test.game), i+1); got != want {
				t.Errorf("%s: perft %d: got %d, want %d", test.game, i+1, got, want)
			}
		}
		for depth, want := range test.want[:4] {
			if got := newSlow(game(t, test.game).rules).perft(depth + 1); got != want {
				t.Errorf("%s: second book, perft %d: got %d, want %d", test.game, depth+1, got, want)
			}
		}
	}
}

// testdata/vectors.tsv holds positions of random games with their moves and
// perft 1 to 3, written by that third program.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile("testdata/vectors.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[0][0] == '#' {
			continue
		}
		g := game(t, "cetro:demand="+f[0])
		s, err := g.ParsePosition(f[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, fact := range []struct{ what, got, want string }{
			{"position", g.Position(s), f[1]},
			{"moves", strings.Join(legalTexts(s), " "), f[2]},
			{"perft 1", fmt.Sprint(env.Perft(s, 1)), f[3]},
			{"perft 2", fmt.Sprint(env.Perft(s, 2)), f[4]},
			{"perft 3", fmt.Sprint(env.Perft(s, 3)), f[5]},
		} {
			if fact.got != fact.want {
				t.Errorf("%s %s: %s\ngot  %s\nwant %s", f[0], f[1], fact.what, fact.got, fact.want)
			}
		}
		n++
	}
	if n != 180 {
		t.Errorf("%d vectors, want 180", n)
	}
}

// Random play from the start, game after game: asking for the legal moves,
// choosing one, playing it.
func BenchmarkCetro(b *testing.B) {
	for _, name := range []string{"cetro", "cetro:demand=none", "cetro:demand=always", "cetro:demand=veto", "cetro-5x7"} {
		b.Run(name, func(b *testing.B) {
			first := start(b, name)
			s := first.Copy(nil)
			legal := make([]env.Action, 0, first.game.spec.Actions)
			rng := seed.New(1).Rand()
			b.ReportAllocs()
			for b.Loop() {
				legal = s.Legal(legal[:0])
				if len(legal) == 0 || s.(*State).ply == first.game.law.cap {
					s = first.Copy(s)
					legal = s.Legal(legal[:0])
				}
				s.Play(legal[rng.IntN(len(legal))])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, name := range []string{"cetro", "cetro:demand=none", "cetro:demand=always", "cetro:demand=veto"} {
		b.Run(name, func(b *testing.B) {
			s, nodes := start(b, name), uint64(0)
			for b.Loop() {
				nodes += env.Perft(s, 5)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func BenchmarkObserve(b *testing.B) {
	s := must(b, start(b, "cetro"), "b2-d4 f8-d6 d2-f4")
	planes := make([]float32, s.game.spec.Size())
	for b.Loop() {
		s.Observe(planes)
	}
}

// The copy of a position in the middle of a game.
func BenchmarkCopy(b *testing.B) {
	s, rng := start(b, "cetro"), seed.New(1).Rand()
	for s.ply < 120 {
		legal := s.Legal(nil)
		s.Play(legal[rng.IntN(len(legal))])
	}
	c := s.Copy(nil)
	for b.Loop() {
		c = s.Copy(c)
	}
}
