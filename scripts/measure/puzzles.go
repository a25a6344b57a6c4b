package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"

	"ludens/agent"
	"ludens/analysis"
	"ludens/configs"
	"ludens/env"
	"ludens/env/seed"
	"ludens/internal/disk"
	"ludens/internal/lesson"
	"ludens/internal/roster"
)

// puzzles looks for positions in which exactly one move holds, in games of a game's champion
// with itself or among positions that the game draws, rates them by the game's levels, and writes them where the page has them from.
func puzzles(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("puzzles", flag.ExitOnError)
	want := f.Int("n", 200, "puzzles of each game")
	from := f.Uint64("seed", 1, "seed of the games")
	most := f.Int("games", 4000, "games, or drawn positions, at most")
	again := f.Bool("rate", false, "only rate those that are there again")
	kind := f.String("starts", "", "draw positions of this kind of the game's starts in place of games, as near")
	level := f.Float64("level", 0.05, "how hard a drawn position may be, in [0, 1]")
	more := f.Bool("more", false, "add to those that are there, up to -n; give another -seed")
	f.Parse(args)
	return eachGame(f, func(g env.Game) error {
		all, err := lesson.Puzzles(g.Spec().Name)
		if !*again {
			found := &collected{want: *want}
			if *more {
				found.all = all
			}
			if *kind != "" {
				err = drawn(ctx, g, *kind, *level, found, *most, seed.New(*from))
			} else {
				err = mine(ctx, g, found, *most, seed.New(*from))
			}
			all = found.all
		}
		if err != nil && len(all) == 0 {
			return err // the file stays
		}
		return errors.Join(err, write(ctx, g, all))
	})
}

// puzzleSimulations are those of a move in the games: few enough that there are mistakes.
const puzzleSimulations = 8

// mostOfGame is how many puzzles one game gives: its positions are alike.
const mostOfGame = 2

// collected are different puzzles of a game, not yet all that are wanted.
type collected struct {
	all  []lesson.Puzzle
	want int
}

// add adds a puzzle that was found, unless it is there.
func (c *collected) add(p lesson.Puzzle) {
	if !slices.ContainsFunc(c.all, func(q lesson.Puzzle) bool { return q.Position == p.Position }) {
		c.all = append(c.all, p)
	}
}

// mine adds puzzles of a game, without ratings: those that it had found when ctx ended.
func mine(ctx context.Context, g env.Game, found *collected, most int, s seed.Seed) error {
	kind := "champion"
	if _, ok := configs.ChampionOf(g); !ok {
		kind = "mcts"
	}
	spec := agent.Spec{Source: agent.Source{Kind: kind}, Budget: puzzleSimulations}
	a, err := roster.Analyst(spec, g, roster.Open, s, 1, 0)
	if err != nil {
		return err
	}
	for number := 0; number < most && len(found.all) < found.want; number++ {
		rng := s.At("puzzles", number).Rand()
		st := g.New(rng.Uint64())
		for ply, before := 0, len(found.all); ply < g.Spec().MaxPly && st.Result() == env.Ongoing && len(found.all) < min(found.want, before+mostOfGame); ply++ {
			r, err := a.Analyse(ctx, st, analysis.Limits{Simulations: puzzleSimulations}, nil)
			if err != nil || ctx.Err() != nil {
				return err
			}
			if p, ok := find(ctx, g, st, ply, r); ok {
				found.add(p)
			}
			st.Play(analysis.Draw(r.Stats(), 1, rng))
		}
		if number%20 == 19 {
			fmt.Printf("%s: %d games, %d puzzles\n", g.Spec().Name, number+1, len(found.all))
		}
	}
	return nil
}

// drawn adds puzzles among positions that the game draws for learning (env.Startable), each as
// hard as level at most. Races need it: at the end of their games one side is mostly far ahead,
// or the order of two moves can be changed.
func drawn(ctx context.Context, g env.Game, kind string, level float64, found *collected, most int, s seed.Seed) error {
	x, ok := env.As[env.Startable](g)
	if !ok || !slices.Contains(x.Starts(), kind) {
		return fmt.Errorf("%s draws no positions of the kind %q", g.Spec().Name, kind)
	}
	for number := 0; number < most && len(found.all) < found.want && ctx.Err() == nil; number++ {
		rng := s.At("puzzles", number).Rand()
		if p, ok := lesson.FindPuzzle(ctx, g, x.Start(kind, level*rng.Float64(), rng)); ok {
			found.add(p)
		}
		if number%500 == 499 {
			fmt.Printf("%s: %d positions, %d puzzles\n", g.Spec().Name, number+1, len(found.all))
		}
	}
	return nil
}

// write rates puzzles of a game and writes their file.
func write(ctx context.Context, g env.Game, all []lesson.Puzzle) (err error) {
	load := new(roster.Loader).Load
	for i := range all {
		if all[i].Elo, _, err = roster.PuzzleElo(context.WithoutCancel(ctx), g, all[i], load); err != nil {
			return err
		}
	}
	fmt.Printf("%s: %d puzzles\n", g.Spec().Name, len(all))
	return disk.WriteBytes(filepath.Join("internal", "lesson", lesson.PuzzleFile(g.Spec().Name)), []byte(lesson.WritePuzzles(all)))
}

// find looks for a puzzle in a position, if it takes no hours to solve. In a game of many
// moves it looks only where the champion has proven a win, or is in danger.
func find(ctx context.Context, g env.Game, s env.State, ply int, r analysis.Report) (lesson.Puzzle, bool) {
	const (
		solvedFrom = 16   // plies of connect four: some tens of milliseconds for a position
		many       = 1200 // actions
		danger     = -0.2 // value
	)
	if _, solvable := env.As[env.Solvable](g); solvable && ply < solvedFrom {
		return lesson.Puzzle{}, false
	}
	if g.Spec().Actions > many && r.Proof != env.WinFor(s.ToMove()) && r.Value > danger {
		return lesson.Puzzle{}, false
	}
	return lesson.FindPuzzle(ctx, g, s)
}
