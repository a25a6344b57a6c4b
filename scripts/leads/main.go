// Command leads tells how often who was far ahead won: out of the games that
// match, balance or ladder keep in a folder, those in which one side's score
// (env.Scored) was at least so high for so many plies running.
//
//	go run ./scripts/leads --game cetran2 --lead 0.64 --plies 20 matches/FOLDER
//
// In Cetran a queen ahead is a score of 9/14 = 0.64.
package main

import (
	"flag"
	"fmt"
	"os"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/stat"
)

func main() {
	game := flag.String("game", "cetran2", "game of the folder")
	lead := flag.Float64("lead", 0.64, "score from which on a side is far ahead")
	plies := flag.Int("plies", 20, "for how many plies running")
	flag.Parse()
	if err := run(*game, float32(*lead), *plies, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "leads:", err)
		os.Exit(1)
	}
}

func run(name string, lead float32, plies int, folders []string) error {
	if len(folders) != 1 {
		return fmt.Errorf("%d folders, want one that holds games", len(folders))
	}
	g, err := games.Make(name)
	if err != nil {
		return err
	}
	if _, ok := g.New(0).(env.Scored); !ok {
		return fmt.Errorf("%s keeps no score", name)
	}
	entries, err := read(folders[0])
	if err != nil {
		return err
	}
	var t tally
	for _, e := range entries {
		if e.Game == nil {
			continue
		}
		if err := t.add(g, *e.Game, lead, plies); err != nil {
			return err
		}
	}
	low, high := stat.Wilson(t.won, t.led)
	fmt.Printf("%d games, in %d of them a side was ahead by %v for %d plies\n", t.games, t.led, lead, plies)
	fmt.Printf("won %d, drawn %d, cut off %d, lost %d: %.1f %% won [%.1f, %.1f]\n",
		t.won, t.drawn, t.cut, t.lost, 100*float64(t.won)/float64(max(1, t.led)), 100*low, 100*high)
	return nil
}

// read returns what a folder holds.
func read(dir string) ([]arena.Entry, error) {
	about, err := arena.About(dir)
	if err != nil {
		return nil, err
	}
	f, entries, err := arena.Open(dir, about)
	if err != nil {
		return nil, err
	}
	return entries, f.Close()
}

// tally counts games and how those ended in which a side was far ahead.
type tally struct{ games, led, won, drawn, cut, lost int }

func (t *tally) add(g env.Game, played arena.Game, lead float32, plies int) error {
	t.games++
	if err := played.Verify(g); err != nil {
		return err
	}
	leader, led, err := leaderOf(g, played, lead, plies)
	if err != nil || !led {
		return err
	}
	t.led++
	switch {
	case played.Truncated:
		t.cut++
	case played.Result == env.WinFor(leader):
		t.won++
	case played.Result == env.Drawn:
		t.drawn++
	default:
		t.lost++
	}
	return nil
}

// leaderOf returns who was first far ahead for so many plies.
func leaderOf(g env.Game, played arena.Game, lead float32, plies int) (env.Player, bool, error) {
	s, err := (arena.Opening{Seed: played.Seed, Start: played.Start}).State(g)
	if err != nil {
		return 0, false, err
	}
	var running [2]int
	for _, a := range played.Actions {
		s.Play(a)
		for p := range env.Player(2) {
			if running[p]++; s.(env.Scored).Score(p) < lead {
				running[p] = 0
			}
			if running[p] >= plies {
				return p, true, nil
			}
		}
	}
	return 0, false, nil
}
