package exact_test

import (
	"context"
	"os"
	"reflect"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/exact"
	"ludens/solve"
)

// perfect plays the first of the best moves.
type perfect struct {
	game   env.Game
	solver env.Solver
}

func (p perfect) Act(ctx context.Context, s env.State) (env.Decision, error) {
	worths, err := solve.Moves(ctx, p.solver, s, true)
	if err != nil {
		return env.Decision{}, err
	}
	best := 0
	for i, w := range worths {
		if worths[best].Less(w) {
			best = i
		}
	}
	return env.Decision{Action: s.Legal(nil)[best]}, nil
}

// agents returns one that plays perfectly by the table of g, and one that plays
// at random.
func agents(t *testing.T, g env.Game) (best, random exact.Agent) {
	t.Helper()
	newSolver, err := exact.Open(context.Background(), g, "")
	if err != nil {
		t.Fatal(err)
	}
	e, err := agent.Parse("random", nil)
	if err != nil {
		t.Fatal(err)
	}
	best = exact.Agent{Name: "perfect", New: func(seed.Seed) (env.Agent, error) { return perfect{g, newSolver()}, nil }}
	return best, exact.Agent{Name: "random", New: func(s seed.Seed) (env.Agent, error) { return e.New(g, s) }}
}

// Perfect play keeps all, random play does not; nothing depends on the workers,
// nor on whether the positions were kept.
func TestAccuracy(t *testing.T) {
	cached(t)
	g := made(t, "tictactoe")
	best, random := agents(t, g)
	drawn := 0
	test := exact.Test{Game: g, Positions: 200, Seed: 5, Workers: 2, Seen: func(p solve.Progress) {
		if p.Phase == "playing games" {
			drawn++
		}
	}}
	run := func(a exact.Agent) exact.Accuracy {
		t.Helper()
		told, err := test.Run(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		return told
	}
	all := run(best)
	if all.Kept.All != exact.NewProportion(200, 200) || all.Thrown.Count != 0 || all.Won.Decisive.Positions == 0 || all.Agent != "perfect" {
		t.Errorf("perfect play: %+v", all)
	}
	was := drawn
	some := run(random)
	if drawn != was {
		t.Error("the positions were drawn again")
	}
	if some.Kept.Decisive.Share > 0.6 || some.Thrown.Count != some.ToDraw+some.ToLoss || some.Thrown.Count == 0 || some.Mix != all.Mix {
		t.Errorf("random play: %+v", some)
	}
	cached(t)
	test.Workers = 1
	if again := run(random); again != some {
		t.Errorf("drawn again with one worker: %+v, want %+v", again, some)
	}
}

// Positions that are damaged, or of other rules, are drawn anew.
func TestDamagedPositions(t *testing.T) {
	file := cached(t, "exams", "tictactoe-20-seed-1.json")
	g := made(t, "tictactoe")
	_, random := agents(t, g)
	test := exact.Test{Game: g, Positions: 20, Seed: 1, Workers: 1}
	want, err := test.Run(context.Background(), random)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(text)
	for name, text := range map[string]string{
		"cut short":      whole[:len(whole)/2],
		"of other rules": strings.Replace(whole, `"rules":"`, `"rules":"x`, 1),
		"impossible":     strings.Replace(whole, `"position":"`, `"position":"x`, 1),
		"a sign more":    strings.Replace(whole, `"signs":[`, `"signs":[0,`, 1),
		"no question":    whole[:strings.Index(whole, `"questions"`)] + `"questions":[]}`,
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := test.Run(context.Background(), random); err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", name, got, err, want)
		}
		if now, _ := os.ReadFile(file); string(now) != whole {
			t.Errorf("%s: other positions are kept", name)
		}
	}
}

// Perfect play mates in every game, and as soon as can be.
func TestEndgameAccuracy(t *testing.T) {
	cached(t)
	g := made(t, "cetran2")
	best, _ := agents(t, endgame(t, "cetran2", "kq-k"))
	test := exact.Test{Game: g, Positions: 12, Games: 5, Seed: 2, Workers: 2}
	got, err := test.RunEndgame(context.Background(), "kq-k", best)
	if err != nil {
		t.Fatal(err)
	}
	if got.Kept != exact.NewProportion(12, 12) || got.Mated != exact.NewProportion(5, 5) || got.Delay != 0 || got.Plies != got.Shortest || got.Plies == 0 || got.Lost+got.Truncated+len(got.Drawn) > 0 {
		t.Errorf("perfect play: %+v", got)
	}
	_, random := agents(t, endgame(t, "cetran2", "kq-k"))
	some, err := test.RunEndgame(context.Background(), "kq-k", random)
	if err != nil {
		t.Fatal(err)
	}
	rest := some.Mated.Count + some.Lost + some.Truncated
	for _, n := range some.Drawn {
		rest += n
	}
	if rest != 5 || some.Mated.Positions != 5 || some.Kept.Positions != 12 || some.Kept.Count+some.ToDraw+some.ToLoss != 12 {
		t.Errorf("games or positions are missing: %+v", some)
	}
	test.Workers = 1
	if again, err := test.RunEndgame(context.Background(), "kq-k", random); err != nil || !reflect.DeepEqual(again, some) {
		t.Errorf("with one worker: %+v, %v, want %+v", again, err, some)
	}
	if _, err := test.RunEndgame(context.Background(), "kn-k", random); err == nil || !strings.Contains(err.Error(), "no position is won") {
		t.Errorf("an endgame that nobody wins: got %v", err)
	}
}

// The tables would mark themselves: a searcher of five playouts has full marks with them,
// and not without. No examined agent has them.
func TestCandidatesHaveNoTables(t *testing.T) {
	cached(t)
	g := made(t, "cetran2")
	test := exact.Test{Game: g, Positions: 6, Games: 6, Seed: 1, Workers: 2}
	mated := func(s agent.Spec) int {
		t.Helper()
		e := s.Entrant(nil)
		m, err := test.RunEndgame(context.Background(), "kr-k", exact.Agent{Name: e.Name, New: func(at seed.Seed) (env.Agent, error) { return e.New(g, at) }})
		if err != nil {
			t.Fatal(err)
		}
		return m.Mated.Count
	}
	spec, err := agent.ParseSpec("mcts:5")
	if err != nil {
		t.Fatal(err)
	}
	if got := mated(spec); got != 6 {
		t.Errorf("with the tables it mates %d of 6 times, want 6: the control has no force", got)
	}
	all := exact.Candidates(spec)
	if len(all) != 1 {
		t.Fatalf("%d candidates of an agent without a network, want 1", len(all))
	}
	if got := mated(all[0]); got == 6 {
		t.Errorf("without the tables it mates %d of 6 times", got)
	}
	champion, err := agent.ParseSpec("champion:50")
	if err != nil {
		t.Fatal(err)
	}
	all = exact.Candidates(champion)
	if len(all) != 2 || all[1].Budget != 0 || !all[0].Untabled || !all[1].Untabled {
		t.Errorf("candidates %+v, want champion:50 and its network alone, without tables", all)
	}
}

// A proportion of nothing says nothing.
func TestProportion(t *testing.T) {
	if p := exact.NewProportion(0, 0); p.Share != 0 || p.Low != 0 || p.High != 1 {
		t.Errorf("nothing: %+v", p)
	}
	if p := exact.NewProportion(8, 10); p.Share != 0.8 || !(0.49 < p.Low && p.Low < 0.491) || !(0.943 < p.High && p.High < 0.9434) {
		t.Errorf("eight of ten: %+v, want Wilson's [0.4902, 0.9433]", p)
	}
}
