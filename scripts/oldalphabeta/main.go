// Command oldalphabeta measures agents against the alpha-beta that Ludens had
// before package alphabeta: no quiescence, no order of moves, a small table.
//
//	go run ./scripts/oldalphabeta --game cetran2 --old 4 --agent alphabeta:4 --games 40
//	go run ./scripts/oldalphabeta --game cetran2 --old 50ms --agent alphabeta:50ms --sprt 0,50
//	go run ./scripts/oldalphabeta --game cetran2 --old 6 --agent alphabeta:6 --nodes 10
//
// It plays pairs of games from balanced openings and prints the score of
// --agent, with 95 % intervals, by role and over all; or, with --nodes, how many
// positions each of the two looks at.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"

	"ludens/agent"
	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/roster"
	"ludens/stat"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "oldalphabeta: %v\n", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("oldalphabeta", flag.ContinueOnError)
	var (
		game    = f.String("game", "cetran2", "the game, with its options")
		budget  = f.String("old", "4", "what the old agent may do a move: plies, or a time as in 50ms")
		meets   = f.String("agent", "alphabeta:4", "who meets it, as ludens match takes it")
		number  = f.Int("games", 40, "games, two to an opening; with --sprt at most so many, if it is given")
		sprt    = f.String("sprt", "", "play until one of two Elo differences is refused, as in 0,50")
		opening = f.Int("opening", 4, "random plies of each opening")
		root    = f.Uint64("seed", 1, "equal seeds play equal games")
		workers = f.Int("workers", runtime.GOMAXPROCS(0), "games at once")
		nodes   = f.Int("nodes", 0, "instead of games: count what both look at in so many positions")
	)
	if err := f.Parse(args); err != nil {
		return err
	}
	g, err := games.Make(*game)
	if err != nil {
		return err
	}
	old, err := parseOld(*budget)
	if err != nil {
		return err
	}
	e, err := agent.Parse(*meets, roster.Open)
	if err != nil {
		return err
	}
	switch {
	case *number < 2 || *number%2 != 0 || *opening < 0 || *workers < 1 || *nodes < 0:
		return fmt.Errorf("want --games 2, 4 or more, --opening 0 or more, --workers 1 or more and --nodes 0 or more")
	case *nodes > 0:
		return count(ctx, out, g, old, e, arena.Balanced(g, *opening, seed.New(*root)), *nodes)
	}
	test, err := parseTest(*sprt)
	if err != nil {
		return err
	}
	most := *number / 2
	limited := test == nil
	f.Visit(func(given *flag.Flag) { limited = limited || given.Name == "games" })
	if !limited {
		most = 0
	}
	s := arena.NewSeries(most, test)
	c := &arena.Contest{Game: g, A: e, B: old, Openings: arena.Balanced(g, *opening, seed.New(*root)), Seed: seed.New(*root)}
	err = s.Play(ctx, c, *workers, func(arena.Game) error { return nil })
	tell(out, g.Spec(), e.Name, old.Name, s)
	return err
}

// parseTest reads --sprt, nil if it is not given.
func parseTest(text string) (*stat.SPRT, error) {
	if text == "" {
		return nil, nil
	}
	t := &stat.SPRT{Alpha: 0.05, Beta: 0.05}
	if _, err := fmt.Sscanf(text, "%g,%g", &t.Elo0, &t.Elo1); err != nil {
		return nil, fmt.Errorf("--sprt %q: want two Elo differences, as in 0,50", text)
	}
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("--sprt %s: %w", text, err)
	}
	return t, nil
}

// tell prints a match as it stands.
func tell(out io.Writer, spec env.Spec, a, b string, s *arena.Series) {
	fmt.Fprintf(out, "%s: %s against %s, %d games\n", spec.Name, a, b, 2*s.Pairs.N())
	for p, role := range spec.Roles {
		fmt.Fprintf(out, "%-14s %v\n", role, s.Roles[p])
	}
	e := s.Estimate()
	fmt.Fprintf(out, "%-14s %5.1f %% [%.1f, %.1f], Elo %+.0f [%+.0f, %+.0f]\n", "both",
		100*e.Mean, 100*e.Low, 100*e.High, stat.Elo(e.Mean), stat.Elo(e.Low), stat.Elo(e.High))
	if s.Test != nil {
		lower, upper := s.Test.Bounds()
		fmt.Fprintf(out, "%-14s LLR %.2f between %.2f and %.2f\n", "test", s.Test.LLR(s.Pairs), lower, upper)
	}
}
