package fleet

import (
	"context"
	"time"

	"ludens/selfplay"
)

// generation is the content of self-play: the games of an iteration of a run.
type generation struct {
	plan     selfplay.Plan
	material selfplay.Material
	with     selfplay.Resources
	sink     selfplay.Sink
}

func (g *generation) kind() kind                          { return selfPlay }
func (g *generation) objects() (map[string][]byte, error) { return objectsOf(g.plan, g.material) }
func (g *generation) more(int) (int, bool)                { return 0, true }
func (g *generation) put(j *Job, first, end int)          { j.First, j.End = first, end }

func (g *generation) most(goroutines int, _ time.Duration) int {
	return goroutines * g.plan.Config.Lockstep
}

// place is a game's number. One that is of no game is reported as a fault.
func (g *generation) place(number int) (int, bool) { return number, true }

func (g *generation) play(ctx context.Context, goroutines int, next selfplay.Numbers, own func(int, []byte, func() error) error) error {
	return selfplay.PlayNumbers(ctx, g.plan, g.with, goroutines, next, func(number int, r *selfplay.Record) error {
		return own(number, r.Marshal(), func() error { return g.sink(number, r) })
	})
}

func (g *generation) judge(number int, record []byte) (func() error, error) {
	r, err := selfplay.UnmarshalRecord(record)
	if err == nil {
		err = g.plan.Check(number, r, g.with)
	}
	return func() error { return g.sink(number, r) }, err
}

func (g *generation) number(place int) int { return place }

func (g *generation) replaces() bool { return true }

func (g *generation) differs(_ int, theirs, ours []byte) string {
	a, wrong := selfplay.UnmarshalRecord(theirs)
	b, err := selfplay.UnmarshalRecord(ours)
	if wrong != nil || err != nil {
		return ""
	}
	return selfplay.Difference(g.with.Game, a, b)
}
