package lesson

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// The puzzles that come with ludens are proven again: some, or all where LUDENS_LONG is set.
func TestPuzzles(t *testing.T) {
	few := 5
	if os.Getenv("LUDENS_LONG") != "" {
		few = 1 << 20
	}
	for _, game := range Puzzled() {
		g := games.Must(game)
		all, err := Puzzles(game)
		if err != nil || len(all) == 0 {
			t.Errorf("%s: %v, %d puzzles", game, err, len(all))
			continue
		}
		seen := map[string]bool{}
		for _, p := range all {
			if seen[p.Position] {
				t.Errorf("%s: %s twice", game, p.Position)
			}
			seen[p.Position] = true
		}
		for i := 0; i < len(all); i += max(1, len(all)/few) {
			if err := proven(t.Context(), g, all[i]); err != nil {
				t.Errorf("%s: puzzle %d: %v", game, i+1, err)
			}
		}
	}
	if all, err := Puzzles("chess"); err != nil || all != nil {
		t.Errorf("a game without puzzles: %v, %v", all, err)
	}
	if all, err := Puzzles("../puzzle.go"); err != nil || all != nil {
		t.Errorf("no game: %v, %v", all, err)
	}
}

// A position in which a second move wins is no puzzle, nor one with another answer, in a game
// of each way of proof.
func TestNoPuzzles(t *testing.T) {
	for _, test := range []struct{ game, position, what string }{
		{"tictactoe", ".../.x./...", "the second player may answer in four corners"},
		{"tictactoe", "x.o/.../o.x", "two forks"},
		{"cetran2", "7k/8/5K2/8/8/8/8/R7 w - - 0 1", "many moves win"},
	} {
		g := games.Must(test.game)
		n, _ := env.As[env.Notated](g)
		s, err := n.ParsePosition(test.position)
		if err != nil {
			t.Fatalf("%s: %v", test.position, err)
		}
		if p, ok := FindPuzzle(t.Context(), g, s); ok {
			t.Errorf("%s %s: %s: found %+v", test.game, test.position, test.what, p)
		}
	}
	if p, ok := FindPuzzle(t.Context(), games.Must("connect4"), twoWins(t)); ok {
		t.Errorf("connect four with two winning moves: found %+v", p)
	}
	for _, game := range Puzzled() {
		g := games.Must(game)
		n, _ := env.As[env.Notated](g)
		all, _ := Puzzles(game)
		if len(all) == 0 {
			continue
		}
		p := all[0]
		s, _ := n.ParsePosition(p.Position)
		for _, a := range s.Legal(nil) {
			if text := s.Format(a); text != p.Answer {
				p.Answer = text
				break
			}
		}
		if proven(t.Context(), g, p) == nil {
			t.Errorf("%s: %+v has another answer, and it is not noticed", game, p)
		}
		p = all[0]
		if p.Elo = mostElo + 1; proven(t.Context(), g, p) == nil {
			t.Errorf("%s: rating %d is not noticed", game, p.Elo)
		}
	}
}

// twoWins returns a late position of connect four in which two moves win at once.
func twoWins(t *testing.T) env.State {
	t.Helper()
	g := games.Must("connect4")
	for seed := range uint64(10_000) {
		rng, s := rand.New(rand.NewPCG(seed, 0)), g.New(0)
		for ply := 0; s.Result() == env.Ongoing; ply++ {
			legal, wins := s.Legal(nil), 0
			w := within{left: mostPlay, me: s.ToMove()}
			for _, a := range legal {
				if w.wins(s, a, 1) {
					wins++
				}
			}
			if ply >= 20 && wins == 2 && len(legal) >= fewest {
				return s
			}
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
	t.Fatal("no such position")
	return nil
}

// What is written is read back; another line is refused with its number.
func TestPuzzleText(t *testing.T) {
	all := []Puzzle{{"a b c", "m1", true, 3, 2}, {"x", "m2", false, 0, 1}, {"y z", "m3", true, 0, 5}}
	got, err := readPuzzles(WritePuzzles(all))
	if err != nil || !slices.Equal(got, all) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"", "1 3 a1", "x - a1 pos", "1 y a1 pos"} {
		if _, err := readPuzzles("1 - a1 pos\n" + bad + "\n"); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// proven proves a puzzle again. The error says what is wrong with it.
func proven(ctx context.Context, g env.Game, p Puzzle) error {
	n, ok := env.As[env.Notated](g)
	if !ok {
		return errors.New("the game has no text of positions")
	}
	s, err := n.ParsePosition(p.Position)
	if err != nil {
		return err
	}
	found, ok := FindPuzzle(ctx, g, s)
	found.Elo = p.Elo
	switch {
	case !ok:
		return fmt.Errorf("not exactly one move of %q holds", p.Position)
	case found != p:
		return fmt.Errorf("%+v is %+v", p, found)
	case p.Elo < 0 || p.Elo > mostElo:
		return fmt.Errorf("rating %d: want 0 to %d", p.Elo, mostElo)
	}
	return nil
}
