package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"

	"github.com/BurntSushi/toml"

	"ludens/configs"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

// rules measures the rules of a game: all that stands between a network and
// the next position.
func rules(ctx context.Context, t Task, rounds int) (rates []Rate, err error) {
	g := t.Game
	name := g.Spec().Name
	for _, b := range []struct {
		what, unit string
		work       func() (int, error)
	}{
		{"random play, full legal lists", "plies/s", randomPlay(g)},
		{"256 games side by side, observed", "steps/s", sideBySide(g)},
		{"perft", "nodes/s", countNodes(g)},
	} {
		r, err := measure(ctx, name, b.what, b.unit, rounds, b.work)
		if err != nil {
			return nil, err
		}
		rates = append(rates, r)
	}
	asked, err := allocations(ctx, g, rounds)
	return append(rates, asked...), err
}

// randomPlay returns work that plays at random, game after game, and counts
// plies.
func randomPlay(g env.Game) func() (int, error) {
	const plies = 1000
	var legal []env.Action
	start, rng, most := g.New(0), seed.New(0).Rand(), g.Spec().MaxPly
	s, ply := start.Copy(nil), 0
	return func() (int, error) {
		for range plies {
			if legal = s.Legal(legal[:0]); len(legal) == 0 || ply == most {
				s, ply = start.Copy(s), 0
				legal = s.Legal(legal[:0])
			}
			s.Play(pick(legal, rng))
			ply++
		}
		return plies, nil
	}
}

// sideBySide returns work that makes a random step in each of many games, with
// observations and masks; games that end are begun anew.
func sideBySide(g env.Game) func() (int, error) {
	const n = 256
	vec, rng := env.MakeVec(g, n), seed.New(0).Rand()
	actions := make([]env.Action, n)
	return func() (int, error) {
		for i := range actions {
			actions[i] = pick(vec.Legal(i), rng)
		}
		return n, vec.Step(actions)
	}
}

func pick(legal []env.Action, rng *rand.Rand) env.Action { return legal[rng.IntN(len(legal))] }

// countNodes returns work that counts the leaves of the game's tree as deep as
// a moment's work goes.
func countNodes(g env.Game) func() (int, error) {
	const moment = 1_000_000
	count, depth := perftOf(g.New(0)), 1
	for last, n := 1, count(1); n*(n/last) < moment; depth++ {
		if last, n = n, count(depth+1); n == 0 { // no game is longer
			break
		}
	}
	return func() (int, error) { return count(depth), nil }
}

// perftOf returns the quickest way to count leaves below s: the game's own if
// it has one.
func perftOf(s env.State) func(depth int) int {
	if own, ok := s.(interface{ Perft(depth int) int }); ok {
		return own.Perft
	}
	return func(depth int) int { return int(env.Perft(s, depth)) }
}

// search measures searches without the cost of a network: with the search's defaults or what is
// set, and without proofs, which other programs have not.
func search(ctx context.Context, t Task, rounds int) ([]Rate, error) {
	preset, err := configs.PresetFor(t.Game.Spec().Name)
	if err != nil {
		return nil, err
	}
	defaults, err := toml.Marshal(map[string]mcts.Config{"search": mcts.Defaults()})
	if err != nil {
		return nil, err
	}
	run, err := t.over(preset, configs.Layer{Name: "the search's defaults", Text: string(defaults)})
	if err != nil {
		return nil, err
	}
	with, err := simulations(ctx, t.Game, run.Search, "search", rounds)
	if err != nil {
		return nil, err
	}
	run.Search.Solver, run.Search.Lookahead = false, 0
	without, err := simulations(ctx, t.Game, run.Search, "search without proofs", rounds)
	return []Rate{with, without}, err
}

// simulations counts those that were made: a search whose root is proven stops.
func simulations(ctx context.Context, g env.Game, cfg mcts.Config, what string, rounds int) (Rate, error) {
	tree := mcts.NewTree(g, cfg)
	tree.Reset(g.New(0))
	rng, plies := seed.New(0).Rand(), 0
	what = fmt.Sprintf("%s, %d a move", what, cfg.Simulations)
	return measure(ctx, g.Spec().Name, what, "simulations/s", rounds, func() (int, error) {
		tree.Begin(ctx, cfg.Simulations, nil)
		if err := mcts.Search(ctx, tree, mcts.Uniform{}); err != nil {
			return 0, err
		}
		made := tree.Stats().Simulations
		tree.Advance(tree.Pick(1, rng))
		if plies++; tree.Root().Result() != env.Ongoing || plies >= g.Spec().MaxPly {
			plies = 0
			tree.Reset(g.New(0))
		}
		return made, nil
	})
}

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
