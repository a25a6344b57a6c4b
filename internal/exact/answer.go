// Package exact is where games are solved and agents held against the truth: it
// owns the files of exact values.
//
//	GAME.solution      what every position of a game is worth
//	GAME.solution.part the work on one that is solved by pairs, kept while it goes on
//	GAME.solution.lock held while a process works on it
//	exams/GAME-N.json  positions that agents were asked about, for the next agent
//
// [Work] makes a table, [Open] finds the values of a game, [Look] returns those of a
// position and its moves, and a [Test] asks an agent for moves and counts how many
// keep what the position is worth.
//
// Whatever these return is data. Long work reports how far it is by functions that
// it is handed. It reads the clock to say how long something takes and when to
// keep what there is; no value depends on it.
package exact

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ludens/env"
	"ludens/env/record"
	"ludens/internal/exit"
	"ludens/internal/machine"
	"ludens/solve"
)

// Printer is where answers go.
type Printer struct {
	Out     io.Writer
	JSON    bool
	Columns int
	Finish  func() // called before anything is printed: it removes progress bars
}

// print prints a value as JSON, or as text does it.
func (p Printer) print(v any, text func()) error {
	p.Finish()
	if p.JSON {
		return json.NewEncoder(p.Out).Encode(v)
	}
	text()
	return nil
}

// Question is what is asked of a game: what its positions are worth.
type Question struct {
	Work
	Position  string // one position; "": all
	Endgame   string // the positions of these men only, or of several endgames; "": all
	Reachable bool   // count those that the start leads to, too
}

// Answer finds it out and prints it.
func (q Question) Answer(ctx context.Context, p Printer) error {
	err := q.answer(ctx, p)
	if errors.Is(err, context.Canceled) && !errors.As(err, new(exit.Stopped)) {
		return exit.Stopped{Hint: "Nothing was kept; the same command starts from the beginning."}
	}
	return err
}

func (q Question) answer(ctx context.Context, p Printer) error {
	defer p.Finish()
	if q.Endgame != "" {
		names, err := solve.EndgameList(q.Game, q.Endgame)
		if err != nil {
			return err
		}
		if len(names) > 1 {
			return q.endgames(ctx, p, names)
		}
		if q.Game, err = solve.Endgame(q.Game, names[0]); err != nil {
			return err
		}
	}
	if _, searched := env.As[env.Solvable](q.Game); searched || q.Position != "" {
		return q.position(ctx, p)
	}
	s, err := q.Solve(ctx)
	if err == nil && q.Reachable {
		s.Reachable, err = solve.Reachable(ctx, q.Game, q.Seen)
	}
	if err != nil {
		return err
	}
	return p.print(s, func() { printSolution(p.Out, q.Game.Spec().Roles, s) })
}

// endgames solves endgames one after the other, and prints each when it is done.
func (q Question) endgames(ctx context.Context, p Printer, names []string) error {
	if q.Position != "" || q.File != "" || q.Reachable {
		return exit.Usagef("solve: --position, --output and --reachable are for one endgame, not for %d", len(names))
	}
	if !p.JSON {
		printEndgameHead(p.Out, q.Game.Spec().Roles)
	}
	clock := machine.ClockOf(q.Workers)
	began := clock()
	for _, name := range names {
		solved, err := q.SolveEndgame(ctx, name)
		if err != nil {
			return err
		}
		if err := p.print(solved, func() { printEndgame(p.Out, solved) }); err != nil {
			return err
		}
	}
	if !p.JSON {
		fmt.Fprintf(p.Out, "%d endgames in %.0f s with %d workers\n", len(names), (clock() - began).Seconds(), q.Workers)
	}
	return nil
}

// position prints what one position and its moves are worth.
func (q Question) position(ctx context.Context, p Printer) error {
	s, err := record.Beginning{Position: q.Position}.State(q.Game)
	if err != nil {
		return err
	}
	found, err := Look(ctx, q.Game, q.File, s)
	if err != nil {
		return err
	}
	return p.print(found, func() { printPosition(p.Out, found) })
}
