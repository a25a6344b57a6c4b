package selfplay

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/internal/seed"
)

func game(t *testing.T, name string) env.Game {
	t.Helper()
	g, err := games.Make(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// after returns the position after the given moves.
func after(t *testing.T, g env.Game, moves ...string) env.State {
	t.Helper()
	s := g.New(0)
	for _, m := range moves {
		a, err := env.Parse(s, m)
		if err != nil {
			t.Fatal(err)
		}
		s.Play(a)
	}
	return s
}

func act(t *testing.T, a env.Agent, s env.State) env.Decision {
	t.Helper()
	before := s.String()
	d, err := a.Act(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if s.String() != before {
		t.Fatalf("the agent changed the position:\n%s\nto\n%s", before, s)
	}
	if !slices.Contains(s.Legal(nil), d.Action) {
		t.Fatalf("the agent chose the illegal action %d in\n%s", d.Action, s)
	}
	return d
}

func TestGreedyTakesAWinAndStopsOne(t *testing.T) {
	g := game(t, "connect4")
	for _, tt := range []struct {
		name  string
		moves string
		want  []string
	}{
		{"three in a column are made four", "a b a b a b", []string{"a"}},
		{"three in a column of theirs are stopped", "a b a c a", []string{"a"}},
		{"its own win comes before stopping theirs", "a b a b a b", []string{"a"}},
	} {
		s := after(t, g, columns(g, tt.moves)...)
		for i := range 20 {
			d := act(t, Greedy(seed.New(uint64(i)).Rand()), s)
			if got := s.Format(d.Action); !isOneOf(got, columns(g, strings.Join(tt.want, " "))) {
				t.Errorf("%s: got %s, want %v in\n%s", tt.name, got, tt.want, s)
			}
		}
	}
}

// columns turns the letters of connect four's columns into its moves' texts.
func columns(g env.Game, letters string) (moves []string) {
	start := g.New(0)
	for _, l := range strings.Fields(letters) {
		moves = append(moves, start.Format(env.Action(l[0]-'a')))
	}
	return moves
}

func isOneOf(s string, list []string) bool {
	for _, l := range list {
		if s == l {
			return true
		}
	}
	return false
}

func TestRandomPlaysEveryMoveAlike(t *testing.T) {
	s := game(t, "tictactoe").New(0)
	a, count := Random(seed.New(1).Rand()), map[env.Action]int{}
	const each = 1000
	for range 9 * each {
		count[act(t, a, s).Action]++
	}
	for m, n := range count {
		if n < each*85/100 || n > each*115/100 {
			t.Errorf("action %d was chosen %d times of %d, want about %d", m, n, 9*each, each)
		}
	}
	if len(count) != 9 {
		t.Errorf("%d different moves, want 9", len(count))
	}
}

func TestParseEntrant(t *testing.T) {
	g := game(t, "tictactoe")
	for _, name := range []string{"random", "greedy", "mcts:10", "alphabeta:3", "mcts:5ms", "alphabeta:5ms"} {
		e, err := ParseEntrant(name, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		agent, err := e.New(g, seed.New(1))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		act(t, agent, g.New(0))
	}
	for name, want := range map[string]string{
		"gredy":     `did you mean "greedy"`,
		"":          "unknown agent",
		"mcts":      "not a whole number",
		"mcts:-1":   "not a whole number",
		"mcts:x":    "not a whole number",
		"mcts:1e99": "not a whole number from 1 to 1000000",

		"mcts:1000001":         "not a whole number from 1 to 1000000",
		"champion:99999999999": "not a whole number from 0 to 1000000",
		"ckpt:a@1000001":       "not a whole number from 0 to 1000000",
		"alphabeta:65":         "not a whole number from 1 to 64",

		"random:3":   "takes no number",
		"greedy:1s":  "takes no number",
		"mcts:-5ms":  "not a whole number",
		"100ms":      "unknown agent",
		"ckpt:":      "which checkpoint",
		"ckpt:a@b":   "not a whole number",
		"int8:":      "which checkpoint? want int8:PATH@N",
		"int8:a@b":   "not a whole number",
		"alphabeta:": "not a whole number",
	} {
		if _, err := ParseEntrant(name, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", name, err, want)
		}
	}
}

// TestNetworksAreAskedForByName: what a loader hears of an agent's name.
func TestNetworksAreAskedForByName(t *testing.T) {
	for name, want := range map[string]string{
		"net": "", "net:8": "", "ckpt:runs/celta": "runs/celta", "ckpt:a@b@3": "a@b",
		"net:5ms": "", "ckpt:a@b@30ms": "a@b", "champion:1s": Champion,
		"int8:runs/celta@3": Int8 + "runs/celta", "int8:runs/celta": Int8 + "runs/celta",
	} {
		asked := errors.New("asked")
		e, err := ParseEntrant(name, func(path string, _ env.Game) (Net, error) {
			if path != want {
				t.Errorf("%s: asked for %q, want %q", name, path, want)
			}
			return Net{}, asked
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := e.New(game(t, "tictactoe"), seed.New(1)); !errors.Is(err, asked) {
			t.Errorf("%s: error %v, want the loader's", name, err)
		}
	}
}
