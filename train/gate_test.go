package train

import (
	"context"
	"maps"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/nn"
	"ludens/selfplay"
)

// gatedRun is a run at its beginning that was trained for one step.
func gatedRun(t *testing.T, share float32) (r *Run, player *nn.Net) {
	t.Helper()
	cfg := small()
	cfg.Gate, cfg.GateGames = share, 10
	r = session(t, newDisk(t), cfg, 2, func() {})
	player = r.learner.Net()
	return r, player
}

// A candidate plays once it has scored enough, and not before.
func TestGate(t *testing.T) {
	for _, row := range []struct {
		share float32
		pass  bool
	}{{1e-9, true}, {1, false}} {
		r, player := gatedRun(t, row.share)
		r.learner = &gated{&passing{spec: player.Spec(), steps: 0.01}, player}
		p, err := r.gate(context.Background(), seed.New(3))
		if err != nil {
			t.Fatal(err)
		}
		if p.Games != 10 || p.Score <= 0 || p.Score >= 1 {
			t.Errorf("%d games, score %v; want 10 and neither nothing nor all", p.Games, p.Score)
		}
		if p.Passed != row.pass || (r.learner.Net() != player) != row.pass {
			t.Errorf("share %v: passed %v, want %v", row.share, p.Passed, row.pass)
		}
	}
}

// The gate searches as [search] says: its visits are those of a tree of that
// configuration, which are not those of the defaults.
func TestGateObeysTheSearch(t *testing.T) {
	cfg := small()
	cfg.SelfPlay.Search.Root, cfg.SelfPlay.Search.Considered, cfg.SelfPlay.Search.Simulations = mcts.Gumbel, 4, 24
	cfg.SelfPlay.Search.Lookahead = 0
	r := session(t, newDisk(t), cfg, 1, func() {})
	s := r.Game.New(0)
	agent, err := r.searcher("player", r.Net()).New(r.Game, seed.New(1))
	if err != nil {
		t.Fatal(err)
	}
	got, err := agent.Act(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	visits := func(moves []env.MoveStats) map[env.Action]int {
		all := map[env.Action]int{}
		for _, m := range moves {
			all[m.Action] = m.Visits
		}
		return all
	}
	by := func(c mcts.Config) map[env.Action]int {
		tree := mcts.NewTree(r.Game, c)
		tree.Reset(s)
		tree.Begin(cfg.SelfPlay.Search.Simulations, nil)
		ev := selfplay.Network(r.Game.Spec(), selfplay.Net{Inferer: nn.NewEngine(r.Net())})
		if err := mcts.Search(context.Background(), tree, ev); err != nil {
			t.Fatal(err)
		}
		return visits(tree.Moves(nil))
	}
	if want := by(cfg.SelfPlay.Search); !maps.Equal(visits(got.Moves), want) {
		t.Errorf("visits %v, want %v", visits(got.Moves), want)
	}
	if other := by(mcts.Defaults()); maps.Equal(visits(got.Moves), other) {
		t.Errorf("visits %v, as by default: nothing is seen", other)
	}
}

// What waits behind the gate is saved: the run goes on with it.
func TestGateIsResumed(t *testing.T) {
	spec := nn.Spec{Planes: 1, Rows: 2, Cols: 2, Channels: 1, PolicyChannels: 1, PolicyPlanes: 1, ValueChannels: 1, ValueHidden: 1}
	player, mean := uniform(spec, 1), uniform(spec, 2)
	l := newGate(newAverage(&passing{spec: spec, steps: 3}, 0.5, mean), 0.55, player)
	c := &Checkpoint{Header: Header{Network: spec}, Net: l.Net(), Learner: l.State()}
	cfg := Config{Gate: 0.55, Average: 0.5}
	got, err := learnerOf(c, cfg, func(net *nn.Net, state []nn.Tensor) (Learner, error) {
		return &passing{spec: spec, steps: net.Tensors()[0].Data[0]}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	first := func(n *nn.Net) float32 { return n.Tensors()[0].Data[0] }
	g := got.(*gated)
	a := g.Learner.(*averaged)
	if first(g.Net()) != 1 || first(a.mean) != 2 || first(a.Learner.Net()) != 3 {
		t.Errorf("player %v, candidate %v, weights %v; want 1, 2, 3", first(g.Net()), first(a.mean), first(a.Learner.Net()))
	}
	if newGate(l, 0, player) != l {
		t.Error("a gate that all pass is not the learner itself")
	}
}
