package agent

import (
	"testing"
	"time"

	"ludens/alphabeta"
	"ludens/mcts"
)

func TestParseSpec(t *testing.T) {
	for text, want := range map[string]Spec{
		"random":            {Kind: "random"},
		"greedy":            {Kind: "greedy"},
		"mcts:40":           {Kind: "mcts", Budget: 40},
		"mcts:100ms":        {Kind: "mcts", Budget: mcts.MaxSimulations, Time: 100 * time.Millisecond},
		"alphabeta:3":       {Kind: "alphabeta", Budget: 3},
		"alphabeta:2s":      {Kind: "alphabeta", Budget: alphabeta.MaxDepth, Time: 2 * time.Second},
		"champion":          {Kind: "champion", Budget: DefaultSimulations},
		"champion:0":        {Kind: "champion"},
		"untrained":         {Kind: "untrained", Budget: DefaultSimulations},
		"untrained:0":       {Kind: "untrained"},
		"untrained:a/b@7":   {Kind: "untrained", Path: "a/b", Budget: 7},
		"net":               {Kind: "net"},
		"net:7":             {Kind: "net", Budget: 7},
		"ckpt:runs/a":       {Kind: "ckpt", Path: "runs/a", Budget: DefaultSimulations},
		"ckpt:a@b/c@5":      {Kind: "ckpt", Path: "a@b/c", Budget: 5},
		"int8:C:\\x.ckpt@0": {Kind: "int8", Path: "C:\\x.ckpt"},
		"int8:x@50ms":       {Kind: "int8", Path: "x", Budget: mcts.MaxSimulations, Time: 50 * time.Millisecond},
	} {
		want.Text = text
		if got, err := ParseSpec(text); err != nil || got != want {
			t.Errorf("%s: got %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "random:1", "mcts", "mcts:0", "mcts:-1s", "alphabeta:0", "alphabeta:999", "champion:-1", "ckpt:", "ckpt:@5", "ckpt:a@x", "untrained:a", "untrained:@5", "untrained:a@x", "rundom"} {
		if got, err := ParseSpec(text); err == nil {
			t.Errorf("%s is accepted: %+v", text, got)
		}
	}
}

// Another checkpoint of the same agent reads back as itself.
func TestSpecAt(t *testing.T) {
	for _, text := range []string{"ckpt:a", "int8:a@5", "ckpt:a@1.5s", "untrained:a@3"} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		moved := s.At("b")
		again, err := ParseSpec(moved.Text)
		if err != nil || again != moved || moved.Path != "b" || moved.Budget != s.Budget || moved.Time != s.Time {
			t.Errorf("%s: %+v at another place reads back as %+v, %v", text, moved, again, err)
		}
	}
}

func TestSpecBare(t *testing.T) {
	for text, want := range map[string]string{"champion:50": "champion:0", "ckpt:a": "ckpt:a@0", "int8:a@1s": "int8:a@0", "net:3": "net:0", "untrained:a@4+root=puct": "untrained:a@0", "untrained:9+of=tafl7": "untrained:0+of=tafl7"} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		bare, ok := s.Bare()
		if again, err := ParseSpec(bare.Text); !ok || bare.Text != want || err != nil || again != bare {
			t.Errorf("%s: the network alone is %q, %v, which reads back as %+v, %v", text, bare.Text, ok, again, err)
		}
	}
	if s, err := ParseSpec("mcts:5"); err != nil {
		t.Fatal(err)
	} else if _, ok := s.Bare(); ok {
		t.Error("mcts has a network")
	}
}

// The control of an agent has its search, its limits and its run, and is no agent's control
// itself.
func TestSpecUntrained(t *testing.T) {
	for text, want := range map[string]string{
		"champion:50+root=puct": "untrained:50+root=puct", "champion+of=tafl7": "untrained:100+of=tafl7", "ckpt:a": "untrained:a@100",
		"int8:a@1s": "untrained:a@1s", "net:3": "untrained:3", "net": "untrained:0", "mcts:5": "", "untrained:5": "",
	} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		control, ok := s.Untrained()
		if !ok {
			if want != "" {
				t.Errorf("%s has no control", text)
			}
			continue
		}
		if again, err := ParseSpec(control.Text); control.Text != want || err != nil || again != control {
			t.Errorf("%s: the control is %q, which reads back as %+v, %v; want %s", text, control.Text, again, err, want)
		}
	}
}
