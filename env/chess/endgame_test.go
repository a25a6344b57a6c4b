package chess

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"ludens/env"
	"ludens/solve"
)

func solved(t *testing.T, g env.Game, men string) solve.EndgameSummary {
	t.Helper()
	e, err := solve.Endgame(g, men)
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Game(context.Background(), e, solve.Config{Workers: 2, Memory: 1 << 30}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, ok := table.EndgameSummary()
	if !ok {
		t.Fatal("no summary")
	}
	return sum
}

// How long the mates of chess take at most is known: by a rook 16 moves (by a queen
// 10: go run ./cmd/ludens solve games/chess.toml --endgame kq-k).
func TestMates(t *testing.T) {
	for men, want := range map[string]int{"kr-k": 2*16 - 1} {
		sum := solved(t, general(t, "chess"), men)
		if got := sum.Sides[env.First].LongestWin.Plies; got != want {
			t.Errorf("%s: the longest mate takes %d plies, want %d", men, got, want)
		}
		if sum.Sides[env.Second].Won > 0 || sum.Sides[env.First].Drawn > 0 || sum.Beyond > 0 {
			t.Errorf("%s: %+v", men, sum)
		}
	}
}

// A number is that of its position, and what a move makes of it has one, too; moves that
// start the clock again change the stage, and no others do.
func TestEndgameNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	for _, test := range []struct{ game, men string }{
		{"chess", "kp-k"}, {"chess", "kqr-k"}, {"chess", "kp-kn"}, {"capablanca", "kac-k"}, {"makruk", "km-kp"},
		{"antichess", "kq-p"}, {"xiangqi", "kr-ka"}, {"gardner", "kp-kq"}, {"los-alamos", "kp-kn"}, {"knightmate", "km-k"},
	} {
		g := general(t, test.game)
		e, err := g.newEndgame(test.men)
		if err != nil {
			t.Errorf("%s: %v", test.game, err)
			continue
		}
		met := 0
		for range 4000 {
			i := rng.Uint64N(e.Len())
			s := e.At(i, nil)
			if s == nil {
				continue
			}
			met++
			if back, ok := e.Of(s); !ok || back != i {
				t.Fatalf("%s: %s has number %d, %t, want %d", test.game, g.Position(s), back, ok, i)
			}
			if s.Result() != env.Ongoing {
				continue
			}
			for _, a := range s.Legal(nil) {
				after := e.At(i, nil).(*State)
				after.Play(a)
				j, ok := e.Of(after)
				if !ok {
					if after.Result() == env.Ongoing {
						t.Fatalf("%s: %s has no number", test.game, g.Position(after))
					}
					continue
				}
				if zero := after.clock == 0; g.keys.Clock > 0 && zero != (e.Stage(i) != e.Stage(j)) {
					t.Fatalf("%s: from %s to %s the stage goes from %d to %d", test.game, g.Position(s), g.Position(after), e.Stage(i), e.Stage(j))
				}
			}
		}
		if met < 50 {
			t.Errorf("%s %s: only %d positions", test.game, test.men, met)
		}
	}
}

func TestEndgameMistakesOfFiles(t *testing.T) {
	for _, test := range []struct{ game, men, want string }{
		{"chess", "kq", "want First's men, a dash and Second's, as in kb-k"},
		{"chess", "kq-", "want First's men, a dash and Second's, as in kb-k"},
		{"chess", "q-k", "want a royal man on either side, as in kb-k"},
		{"chess", "kx-k", "'x' is no man: want letters of kbnqrp"},
		{"chess", "kQ-k", "'Q' is no man"},
		{"chess", "kp-kp", "has men who can capture in passing"},
		{"chess", "kqqq-kq", "has 6 men: want at most 5"},
		{"grand-chess", "kqq-kr", "want fewer men"},
		{"crazyhouse", "kq-k", "men in hand have no number"},
		{"three-check", "kq-k", "checks that were given"},
	} {
		_, err := general(t, test.game).Endgame(test.men)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: got %v, want %q", test.game, test.men, err, test.want)
		}
	}
}
