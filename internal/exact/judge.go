package exact

import (
	"context"
	"fmt"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/solve"
)

// InCache, as the table of a Test, is the one that Open finds by itself.
const InCache = "in the user's cache"

// Judge tests an agent and prints how it did. The table of the test may also name
// endgames, in which it is tested without the tables that it is held against, and so is
// its network alone.
func (t Test) Judge(ctx context.Context, me agent.Spec, load agent.Loader, p Printer) error {
	defer p.Finish()
	if t.Table == InCache {
		t.Table = ""
	} else if _, ok := env.As[env.Endgames](t.Game); ok {
		return t.judgeEndgames(ctx, me, load, p)
	}
	found, err := t.Run(ctx, t.candidate(me, load))
	if err != nil {
		return err
	}
	return p.print(found, func() { printAccuracy(p.Out, found, p.Columns) })
}

// candidate is an agent that is tested.
func (t Test) candidate(me agent.Spec, load agent.Loader) Agent {
	e := me.Entrant(load)
	return Agent{Name: e.Name, New: func(s seed.Seed) (env.Agent, error) { return e.New(t.Game, s) }}
}

func (t Test) judgeEndgames(ctx context.Context, me agent.Spec, load agent.Loader, p Printer) error {
	names, err := solve.EndgameList(t.Game, t.Table)
	if err != nil {
		return err
	}
	var all []EndgameAccuracy
	for _, who := range Candidates(me) {
		for i, name := range names {
			m, err := t.RunEndgame(ctx, name, t.candidate(who, load))
			p.Finish()
			if err != nil {
				return err
			}
			if all = append(all, m); p.JSON {
				continue
			}
			if i == 0 {
				printMateHead(p.Out, m, t.Game.Spec().Roles[env.First])
			}
			printMate(p.Out, m)
		}
	}
	return p.print(all, func() {
		fmt.Fprintf(p.Out, "up to %d won positions of each endgame, drawn evenly, for a move; up to %d of them for a game against the best defence; seed %d\n", t.Positions, t.Games, t.Seed)
		fmt.Fprintln(p.Out, "agents play here without the exact tables of endgames, which they are held against")
	})
}

// Candidates are who takes an exam in endgames that an agent is entered for: the agent
// without the exact tables of endgames, which are what it is held against and would mark
// themselves; and the network alone that it has, if it searches with one.
func Candidates(s agent.Spec) []agent.Spec {
	s.Untabled = true
	all := []agent.Spec{s}
	if bare, ok := s.Bare(); ok && bare.String() != s.String() {
		all = append(all, bare)
	}
	return all
}
