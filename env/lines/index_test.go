package lines

import (
	"context"
	"strings"
	"testing"

	"ludens/env"
	"ludens/solve"
)

// As many positions can be come to as was published, the finished ones among them: of
// tic-tac-toe, and of Connect Four on 4 by 4 (J. Tromp, https://tromp.github.io/c4/c4.html).
func TestPositionsReached(t *testing.T) {
	for text, want := range map[string]int{"like='tictactoe'": 5478, "like='connect4'\nrows=4\ncols=4": 161029} {
		met := map[uint64]bool{}
		reach(game(t, text).New(0), met)
		if len(met) != want {
			t.Errorf("%q: %d positions, want %d", text, len(met), want)
		}
	}
}

func reach(s env.State, met map[uint64]bool) {
	if met[s.Key()] {
		return
	}
	met[s.Key()] = true
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		reach(next, met)
	}
}

// A number leads to a position with that number, and play from it to others.
func TestNumbers(t *testing.T) {
	for _, text := range []string{
		"like='tictactoe'",
		"like='connect4'\nrows=3\ncols=4\nlength=3",
		"rows=3\ncols=4\nlength=3\nstones=2",
		"rows=3\ncols=3\nlength=3\nfirst_stones=2",
		"board='''\n...\n#..\n...'''\nlength=3\ncentre='never'\nfull='next'",
	} {
		n, err := game(t, text).Numbering()
		if err != nil {
			t.Fatal(err)
		}
		for i := range n.Len() {
			s := n.At(i, nil)
			if s == nil {
				continue
			}
			if back, ok := n.Of(s); back != i || !ok {
				t.Fatalf("%q: %d leads to %d, %v", text, i, back, ok)
			}
			follow(t, n, s)
		}
	}
}

// follow holds each move of a numbered position to the position with the number of what
// it makes.
func follow(t *testing.T, n env.Numbering, s env.State) {
	t.Helper()
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		i, _ := n.Of(next)
		again := n.At(i, nil)
		if again == nil || again.Key() != next.Key() || again.Result() != next.Result() {
			t.Fatalf("%s in\n%sleads to %d, which is\n%v", s.Format(a), s, i, again)
		}
	}
}

// What retrograde analysis says of the start is what the search from it says.
func TestSolved(t *testing.T) {
	for _, text := range []string{
		"like='tictactoe'", "like='misere-tictactoe'", "like='tictactoe'\nrows=4", "like='connect4'\nrows=3\ncols=4\nlength=3",
		"rows=3\ncols=4\nlength=3\nstones=2\nline='loses'", "rows=3\ncols=3\nlength=3\nfull='second'\ncentre='only'",
	} {
		g := game(t, text)
		table, err := solve.Game(context.Background(), g, solve.Config{Workers: 1, Memory: 1 << 30}, nil)
		if err != nil {
			t.Fatal(err)
		}
		worth, err := table.Solve(context.Background(), g.New(0), false)
		want := int(newBrute(g).value().For(env.First))
		if err != nil || worth.Sign != want {
			t.Errorf("%q: %v, %v by the table, want the sign %d", text, worth, err, want)
		}
	}
}

func TestNotNumbered(t *testing.T) {
	for text, want := range map[string]string{
		"like='gomoku'":                          "at most 16 cells are numbered, and this one has 225",
		"like='squava'\nrows=3":                  "captures or a swap",
		"like='pente'\nrows=4\ncols=4\nlength=4": "captures or a swap",
	} {
		if _, err := game(t, text).Numbering(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
