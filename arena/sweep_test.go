package arena

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/solve"
	"ludens/stat"
)

var ruleGrid = Grid{{"first", []string{"king", "attackers"}}, {"hostile", []string{"no", "men", "all"}}, {"agent", []string{"weak", "strong"}}}

func TestGrid(t *testing.T) {
	if n := ruleGrid.Len(); n != 12 {
		t.Fatalf("%d cells, want 12", n)
	}
	for cell, want := range map[int][]string{0: {"king", "no", "weak"}, 1: {"king", "no", "strong"}, 2: {"king", "men", "weak"}, 11: {"attackers", "all", "strong"}} {
		if got := ruleGrid.Names(cell); !slices.Equal(got, want) {
			t.Errorf("cell %d: %v, want %v", cell, got, want)
		}
	}
	if n := (Grid{}).Len(); n != 1 {
		t.Errorf("nothing varied: %d cells, want 1", n)
	}
}

// truth is the log-odds of a cell: attackers first -0.25, all hostile +0.15, a strong agent
// +0.1 and, where attackers move first, another -0.2.
func truth(cell int) float64 {
	l, odds := ruleGrid.Levels(cell), 0.1
	if l[0] == 1 {
		odds -= 0.25
	}
	if l[1] == 2 {
		odds += 0.15
	}
	if l[2] == 1 {
		odds += 0.1
	}
	if l[0] == 1 && l[2] == 1 {
		odds -= 0.2
	}
	return odds
}

// Planted effects come out, with intervals that cover them in 95 of 100 sweeps;
// where there is none, one is claimed in 5 of 100 at most.
func TestEffectsAreRecovered(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	const sweeps = 1000
	// Pooled over the other factors an interaction is shared out.
	want := map[string]float64{"[{0 1}]": -0.35, "[{1 1}]": 0, "[{1 2}]": 0.15, "[{2 1}]": 0, "[{0 1} {2 1}]": -0.2, "[{0 1} {1 2}]": 0}
	covered, claimed, clear := map[string]int{}, 0, 0
	for range sweeps {
		scores, none := make([]Score, ruleGrid.Len()), make([]Score, ruleGrid.Len())
		for cell := range scores {
			scores[cell] = tossed(rng, stat.Sigmoid(truth(cell)), 0.3, 400)
			none[cell] = tossed(rng, 0.55, 0.3, 400)
		}
		for _, e := range ruleGrid.Whole().Effects(scores) {
			name := termText(e.Terms)
			if w, ok := want[name]; ok && e.Change.Low <= w && w <= e.Change.High {
				covered[name]++
			}
			if name == "[{0 1}]" && e.Clear() {
				clear++
			}
		}
		if slices.ContainsFunc(ruleGrid.Whole().Effects(none), Effect.Clear) {
			claimed++
		}
	}
	for name := range want {
		if rate := float64(covered[name]) / sweeps; rate < 0.93 || rate > 0.97 {
			t.Errorf("%s: the interval covers %.3f, want about 0.95", name, rate)
		}
	}
	if rate := float64(claimed) / sweeps; rate > 0.05+3*math.Sqrt(0.05*0.95/sweeps) {
		t.Errorf("effects are claimed in %.3f of the sweeps where there are none", rate)
	}
	if rate := float64(clear) / sweeps; rate < 0.95 {
		t.Errorf("0.35, which is 8.7 points, are seen in %.3f of the sweeps", rate)
	}
}

func termText(terms []Term) (text string) {
	text = "["
	for i, term := range terms {
		if i > 0 {
			text += " "
		}
		text += "{" + string(rune('0'+term.Factor)) + " " + string(rune('0'+term.Level)) + "}"
	}
	return text + "]"
}

func TestEffectsOfLittle(t *testing.T) {
	scores := make([]Score, ruleGrid.Len())
	copy(scores, []Score{{Draws: 10}, {}, {Wins: 3}})
	for _, e := range ruleGrid.Whole().Effects(scores) {
		if e.Clear() || e.P != 1 || math.IsNaN(e.Change.Value) {
			t.Errorf("%v: %+v", e.Terms, e)
		}
	}
	if got := (Grid{}).Whole().Effects([]Score{{Wins: 1}}); len(got) != 0 {
		t.Errorf("nothing varied: %v", got)
	}
}

// The fairest rules are those that bring all agents together nearest to one half.
func TestFairest(t *testing.T) {
	scores := make([]Score, ruleGrid.Len())
	for i := range scores {
		scores[i] = Score{Wins: 80, Losses: 20}
	}
	scores[2], scores[3] = Score{Wins: 52, Losses: 48}, Score{Wins: 90, Losses: 10} // one agent only
	scores[8], scores[9] = Score{Wins: 60, Losses: 40}, Score{Wins: 45, Losses: 55}
	if got := ruleGrid.Whole().Fairest(scores, 2, []int{0, 1}); !slices.Equal(got, []int{8, 9}) {
		t.Errorf("cells %v, want 8 and 9", got)
	}
	if got := ruleGrid.Whole().Fairest(make([]Score, ruleGrid.Len()), 2, []int{0, 1}); got != nil {
		t.Errorf("without games: %v", got)
	}
	// Of the strong agent alone the choice is that of its scores, whatever the weak one's are.
	if got := ruleGrid.Whole().Fairest(scores, 2, []int{1}); !slices.Equal(got, []int{8, 9}) {
		t.Errorf("cells %v, want 8 and 9", got)
	}
	scores[5], scores[8] = Score{Wins: 51, Losses: 49}, Score{Wins: 50, Losses: 50}
	if got := ruleGrid.Whole().Fairest(scores, 2, []int{1}); !slices.Equal(got, []int{4, 5}) {
		t.Errorf("cells %v, want 4 and 5: a weak agent has chosen", got)
	}
	if got := ruleGrid.Whole().Fairest(scores, 2, []int{0, 1}); !slices.Equal(got, []int{8, 9}) {
		t.Errorf("cells %v of both agents, want 8 and 9", got)
	}
}

// The control: the small Cetro is solved, and lost for who moves first whether
// or not jumps are compulsory (ADR 0107). A sweep over it by players who know
// that must say so: no points for First, and no effect of the option.
func TestCetroIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("solves two games of 14 million positions")
	}
	grid := Grid{{"demand", []string{"none", "always"}}}
	var cells []Cell
	for cell := range grid.Len() {
		g, err := games.Make("cetro-5x5:demand=" + grid.Names(cell)[0])
		if err != nil {
			t.Fatal(err)
		}
		table, err := solve.Game(t.Context(), g, solve.Config{Workers: 2, Memory: 1 << 30}, nil)
		if err != nil {
			t.Fatal(err)
		}
		perfect := agent.Entrant{Name: "perfect", New: func(env.Game, seed.Seed) (env.Agent, error) { return knowing{table}, nil }}
		cells = append(cells, Cell{Key: g.Spec().Name, Game: g, Agent: perfect, Openings: Random(g, 0, seed.New(1)), Seed: seed.New(1), Games: 30})
	}
	b := NewBalance(cells, nil)
	if err := b.Play(t.Context(), 2, never, func(Entry) error { return nil }); err != nil {
		t.Fatal(err)
	}
	scores := []Score{Describe(cells[0].Game, b.Games(0)).Score, Describe(cells[1].Game, b.Games(1)).Score}
	for i, f := range Judge(scores) {
		if f.Score.Value != 0 || !f.Unfair() || f.Score.High > 0.2 {
			t.Errorf("%s: First scores %+v, want nothing", cells[i].Key, f)
		}
	}
	for _, e := range grid.Whole().Effects(scores) {
		if e.Clear() || e.Change.Value != 0 {
			t.Errorf("the option is said to matter: %+v", e)
		}
	}
}

// knowing plays by a table: the quickest win, the latest loss.
type knowing struct{ env.Solver }

func (k knowing) Act(ctx context.Context, s env.State) (env.Decision, error) {
	worths, err := solve.Moves(ctx, k.Solver, s, true)
	if err != nil {
		return env.Decision{}, err
	}
	best := solve.Best(worths)
	i := slices.Index(worths, best)
	return env.Decision{Action: s.Legal(nil)[i], Value: float32(best.Sign)}, nil
}
