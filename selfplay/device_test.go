package selfplay

import (
	"reflect"
	"sync"
	"testing"

	"ludens/env"
	"ludens/nn"
)

// paper is a device that computes with the kernels of this program, and notes how many
// positions it is asked about at once.
type paper struct {
	batch  int
	steady bool

	mu       sync.Mutex
	networks int
	most     int
}

func (p *paper) Name() string { return "paper:cpu" }
func (p *paper) Batch() int   { return p.batch }
func (p *paper) Steady() bool { return p.steady }

func (p *paper) Engine(g env.Game, n *nn.Net) (Inferer, error) {
	p.networks++
	return sheet{p, EngineFor(g, n, nil)}, nil
}

type sheet struct {
	paper  *paper
	engine *nn.Engine
}

func (s sheet) Infer(obs []float32, n int, out nn.Outputs) error {
	s.paper.mu.Lock()
	s.paper.most = max(s.paper.most, n)
	s.paper.mu.Unlock()
	return s.engine.Infer(obs, n, out)
}

// On a device the same games are played, more of them side by side; without it as the plan
// says. A plan's network plays there, in int8 or not, and the name of the kernels says so.
func TestDevice(t *testing.T) {
	g := game(t, "tictactoe")
	cfg := quick(60, 4)
	net := newNet(t, g, 1)
	p := NewPlan(g, cfg, 3)
	p.Network = Identify(net, nil)
	play := func() []*Record {
		with, err := p.Open(g, Material{Network: net})
		if err != nil {
			t.Fatal(err)
		}
		return played(t, p, with, 2)
	}
	want, name := play(), Kernels()
	if OnDevice() || !Steady() || name != nn.Path() {
		t.Errorf("without a device: %v, %v, %q", OnDevice(), Steady(), name)
	}
	d := &paper{batch: 25}
	UseDevice(d)
	defer UseDevice(nil)
	if !reflect.DeepEqual(play(), want) {
		t.Error("other games on a device")
	}
	if d.networks != 1 || d.most <= cfg.Lockstep || d.most > 30 {
		t.Errorf("%d networks, %d positions at once at most; want 1, and %d to 30: 60 games by two workers", d.networks, d.most, cfg.Lockstep+1)
	}
	if !OnDevice() || Steady() || Kernels() != nn.Path()+" with paper:cpu" {
		t.Errorf("with a device: %v, %v, %q", OnDevice(), Steady(), Kernels())
	}
	c, err := nn.Calibrate(net, observed(g, 1), 1)
	if err != nil {
		t.Fatal(err)
	}
	p.Network = Identify(net, &c)
	if !reflect.DeepEqual(play(), want) {
		t.Error("on a device a network that is named with a calibration plays in int8")
	}
}
