package agent

import (
	"reflect"
	"testing"
	"time"

	"ludens/alphabeta"
	"ludens/mcts"
)

func TestParseSpec(t *testing.T) {
	for text, want := range map[string]Spec{
		"random":                         {Source: Source{Kind: "random"}},
		"greedy":                         {Source: Source{Kind: "greedy"}},
		"mcts:40":                        {Source: Source{Kind: "mcts"}, Budget: 40},
		"mcts:100ms":                     {Source: Source{Kind: "mcts"}, Budget: mcts.MaxSimulations, Time: 100 * time.Millisecond},
		"alphabeta:3":                    {Source: Source{Kind: "alphabeta"}, Budget: 3},
		"alphabeta:2s":                   {Source: Source{Kind: "alphabeta"}, Budget: alphabeta.MaxDepth, Time: 2 * time.Second},
		"alphabeta:8+eval=runs/a":        {Source: Source{Kind: "alphabeta", Eval: "runs/a"}, Budget: 8},
		"alphabeta:cpu=4ms+eval=C:\\x@2": {Source: Source{Kind: "alphabeta", Eval: "C:\\x@2"}, Budget: alphabeta.MaxDepth, Time: 4 * time.Millisecond, CPU: true},
		"alphabeta:nodes=2000+eval=a":    {Source: Source{Kind: "alphabeta", Eval: "a"}, Budget: alphabeta.MaxDepth, Nodes: 2000},
		"level:3":                        {Source: Source{Kind: "champion"}, Budget: 1, Level: 3},
		"level:8+of=tafl7+threads=2":     {Source: Source{Kind: "champion", Of: "tafl7"}, Budget: 32, Level: 8, Settings: Settings{{"threads", "2"}}},
		"mcts:9+temperature=0.5":         {Source: Source{Kind: "mcts"}, Budget: 9, Settings: Settings{{"temperature", "0.5"}}},
		"champion":                       {Source: Source{Kind: "champion"}, Budget: DefaultSimulations, Usual: true},
		"champion:0":                     {Source: Source{Kind: "champion"}},
		"untrained":                      {Source: Source{Kind: "untrained"}, Budget: DefaultSimulations, Usual: true},
		"untrained:0":                    {Source: Source{Kind: "untrained"}},
		"untrained:a/b@7":                {Source: Source{Kind: "untrained", Path: "a/b"}, Budget: 7},
		"net":                            {Source: Source{Kind: "net"}, Usual: true},
		"net:7":                          {Source: Source{Kind: "net"}, Budget: 7},
		"ckpt:runs/a":                    {Source: Source{Kind: "ckpt", Path: "runs/a"}, Budget: DefaultSimulations, Usual: true},
		"ckpt:a@b/c@5":                   {Source: Source{Kind: "ckpt", Path: "a@b/c"}, Budget: 5},
		"int8:C:\\x.ckpt@0":              {Source: Source{Kind: "int8", Path: "C:\\x.ckpt"}},
		"int8:x@50ms":                    {Source: Source{Kind: "int8", Path: "x"}, Budget: mcts.MaxSimulations, Time: 50 * time.Millisecond},
	} {
		if got, err := ParseSpec(text); err != nil || !reflect.DeepEqual(got, want) || got.String() != text {
			t.Errorf("%s: got %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "random:1", "mcts", "mcts:0", "mcts:-1s", "alphabeta:0", "alphabeta:999", "alphabeta:nodes=0", "alphabeta:nodes=x", "alphabeta:nodes=1000001", "mcts:nodes=5", "exact:nodes=5", "champion:-1", "ckpt:", "ckpt:@5", "ckpt:a@x", "untrained:a", "untrained:@5", "untrained:a@x", "rundom", "mcts:5+eval=a", "alphabeta:5+eval=", "alphabeta:5+eval", "champion:5+eval=a",
		"level", "level:", "level:0", "level:11", "level:5ms", "level:cpu=5ms", "level:3+eval=a", "mcts:5+temperature=-1", "mcts:5+temperature=NaN", "mcts:5+temperature=1e9", "net:0+temperature=1", "greedy+temperature=1"} {
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
		again, err := ParseSpec(moved.String())
		if err != nil || !reflect.DeepEqual(again, moved) || moved.Path != "b" || moved.Budget != s.Budget || moved.Time != s.Time {
			t.Errorf("%s: %+v at another place reads back as %+v, %v", text, moved, again, err)
		}
	}
}

func TestSpecBare(t *testing.T) {
	for text, want := range map[string]string{"champion:50": "champion:0", "ckpt:a": "ckpt:a@0", "int8:a@1s": "int8:a@0", "net:3": "net:0", "untrained:a@4+root=puct": "untrained:a@0", "untrained:9+of=tafl7": "untrained:0+of=tafl7", "level:7": "champion:0"} {
		s, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		bare, ok := s.Bare()
		if again, err := ParseSpec(bare.String()); !ok || bare.String() != want || err != nil || !reflect.DeepEqual(again, bare) {
			t.Errorf("%s: the network alone is %q, %v, which reads back as %+v, %v", text, bare.String(), ok, again, err)
		}
	}
	if s, err := ParseSpec("mcts:5"); err != nil {
		t.Fatal(err)
	} else if _, ok := s.Bare(); ok {
		t.Error("mcts has a network")
	}
}

// The control of an agent has its search, its limits and its run, and is not an agent's control
// itself.
func TestSpecUntrained(t *testing.T) {
	for text, want := range map[string]string{
		"champion:50+root=puct": "untrained:50+root=puct", "champion+of=tafl7": "untrained:100+of=tafl7", "ckpt:a": "untrained:a@100",
		"int8:a@1s": "untrained:a@1s", "net:3": "untrained:3", "net": "untrained:0", "mcts:5": "", "untrained:5": "",
		"level:7": "untrained:12+root=puct+temperature=0.8",
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
		if again, err := ParseSpec(control.String()); control.String() != want || err != nil || !reflect.DeepEqual(again, control) {
			t.Errorf("%s: the control is %q, which reads back as %+v, %v; want %s", text, control.String(), again, err, want)
		}
	}
}

// An agent without its number can be given any; one that has it, or takes none, is
// distinguished.
func TestUnlimited(t *testing.T) {
	for text, want := range map[string]string{
		"mcts": "mcts:64", "alphabeta": "alphabeta:64", "champion+of=tafl7": "champion:64+of=tafl7", "untrained": "untrained:64", "runs/a": "ckpt:runs/a@64", "int8:a": "int8:a@64",
		"mcts+root=gumbel": "mcts:64+root=gumbel", "mcts:5": "", "champion:5ms": "", "ckpt:a@5": "", "greedy": "", "random": "", "who": "", "uci:engine": "", "greedy+threads=2": "", "level": "", "level:3": "",
	} {
		s, ok := Unlimited(text)
		if got := s.Limited(64).String(); ok != (want != "") || ok && got != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, ok, want)
		}
	}
}

// Agents of one form differ by their limits.
func TestForm(t *testing.T) {
	for text, want := range map[string]string{
		"mcts:25": "mcts:N", "alphabeta:20ms": "alphabeta:N", "ckpt:a:b@9+root=puct": "ckpt:a:b@N", "champion": "champion", "champion:4+of=tafl7": "champion:N", "greedy": "greedy", "level:4": "level:N",
	} {
		s, err := ParseSpec(text)
		if err != nil || s.Form() != want {
			t.Errorf("%s: %s, %v, want %s", text, s.Form(), err, want)
		}
	}
}

// FuzzSpec: what is read prints itself, and what is printed reads back as the same agent.
func FuzzSpec(f *testing.F) {
	for _, text := range []string{
		"random", "greedy:", "mcts:0100", "mcts:1m", "alphabeta@20ms", "exact", "exact:5", "champion", "champion@cpu=16ms+of=celta+root=puct", "champion:64+threads=2+of=tafl7", "level:3", "level@4+of=a+temperature=2", "mcts:5+temperature=0",
		"net:", "untrained:a@3+anyway=yes", "untrained:9+of=a", "ckpt:a+b", "ckpt:a@b/c@5+threads=2", "int8:C:\\x@0", "ckpt:a@", "uci:e{A=b}@5+depth=3", "json:e \"f g\"", "runs/a", "runs/a@5",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, read := range map[string]func(string) (Spec, error){"ParseSpec": ParseSpec, "Typed": Typed} {
			s, err := read(text)
			if err != nil {
				continue
			}
			again, err := read(s.String())
			if err != nil || !reflect.DeepEqual(again, s) || again.String() != s.String() {
				t.Errorf("%s of %q: %+v prints %q, which is %+v, %v", name, text, s, s.String(), again, err)
			}
			if loose, ok := Unlimited(text); ok {
				if s, err := ParseSpec(loose.Limited(1).String()); err == nil && (s.Budget != 1 || s.Usual) {
					t.Errorf("%q with a limit is %+v", text, s)
				}
			}
		}
	})
}
