package roster

import (
	"context"
	"errors"
	"fmt"

	"ludens/agent"
	"ludens/analysis"
	"ludens/configs"
	"ludens/env"
	"ludens/env/record"
	"ludens/env/seed"
)

// Seating is how a person plays who has named no agent.
type Seating struct {
	Opponent string // agent
	Adviser  string // agent, who also judged the start
	As       string // the side of the person: first, second, both, none
	About    string
}

// newcomersLevel is the agent that a person meets in the first game of a game with a
// champion.
var newcomersLevel = fmt.Sprintf("level:%d", agent.NewcomersLevel)

// judged are the simulations that a start is judged by.
const judged = agent.DefaultSimulations

// Newcomer seats a person at a game as it stands in r: against an easy level of the champion
// or, where another agent is the usual one, against that; on the side as or, where that is
// "", on the side that the usual agent judges better (analysis.Seat). A game without exactly
// one person has the usual agent.
func Newcomer(ctx context.Context, g env.Game, r record.Record, load agent.Loader, as string) (Seating, error) {
	who, about := Usual(g)
	n := Seating{Opponent: who, Adviser: who, As: as, About: about}
	spec, err := agent.ParseSpec(who)
	if err != nil {
		return n, err
	}
	if _, ok := configs.ChampionOf(g); ok && spec.Kind == "champion" && as != "both" && as != "none" {
		n.Opponent = newcomersLevel
		n.About = fmt.Sprintf("%s You meet its level %d of %d, %q: --agent level:N is another level, --agent champion its full strength.",
			about, agent.NewcomersLevel, len(agent.Levels), agent.Levels[agent.NewcomersLevel-1].Name)
	}
	s, err := r.Replay(g, nil)
	if err != nil || as != "" || s.Result() != env.Ongoing {
		return n, err
	}
	a, err := spec.Analyst(g, load, seed.New(0))
	if err != nil {
		return n, err
	}
	found, err := a.Analyse(ctx, s, analysis.Limits{Simulations: judged}, nil)
	if err != nil {
		return n, err
	}
	value := found.Value
	if s.ToMove() == env.Second {
		value = -value
	}
	n.As = "first"
	if analysis.Seat(value) == env.Second {
		n.As = "second"
		n.About += fmt.Sprintf(" You play %s, the side that stands better; --as first is the other.", g.Spec().Roles[env.Second])
	}
	return n, nil
}

// Played returns how a recorded game was played: the side of the person, as of Seating; the
// agent of the other side or of the first; the agent of the second, if both are agents.
func Played(r record.Record) (as, who, opponent string) {
	switch first, second := IsPerson(r.First), IsPerson(r.Second); {
	case first && second:
		return "both", "", r.Second
	case first:
		return "first", r.Second, r.Second
	case second:
		return "second", r.First, r.Second
	}
	return "none", r.First, r.Second
}

// IsPerson reports whether the name in a record is not that of an agent.
func IsPerson(name string) bool {
	_, err := agent.FromArg(name)
	return name != "" && err != nil && !errors.Is(err, agent.ErrProgram)
}
