package bench

import (
	"context"
	"errors"
	"testing"
	"time"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/nn"
)

// All parts of a run are measured: each takes some time, the network only a share of it,
// and the network stays as it was. A search is ten times as deep as another, so it takes
// longer.
func TestPaceOf(t *testing.T) {
	l, err := configs.Preset("connect4")
	if err != nil {
		t.Fatal(err)
	}
	r, err := configs.Load(l)
	r = r.Rehearsal()
	if err != nil {
		t.Fatal(err)
	}
	g := games.Must(r.Game)
	net, err := nn.New(r.Spec(g.Spec()), seed.New(1).Rand())
	if err != nil {
		t.Fatal(err)
	}
	before := net.Hash()
	var m Meeting
	for i, name := range []string{"random", "mcts:500", "mcts:1"} {
		e, err := agent.Parse(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			m.Me = e
		} else {
			m.Opponents = append(m.Opponents, e)
		}
	}
	p, err := PaceOf(t.Context(), r, g, net, m, 2, 40*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if p.Evaluations <= 0 || p.Step <= 0 || p.Outside <= 0 || p.Outside >= 1 {
		t.Errorf("%+v: want speeds, and a share between 0 and 1", p)
	}
	if len(p.Move) != 2 || p.Move["mcts:500"] <= p.Move["mcts:1"] {
		t.Errorf("moves take %v: want more of the longer search", p.Move)
	}
	if net.Hash() != before {
		t.Error("the network has learned something")
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := PaceOf(stopped, r, g, net, m, 2, time.Millisecond); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
