package mcts

import (
	"context"
	"testing"

	"ludens/env"
)

// corridor is a game for one test: First may step or wait; the third step wins.
// Waiting brings the position of before back, if that is reported; a win may be one by
// adjudication.
type corridor struct {
	steps, plies int
	mover        env.Player
	waited       bool
	tells        bool // that waiting repeats the position
	adjudged     bool // the win
}

func (corridor) Spec() env.Spec {
	return env.Spec{Name: "corridor", Version: 1, Actions: 2, Shape: [3]int{1, 1, 1}, MaxPly: 100}
}

func (c corridor) New(uint64) env.State { return &c }

const wait, step = env.Action(0), env.Action(1)

func (c *corridor) ToMove() env.Player { return c.mover }

func (c *corridor) Legal(dst []env.Action) []env.Action {
	switch {
	case c.Result() != env.Ongoing:
		return dst
	case c.mover == env.Second:
		return append(dst, wait)
	}
	return append(dst, wait, step)
}

func (c *corridor) Play(a env.Action) {
	c.plies++
	c.waited = a == wait
	if a == step {
		c.steps++
	}
	c.mover = c.mover.Other()
}

func (c *corridor) Result() env.Result {
	if c.steps == 3 {
		return env.FirstWins
	}
	return env.Ongoing
}

func (c *corridor) Observe(dst []float32)      { dst[0] = 0 }
func (c *corridor) Key() uint64                { return uint64(c.plies)<<8 | uint64(c.steps) }
func (c *corridor) Copy(env.State) env.State   { d := *c; return &d }
func (c *corridor) Format(a env.Action) string { return []string{"wait", "step"}[a] }
func (c *corridor) String() string             { return "corridor" }
func (c *corridor) Spent() bool                { return false }
func (c *corridor) Adjudged() bool             { return c.adjudged && c.Result() != env.Ongoing }

func (c *corridor) Recurs() env.Result {
	if c.tells && c.waited && c.mover == env.Second {
		return env.Drawn
	}
	return env.Ongoing
}

// hopeful believes that all is well for First.
type hopeful struct{ asked *int }

func (h hopeful) Evaluate(_ context.Context, leaves []Leaf) error {
	for i := range leaves {
		*h.asked++
		uniform(leaves[i].Prior)
		leaves[i].Value = float32(sign[leaves[i].State.ToMove()]) * 0.9
	}
	return nil
}

func walk(t *testing.T, g corridor, cfg Config) (tree *Tree, asked int) {
	t.Helper()
	cfg.Lookahead = 0
	tree = NewTree(g, cfg)
	tree.Reset(g.New(0))
	tree.Begin(context.Background(), cfg.Simulations, nil)
	if err := Search(context.Background(), tree, hopeful{&asked}); err != nil {
		t.Fatal(err)
	}
	return tree, asked
}

// A position that came back counts as what its repetition leads to: no evaluator is asked
// what it is worth, and nothing is proven by it.
func TestTwofold(t *testing.T) {
	cfg := Defaults()
	cfg.Simulations = 60
	g := corridor{tells: true, steps: 1}
	tree, _ := walk(t, g, cfg)
	for _, m := range tree.Moves(nil) {
		if m.Action == wait && m.Value != 0 {
			t.Errorf("waiting repeats the position: value %v, want 0", m.Value)
		}
	}
	if got := tree.Pick(0, nil); got != step {
		t.Errorf("First plays %v, want the step", g.Format(got))
	}
	cfg.Twofold = false
	tree, _ = walk(t, g, cfg)
	for _, m := range tree.Moves(nil) {
		if m.Action == wait && m.Value < 0.5 {
			t.Errorf("without twofold: waiting is worth %v, want the evaluator's 0.9", m.Value)
		}
	}
}

// A win by adjudication is worth its share and proves nothing; one by the rules
// is worth all.
func TestAdjudicated(t *testing.T) {
	cfg := Defaults()
	cfg.Simulations, cfg.Adjudicated = 40, 0.25
	for _, adjudged := range []bool{false, true} {
		tree, _ := walk(t, corridor{steps: 2, adjudged: adjudged}, cfg)
		result, _ := tree.Proof()
		var value float32
		for _, m := range tree.Moves(nil) {
			if m.Action == step {
				value = m.Value
			}
		}
		switch {
		case adjudged && (result != env.Ongoing || value != 0.25):
			t.Errorf("an adjudicated win: proven %v, value %v; want nothing proven and 0.25", result, value)
		case !adjudged && (result != env.FirstWins || value != 1):
			t.Errorf("a win by the rules: proven %v, value %v; want a win and 1", result, value)
		}
	}
}
