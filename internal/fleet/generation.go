package fleet

import (
	"context"
	"fmt"
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

// place is a game's number. One that is of no game is told as a fault.
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
	s, err := b.Begin(g.with.Game)
	if err != nil {
		return ""
	}
	for i := range min(len(a.Plies), len(b.Plies)) {
		p, q := a.Plies[i], b.Plies[i]
		switch {
		case p.Action != q.Action:
			return fmt.Sprintf("ply %d: %s, the plan's network plays %s", i+1, s.Format(p.Action), s.Format(q.Action))
		case p.Value != q.Value:
			return fmt.Sprintf("ply %d: %s with a value of %v, the plan's network expects %v", i+1, s.Format(p.Action), p.Value, q.Value)
		case fmt.Sprint(p.Policy) != fmt.Sprint(q.Policy):
			return fmt.Sprintf("ply %d: %s with another policy than that of the plan's network", i+1, s.Format(p.Action))
		}
		s.Play(q.Action)
	}
	if len(a.Plies) != len(b.Plies) {
		return fmt.Sprintf("%d plies, the plan's network plays %d", len(a.Plies), len(b.Plies))
	}
	return ""
}
