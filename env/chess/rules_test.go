package chess

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
)

// Each row is a position, moves from it, and how the game stands then.
func TestEndingsOfFiles(t *testing.T) {
	for _, tt := range []struct {
		name, game, position, moves string
		want                        env.Result
		ending                      string
	}{
		{"mate", "chess", "", "f2f3 e7e5 g2g4 d8h4", env.SecondWins, "checkmate"},
		{"stalemate is a draw", "chess", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", env.Drawn, "stalemate"},
		{"stalemate is lost in shatranj", "shatranj", "k7/6R1/8/8/8/7p/7P/2R2K2 w - - 0 1", "c1b1", env.FirstWins, "stalemate"},
		{"a hundred plies", "chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a2", env.Drawn, "too long without a capture"},
		{"mate comes before the clock", "chess", "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", env.FirstWins, "checkmate"},
		{"the third occurrence", "chess", "", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", env.Drawn, "the position has occurred too often"},
		{"a knight cannot mate", "chess", "7k/8/8/8/8/8/1K6/Nr6 w - - 0 1", "b2b1", env.Drawn, "too few men to mate"},
		{"two knights might", "chess", "7k/8/8/8/8/8/1K6/Nr5N w - - 0 1", "b2b1", env.Ongoing, ""},
		{"a bare king has lost", "shatranj", "k7/8/8/8/8/8/1n6/2K3RR w - - 0 1", "c1b2", env.FirstWins, "too few men left"},
		{"or with the next move", "shatranj", "8/8/8/8/8/8/1n1k4/RK6 w - - 0 1", "b1b2 d2d3", env.FirstWins, "too few men left"},
		{"unless he bares the other", "shatranj", "8/8/8/8/8/8/1n2k3/K2R4 w - - 0 1", "a1b2 e2d1", env.Drawn, "too few men to mate"},
		{"the middle of the board", "king-of-the-hill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", "e3d4", env.FirstWins, "the goal is reached"},
		{"the third check", "three-check", "7k/8/8/8/8/8/8/R5K1 w - - 1+3 0 1", "a1a8", env.FirstWins, "the last check that counts"},
		{"who has no men left has won", "antichess", "8/8/8/8/8/1p6/8/R7 w - - 0 1", "a1a3 b3b2 a3a2 b2b1q a2a1 b1a1", env.FirstWins, "too few men left"},
		{"Black answers in time", "racing-kings", "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8 a7a8", env.Drawn, "both have reached their goal"},
		{"Black cannot answer", "racing-kings", "8/7K/k7/8/8/8/8/8 w - - 0 1", "h7h8", env.FirstWins, "the goal is reached"},
	} {
		g := general(t, tt.game)
		s := g.New(0)
		if tt.position != "" {
			var err error
			if s, err = g.ParsePosition(tt.position); err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
		}
		for _, text := range strings.Fields(tt.moves) {
			a, err := env.Parse(s, text)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			s.Play(a)
		}
		if s.Result() != tt.want || s.(env.Explained).Ending() != tt.ending {
			t.Errorf("%s: %v, %q, want %v, %q\n%v", tt.name, s.Result(), s.(env.Explained).Ending(), tt.want, tt.ending, s)
		}
	}
}

// What is written of positions behind moves.
func TestPositions(t *testing.T) {
	for _, tt := range []struct{ game, position, moves, want string }{
		{"chess", "", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"chess", "", "e2e4 a7a6 e4e5 d7d5", "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 h8h1", "r3k3/8/8/8/8/8/8/R4RKr w q - 2 2"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"},
		{"crazyhouse", "7k/P7/8/8/8/8/8/K6r[] w - - 0 1", "a1a2 h1a1 a2a1 h8g8 a7a8q g8f7", "Q~7/5k2/8/8/8/8/8/K7[R] w - - 1 4"},
		{"crazyhouse", "Q~6k/8/8/8/8/8/8/K7[R] b - - 0 1", "", "Q~6k/8/8/8/8/8/8/K7[R] b - - 0 1"},
		{"minishogi", "4k/P4/5/5/4K[] w - - 0 1", "a4a5g", "+P3k/5/5/5/4K[] b - - 0 1"},
		{"berolina", "", "e2g4 a7b6 g4f5 g7e5", "rnbqkbnr/1ppppp1p/1p6/4pP2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6e5 0 3"},
		{"three-check", "", "e2e4 f7f5 d1h5", "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 2+3 1 2"},
	} {
		g := general(t, tt.game)
		s := g.New(0)
		if tt.position != "" {
			var err error
			if s, err = g.ParsePosition(tt.position); err != nil {
				t.Fatalf("%s: %v", tt.game, err)
			}
		}
		for _, text := range strings.Fields(tt.moves) {
			a, err := env.Parse(s, text)
			if err != nil {
				t.Fatalf("%s %s: %v\n%v", tt.game, tt.moves, err, s)
			}
			s.Play(a)
		}
		if got := g.Position(s); got != tt.want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", tt.game, tt.moves, got, tt.want)
		}
	}
}

// Symmetries of the rules are found, and hold: both starts are their own images.
func TestSymmetries(t *testing.T) {
	for text, want := range map[string]int{
		"board = \"\"\"\nn k n\np p p\n. . .\n. . .\nP P P\nN K N\n\"\"\"\n[men.K]\nmoves=\"K\"\nroyal=true\n[men.N]\nmoves=\"N\"\n[men.P]\nmoves=\"fmWcfFifmnD\"\npromotes=\"N\"\n": 2,
		"board = \"\"\"\nN n B n N\n. . . . .\n. . # . .\n. . . . .\nN n B n N\n\"\"\"\nextinction=\"loss\"\nextinction_men=\"N\"\n[men.N]\nmoves=\"NmW\"\n[men.B]\nmoves=\"B\"\n":   4,
		"board = \"\"\"\nn k n\n. . .\n. . .\nN K N\n\"\"\"\n[men.K]\nmoves=\"K\"\nroyal=true\n[men.N]\nmoves=\"frN\"\n":                                                             1,
	} {
		g := read(t, "family=\"chess\"\nname=\"m\"\n"+text)
		if got := len(g.Symmetries()); got != want {
			t.Errorf("%d symmetries, want %d of\n%s", got, want, text)
			continue
		}
		envtest.Run(t, g, envtest.Games(3))
	}
	for name, want := range map[string]int{"chess": 1, "makruk": 2, "xiangqi": 2, "shogi": 2, "courier": 2} {
		if got := len(general(t, name).Symmetries()); got != want {
			t.Errorf("%s has %d symmetries, want %d", name, got, want)
		}
	}
}
