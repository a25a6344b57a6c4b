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
	"sort"

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

// Position is what a position and its moves are worth.
type Position struct {
	Game     string `json:"game"`
	Position string `json:"position,omitempty"`
	ToMove   string `json:"to_move"`
	solve.Verdict
	Clock *Clock `json:"clock,omitempty"`
	Moves []Move `json:"moves"` // the best first
}

// Move is what a move is worth, for its mover.
type Move struct {
	Move string `json:"move"`
	solve.Verdict
}

// Clock is how a won or lost position stands against the clock of its game.
type Clock struct {
	Plies  int  `json:"plies"` // to the end or a zeroing move; 0: too many for any clock
	Left   int  `json:"left"`
	InTime bool `json:"in_time"`
}

// Look returns what a position of a game is worth, by its search or by the table in
// a file, as Open has it.
func Look(ctx context.Context, g env.Game, path string, s env.State) (Position, error) {
	if s.Result() != env.Ongoing {
		return Position{}, fmt.Errorf("solve: the game is over in this position: %s", s.Result())
	}
	newSolver, err := Open(ctx, g, path)
	if err != nil {
		return Position{}, err
	}
	solver := newSolver()
	worths, err := solve.Moves(ctx, solver, s, true)
	if err != nil {
		return Position{}, err
	}
	p := Position{Game: g.Spec().Name, ToMove: g.Spec().Roles[s.ToMove()], Verdict: solve.VerdictOf(solve.Best(worths)), Clock: clockOf(solver, s)}
	if n, ok := env.As[env.Notated](g); ok {
		p.Position = n.Position(s)
	}
	legal := s.Legal(nil)
	for _, i := range bestFirst(worths) {
		p.Moves = append(p.Moves, Move{s.Format(legal[i]), solve.VerdictOf(worths[i])})
	}
	return p, nil
}

// clockOf returns how a position stands against the clock, if a table knows.
func clockOf(solver env.Solver, s env.State) *Clock {
	table, ok := solver.(*solve.Table)
	if !ok {
		return nil
	}
	z, ok := table.Zeroing(s)
	if !ok {
		return nil
	}
	return &Clock{z.Plies, z.Left, z.InTime()}
}

// bestFirst returns the indices of worths, the best first.
func bestFirst(worths []env.Worth) []int {
	order := make([]int, len(worths))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return worths[order[j]].Less(worths[order[i]]) })
	return order
}
