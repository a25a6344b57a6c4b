package solve

import (
	"context"

	"ludens/env"
)

// Moves returns what each legal move of an unfinished position is worth to its
// mover, in the order of Legal. A move that wins at once is "won in 1".
func Moves(ctx context.Context, solver env.Solver, s env.State, plies bool) ([]env.Worth, error) {
	var all []env.Worth
	var next env.State
	for _, a := range s.Legal(nil) {
		next = s.Copy(next)
		next.Play(a)
		w, err := after(ctx, solver, s.ToMove(), next, plies)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// after returns what a move of p that led to next is worth to him.
func after(ctx context.Context, solver env.Solver, p env.Player, next env.State, plies bool) (w env.Worth, err error) {
	if r := next.Result(); r != env.Ongoing {
		w = env.WorthOf(r, p).Before(true)
	} else if w, err = solver.Solve(ctx, next, plies); err != nil {
		return w, err
	} else {
		w = w.Before(next.ToMove() == p)
	}
	if !plies {
		w.Plies = 0
	}
	return w, nil
}

// Best returns the best of some worths: what the position before is worth.
func Best(moves []env.Worth) env.Worth {
	best := moves[0]
	for _, w := range moves {
		if best.Less(w) {
			best = w
		}
	}
	return best
}
