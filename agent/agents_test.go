package agent

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/mcts"
)

func game(_ testing.TB, name string) env.Game { return games.Must(name) }

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

func TestParse(t *testing.T) {
	g := game(t, "tictactoe")
	for _, name := range []string{"random", "greedy", "mcts:10", "alphabeta:3", "mcts:5ms", "alphabeta:5ms"} {
		e, err := Parse(name, nil)
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
		"mcts":      "want a whole number from 1 to 1000000, or a time, as in mcts:100ms",
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
		"alphabeta:": "want a whole number from 1 to 64, or a time, as in alphabeta:100ms",
	} {
		if _, err := Parse(name, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", name, err, want)
		}
	}
}

// TestNetworksAreAskedForByName: what a loader hears of an agent's name.
func TestNetworksAreAskedForByName(t *testing.T) {
	for name, want := range map[string]Source{
		"net": {Kind: "net"}, "net:8": {Kind: "net"}, "ckpt:runs/celta": {Kind: "ckpt", Path: "runs/celta"}, "ckpt:a@b@3": {Kind: "ckpt", Path: "a@b"},
		"net:5ms": {Kind: "net"}, "ckpt:a@b@30ms+anyway=yes": {Kind: "ckpt", Path: "a@b", Anyway: true}, "champion:1s": {Kind: "champion"},
		"int8:runs/celta@3": {Kind: "int8", Path: "runs/celta"}, "champion+of=celta": {Kind: "champion", Of: "celta"},
	} {
		asked := errors.New("asked")
		e, err := Parse(name, func(from Source, _ env.Game) (Trained, error) {
			if from.Kind == fits {
				return Trained{}, nil
			}
			if from != want {
				t.Errorf("%s: asked for %+v, want %+v", name, from, want)
			}
			return Trained{}, asked
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

// Greedy is held against its own words, read slowly: of the moves with the best
// rank it makes one of those with the best score, and each of them now and then.
func TestGreedyIsTheBestAtOnePly(t *testing.T) {
	for _, name := range []string{"connect4", "celta", "cetro-5x5", "cetran2", "tictactoe"} {
		g := game(t, name)
		rng := seed.New(4).At(name, 0).Rand()
		for n := range 12 {
			s := g.New(uint64(n))
			for range 5 + 6*n {
				if legal := s.Legal(nil); len(legal) > 0 {
					s.Play(legal[rng.IntN(len(legal))])
				}
			}
			legal := s.Legal(nil)
			if len(legal) == 0 {
				continue
			}
			top, best := [2]float64{-1, 0}, map[env.Action]bool{}
			for _, a := range legal {
				v := atOnePly(s, a)
				if v[0] > top[0] || v[0] == top[0] && v[1] > top[1] {
					top, best = v, map[env.Action]bool{}
				}
				if v == top {
					best[a] = true
				}
			}
			chosen := map[env.Action]bool{}
			for i := range 12 {
				d := act(t, Greedy(seed.New(uint64(i)).Rand()), s)
				if chosen[d.Action] = true; !best[d.Action] {
					t.Fatalf("%s: %s is not among the best moves (%v) of\n%s", name, s.Format(d.Action), atOnePly(s, d.Action), s)
				}
			}
			if len(best) > 1 && len(chosen) == 1 {
				t.Errorf("%s: always the same of %d equal moves of\n%s", name, len(best), s)
			}
		}
	}
}

// atOnePly returns what a move is worth to its mover: 3 for a win, 2 for what goes
// on or draws, 1 if it can be answered by a win, 0 if it loses; then the score.
func atOnePly(s env.State, a env.Action) [2]float64 {
	me, after := s.ToMove(), s.Copy(nil)
	after.Play(a)
	if r := after.Result(); r != env.Ongoing {
		return [2]float64{map[float32]float64{1: 3, 0: 2, -1: 0}[r.For(me)], 0}
	}
	score := float64(0)
	if scored, ok := after.(env.Scored); ok {
		score = float64(scored.Score(me))
	}
	for _, b := range after.Legal(nil) {
		reply := after.Copy(nil)
		reply.Play(b)
		if after.ToMove() != me && reply.Result().For(me) == -1 {
			return [2]float64{1, score}
		}
	}
	return [2]float64{2, score}
}

// visits returns how often a decision's moves were visited in all.
func visits(d env.Decision) (n int) {
	for _, m := range d.Moves {
		n += m.Visits
	}
	return n
}

// A searcher goes on from what it has seen where a game goes on, and begins anew
// where another one begins.
func TestSearcherKeepsItsTree(t *testing.T) {
	g := game(t, "connect4")
	const simulations = 200
	fresh := func(s env.State) env.Decision {
		a, err := Playouts(g, simulations, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		return act(t, a, s)
	}
	agent, err := Playouts(g, simulations, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	s := g.New(0)
	first := act(t, agent, s)
	if got, want := visits(first), visits(fresh(s)); got != want {
		t.Fatalf("%d visits at first, want %d", got, want)
	}
	s.Play(first.Action)
	s.Play(first.Line[1]) // the reply that was looked at most
	if got, without := visits(act(t, agent, s)), visits(fresh(s)); got <= without {
		t.Errorf("%d visits after the expected reply, %d without a tree: nothing was kept", got, without)
	}
	other := after(t, g, columns(g, "c e c e")...)
	if got, want := visits(act(t, agent, other)), visits(fresh(other)); got != want {
		t.Errorf("%d visits in another game, want %d as of a new tree", got, want)
	}
}

func TestAgentsThatCannotBe(t *testing.T) {
	g := game(t, "connect4")
	if _, err := Playouts(g, -1, seed.New(1)); err == nil || !strings.Contains(err.Error(), "simulations = -1") {
		t.Errorf("error %v, want one about simulations = -1", err)
	}
	failing := errors.New("no network")
	two := analysis.Simulations(10)
	two.Threads = 2
	for name, cfg := range map[string]analysis.Config{"one thread": analysis.Simulations(10), "two threads": two} {
		a, err := Searcher(g, failingEvaluator{failing}, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Act(context.Background(), g.New(0)); !errors.Is(err, failing) {
			t.Errorf("%s: error %v, want the evaluator's", name, err)
		}
	}
	if _, err := Instinct(failingEvaluator{failing}).Act(context.Background(), g.New(0)); !errors.Is(err, failing) {
		t.Errorf("without a search: error %v, want the evaluator's", err)
	}
}

type failingEvaluator struct{ err error }

func (e failingEvaluator) Evaluate(context.Context, []mcts.Leaf) error { return e.err }

// fixed is an evaluator of known priors.
type fixed struct{}

func (fixed) Evaluate(_ context.Context, leaves []mcts.Leaf) error {
	for i := range leaves {
		for j := range leaves[i].Prior {
			leaves[i].Prior[j] = float32([]int{2, 7, 1, 7, 0, 3, 5}[j]) / 25
		}
		leaves[i].Value = 0.25
	}
	return nil
}

// Without a search the move with the largest prior is played, and the others are
// reported in the order of theirs.
func TestInstinct(t *testing.T) {
	g := game(t, "connect4")
	d := act(t, Instinct(fixed{}), g.New(0))
	if d.Action != 1 || d.Value != 0.25 || d.Simulations != 1 {
		t.Errorf("got %+v, want action 1", d)
	}
	var order []env.Action
	for _, m := range d.Moves {
		order = append(order, m.Action)
	}
	if want := []env.Action{1, 3, 6, 5, 0, 2, 4}; !slices.Equal(order, want) {
		t.Errorf("moves %v, want %v", order, want)
	}
}

// Alpha-beta with a number of positions looks at that many at most, as deep as it comes, and
// finds the same again. Control: without it the search is longer.
func TestPositionsEndASearch(t *testing.T) {
	const positions = 500
	search := func(text string) env.Decision {
		g := game(t, "celta")
		e, err := Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := e.New(g, seed.New(3))
		if err != nil {
			t.Fatal(err)
		}
		return act(t, a, g.New(0))
	}
	d := search("alphabeta:nodes=500")
	if d.Simulations > positions+1 || d.Simulations < positions/2 || d.Depth < 1 {
		t.Errorf("%d positions, %d plies deep, want %d at most", d.Simulations, d.Depth, positions)
	}
	if again := search("alphabeta:nodes=500"); again.Action != d.Action || again.Simulations != d.Simulations {
		t.Errorf("the search is not the same again: %+v, then %+v", d, again)
	}
	if longer := search("alphabeta:6"); longer.Simulations <= 2*positions {
		t.Errorf("control: six plies take %d positions", longer.Simulations)
	}
}
