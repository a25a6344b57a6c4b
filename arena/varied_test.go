package arena

import (
	"context"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Agents that always play alike play different games where they vary their openings,
// and one game where they do not; equal seeds play equal games, and they agree with the
// rules and with a plan of them.
func TestAgentsVaryTheirOpenings(t *testing.T) {
	g := game(t, "connect4")
	for _, test := range []struct{ varied, least, most int }{{0, 1, 1}, {2, 2, 12}, {16, 11, 12}} {
		c := &Contest{
			Game: g, A: entrant(t, "alphabeta:2"), B: entrant(t, "alphabeta:2"), Openings: Random(g, 0, seed.New(1)),
			Seed: seed.New(1), Varied: test.varied, Values: true,
		}
		c.A.New, c.B.New = seedless(c.A.New), seedless(c.B.New)
		different := map[string]bool{}
		for i := range 12 {
			one, err := c.Play(context.Background(), i)
			if err != nil {
				t.Fatal(err)
			}
			two, err := c.Play(context.Background(), i)
			if err != nil || formatted(one.Actions) != formatted(two.Actions) {
				t.Errorf("game %d twice: %v and %v, %v", i, one.Actions, two.Actions, err)
			}
			if one.Opening != 0 || len(one.Values) != len(one.Actions) {
				t.Errorf("the agents' own moves count as an opening: %+v", one)
			}
			if err := c.Check(i, one); err != nil {
				t.Error(err)
			}
			different[formatted(one.Actions)] = true
		}
		if n := len(different); n < test.least || n > test.most {
			t.Errorf("varied in %d plies: %d different games of 12, want %d to %d", test.varied, n, test.least, test.most)
		}
	}
}

// seedless makes agents that all have one seed.
func seedless(make func(env.Game, seed.Seed) (env.Agent, error)) func(env.Game, seed.Seed) (env.Agent, error) {
	return func(g env.Game, _ seed.Seed) (env.Agent, error) { return make(g, seed.New(1)) }
}
