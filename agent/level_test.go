package agent

import (
	"testing"

	"ludens/analysis"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
)

// otherMoves counts the first moves, by 12 seeds, of agents and movers that are not the best
// of their search.
func otherMoves(t *testing.T, text string) (agents, movers int) {
	t.Helper()
	g := games.Must("connect4")
	spec, err := ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	think := func(a analysis.Analyst, err error) analysis.Report {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Analyse(t.Context(), g.New(0), analysis.Limits{}, nil)
		if err != nil || r.Moves[0].Line[0] != r.Best() || len(r.Moves) != 7 {
			t.Fatalf("%s: %+v, %v", text, r, err)
		}
		return r
	}
	for i := range uint64(12) {
		best := think(spec.Analyst(g, nil, seed.New(i))).Best()
		m, err := spec.Mover(g, nil, seed.New(i))
		first, second := think(m, err), think(m, err)
		if first.Best() != second.Best() {
			t.Errorf("%s: a mover plays %d and then %d in the same position", text, first.Best(), second.Best())
		}
		if first.Best() != best {
			movers++
		}
		a, err := spec.Entrant(nil).New(g, seed.New(i))
		if err != nil {
			t.Fatal(err)
		}
		if d := act(t, a, g.New(0)); d.Action != best {
			agents++
		}
	}
	return agents, movers
}

// With a temperature an agent draws its move, also for other programs; with 0, or without one,
// it plays the best of its search.
func TestTemperature(t *testing.T) {
	for text, least := range map[string]int{"mcts:60": 0, "mcts:60+temperature=0": 0, "mcts:60+temperature=30": 4} {
		agents, movers := otherMoves(t, text)
		if least == 0 && agents+movers > 0 || agents < least || movers < least {
			t.Errorf("%s: %d of 12 agents and %d of 12 movers play another move than the best, want %d or more", text, agents, movers, least)
		}
	}
}

// A level is the champion with the level's search and temperature, and keeps to its
// simulations under a clock.
func TestLevel(t *testing.T) {
	for i, l := range Levels {
		s := Spec{Source: Source{Kind: "champion"}, Budget: l.Simulations, Level: i + 1}
		if temperature, drawn := s.Temperature(); !drawn || temperature != l.Temperature {
			t.Errorf("level %d has temperature %v, %v, want %v", i+1, temperature, drawn, l.Temperature)
		}
		if c, err := s.searching(mcts.Defaults()); err != nil || c.Search.Root != "puct" || c.Search.Simulations != l.Simulations {
			t.Errorf("level %d searches by %+v, %v", i+1, c, err)
		}
		if got := s.Varies(); got != (l.Temperature == 0) {
			t.Errorf("level %d varies its openings: %v", i+1, got)
		}
	}
	g := games.Must("connect4")
	s := Spec{Source: Source{Kind: "mcts"}, Budget: 4, Level: 6} // its search, of random playouts
	m, err := s.Mover(g, nil, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, limits := range []analysis.Limits{{}, {Time: 20_000_000}, {Simulations: 500}} {
		if r, err := m.Analyse(t.Context(), g.New(0), limits, nil); err != nil || r.Simulations > 4 {
			t.Errorf("with %+v a level of 4 simulations makes %d, %v", limits, r.Simulations, err)
		}
	}
}
