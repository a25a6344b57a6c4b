package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ludens/agent"
	"ludens/env"
	"ludens/internal/seed"
	"ludens/solve"
)

// endgameMarks are what eval --truth=ENDGAME --json says of an endgame.
type endgameMarks struct {
	Game    string `json:"game"`
	Endgame string `json:"endgame"`
	Agent   string `json:"agent"`
	Seed    uint64 `json:"seed"`

	// Won positions in which the agent was asked for a move.
	Kept   proportion `json:"kept"` // the position is still won after it
	ToDraw int        `json:"to_draw"`
	ToLoss int        `json:"to_loss"`
	Delay  float64    `json:"delay"` // plies by which a move that keeps the win makes it longer, on average

	// Won positions that the agent played on against the best defence.
	Mated     proportion     `json:"mated"`
	Drawn     map[string]int `json:"drawn"` // the rest by how they ended
	Lost      int            `json:"lost"`
	Truncated int            `json:"truncated"`
	Plies     float64        `json:"plies"`    // of the games that were won, on average
	Shortest  float64        `json:"shortest"` // what these take with best play
}

// tellEndgames judges the agent in endgames and prints what it did.
func (t *truth) tellEndgames(ctx context.Context, e *evaluation, me agent.Entrant, out io.Writer, asJSON bool) error {
	names, err := solve.EndgameList(e.game, t.file)
	if err != nil {
		return err
	}
	var all []endgameMarks
	for i, name := range names {
		m, err := t.judgeEndgame(ctx, e, me, name)
		if err != nil {
			return err
		}
		if all = append(all, m); asJSON {
			continue
		}
		if i == 0 {
			m.printHead(out, e.game.Spec().Roles[env.First])
		}
		m.print(out)
	}
	if asJSON {
		return json.NewEncoder(out).Encode(all)
	}
	fmt.Fprintf(out, "up to %d won positions of each endgame, drawn evenly, for a move; up to %d of them for a game against the best defence; seed %d\n", t.positions, t.mates, e.seed)
	return nil
}

func (t *truth) judgeEndgame(ctx context.Context, e *evaluation, me agent.Entrant, name string) (m endgameMarks, err error) {
	g, err := solve.Endgame(e.game, name)
	if err != nil {
		return m, err
	}
	table, err := tableOf(ctx, g, "")
	if err != nil {
		return m, err
	}
	x := solve.EndgameExam{Positions: t.positions, Games: t.mates, Seed: e.seed, Workers: e.workers}
	bars := phases{visible: e.bars}
	defer bars.finish()
	newAgent := func(s seed.Seed) (env.Agent, error) { return me.New(e.game, s) }
	asked, played, err := table.Examine(ctx, x, newAgent, bars.seen)
	if err != nil {
		return m, err
	}
	const won = 2
	kept := asked.Worth[won]
	return endgameMarks{
		Game: e.game.Spec().Name, Endgame: name, Agent: me.Name, Seed: e.seed,
		Kept: proportionOf(kept.Kept, kept.Positions), ToDraw: asked.ToDraw, ToLoss: asked.ToLoss,
		Delay: average(asked.Delay, kept.Kept),
		Mated: proportionOf(played.Won, played.Games), Drawn: played.Drawn, Lost: played.Lost, Truncated: played.Truncated,
		Plies: average(played.Plies, played.Won), Shortest: average(played.Shortest, played.Won),
	}, nil
}

func average(sum, n int) float64 { return float64(sum) / float64(max(1, n)) }

func (m endgameMarks) printHead(out io.Writer, role string) {
	fmt.Fprintf(out, "%s on %s, %s to move in won positions\n", m.Agent, m.Game, role)
	fmt.Fprintf(out, "%-8s  %9s %9s  %-18s %5s   %5s %5s %9s  %-18s %6s %7s  %s\n",
		"endgame", "positions", "still won", "95 % interval", "later", "games", "mated", "share", "95 % interval", "plies", "at best", "the rest")
}

func (m endgameMarks) print(out io.Writer) {
	fmt.Fprintf(out, "%-8s  %9d %7.2f %%  [%6.2f, %6.2f]   %5.2f   %5d %5d %7.1f %%  [%6.1f, %6.1f]   %6.1f %7.1f  %s\n",
		m.Endgame, m.Kept.Positions, 100*m.Kept.Share, 100*m.Kept.Low, 100*m.Kept.High, m.Delay,
		m.Mated.Positions, m.Mated.Count, 100*m.Mated.Share, 100*m.Mated.Low, 100*m.Mated.High, m.Plies, m.Shortest, m.rest())
}

// rest says how the games ended that were not won.
func (m endgameMarks) rest() string {
	var parts []string
	add := func(n int, how string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, how))
		}
	}
	for _, how := range slices.Sorted(maps.Keys(m.Drawn)) {
		add(m.Drawn[how], "drawn: "+how)
	}
	add(m.Lost, "lost")
	add(m.Truncated, "cut off")
	if parts == nil {
		return "-"
	}
	return strings.Join(parts, "; ")
}
