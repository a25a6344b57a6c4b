package roster

import (
	"slices"
	"testing"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// The untrained network is the one that the run drew before its first step: of the run at
// hand, of a champion, of the preset of a game that has neither, and never the trained one.
func TestUntrained(t *testing.T) {
	logits := func(net agent.Trained, g env.Game) []float32 {
		s := g.Spec()
		out := nn.Outputs{Logits: make([]float32, s.Actions), WDL: make([]float32, 3), Score: make([]float32, 1)}
		obs := make([]float32, s.Size())
		for i := range obs {
			obs[i] = float32(i % 3)
		}
		if err := net.Infer(obs, 1, out); err != nil {
			t.Fatal(err)
		}
		return out.Logits
	}
	b, _ := configs.Champion("celta")
	trained, _, err := train.DecodeCheckpoint(b)
	if err != nil {
		t.Fatal(err)
	}
	celta, small := gameOf(t, "celta"), gameOf(t, "tictactoe")
	drawn, err := train.Untrained(trained.Network, trained.Seed)
	if err != nil {
		t.Fatal(err)
	}
	want := logits(agent.Trained{Net: selfplay.Net{Inferer: selfplay.EngineFor(celta, drawn, nil)}}, celta)
	read := func(string) (*train.Checkpoint, error) { return trained, nil }
	load, untrained := Lent(read), agent.Source{Kind: "untrained"}
	for _, text := range []string{"untrained:8", "untrained:8+of=celta", "untrained:x@8", "untrained:x@8+anyway=yes"} {
		spec, err := agent.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		net, err := spec.Network(celta, load)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !slices.Equal(logits(net, celta), want) {
			t.Errorf("%s is not the network that the run drew", text)
		}
		champion, err := Open(agent.Source{Kind: "champion"}, celta)
		if err != nil || champion.Digest == net.Digest || net.Digest == "" {
			t.Errorf("%s has the digest %q, the champion %q, %v", text, net.Digest, champion.Digest, err)
		}
		if net.Search.Root != champion.Search.Root {
			t.Errorf("%s searches by %s, the champion by %s", text, net.Search.Root, champion.Search.Root)
		}
	}
	load = Lent(read) // a loader is of one game
	layer, err := configs.PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	run, err := configs.Load(layer)
	if err != nil {
		t.Fatal(err)
	}
	if drawn, err = train.Untrained(run.Spec(small.Spec()), run.Seed); err != nil {
		t.Fatal(err)
	}
	want = logits(agent.Trained{Net: selfplay.Net{Inferer: selfplay.EngineFor(small, drawn, nil)}}, small)
	if net, err := load(untrained, small); err != nil || !slices.Equal(logits(net, small), want) {
		t.Errorf("by the preset of a game without a champion: %v", err)
	}
	other, err := train.Untrained(run.Spec(small.Spec()), run.Seed+1)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(logits(agent.Trained{Net: selfplay.Net{Inferer: selfplay.EngineFor(small, other, nil)}}, small), want) {
		t.Error("another seed draws the same network")
	}
	_, at, err := AtRun(small, &train.Checkpoint{Net: other}, run)
	if err != nil {
		t.Fatal(err)
	}
	for kind, same := range map[string]bool{"untrained": true, "net": false} {
		if net, err := at.Load(agent.Source{Kind: kind}, small); err != nil || slices.Equal(logits(net, small), want) != same {
			t.Errorf("at a run, %q: want the drawn network: %v; %v", kind, same, err)
		}
	}
	// Beside an agent "untrained" is the network of that agent, whatever the game has.
	beside := &Loader{Read: read}
	if text, err := beside.Control(celta, agent.Spec{Source: agent.Source{Kind: "ckpt", Path: "x"}, Budget: 8}); text != "untrained:8" || err != nil {
		t.Errorf("the control beside a checkpoint is %q, %v", text, err)
	}
	if net, err := beside.Load(untrained, celta); err != nil || net.Digest != beside.Begun.Digest || net.Digest == "" {
		t.Errorf("the control's network: %v", err)
	}
	if text, err := beside.Control(celta, agent.Spec{Source: agent.Source{Kind: "mcts"}, Budget: 8}); text != "" || err != nil {
		t.Errorf("the control of an agent without a network is %q, %v", text, err)
	}
	// A game without a champion and a preset of its own.
	fitted := gameOf(t, "conspirateurs")
	if net, err := Lent(read)(untrained, fitted); err != nil || net.Inferer == nil {
		t.Errorf("by a fitted preset: %v", err)
	}
}
