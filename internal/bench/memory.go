package bench

import (
	"context"
	"runtime"

	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

// allocations counts what the rules and the search allocate on the heap once
// their buffers have grown.
func allocations(ctx context.Context, g env.Game, rounds int) (rates []Rate, err error) {
	tasks := append(ruleTasks(g), searchTask(ctx, g))
	for _, t := range tasks {
		var seen []float64
		for range max(1, rounds) {
			n, err := t.count()
			if err != nil {
				return nil, err
			}
			seen = append(seen, n)
		}
		rates = append(rates, summary(g.Spec().Name, "allocations: "+t.what, "a "+t.unit, seen))
	}
	return rates, nil
}

// task is some work, repeated.
type task struct {
	what, unit string
	times      int
	run        func() error
}

// count returns how many allocations the work makes each time, when it is not done
// for the first time.
func (t task) count() (float64, error) {
	const runs = 10
	if err := t.run(); err != nil {
		return 0, err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		if err := t.run(); err != nil {
			return 0, err
		}
	}
	runtime.ReadMemStats(&after)
	each := (after.Mallocs - before.Mallocs) / runs // what was not in each run was not the work's
	return float64(each) / float64(t.times), nil
}

// ruleTasks are what a State is asked for, in the positions of a random game.
func ruleTasks(g env.Game) []task {
	var moves []env.Action
	var states []env.State
	start, rng := g.New(0), seed.New(0).Rand()
	for s := start.Copy(nil); s.Result() == env.Ongoing && len(moves) < g.Spec().MaxPly; s = s.Copy(nil) {
		a := pick(s.Legal(nil), rng)
		states, moves = append(states, s.Copy(nil)), append(moves, a)
		s.Play(a)
	}
	var legal []env.Action
	var copied, played env.State
	obs := make([]float32, g.Spec().Size())
	each := func(do func(env.State)) func() error {
		return func() error {
			for _, s := range states {
				do(s)
			}
			return nil
		}
	}
	return []task{
		{"Play", "ply", len(moves), func() error {
			played = start.Copy(played)
			for _, a := range moves {
				played.Play(a)
			}
			return nil
		}},
		{"Legal", "position", len(states), each(func(s env.State) { legal = s.Legal(legal[:0]) })},
		{"Copy", "position", len(states), each(func(s env.State) { copied = s.Copy(copied) })},
		{"Observe", "position", len(states), each(func(s env.State) { s.Observe(obs) })},
	}
}

// searchTask is a search of the start in a tree that has been used before.
func searchTask(ctx context.Context, g env.Game) task {
	const simulations = 100
	cfg := mcts.Defaults()
	cfg.Simulations = simulations
	tree, start := mcts.NewTree(g, cfg), g.New(0)
	return task{"search", "simulation", simulations, func() error {
		tree.Reset(start)
		tree.Begin(ctx, simulations, nil)
		return mcts.Search(ctx, tree, mcts.Uniform{})
	}}
}
