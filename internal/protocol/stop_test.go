package protocol

import (
	"context"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/machine"
)

// Engines obey stop and quit within 100 ms of CPU while they search, also where they solve an
// endgame table beside it. Control: one that does not hear its context is late.
func TestStopAndQuitAreObeyed(t *testing.T) {
	if err := machine.CheckThreadTime(); err != nil {
		t.Skip(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // no table is there yet
	const bound = 100 * time.Millisecond
	const threeMen = "8/8/8/8/8/1k6/7Q/K7 w - - 0 1"
	orders := []halting{
		{"uci", "chess", "go infinite", "stop", "bestmove "},
		{"uci", "chess", "position fen " + threeMen + "\ngo infinite", "stop", "bestmove "},
		{"uci", "capablanca", "go infinite", "quit", ""},
		{"uci", "amazon-chess", "position fen " + threeMen + "\ngo infinite", "quit", ""},
		{"cecp", "chess", "level 0 60 0\ngo", "?", "move "},
		{"cecp", "chess", "setboard " + threeMen + "\nanalyze", "quit", ""},
		{"otep", "celta", "analyze 1 3600", "goodbye", ""},
		{"json", "connect4", `{"id":"1","do":"analyse","simulations":1000000}`, `{"id":"2","do":"stop","target":"1"}`, `{"depth":`},
	}
	for _, name := range []string{"mcts:1000000", "alphabeta:60"} {
		spec, err := agent.ParseSpec(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range orders {
			g := games.Must(o.game)
			open := func(g env.Game, _ Resources) (analysis.Analyst, error) { return spec.Analyst(g, nil, seed.New(1)) }
			took := o.took(t, g, open)
			for try := 0; took > bound && try < 2; try++ { // what other tests left to collect is in it
				took = min(took, o.took(t, g, open))
			}
			if took > bound {
				t.Errorf("%s, %s, %s: %s is obeyed after %v of CPU, want %v", o.front, o.game, name, o.stop, took, bound)
			}
		}
	}
	for _, o := range []halting{orders[0], orders[2]} {
		late := o.took(t, games.Must(o.game), func(g env.Game, _ Resources) (analysis.Analyst, error) { return deaf(2 * bound), nil })
		if late <= bound {
			t.Errorf("control: an engine that does not hear %s obeys after %v", o.stop, late)
		}
	}
}

// halting is what ends a search: a line, and the beginning of its answer; "": the engine ends.
type halting struct{ front, game, search, stop, answer string }

// took returns how much CPU time passes from the line until it is obeyed.
func (o halting) took(t *testing.T, g env.Game, open func(env.Game, Resources) (analysis.Analyst, error)) time.Duration {
	p := startFor(t, o.front, Engine{Name: "Ludens", Game: g, Workers: 1, Open: open})
	p.say(strings.Split(o.search, "\n")...)
	for searched := machine.CPUTime() + 30*time.Millisecond; machine.CPUTime() < searched; {
		time.Sleep(time.Millisecond)
	}
	begun := machine.CPUTime()
	p.say(o.stop)
	if o.answer == "" {
		p.end()
		return machine.CPUTime() - begun
	}
	p.until(o.answer)
	took := machine.CPUTime() - begun
	p.end()
	return took
}

// deaf thinks for some CPU time after it is stopped.
type deaf time.Duration

func (d deaf) Analyse(ctx context.Context, s env.State, _ analysis.Limits, _ func(analysis.Report)) (analysis.Report, error) {
	for ctx.Err() == nil {
	}
	for until := machine.CPUTime() + time.Duration(d); machine.CPUTime() < until; {
	}
	return analysis.Report{Moves: []analysis.Move{{Line: []env.Action{s.Legal(nil)[0]}}}}, nil
}
