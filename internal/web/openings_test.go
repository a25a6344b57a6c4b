package web

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// played is a game at random.
type played struct {
	actions []env.Action
	result  env.Result
}

func random(g env.Game, rng *rand.Rand) (p played) {
	s := g.New(0)
	for ply := 0; s.Result() == env.Ongoing && !env.Truncated(s, ply, g.Spec().MaxPly); ply++ {
		legal := s.Legal(nil)
		p.actions = append(p.actions, legal[rng.IntN(len(legal))])
		s.Play(p.actions[ply])
	}
	p.result = s.Result()
	return p
}

func game(_ testing.TB, name string) env.Game { return games.Must(name) }

// slowly counts, in all games, what follows the position of a key.
func slowly(g env.Game, all []played, key uint64) map[env.Action]outcomes {
	found := map[env.Action]outcomes{}
	for _, p := range all {
		s := g.New(0)
		for _, a := range p.actions[:min(indexedPlies, len(p.actions))] {
			if s.Key() == key {
				r := found[a]
				r.count(p.result)
				found[a] = r
			}
			s.Play(a)
		}
	}
	return found
}

// What is counted is what a search through all games finds, transpositions included;
// the most frequent move comes first.
func TestIndexCounts(t *testing.T) {
	for _, name := range []string{"tictactoe", "celta", "cetro-5x5"} {
		g, rng := game(t, name), rand.New(rand.NewPCG(1, 2))
		var x openings
		var all []played
		for range 200 {
			p := random(g, rng)
			all = append(all, p)
			x.Add(g.New(0), p.actions, p.result)
		}
		s := g.New(0)
		for _, a := range all[0].actions[:3] {
			want := slowly(g, all, s.Key())
			got := map[env.Action]outcomes{}
			last := uint32(1 << 31)
			for _, m := range x.Look(s.Key()) {
				if got[m.Action] = m.outcomes; m.N() > last {
					t.Errorf("%s: %d games after %d", name, m.N(), last)
				}
				last = m.N()
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %v, want %v", name, got, want)
			}
			s.Play(a)
		}
		if x.Games != 200 || x.Rare != 0 || x.Look(12345) != nil {
			t.Errorf("%s: %d games, rare %d", name, x.Games, x.Rare)
		}
	}
}

// A full index drops what was met rarely, keeps all that was met often, and does not
// depend on the order of a map.
func TestIndexIsBounded(t *testing.T) {
	g := game(t, "celta")
	fill := func() (*openings, uint32) {
		rng, x, most := rand.New(rand.NewPCG(3, 4)), &openings{most: 2000}, 0
		for range 300 {
			p := random(g, rng)
			x.Add(g.New(0), p.actions, p.result)
			most = max(most, len(x.moves))
		}
		if most > 2000 {
			t.Errorf("it held %d moves, want at most 2000", most)
		}
		total := uint32(0)
		for _, m := range x.Look(g.New(0).Key()) {
			total += m.N()
		}
		return x, total
	}
	x, total := fill()
	if x.Rare == 0 || total != 300 {
		t.Errorf("rare %d; %d games from the start, want 300", x.Rare, total)
	}
	y, _ := fill()
	for key := range x.first {
		if !reflect.DeepEqual(x.Look(key), y.Look(key)) {
			t.Fatal("two indexes of the same games differ")
		}
	}
	if len(x.first) != len(y.first) || x.Rare != y.Rare {
		t.Error("two indexes of the same games keep other positions")
	}
}

// Only that many plies are counted.
func TestIndexStopsEarly(t *testing.T) {
	g := game(t, "celta")
	p := played{result: env.Ongoing}
	for rng := rand.New(rand.NewPCG(5, 6)); len(p.actions) <= indexedPlies; {
		p = random(g, rng)
	}
	var x openings
	x.Add(g.New(0), p.actions, p.result)
	if len(x.moves) > indexedPlies {
		t.Errorf("%d plies are counted, want %d", len(x.moves), indexedPlies)
	}
}

// A full index takes the memory that it says.
func BenchmarkFull(b *testing.B) {
	g, rng := game(b, "celta"), rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		x := &openings{}
		for x.Rare == 0 && len(x.moves) < mostIndexed-indexedPlies {
			p := random(g, rng)
			x.Add(g.New(0), p.actions, p.result)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
		b.ReportMetric(float64(x.Games), "games")
		runtime.KeepAlive(x)
	}
}
