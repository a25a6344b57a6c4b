package roster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/train"
)

// A digest is that of the network as it plays: its numbers, its precision and how its
// answers are weighed, wherever it lies and however far its learner had come.
func TestDigest(t *testing.T) {
	b, _ := configs.Champion("cetro")
	trained, _, err := train.DecodeCheckpoint(b)
	if err != nil {
		t.Fatal(err)
	}
	g := gameOf(t, trained.Game)
	of := func(n uint64, change func(*train.Checkpoint)) *train.Checkpoint {
		c := *trained
		if n > 1 {
			if c.Net, err = nn.New(c.Network, seed.New(n).Rand()); err != nil {
				t.Fatal(err)
			}
		}
		if change != nil {
			change(&c)
		}
		return &c
	}
	changed := false
	base := digest(of(1, nil), false)
	for _, test := range []struct {
		name string
		got  string
		same bool
	}{
		{"once more", digest(of(1, nil), false), true},
		{"further on", digest(of(1, func(c *train.Checkpoint) { c.At.Iteration = 7; c.Parent = "x"; c.Learner = c.Net.Tensors() }), false), true},
		{"other numbers", digest(of(2, nil), false), false},
		{"in int8", digest(of(1, nil), true), false},
		{"other weights of its answers", digest(of(1, func(c *train.Checkpoint) { c.Utility = 0.25 }), false), false},
		{"running statistics", digest(of(1, func(c *train.Checkpoint) {
			all := c.Net.Tensors()
			for i := range all {
				if strings.Contains(all[i].Name, "running") || strings.Contains(all[i].Name, "var") {
					all[i].Data[0]++
					changed = true
				}
			}
			if c.Net, err = nn.FromTensors(c.Network, all); err != nil {
				t.Fatal(err)
			}
		}), false), false},
	} {
		if (test.got == base) != test.same {
			t.Errorf("%s: %.12s beside %.12s, want the same: %v", test.name, test.got, base, test.same)
		}
	}
	if !changed {
		t.Error("the network has no running statistics")
	}
	path := filepath.Join(t.TempDir(), "x.ckpt")
	if _, err := of(1, nil).Write(path); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(t.TempDir(), "y.ckpt")
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	net, err := Open(agent.Source{Kind: "ckpt", Path: moved}, g)
	if err != nil || net.Digest != base {
		t.Errorf("of a file: %.12s, %v; want %.12s", net.Digest, err, base)
	}
}
