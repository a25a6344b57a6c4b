package roster

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/eval"
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
		g, err := games.Make(game)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Entering(nil)(g)("alphabeta:2+eval=champion"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", game, err, want)
		}
	}
}
