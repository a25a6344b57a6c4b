package roster

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/arena"
	"ludens/configs"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/eval"
	runs "ludens/internal/run"
	"ludens/train"
)

// weigh writes an evaluation of celta in which one feature weighs something.
func weigh(t *testing.T, path string, feature int) {
	t.Helper()
	g := gameOf(t, "celta")
	f, err := eval.NewFeatures(g)
	if err != nil {
		t.Fatal(err)
	}
	pairs := make([]eval.Pair, f.Count())
	pairs[feature] = eval.Pair{1, 1}
	if err := os.WriteFile(path, eval.NewWeights(g, f, pairs, 1).Encode(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// An agent plays with the learned evaluation of a file, and is another agent where that
// is another one.
func TestLearnedEvaluation(t *testing.T) {
	g, dir := gameOf(t, "celta"), t.TempDir()
	file := filepath.Join(dir, "celta.eval.json")
	text := "alphabeta:2+eval=" + file
	enter := func() (string, string) {
		t.Helper()
		c, err := Entering(nil)(g)(text)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(c.Entrant.Spec.Eval, "celta.eval.json") {
			t.Errorf("it plays with %s", c.Entrant.Spec.Eval)
		}
		a, err := c.Entrant.New(g, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		s := g.New(0)
		d, err := a.Act(context.Background(), s)
		if err != nil || !slices.Contains(s.Legal(nil), d.Action) {
			t.Fatalf("%+v, %v", d, err)
		}
		line, err := Identity(g, c.Entrant.Spec, (&Loader{}).Load)
		if err != nil || !strings.HasPrefix(line, "evaluation "+c.Network[:12]) {
			t.Errorf("its identity is %q, %v", line, err)
		}
		return c.Key, c.Network
	}
	if _, err := Entering(nil)(g)("alphabeta:2+eval=" + dir); err == nil || !strings.Contains(err.Error(), "holds no checkpoint yet: train one with: ludens train GAME --preset alphabeta --run") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Entering(nil)(g)("alphabeta:2+eval=nowhere"); err == nil || !strings.Contains(err.Error(), "no learned evaluation at nowhere (file does not exist): train one with: ludens train GAME --preset alphabeta --run nowhere") {
		t.Errorf("no folder: %v", err)
	}
	weigh(t, file, 5)
	key, digest := enter()
	if again, same := enter(); again != key || same != digest {
		t.Errorf("once more it is %s, not %s", again, key)
	}
	weigh(t, file, 6)
	if other, differs := enter(); other == key || differs == digest {
		t.Error("other weights make the same agent")
	}
	if _, err := Entering(nil)(gameOf(t, "cuervo"))(text); err == nil || !strings.Contains(err.Error(), "celta") {
		t.Errorf("of another game: %v", err)
	}
	// Who plays for another machine opens no files of its own.
	elsewhere := &Loader{Read: func(string) (*train.Checkpoint, error) { return nil, nil }}
	spec, err := agent.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := spec.Entrant(elsewhere.Load).New(g, seed.New(1)); err == nil || !strings.Contains(err.Error(), "one machine") {
		t.Errorf("for another machine: %v", err)
	}
}

// Each evaluation that comes with the program plays its game, on every machine; elsewhere
// there is none.
func TestShippedEvaluations(t *testing.T) {
	if len(configs.LearnedEvaluations()) == 0 {
		t.Error("none comes with the program")
	}
	elsewhere := &Loader{Read: func(string) (*train.Checkpoint, error) { return nil, nil }}
	for _, name := range configs.LearnedEvaluations() {
		g := gameOf(t, name)
		c, err := Entering(nil)(g)("alphabeta:2+eval=champion")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, load := range []agent.Loader{(&Loader{}).Load, elsewhere.Load} {
			a, err := c.Entrant.Spec.Entrant(load).New(g, seed.New(1))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			s := g.New(1)
			if d, err := a.Act(context.Background(), s); err != nil || !slices.Contains(s.Legal(nil), d.Action) {
				t.Errorf("%s: %+v, %v", name, d, err)
			}
		}
	}
	for game, want := range map[string]string{"tictactoe": "no evaluation of tictactoe comes with ludens", "cetran2:promo=q": "no evaluation of"} {
		g := games.Must(game)
		if _, err := Entering(nil)(g)("alphabeta:2+eval=champion"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", game, err, want)
		}
	}
}

// A run that learns an evaluation is an opponent as alpha-beta, and no network: not among
// the games that networks play, not the usual agent. Its agent is measured as the run says.
func TestRunByAlphaBetaPlays(t *testing.T) {
	t.Chdir(t.TempDir())
	preset, err := configs.Preset(train.AlphaBeta)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "small", Text: "game = \"connect4\"\n[train]\niterations = 1\n[alphabeta]\ngames = 20\nnodes = 60\n[evaluation]\ndepth = 2\n"})
	if err != nil {
		t.Fatal(err)
	}
	g, dir := gameOf(t, cfg.Game), filepath.Join("runs", "connect4")
	f, err := runs.Create(dir, cfg.Text())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	measured := 0
	r := train.Run{Game: g, Config: cfg.Method(g.Spec()), Seed: 1, Workers: 1, Store: f.Store(g, func() runs.Clock { return runs.Clock{} })}
	r.Judge = func(ctx context.Context, learned *train.Checkpoint, iterations int) ([]arena.Standing, error) {
		me, l, err := AtRun(g, learned, cfg)
		if err != nil {
			return nil, err
		}
		a, err := me.New(g, seed.New(1))
		if err != nil {
			return nil, err
		}
		_, err = a.Act(ctx, g.New(0))
		if here, wrong := l.Load(me.Spec.Source, g); wrong != nil || me.Spec.Budget != 2 || here.Digest != evaluationDigest(learned.Evaluation) {
			t.Errorf("%+v is %.12s, %v", me.Spec, here.Digest, wrong)
		}
		measured++
		return nil, err
	}
	if err := r.Loop(t.Context()); err != nil || measured != 1 {
		t.Fatalf("measured %d times: %v", measured, err)
	}
	o, err := NewOpponents(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, p := range o.Players(g) {
		ids[p.ID] = true
		if a, err := p.Open(2, seed.New(1)); p.ID == "run:connect4" && (err != nil || a == nil || p.Unit != "plies") {
			t.Errorf("%+v does not open: %v", p, err)
		}
	}
	if !ids["run:connect4"] || ids["run:connect4:first"] {
		t.Errorf("players: %v", ids)
	}
	for _, p := range o.Players(gameOf(t, "celta")) {
		if p.ID == "run:connect4" {
			t.Error("it plays celta")
		}
	}
	if who, _ := Usual(g); who != "champion" {
		t.Errorf("the usual agent is %s", who)
	}
	if err := os.Rename("runs/connect4", "runs/elsewhere"); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"runs/tablut", "runs/tablut-eval"} { // where there is no champion, by its folder
		if err := os.Rename("runs/elsewhere", dir); err != nil {
			t.Fatal(err)
		}
		if who, about := Usual(gameOf(t, "tablut")); who != "alphabeta:100ms+eval="+dir || !strings.Contains(about, "own method") {
			t.Errorf("with an evaluation in %s it is %s: %s", dir, who, about)
		}
		if err := os.Rename(dir, "runs/elsewhere"); err != nil {
			t.Fatal(err)
		}
	}
	if who, _ := Usual(gameOf(t, "tablut")); who != "mcts:400" {
		t.Errorf("without one it is %s", who)
	}
}
