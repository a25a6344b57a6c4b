package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/env"
	"ludens/internal/seed"
	"ludens/solve"
	"ludens/stat"
)

// How the positions of eval --truth are drawn. Those of games are of players who
// are neither blind nor perfect, and the same for every agent that is judged.
// So they search without proofs, which an agent of that name has since learnt.
const (
	examPlayer      = "mcts:50"
	examSimulations = 50
	examOpening     = 8
	// searchedFrom is the first ply that is drawn of a game that is solved by
	// search: before, a position takes seconds.
	searchedFrom = 10
)

// truth is what eval --truth was asked for.
type truth struct {
	file      string // as the flag has it; "" if it was not given
	positions int
	toGo      int // 0: any
	mates     int // games of each endgame
}

// inCache is what the flag means without a value.
const inCache = "in the user's cache"

func (t *truth) flags(c *cobra.Command) {
	c.Flags().StringVar(&t.file, "truth", "", "instead of baselines: how many moves keep what the position is worth, by search or by the table of ludens solve; --truth=FILE names it, --truth=kq-k,kr-k endgames, which are played out, too")
	c.Flags().Lookup("truth").NoOptDefVal = inCache
	c.Flags().IntVar(&t.positions, "positions", 2000, "with --truth: positions, half of random games, half of games of "+examPlayer+"; of an endgame won ones, drawn evenly")
	c.Flags().IntVar(&t.toGo, "to-go", 0, "with --truth: positions with so many plies to go at most (of games searched to their end)")
	c.Flags().IntVar(&t.mates, "mates", 200, "with --truth of endgames: won positions that the agent plays on against the best defence")
}

// take takes the word after --truth, which pflag leaves among the arguments:
// a flag that may stand alone has no value but after "=".
func (t *truth) take(words []string) error {
	if len(words) == 0 {
		return nil
	}
	if t.file != inCache {
		return usage{fmt.Errorf("eval: %q is one word too many; want: ludens eval GAME AGENT", words[0])}
	}
	t.file = words[0]
	return nil
}

// check refuses flags that make no sense.
func (t *truth) check() error {
	return inRange(amount{"positions", t.positions, 1, maxPositions}, amount{"to-go", t.toGo, 0, maxPositions}, amount{"mates", t.mates, 1, maxPositions})
}

// asked reports whether the agent is to be judged by the truth.
func (t *truth) asked() bool { return t.file != "" }

// proportion is k of n with its 95 % interval.
type proportion struct {
	Positions int     `json:"positions"`
	Count     int     `json:"count"`
	Share     float64 `json:"share"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
}

func proportionOf(count, positions int) proportion {
	p := proportion{Positions: positions, Count: count}
	if positions > 0 {
		p.Share = float64(count) / float64(positions)
	}
	p.Low, p.High = stat.Wilson(count, positions)
	return p
}

// kept is in how many positions the move kept what the position was worth: of
// all, and of those in which a wrong move could be made.
type kept struct {
	All      proportion `json:"all"`
	Decisive proportion `json:"decisive"`
}

func keptOf(all, decisive solve.Tally) kept {
	return kept{proportionOf(all.Kept, all.Positions), proportionOf(decisive.Kept, decisive.Positions)}
}

// marks are what eval --truth --json says.
type marks struct {
	Game   string     `json:"game"`
	Agent  string     `json:"agent"`
	Seed   uint64     `json:"seed"`
	Mix    string     `json:"mix"`
	Kept   kept       `json:"kept"`
	Won    kept       `json:"won"` // of the positions that are won
	Drawn  kept       `json:"drawn"`
	Lost   kept       `json:"lost"`
	Thrown proportion `json:"thrown"` // of the positions that are won: not won after the move
	ToDraw int        `json:"to_draw"`
	ToLoss int        `json:"to_loss"`
}

// mix says which positions were drawn.
func mix(x solve.Exam, questions []solve.Question) string {
	played := 0
	for _, q := range questions {
		if q.Played {
			played++
		}
	}
	which := fmt.Sprintf("any from ply %d on", x.From)
	if x.ToGo > 0 {
		which += fmt.Sprintf(" with at most %d to go", x.ToGo)
	}
	return fmt.Sprintf("%d of games of %s against itself after up to %d random plies, %d of random games; one of each game, %s; none twice; without history",
		played, examPlayer, x.Opening, len(questions)-played, which)
}

// judge draws the positions and asks the agent.
func (t *truth) judge(ctx context.Context, e *evaluation, me agent.Entrant) (marks, error) {
	questions, x, err := t.draw(ctx, e)
	if err != nil {
		return marks{}, err
	}
	bars := phases{visible: e.bars}
	defer bars.finish()
	newAgent := func(s seed.Seed) (env.Agent, error) { return me.New(e.game, s) }
	m, err := solve.Examine(ctx, questions, newAgent, seed.New(e.seed).At("exam", 0), e.workers, bars.seen)
	if err != nil {
		return marks{}, err
	}
	const lost, drawn, won = 0, 1, 2
	return marks{
		Game: e.game.Spec().Name, Agent: me.Name, Seed: e.seed, Mix: mix(x, questions),
		Kept:   keptOf(m.All, m.Decisive),
		Won:    keptOf(m.Worth[won], m.Choices[won]),
		Drawn:  keptOf(m.Worth[drawn], m.Choices[drawn]),
		Lost:   keptOf(m.Worth[lost], m.Choices[lost]),
		Thrown: proportionOf(m.ToDraw+m.ToLoss, m.Worth[won].Positions),
		ToDraw: m.ToDraw, ToLoss: m.ToLoss,
	}, nil
}

// draw returns positions with what their moves are worth. They are kept for the
// next agent, unless the truth comes from a file of its own.
func (t *truth) draw(ctx context.Context, e *evaluation) ([]solve.Question, solve.Exam, error) {
	x := solve.Exam{Positions: t.positions, ToGo: t.toGo, Opening: examOpening, Seed: e.seed, Workers: e.workers}
	if _, searched := e.game.(env.Solvable); searched {
		x.From = searchedFrom
	}
	notated, ok := e.game.(env.Notated)
	if !ok || t.file != inCache {
		questions, err := t.drawNew(ctx, e, x)
		return questions, x, err
	}
	name := nameOf(e.game, x)
	if questions, ok := recall(notated, name); ok {
		return questions, x, nil
	}
	questions, err := t.drawNew(ctx, e, x)
	if err == nil {
		err = keep(notated, name, questions)
	}
	return questions, x, err
}

// drawNew draws and judges positions.
func (t *truth) drawNew(ctx context.Context, e *evaluation, x solve.Exam) ([]solve.Question, error) {
	x.Player = func(s seed.Seed) (env.Agent, error) { return agent.Playouts(e.game, examSimulations, s) }
	file := t.file
	if file == inCache {
		file = ""
	}
	newSolver, err := openTruth(ctx, e.game, file)
	if err != nil {
		return nil, err
	}
	bars := phases{visible: e.bars}
	defer bars.finish()
	return solve.Draw(ctx, e.game, x, newSolver, bars.seen)
}

// tell judges the agent and prints what it did.
func (t *truth) tell(ctx context.Context, e *evaluation, me agent.Entrant, out io.Writer, asJSON bool) error {
	if _, ok := e.game.(env.Endgames); ok && t.file != inCache {
		return t.tellEndgames(ctx, e, me, out, asJSON)
	}
	v, err := t.judge(ctx, e, me)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(out).Encode(v)
	}
	v.print(out)
	return nil
}

func (v marks) print(out io.Writer) {
	line := func(what string, p proportion) {
		if p.Positions > 0 {
			fmt.Fprintf(out, "%-24s %9d %7d   %6.2f %%  [%6.2f, %6.2f]\n", what, p.Positions, p.Count, 100*p.Share, 100*p.Low, 100*p.High)
		}
	}
	fmt.Fprintf(out, "%-24s %9s %7s   %8s  %s\n", v.Agent+" on "+v.Game, "positions", "kept", "share", "95 % interval")
	for _, row := range []struct {
		what string
		kept kept
	}{{"all", v.Kept}, {"won", v.Won}, {"drawn", v.Drawn}, {"lost", v.Lost}} {
		line(row.what, row.kept.All)
		line("  a wrong move exists", row.kept.Decisive)
	}
	line("wins thrown away", v.Thrown)
	fmt.Fprintf(out, "of these %d to a draw, %d to a loss\n", v.ToDraw, v.ToLoss)
	fmt.Fprintf(out, "positions: %s; seed %d\n", v.Mix, v.Seed)
}
