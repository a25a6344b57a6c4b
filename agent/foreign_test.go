package agent

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/foreign"
)

func typed(t *testing.T, text string) Spec {
	t.Helper()
	s, err := Typed(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What is typed says how much an engine may do; where it does not, it gets the usual time,
// for which a time of the match stands in.
func TestTyped(t *testing.T) {
	for text, want := range map[string]foreign.Limits{
		"uci:e":              {Time: foreign.UsualTime},
		"uci:e@50":           {Nodes: 50},
		"uci:e@50+depth=3":   {Nodes: 50, Depth: 3},
		"cecp:e --x@2s":      {Time: 2 * time.Second},
		"otep:e":             {},
		"json:e f {}@9":      {Nodes: 9},
		"uci:e{A=b@c,D=+}@7": {Nodes: 7},
	} {
		s := typed(t, text)
		if !s.Foreign() || s.engine.Limits != want || s.Time != want.Time || s.HasTree() || s.String() != text || s.Program() != "e" {
			t.Errorf("%s: got %+v, want %+v", text, s.engine, want)
		}
	}
	for text, want := range map[string]foreign.Limits{
		"uci:e": {Time: time.Second}, "uci:e@50": {Nodes: 50, Time: time.Second}, "uci:e@5ms": {Time: 5 * time.Millisecond}, "otep:e": {Time: time.Second},
	} {
		e := typed(t, text).Entrant(nil).MoveTime(time.Second)
		if e.Spec.engine.Limits != want || e.Spec.Time != want.Time {
			t.Errorf("%s with a second a move: %+v, want %+v", text, e.Spec.engine.Limits, want)
		}
	}
	if s := typed(t, "mcts:5"); s.Foreign() || s.Budget != 5 {
		t.Errorf("mcts:5 is typed as %+v", s)
	}
	if _, err := Typed("uci:e@x y@0"); err == nil || !strings.Contains(err.Error(), `agent "uci:e@x y@0": @0: want a time a move`) {
		t.Errorf("got %v", err)
	}
}

// What is not typed starts nothing: a file, a page, another machine cannot have a command
// run.
func TestOnlyTheCommandLineStartsPrograms(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made")
	for _, protocol := range foreign.Protocols {
		text := protocol + ":touch " + made
		for name, read := range map[string]func() error{
			"ParseSpec": func() error { _, err := ParseSpec(text); return err },
			"FromArg":   func() error { _, err := FromArg(text); return err },
			"Parse":     func() error { _, err := Parse(text, nil); return err },
		} {
			if err := read(); err == nil || !strings.Contains(err.Error(), "only the command line may name one") {
				t.Errorf("%s of %s: %v", name, text, err)
			}
		}
	}
	if _, err := os.Stat(made); err == nil {
		t.Error("the command was run")
	}
}

// A program that cannot be started is reported with the text that names it.
func TestForeignStart(t *testing.T) {
	g, err := games.Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	_, err = typed(t, "uci:/nowhere/e").Entrant(nil).New(g, seed.New(0))
	if !errors.As(err, new(*env.Forfeit)) || !strings.HasPrefix(err.Error(), "uci:/nowhere/e: it cannot be started") {
		t.Errorf("got %v", err)
	}
}

// Stockfish, where it is installed, plays chess: it mates in one, and is asked for two
// lines of a position.
func TestStockfish(t *testing.T) {
	path, err := exec.LookPath("stockfish")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/stockfish"); err != nil {
			t.Skip("stockfish is not installed: Debian's package stockfish is enough")
		}
	}
	g := games.Must("chess")
	s, err := g.(env.Notated).ParsePosition("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	who := typed(t, "uci:"+path+"{Threads=1,Hash=16}@2000")
	a, err := who.Entrant(nil).New(g, seed.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close(a)
	d, err := a.Act(context.Background(), s)
	if err != nil || s.Format(d.Action) != "a1a8" || d.Value != 1 {
		t.Errorf("got %s with %v, %v; want a1a8 with 1", s.Format(d.Action), d.Value, err)
	}
	analyst, err := who.Analyst(g, nil, seed.New(0))
	if err != nil {
		t.Fatal(err)
	}
	r, err := analyst.Analyse(context.Background(), g.New(0), analysis.Limits{Simulations: 500, Lines: 2}, nil)
	if err != nil || len(r.Moves) != 2 || r.Depth < 1 || len(r.Moves[1].Line) == 0 {
		t.Errorf("got %+v, %v; want two lines", r, err)
	}
}

// What is asked for takes the place of an engine's own limit; a time only shortens it.
func TestEngineWithin(t *testing.T) {
	for _, c := range []struct {
		text string
		ask  analysis.Limits
		want foreign.Limits
	}{
		{"uci:e@50", analysis.Limits{}, foreign.Limits{Nodes: 50}},
		{"uci:e@50", analysis.Limits{Time: time.Second}, foreign.Limits{Nodes: 50, Time: time.Second}},
		{"uci:e@50ms", analysis.Limits{Time: time.Second}, foreign.Limits{Time: 50 * time.Millisecond}},
		{"uci:e@50ms", analysis.Limits{Simulations: 9, Time: time.Second}, foreign.Limits{Nodes: 9, Time: time.Second}},
		{"uci:e@50", analysis.Limits{Depth: 3}, foreign.Limits{Depth: 3}},
		{"uci:e@50", analysis.Limits{Endless: true}, foreign.Limits{Endless: true}},
		{"cecp:e@1s", analysis.Limits{Simulations: 5}, foreign.Limits{}},
	} {
		e := engineer{engine: *typed(t, c.text).engine}
		if got := e.within(c.ask); got != c.want {
			t.Errorf("%s within %+v: got %+v, want %+v", c.text, c.ask, got, c.want)
		}
	}
}
