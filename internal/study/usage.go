package study

import (
	"context"
	"sync/atomic"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/cputime"
	"ludens/internal/report"
)

// usage adds up the CPU time that a contestant takes for its moves: of the threads that
// search, of the processes that play. No result depends on it.
type usage struct{ moves, spent atomic.Int64 }

// count returns e with its CPU time counted.
func (u *usage) count(e agent.Entrant) agent.Entrant {
	make := e.New
	e.New = func(g env.Game, s seed.Seed) (env.Agent, error) {
		a, err := make(g, s)
		if err != nil {
			return nil, err
		}
		return counted{a, u}, nil
	}
	return e
}

type counted struct {
	env.Agent
	usage *usage
}

func (c counted) Act(ctx context.Context, s env.State) (d env.Decision, err error) {
	spent := cputime.Within(ctx, 0, func(ctx context.Context) { d, err = c.Agent.Act(ctx, s) })
	if err == nil {
		c.usage.moves.Add(1)
		c.usage.spent.Add(int64(spent))
	}
	return d, err
}

// Close closes the agent whose time is counted.
func (c counted) Close() error { return env.Close(c.Agent) }

// used returns what was counted.
func (u *usage) used() arena.CPUTime {
	return arena.CPUTime{Moves: int(u.moves.Load()), Seconds: time.Duration(u.spent.Load()).Seconds()}
}

// spend notes in the folder what the players of a match have used, and returns what they
// have used in all its games that were played where it could be measured. names are what
// they are called.
func spend(folder *arena.Folder, names [2]string, players []Contestant, use []usage) (all []report.CPUTime, err error) {
	sum, err := folder.Spend(arena.CPUTimes{"a": use[0].used(), "b": use[1].used()})
	for i, side := range []string{"a", "b"} {
		all = append(all, report.CPUTime{Agent: names[i], CPUTime: sum[side], Timed: players[i].Spec.Time > 0})
	}
	return all, err
}
