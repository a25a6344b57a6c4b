package agent

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/machine"
	"ludens/selfplay"
)

func needCPUTime(t *testing.T) {
	t.Helper()
	if err := machine.CheckThreadTime(); err != nil || runtime.GOOS == "windows" {
		t.Skip("no fine CPU time of threads here: ", err)
	}
}

// Each agent that takes a time takes CPU time, which reads back as it was written, and
// counts as a time wherever games must not depend on the machine.
func TestCPUTimeIsRead(t *testing.T) {
	for text, want := range map[string]string{
		"mcts:cpu=100ms":               "mcts:cpu=100ms",
		"alphabeta:cpu=1s":             "alphabeta:cpu=1s",
		"champion:cpu=16ms+threads=2":  "champion:cpu=16ms+threads=2",
		"champion@cpu=16ms":            "champion:cpu=16ms",
		"alphabeta@cpu=16ms":           "alphabeta:cpu=16ms",
		"champion@64+root=puct":        "champion:64+root=puct",
		"net:cpu=16ms":                 "net:cpu=16ms",
		"ckpt:a@b@cpu=16ms":            "ckpt:a@b@cpu=16ms",
		"int8:a@cpu=16ms+threads=2":    "int8:a@cpu=16ms+threads=2",
		"uci:engine{Hash=1}@cpu=100ms": "uci:engine{Hash=1}@cpu=100ms",
		"otep:engine@cpu=100ms":        "otep:engine@cpu=100ms",
	} {
		s := typed(t, text)
		if s.String() != want || (s.Time > 0) != s.CPU || s.CPU != strings.Contains(text, "cpu=") {
			t.Errorf("%s: got %+v, want %s", text, s, want)
		}
		if s.CPU && !s.Foreign() && (s.Limit() != "cpu="+s.Time.String() || s.Budget < 2) {
			t.Errorf("%s: limit %s, budget %d", text, s.Limit(), s.Budget)
		}
		if bare, ok := s.Bare(); ok && bare.CPU {
			t.Errorf("%s: its network alone has CPU time: %+v", text, bare)
		}
	}
	for _, text := range []string{"mcts:cpu=", "mcts:cpu=5", "mcts:cpu=-1s", "champion@cpu=0s", "greedy:cpu=1s", "random@cpu=1s", "uci:e@cpu=5", "ckpt:a@cpu=soon"} {
		if s, err := Typed(text); err == nil {
			t.Errorf("%s is taken: %+v", text, s)
		}
	}
}

// An agent uses its CPU time and little more, with other goroutines at work beside it and
// with several threads, when it acts and when it analyses.
func TestCPUTimeIsUsed(t *testing.T) {
	needCPUTime(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for range runtime.GOMAXPROCS(0) { // competitors
		go func() {
			for ctx.Err() == nil {
			}
		}()
	}
	const limit = 10 * time.Millisecond
	g := game(t, "cetran2") // no search of its start is done in so little time
	for _, text := range []string{"mcts:cpu=10ms", "alphabeta:cpu=10ms", "mcts:cpu=10ms+threads=2"} {
		s := typed(t, text)
		a, err := s.Entrant(nil).New(g, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		analyst, err := s.Analyst(g, nil, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		for verb, do := range map[string]func(context.Context) error{
			"acts": func(ctx context.Context) error { _, err := a.Act(ctx, g.New(0)); return err },
			"analyses": func(ctx context.Context) error {
				_, err := analyst.Analyse(ctx, g.New(0), analysis.Limits{}, nil)
				return err
			},
		} {
			const moves = 4
			spent := machine.Within(t.Context(), 0, func(ctx context.Context) {
				for range moves {
					if err := do(ctx); err != nil {
						t.Fatal(err)
					}
				}
			}) / moves
			if spent < limit*9/10 || spent > limit*3/2 {
				t.Errorf("%s %s in %v of CPU time, want %v", text, verb, spent, limit)
			}
		}
	}
}

// The time that a question gives overrules the agent's own, longer or shorter.
func TestQuestionsOverruleTime(t *testing.T) {
	needCPUTime(t)
	g := game(t, "cetran2")
	for short, long := range map[string]string{"alphabeta:cpu=1ms": "alphabeta:cpu=600ms", "alphabeta:1ms": "alphabeta:600ms"} {
		looked := func(text string, l analysis.Limits) int {
			a, err := typed(t, text).Analyst(g, nil, seed.New(1))
			if err != nil {
				t.Fatal(err)
			}
			r, err := a.Analyse(t.Context(), g.New(0), l, nil)
			if err != nil {
				t.Fatal(err)
			}
			return r.Simulations
		}
		own, more := looked(short, analysis.Limits{}), looked(short, analysis.Limits{Time: 600 * time.Millisecond})
		if more < 20*own {
			t.Errorf("%s looks at %d positions in its own time, and at %d in 600 ms", short, own, more)
		}
		if less := looked(long, analysis.Limits{Time: time.Millisecond}); less > more/4 {
			t.Errorf("%s looks at %d positions in 1 ms, and %s at %d in 600 ms", long, less, short, more)
		}
	}
}

// sleeper sleeps a while each time before it looks whether it is to hurry, and works in
// between on request.
type sleeper struct {
	looks int
	work  time.Duration
}

func (s *sleeper) Act(ctx context.Context, at env.State) (env.Decision, error) {
	return s.ActWithin(ctx, ctx, at)
}

func (s *sleeper) ActWithin(_, hurry context.Context, _ env.State) (env.Decision, error) {
	for s.looks = 0; s.looks < 40 && hurry.Err() == nil; s.looks++ {
		time.Sleep(time.Millisecond)
		machine.Within(hurry, s.work, func(ctx context.Context) {
			for s.work > 0 && ctx.Err() == nil {
			}
		})
	}
	return env.Decision{}, nil
}

// Sleep is not charged: an agent that sleeps does all it wants to within 10 ms of CPU time,
// and not within 10 ms; one that works is stopped.
func TestCPUTimeOfSleep(t *testing.T) {
	needCPUTime(t)
	const limit = 10 * time.Millisecond
	asleep, hurried, working := &sleeper{}, &sleeper{}, &sleeper{work: time.Millisecond}
	for _, a := range []env.Agent{
		&rationed{asleep, machine.Allowance{Each: limit}}, timed{hurried, limit}, &rationed{working, machine.Allowance{Each: limit}},
	} {
		if _, err := a.Act(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if asleep.looks != 40 || hurried.looks > 12 || working.looks > 12 {
		t.Errorf("asleep it looked %d times, want 40; by the clock %d and at work %d, want about 10", asleep.looks, hurried.looks, working.looks)
	}
}

// A time of the match holds beside an agent's own limit, whichever is shorter.
func TestMoveTimeBesideCPUTime(t *testing.T) {
	needCPUTime(t)
	g := game(t, "cetran2")
	for text, most := range map[string]time.Duration{"mcts:cpu=10s": time.Second, "mcts:10s": time.Second, "alphabeta:cpu=10s": time.Second} {
		e := typed(t, text).Entrant(nil).MoveTime(time.Millisecond)
		a, err := e.New(g, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if act(t, a, g.New(0)); time.Since(began) > most || e.Spec.Time != time.Millisecond || e.Spec.CPU {
			t.Errorf("%s with a millisecond: %v, %+v", text, time.Since(began), e.Spec)
		}
		began = time.Now()
		if _, err := Choices(t.Context(), t.Context(), a, g.New(0)); err != nil || time.Since(began) > most {
			t.Errorf("%s with a millisecond lists its choices in %v, %v", text, time.Since(began), err)
		}
	}
}

// elsewhere is a device that loads nothing.
type elsewhere struct{ selfplay.Device }

// The CPU time of a network on a device is not that of this program: such an agent is
// refused. One without a network, or with another limit, is not.
func TestCPUTimeOnADevice(t *testing.T) {
	needCPUTime(t)
	g := game(t, "tictactoe")
	load := func(Source, env.Game) (Trained, error) { return Trained{}, errors.New("loaded") }
	for _, on := range []bool{false, true} {
		if on {
			selfplay.UseDevice(elsewhere{})
			defer selfplay.UseDevice(nil)
		}
		for text, refused := range map[string]bool{"ckpt:a@cpu=16ms": true, "ckpt:a@16ms": false, "ckpt:a@100": false, "mcts:cpu=16ms": false} {
			_, err := typed(t, text).Entrant(load).New(g, 1)
			if is := err != nil && strings.HasPrefix(err.Error(), text+": the device's CPU time is not counted"); is != (refused && on) {
				t.Errorf("%s, on a device %v: %v", text, on, err)
			}
		}
	}
}
