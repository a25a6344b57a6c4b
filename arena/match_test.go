package arena

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
)

func game(_ testing.TB, name string) env.Game { return games.Must(name) }

func entrant(t testing.TB, name string) agent.Entrant {
	t.Helper()
	e, err := agent.Parse(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func match(t *testing.T, g env.Game, a, b string, cfg Config) []Game {
	t.Helper()
	games, err := Match(context.Background(), g, entrant(t, a), entrant(t, b), cfg, seed.New(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func TestWorkersDoNotMatter(t *testing.T) {
	g := game(t, "connect4")
	want := match(t, g, "greedy", "random", Config{Pairs: 10, OpeningPlies: 2, Workers: 1})
	got := match(t, g, "greedy", "random", Config{Pairs: 10, OpeningPlies: 2, Workers: 7})
	if !reflect.DeepEqual(got, want) {
		t.Error("seven workers played other games than one")
	}
}

// Both games of a pair begin alike, with exchanged roles; pairs differ.
func TestPairs(t *testing.T) {
	games := match(t, game(t, "connect4"), "random", "random", Config{Pairs: 8, OpeningPlies: 4, Workers: 2})
	openings := map[string]bool{}
	for i := 0; i < len(games); i += 2 {
		one, two := games[i], games[i+1]
		if one.Index != i || one.Role != env.First || two.Role != env.Second {
			t.Errorf("pair %d: indices %d, %d, roles %v, %v", i/2, one.Index, two.Index, one.Role, two.Role)
		}
		if one.Opening != 4 || !reflect.DeepEqual(one.Actions[:4], two.Actions[:4]) {
			t.Errorf("pair %d: openings %v and %v", i/2, one.Actions[:one.Opening], two.Actions[:two.Opening])
		}
		openings[formatted(one.Actions[:4])] = true
	}
	if len(openings) < 7 {
		t.Errorf("%d different openings in 8 pairs", len(openings))
	}
}

func formatted(actions []env.Action) string {
	var b strings.Builder
	for _, a := range actions {
		b.WriteByte('a' + byte(a))
	}
	return b.String()
}

func TestTheBetterAgentScores(t *testing.T) {
	st := Count("random", match(t, game(t, "connect4"), "alphabeta:3", "random", Config{Pairs: 20, Workers: 2}))
	for p, s := range st.Roles {
		if s.Games() != 20 || s.Mean() < 0.9 {
			t.Errorf("role %d: %v in %d games, want at least 90 %% in 20", p, s, s.Games())
		}
	}
}

func TestTruncatedGamesAreToldApart(t *testing.T) {
	st := Count("random", match(t, game(t, "celta:cap=4"), "random", "random", Config{Pairs: 3, Workers: 1}))
	for p, s := range st.Roles {
		if s != (Score{Draws: 3, Truncated: 3}) {
			t.Errorf("role %d: %+v, want three draws, all of them truncated", p, s)
		}
	}
}

func TestMatchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	played := 0
	_, err := Match(ctx, game(t, "connect4"), entrant(t, "random"), entrant(t, "random"), Config{Pairs: 10000, Workers: 2}, seed.New(1), func(Game) {
		if played++; played == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || played > 50 {
		t.Errorf("error %v after %d games, want context.Canceled soon after 5", err, played)
	}
}

// Once a game is said to be the last, or ctx has ended, no further job is asked for.
func TestNoJobAfterTheLast(t *testing.T) {
	c := &Contest{Game: game(t, "tictactoe"), A: entrant(t, "random"), B: entrant(t, "random"), Openings: Random(game(t, "tictactoe"), 0, seed.New(1)), Seed: seed.New(1)}
	for what, stop := range map[string]bool{"the last game": false, "the end of ctx": true} {
		ctx, cancel := context.WithCancel(context.Background())
		asked := 0
		next := func() (Job, bool) { asked++; return Job{Contest: c, Index: asked - 1}, true }
		err := work(ctx, 1, next, func(Job, Game) (bool, error) {
			if asked == 3 && stop {
				cancel()
			}
			return asked < 3 || stop, nil
		})
		if asked != 3 || (err != nil) != stop {
			t.Errorf("after %s in game 3: %d jobs were asked for, %v", what, asked, err)
		}
		cancel()
	}
}

func TestConfigIsChecked(t *testing.T) {
	for _, bad := range []Config{{}, {Pairs: 1}, {Pairs: 1, Workers: 1, OpeningPlies: -1}, {Pairs: -1, Workers: 1}} {
		if _, err := Match(context.Background(), game(t, "tictactoe"), entrant(t, "random"), entrant(t, "random"), bad, seed.New(1), nil); err == nil {
			t.Errorf("%+v: no error", bad)
		}
	}
}

// Against every line of tic-tac-toe a perfect player never loses, and a random
// one sometimes does; the numbers of lines are those of the game's tree.
func TestExhaust(t *testing.T) {
	g := game(t, "tictactoe")
	for _, role := range []env.Player{env.First, env.Second} {
		perfect, err := Exhaust(context.Background(), g, entrant(t, "alphabeta:9"), role, 10_000, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		if perfect.Losses > 0 || perfect.Wins == 0 || perfect.Draws == 0 {
			t.Errorf("%v, perfect: %+v, want no loss, some wins, some draws", role, perfect)
		}
		random, err := Exhaust(context.Background(), g, entrant(t, "random"), role, 10_000, seed.New(1))
		if err != nil {
			t.Fatal(err)
		}
		if random.Losses == 0 {
			t.Errorf("%v, random: %+v, want losses", role, random)
		}
	}
	if _, err := Exhaust(context.Background(), game(t, "connect4"), entrant(t, "random"), env.First, 100, seed.New(1)); err == nil {
		t.Error("connect four was tried out within 100 lines")
	}
	cut, err := Exhaust(context.Background(), capped{g}, entrant(t, "random"), env.First, 100, seed.New(1))
	if want := (Score{Draws: 8, Truncated: 8}); err != nil || cut != want {
		t.Errorf("cut after two plies: %+v, %v, want %+v", cut, err, want)
	}
}

// capped is a game that is cut after two plies.
type capped struct{ env.Game }

func (g capped) Spec() env.Spec {
	s := g.Game.Spec()
	s.MaxPly = 2
	return s
}

// Each interval covers the true mean at least as often as it claims.
func TestIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, tt := range []struct {
		games     int
		win, draw float64
		most      float64 // Wilson's interval is close to what it claims where there are no draws
	}{{50, 0.5, 0, 0.98}, {200, 0.3, 0, 0.97}, {200, 0.95, 0, 0.98}, {200, 0.4, 0.4, 1}, {20, 0.98, 0.02, 1}} {
		const matches = 4000
		covered := 0
		for range matches {
			var s Score
			for range tt.games {
				switch x := rng.Float64(); {
				case x < tt.win:
					s.Wins++
				case x < tt.win+tt.draw:
					s.Draws++
				default:
					s.Losses++
				}
			}
			if low, high := s.Interval(); low <= tt.win+tt.draw/2 && tt.win+tt.draw/2 <= high {
				covered++
			}
		}
		if rate := float64(covered) / matches; rate < 0.935 || rate > tt.most {
			t.Errorf("%d games, win %v, draw %v: the interval covers %.3f, want 0.935 to %v", tt.games, tt.win, tt.draw, rate, tt.most)
		}
	}
}

func TestScoreOfNothing(t *testing.T) {
	low, high := Score{}.Interval()
	if m := (Score{}).Mean(); m != 0.5 || low != 0 || high != 1 || math.IsNaN(m) {
		t.Errorf("mean %v, interval [%v, %v]; want 0.5, [0, 1]", m, low, high)
	}
	if low, high := (Score{Wins: 10}).Interval(); high < 0.999 || math.Abs(low-0.722) > 0.001 {
		t.Errorf("10 of 10: [%v, %v], want [0.722, 1] (Wilson)", low, high)
	}
}
