package exact

import (
	"context"
	"fmt"
	"slices"

	"ludens/env"
	"ludens/solve"
)

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
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case worths[j].Less(worths[i]):
			return -1
		case worths[i].Less(worths[j]):
			return 1
		}
		return 0
	})
	return order
}
