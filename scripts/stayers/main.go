// Command stayers tells what staying at home is worth on a solved board of Cetro:
// who wins positions in which so many of North's men have never left their start
// squares, where some of South's men want to go. All other men stand anywhere.
//
//	ludens solve cetro-5x7 --memory 6000
//	go run ./scripts/stayers --game cetro-5x7 --table FILE
//
// For demand=flag and demand=always FILE is the table of demand=always.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"ludens/env"
	"ludens/env/games"
	"ludens/solve"
)

func main() {
	game := flag.String("game", "cetro-5x7", "game of the table")
	file := flag.String("table", "", "file that ludens solve wrote")
	n := flag.Int("positions", 100000, "positions for each number of men at home")
	flag.Parse()
	if err := run(*game, *file, *n); err != nil {
		fmt.Fprintln(os.Stderr, "stayers:", err)
		os.Exit(1)
	}
}

func run(name, file string, n int) error {
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	notated, ok := g.(env.Notated)
	if !ok {
		return fmt.Errorf("%s has no positions as text", name)
	}
	b, err := newBoard(notated.Position(g.New(0)))
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("--table: %w", err)
	}
	defer f.Close()
	table, err := solve.OpenPairs(f, g)
	if err != nil {
		return err
	}
	fmt.Printf("%s, South to move\n%-14s %9s %9s %9s %9s\n", name, "men at home", "positions", "won", "drawn", "lost")
	rng := rand.New(rand.NewPCG(1, 1))
	for home := range len(b.north) + 1 {
		c, err := count(table, notated, b, home, n, rng)
		if err != nil {
			return err
		}
		total := c[0] + c[1] + c[2]
		share := func(i int) float64 { return 100 * float64(c[i]) / float64(max(1, total)) }
		fmt.Printf("%11d    %9d %7.3f %% %7.3f %% %7.3f %%\n", home, total, share(2), share(1), share(0))
	}
	return nil
}

// count returns how many of n drawn positions South, to move, has lost, drawn and
// won. Those in which the game is over are left out.
func count(table *solve.PairTable, g env.Notated, b *board, home, n int, rng *rand.Rand) (c [3]int, err error) {
	for range n {
		s, err := g.ParsePosition(b.draw(home, rng))
		if err != nil || s.Result() != env.Ongoing {
			continue // somebody has arrived, or nobody can move
		}
		w, err := table.Solve(context.Background(), s, false)
		if err != nil {
			return c, err
		}
		c[w.Sign+1]++
	}
	return c, nil
}
