package protocol

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

// players opens agents that need no network.
func players(text string, g env.Game) (Player, error) {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return Player{}, err
	}
	none := func(agent.Source, env.Game) (agent.Trained, error) {
		return agent.Trained{}, errors.New("no networks here")
	}
	a, err := spec.Analyst(g, none, seed.New(0))
	return Player{
		Analyst: a, Searches: spec.HasTree(),
		Agent: func(at seed.Seed) (env.Agent, error) { return spec.Entrant(none).New(g, at) },
	}, err
}

// An agent answers about a row as it does about the position, and plays what it answers.
func TestPlayersOfEpisodes(t *testing.T) {
	g := games.Must("tictactoe")
	l := &learner{t, NewEpisodes(g, Doors{Player: players})}
	l.view(`{"do":"reset","seeds":[1]}`)
	for _, a := range []string{"0", "3", "1", "4"} { // first wins with 2
		l.view(`{"do":"step","actions":[` + a + `]}`)
	}
	p, err := players("mcts:200", g)
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.Analyse(t.Context(), l.episodes.rows[0].state, analysis.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got gymThought
	l.ask(`{"do":"think","agent":"mcts:200"}`, &got)
	if len(got.Moves) != len(want.Moves) || got.Value != want.Value || got.Moves[0].Action != want.Best() ||
		got.Moves[0].Visits != want.Moves[0].Visits || !slices.Equal(got.Moves[0].Line, want.Moves[0].Line) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got.Proof != "first wins" {
		t.Errorf("a win at once is told as %q", got.Proof)
	}
	for _, who := range []string{"mcts:200", "alphabeta:2", "greedy"} {
		if got := l.ask(`{"do":"act","agent":"`+who+`"}`, nil); got != `{"actions":[2]}` {
			t.Errorf("%s does not win at once: %s", who, got)
		}
	}
}

// A draw depends on how the episode began and on its length alone.
func TestPlayersDrawAlike(t *testing.T) {
	g := games.Must("tictactoe")
	l := &learner{t, NewEpisodes(g, Doors{Player: players})}
	l.view(`{"do":"reset","seeds":[1,1,2,3,4,5,6,7]}`)
	for _, order := range []string{
		`{"do":"act","agent":"random","rows":[0,1,2,3,4,5,6,7]}`,
		`{"do":"act","agent":"mcts:50","temperature":5,"rows":[0,1,2,3,4,5,6,7]}`,
	} {
		var one, two struct{ Actions []int }
		l.ask(order, &one)
		l.ask(order, &two)
		if !slices.Equal(one.Actions, two.Actions) || one.Actions[0] != one.Actions[1] {
			t.Errorf("%s: %v and %v", order, one, two)
		}
		if slices.Max(one.Actions) == slices.Min(one.Actions) {
			t.Errorf("%s: seven seeds, one action: %v", order, one)
		}
	}
}

func TestPlayersRefused(t *testing.T) {
	g := games.Must("tictactoe")
	l := &learner{t, NewEpisodes(g, Doors{Player: players})}
	l.view(`{"do":"reset","seeds":[1]}`)
	for _, order := range []string{
		`{"do":"act","agent":"nobody"}`, `{"do":"act","agent":"random","temperature":-1}`, `{"do":"act","agent":"random","rows":[1]}`,
		`{"do":"network","agent":"random"}`, `{"do":"think","agent":"random","seconds":-1}`, `{"do":"think","agent":"mcts:9","row":-1}`,
	} {
		var a struct{ Error string }
		if l.ask(order, &a); a.Error == "" {
			t.Errorf("%s is obeyed", order)
		}
	}
	l.episodes.doors.Player = nil
	if got := l.ask(`{"do":"act","agent":"greedy"}`, nil); got != `{"error":"agent: there are none here"}` {
		t.Error(got)
	}
	if !json.Valid([]byte(l.ask(`{"do":"save"}`, nil))) {
		t.Error("no JSON")
	}
}
