package foreign

import (
	"context"
	"testing"
	"time"

	"ludens/internal/machine"
)

// An engine with a budget of CPU time is stopped when it or its children have used it, is
// not charged for what it sleeps or for what others do, and is charged for all that it
// uses.
func TestCPUBudget(t *testing.T) {
	if err := machine.CheckProcessTime(); err != nil {
		t.Skip(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { // a competitor
		for ctx.Err() == nil {
		}
	}()
	const ms = time.Millisecond
	for _, test := range []struct {
		behaviour, limit string
		low, high        time.Duration // CPU time per move
	}{
		{"works", "@cpu=30ms+patience=1m", 28 * ms, 40 * ms},
		{"delegates", "@cpu=30ms+patience=1m", 25 * ms, 55 * ms}, // ended children are counted in ticks of 10 ms
		{"naps", "@cpu=30ms+patience=1m", 0, 15 * ms},
		{"works", "@60ms+patience=1s", 0, 0}, // control: it does not end by itself, and is not stopped
	} {
		p := begin(t, test.behaviour, test.limit)
		s := played().New(0)
		const moves = 4
		var failed error
		spent := machine.Within(t.Context(), 0, func(ctx context.Context) {
			for range moves {
				d, err := p.Act(ctx, s)
				if failed = err; err != nil {
					return
				}
				s.Play(d.Action)
				s.Play(s.Legal(nil)[0])
			}
		}) / moves
		if control := test.high == 0; (failed != nil) != control {
			t.Errorf("%s%s: %v", test.behaviour, test.limit, failed)
		} else if !control && (spent < test.low || spent > test.high) {
			t.Errorf("%s%s: %v of CPU time a move, want %v to %v", test.behaviour, test.limit, spent, test.low, test.high)
		}
	}
}

// What an engine gets is wall time, more than its CPU time; how its limits are written
// and shortened.
func TestCPULimits(t *testing.T) {
	e, err := Parse("uci", "e@cpu=20ms+depth=9")
	if want := (Limits{Time: 20 * time.Millisecond, CPU: true, Depth: 9}); err != nil || e.Limits != want {
		t.Fatalf("%+v, %v; want %+v", e.Limits, err, want)
	}
	if got := order(e.told()); got != "go depth 9 movetime 300" {
		t.Errorf("it is told %q", got)
	}
	if l := e.Within(time.Second); l != e.Limits {
		t.Errorf("within a second: %+v", l)
	}
	if l := e.Within(time.Millisecond); l.CPU || l.Time != time.Millisecond {
		t.Errorf("within a millisecond: %+v", l)
	}
	if e, err = Parse("uci", "e@20ms"); err != nil || e.told() != e.Limits {
		t.Errorf("by the clock it is told %+v, %v", e.told(), err)
	}
	for _, text := range []string{"e@cpu=5", "e@cpu=", "e@cpu=0s", "e@cpu=99h"} {
		if e, err := Parse("uci", text); err == nil && e.Limits != (Limits{}) {
			t.Errorf("%s: %+v", text, e)
		}
	}
}
