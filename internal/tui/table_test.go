package tui

import (
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/seed"
)

// Agents with a network vary the opening against people, and only there.
func TestPlayVariety(t *testing.T) {
	g, err := games.Make("connect4")
	if err != nil {
		t.Fatal(err)
	}
	moves := []env.MoveStats{{Action: 3, Visits: 50}, {Action: 2, Visits: 50}}
	chosen := func(varies, watching bool, seeds uint64) map[env.Action]bool {
		all := map[env.Action]bool{}
		for n := range seeds {
			sheet, err := record.NewSheet(g, record.New(g, 0))
			if err != nil {
				t.Fatal(err)
			}
			tb := &Table{game: g, sheet: sheet, seed: seed.New(n), varies: [2]bool{varies, varies}}
			tb.agents[env.First] = agent.Random(nil)
			if watching {
				tb.agents[env.Second] = agent.Random(nil)
			}
			all[tb.choose(env.Decision{Action: 3, Moves: moves})] = true
		}
		return all
	}
	if got := chosen(true, false, 20); len(got) != 2 {
		t.Errorf("against a person: %v, want both moves", got)
	}
	for name, got := range map[string]map[env.Action]bool{"between agents": chosen(true, true, 20), "without a network": chosen(false, false, 20)} {
		if len(got) != 1 || !got[3] {
			t.Errorf("%s: %v, want the best move alone", name, got)
		}
	}
}
