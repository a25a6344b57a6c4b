package train

import (
	"context"
	"testing"

	"ludens/internal/seed"
	"ludens/nn"
)

// gatedRun is a run at its beginning that has learnt one step.
func gatedRun(t *testing.T, share float32) (r *Run, player *nn.Net) {
	t.Helper()
	cfg := small()
	cfg.Gate, cfg.GateGames = share, 10
	r = session(t, newDisk(t), cfg, 2, func() {})
	player = r.Learner.Net()
	return r, player
}

// A candidate plays once it has scored enough, and not before.
func TestGate(t *testing.T) {
	for _, row := range []struct {
		share float32
		pass  bool
	}{{1e-9, true}, {1, false}} {
		r, player := gatedRun(t, row.share)
		r.Learner = &gated{&passing{spec: player.Spec(), steps: 0.01}, player}
		p, err := r.gate(context.Background(), seed.New(3))
		if err != nil {
			t.Fatal(err)
		}
		if p.Games != 10 || p.Score <= 0 || p.Score >= 1 {
			t.Errorf("%d games, score %v; want 10 and neither nothing nor all", p.Games, p.Score)
		}
		if p.Passed != row.pass || (r.Learner.Net() != player) != row.pass {
			t.Errorf("share %v: passed %v, want %v", row.share, p.Passed, row.pass)
		}
	}
}

// What waits behind the gate is saved: the run goes on with it.
func TestGateIsResumed(t *testing.T) {
	spec := nn.Spec{Planes: 1, Rows: 2, Cols: 2, Channels: 1, PolicyChannels: 1, PolicyPlanes: 1, ValueChannels: 1, ValueHidden: 1}
	player, mean := uniform(spec, 1), uniform(spec, 2)
	l := Gate(Average(&passing{spec: spec, steps: 3}, 0.5, mean), 0.55, player)
	c := &Checkpoint{Header: Header{Network: spec}, Net: l.Net(), Learner: l.State()}
	cfg := Config{Gate: 0.55, Average: 0.5}
	got, err := Resume(c, cfg, func(net *nn.Net, state []nn.Tensor) (Learner, error) {
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
	if Gate(l, 0, player) != l {
		t.Error("a gate that all pass is not the learner itself")
	}
}
