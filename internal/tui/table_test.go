package tui

import (
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/seed"
)

// Agents with a network vary the opening against people, and only there.
func TestPlayVariety(t *testing.T) {
	g := games.Must("connect4")
	moves := []env.MoveStats{{Action: 3, Policy: 0.5}, {Action: 2, Policy: 0.5}}
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

// The sides can be named and drawn as in the source, from the start or by a word.
func TestNamesOfTheSource(t *testing.T) {
	g := games.Must("celta")
	for _, c := range []struct {
		source bool
		typed  string
		want   []string
	}{
		{true, "d5c5\nquit\n", []string{"first   Negros", "Negros to move", "Rojos> ", "Rojos to move"}},
		{false, "names source\nnames\nnames french\nquit\n", []string{"first   king's side", "king's side to move", "Negros to move", "Negros> ", "names of what?"}},
	} {
		sheet, err := record.NewSheet(g, record.Record{Game: "celta"})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		table, err := NewTable(Game{Rules: g, Sheet: sheet, Source: c.source}, &out)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Play(t.Context(), strings.NewReader(c.typed)); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("it says\n%s\nwant %q in it", out.String(), want)
			}
		}
	}
}
