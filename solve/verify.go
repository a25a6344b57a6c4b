package solve

import (
	"context"
	"errors"
	"fmt"

	"ludens/env"
	"ludens/env/seed"
)

// Verify draws that many numbers and has the rule book play all moves of their positions: it
// returns an error if one is not worth as much as its best move, or if the table knows a
// position that is none. This is another way than the table was made. If it held for all
// numbers, the table would be right.
func (t *Table) Verify(ctx context.Context, numbers int, at seed.Seed) error {
	rng := at.Rand()
	var s env.State
	for range numbers {
		if err := ctx.Err(); err != nil {
			return err
		}
		i := rng.Uint64N(uint64(len(t.worths)))
		is := t.positions.At(i, s)
		if (is == nil) != (t.worths[i] == noPosition) {
			return fmt.Errorf("solve: table of %s: number %d is a position, or none", t.game.Spec().Name, i)
		}
		if is == nil {
			continue
		}
		s = is
		if (s.Result() != env.Ongoing) != (t.worths[i] == gameOver) {
			return fmt.Errorf("solve: table of %s: number %d is the end of a game, or none", t.game.Spec().Name, i)
		}
		if s.Result() != env.Ongoing {
			continue
		}
		if err := verify(ctx, t, s); err != nil {
			return fmt.Errorf("solve: table of %s: %w", t.game.Spec().Name, err)
		}
	}
	return nil
}

// verify returns an error if an unfinished position is not worth as much as its best move.
func verify(ctx context.Context, t env.Solver, s env.State) error {
	is, err := t.Solve(ctx, s, true)
	if err != nil {
		return err
	}
	moves, err := Moves(ctx, t, s, true)
	if err == nil && Best(moves) != is {
		err = errors.New("the position is " + is.String() + ", and its best move " + Best(moves).String() + ":\n" + s.String())
	}
	return err
}
