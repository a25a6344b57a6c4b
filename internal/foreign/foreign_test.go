package foreign

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ludens/env"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		protocol, text string
		want           Engine
	}{
		{"uci", "stockfish", Engine{Command: []string{"stockfish"}}},
		{"uci", "stockfish@100ms", Engine{Command: []string{"stockfish"}, Limits: Limits{Time: 100 * time.Millisecond}}},
		{"uci", "stockfish{Hash=64,Skill Level=0}@1+depth=8", Engine{
			Command: []string{"stockfish"}, Options: []Option{{"Hash", "64"}, {"Skill Level", "0"}}, Limits: Limits{Nodes: 1, Depth: 8}}},
		{"cecp", "'/a b/g++' -x \"\"+depth=3+patience=1m", Engine{
			Command: []string{"/a b/g++", "-x", ""}, Limits: Limits{Depth: 3}, Patience: time.Minute}},
		{"json", "ludens engine celta mcts:5@7", Engine{Command: []string{"ludens", "engine", "celta", "mcts:5"}, Limits: Limits{Nodes: 7}}},
		{"uci", "e{Clear Hash}", Engine{Command: []string{"e"}, Options: []Option{{"Clear Hash", ""}}}},
	} {
		c.want.Protocol = c.protocol
		if c.want.Patience == 0 {
			c.want.Patience = usualPatience
		}
		if got, err := Parse(c.protocol, c.text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:%s\ngot  %+v, %v\nwant %+v", c.protocol, c.text, got, err, c.want)
		}
	}
	for _, c := range []struct{ protocol, text, want string }{
		{"xyz", "e", "no protocol"}, {"uci", "", "which program?"}, {"uci", "  ", "command is empty"}, {"uci", "'e", "a quote has no end"},
		{"uci", "e{=3}", "want OPTION=VALUE"}, {"uci", "e@0", "want a time a move"}, {"uci", "e@1mss", "want a time a move"},
		{"uci", "e@9999999999", "want a time a move"}, {"uci", "e+depth=0", "want 1 to 1000 plies"}, {"uci", "e+patience=0s", "want a time"},
		{"cecp", "e@5", "knows no limit of nodes"}, {"otep", "e+depth=5", "knows no limit of depth"}, {"json", "e{A=1}", "knows no options"},
		{"uci", "e\nf", "want one line"}, {"uci", strings.Repeat("e", 5000), "want one line"},
	} {
		if _, err := Parse(c.protocol, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:%q: got %v, want %s", c.protocol, c.text, err, c.want)
		}
	}
}

// An engine gets what the limits say, and its moves, value and line come back.
func TestAct(t *testing.T) {
	for more, want := range map[string]int{"@300ms": 300, "@41": 41, "+depth=9": 9, "@41+depth=9": 41} {
		p, s := begin(t, "good", more), played().New(3)
		for range 4 {
			legal := s.Legal(nil)
			d, err := p.Act(background, s)
			if err != nil {
				t.Fatal(err)
			}
			if d.Action != legal[0] || d.Depth != 5 || d.Simulations != 78 || Centipawns(d.Value) != want || len(d.Line) != 1 {
				t.Fatalf("%s: got %+v, want %d with a value of %d", more, d, legal[0], want)
			}
			s.Play(d.Action)
			reply := s.Legal(nil)
			s.Play(reply[len(reply)-1])
		}
		if len(p.line.moves) != 7 {
			t.Errorf("%d moves were told since the start, want 7", len(p.line.moves))
		}
	}
}

// A second answer to a question is not taken for one to the next.
func TestSecondAnswersAreDropped(t *testing.T) {
	p, s := begin(t, "stutters", "@41"), played().New(3)
	for range 4 {
		want := s.Legal(nil)[0]
		if d, err := p.Act(background, s); err != nil || d.Action != want {
			t.Fatalf("got %+v, %v, want %d", d, err, want)
		}
		s.Play(want)
		reply := s.Legal(nil)
		s.Play(reply[len(reply)-1])
	}
}

// Of a position two lines are reported if two are asked for, on the way too; and what is
// endless ends when it is stopped.
func TestThink(t *testing.T) {
	p, s := begin(t, "good", "@1"), played().New(0)
	news := 0
	f, err := p.Think(background, s, Limits{}, 2, func(Found) { news++ })
	if err != nil || len(f.Lines) != 2 || f.Lines[1].Value != -1 || Centipawns(f.Lines[0].Value) != 1 || f.Action != s.Legal(nil)[0] || news != 2 {
		t.Errorf("got %+v, %v after %d news", f, err, news)
	}
	ctx, stop := context.WithCancel(background)
	f, err = p.Think(ctx, s, Limits{Endless: true}, 1, func(f Found) {
		if len(f.Lines) > 0 {
			stop()
		}
	})
	if err != nil || f.Action != s.Legal(nil)[0] {
		t.Errorf("stopped: %+v, %v", f, err)
	}
}

// What goes wrong costs the engine its game, says why on one line, and soon.
func TestForfeits(t *testing.T) {
	for behaviour, want := range map[string]string{
		"crash": "it crashed: exit status 3: segmentation [31m fault", "hang": "it hung: no answer in ", "illegal": `it played "e2e5": illegal action`,
		"none": `it played "(none)"`, "garbage": "it played ", "mute": "it speaks no more", "flood": "it floods", "stream": "it floods",
	} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			more := "@10ms+patience=30s"
			if behaviour == "hang" {
				more = "@10ms+patience=200ms"
			}
			if behaviour == "flood" || behaviour == "stream" {
				more = "@10ms+patience=5m"
			}
			e := engine(t, behaviour, more)
			hasty := e.Patience < time.Second
			if hasty { // it shall be slow to move, not to begin
				e.Patience = usualPatience
			}
			p, err := Start(e, played())
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			if hasty {
				p.engine.Patience = 200 * time.Millisecond
			}
			_, err = p.Act(background, played().New(0))
			var forfeit *env.Forfeit
			if !errors.As(err, &forfeit) || !strings.Contains(forfeit.Reason, want) {
				t.Fatalf("got %v, want %s", err, want)
			}
			if len(forfeit.Reason) > mostTail || strings.ContainsAny(forfeit.Reason, "\n\r\x1b\x00") {
				t.Errorf("the reason is no short line: %q", forfeit.Reason)
			}
		})
	}
}

// Who cannot begin is reported in one line, whatever is wrong.
func TestStartRefuses(t *testing.T) {
	other := engine(t, "good", "{Hush=3}")
	deaf := engine(t, "deaf", "+patience=300ms")
	missing, err := Parse("uci", "/nowhere/engine")
	if err != nil {
		t.Fatal(err)
	}
	for want, e := range map[string]Engine{
		`it has no option "Hush" (did you mean "Hash"?)`: other, "it hung: no answer in 300ms": deaf, "it cannot be started": missing,
	} {
		p, err := Start(e, played())
		if err == nil {
			p.Close()
		}
		if !errors.As(err, new(*env.Forfeit)) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Who is called off by the match, and not by his own fault, forfeits nothing.
func TestCalledOff(t *testing.T) {
	p := begin(t, "hang", "@1h")
	ctx, stop := context.WithTimeout(background, 50*time.Millisecond)
	defer stop()
	if _, err := p.Act(ctx, played().New(0)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// Values and centipawns are each other's inverse.
func TestValueOf(t *testing.T) {
	for _, cp := range []int{-5000, -100, -1, 0, 1, 7, 300, 2000} {
		if got := Centipawns(valueOf(cp)); got < cp-1-abs(cp)/100 || got > cp+1+abs(cp)/100 {
			t.Errorf("%d comes back as %d", cp, got)
		}
	}
	if valueOf(1<<40) > 1 || valueOf(-1<<40) < -1 {
		t.Error("a value is beyond its bounds")
	}
}

func abs(n int) int { return max(n, -n) }
