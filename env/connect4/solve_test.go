package connect4

import (
	"context"
	"errors"
	"flag"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/seed"
)

var empty = flag.Bool("empty", false, "solve the empty board, which takes minutes")

// The first player wins in 41 plies, and only in the middle (Allen 1988, Allis
// 1988):
//
//	go test ./env/connect4 -run TestEmptyBoard -empty -v
func TestEmptyBoard(t *testing.T) {
	if !*empty {
		t.Skip("takes minutes: wants -empty")
	}
	v := Game{}.NewSolver().(*solver)
	for _, test := range []struct {
		moves string
		want  env.Worth
	}{
		{"", env.Worth{Sign: 1, Plies: 41}},
		{"4", env.Worth{Sign: -1, Plies: 40}},
		{"3", env.Worth{}},
		{"2", env.Worth{Sign: 1, Plies: 41}},
		{"1", env.Worth{Sign: 1, Plies: 39}},
		{"444444", env.Worth{Sign: 1, Plies: 35}},
	} {
		began := time.Now()
		if got := solved(t, v, play(t, test.moves), true); got != test.want {
			t.Errorf("after %q: got %v, want %v", test.moves, got, test.want)
		}
		t.Logf("after %q: %v, %d positions", test.moves, time.Since(began).Round(time.Millisecond), v.nodes)
	}
}

// Positions of the middle and the end of games. The scores of the first four
// are of P. Pons's test sets; all are checked by plain search below.
func TestSolve(t *testing.T) {
	v := Game{}.NewSolver().(*solver)
	for _, test := range []struct {
		moves string
		want  env.Worth
	}{
		{"2252576253462244111563365343671351441", env.Worth{Sign: -1, Plies: 4}}, // score -1
		{"7422341735647741166133573473242566", env.Worth{Sign: 1, Plies: 7}},     // score 1
		{"23163416124767223154467471272416755633", env.Worth{}},
		{"65214673556155731566316327373221417", env.Worth{Sign: -1, Plies: 6}}, // score -1
		{"112233", env.Worth{Sign: 1, Plies: 1}},
	} {
		if got := solved(t, v, play(t, test.moves), true); got != test.want {
			t.Errorf("%s: got %v, want %v", test.moves, got, test.want)
		}
	}
}

// At the end of games the solver agrees with a search that knows no tricks, in
// who wins and in how soon.
func TestSolveAgreesWithPlainSearch(t *testing.T) {
	v := Game{}.NewSolver().(*solver)
	met := map[int]int{}
	for game := range 400 {
		s := midgame(seed.New(3).At("game", game), 26)
		want := plain(s, map[uint64]env.Worth{})
		if got := solved(t, v, s, true); got != want {
			t.Fatalf("got %v, want %v\n%s", got, want, s)
		}
		if got := solved(t, v, s, false); got != (env.Worth{Sign: want.Sign}) {
			t.Fatalf("without plies: got %v, want %v\n%s", got, want, s)
		}
		met[want.Sign]++
	}
	if len(met) != 3 {
		t.Errorf("worths %v: one was never met", met)
	}
}

// What a position is worth is the best of what its moves are, and what its
// mirror image is worth, with the sign of the quick search.
func TestSolveAgreesWithItself(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	v, w := Game{}.NewSolver().(*solver), Game{}.NewSolver().(*solver)
	for game := range 30 {
		s := midgame(seed.New(4).At("game", game), 14)
		quick, got := solved(t, w, s, false), solved(t, v, s, true)
		if quick.Sign != got.Sign {
			t.Fatalf("%v by the quick search, %v by the other\n%s", quick, got, s)
		}
		if image := solved(t, w, mirrored(s), true); image != got {
			t.Fatalf("%v, its mirror image %v\n%s", got, image, s)
		}
		best := env.Worth{Sign: -2}
		for _, a := range s.Legal(nil) {
			next := s.Copy(nil)
			next.Play(a)
			worth := env.WorthOf(next.Result(), s.ToMove()).Before(true)
			if next.Result() == env.Ongoing {
				worth = solved(t, w, next, true).Before(false)
			}
			if best.Less(worth) {
				best = worth
			}
		}
		if best != got {
			t.Fatalf("got %v, its best move is %v\n%s", got, best, s)
		}
	}
}

// The threats of a board are the cells whose stone makes a four.
func TestThreats(t *testing.T) {
	for game := range 300 {
		s := midgame(seed.New(5).At("game", game), 10+game%20).(*position)
		for p := range s.stones {
			got := s.stones[p].threats(s.taken())
			for b := full &^ s.taken(); b != 0; b &= b - 1 {
				stone := b & -b
				if want := (s.stones[p] | stone).four(); want != (got&stone != 0) {
					t.Fatalf("player %d, cell %d: a threat is %v, want %v\n%s", p, stone, !want, want, s)
				}
			}
		}
	}
}

// A search that is told to stop does.
func TestSolveStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := (Game{}).NewSolver().Solve(ctx, Game{}.New(0), true); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// solved returns what a position is worth.
func solved(t *testing.T, v *solver, s env.State, plies bool) env.Worth {
	t.Helper()
	w, err := v.Solve(context.Background(), s, plies)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// midgame returns an unfinished position after so many random moves.
func midgame(at seed.Seed, plies int) env.State {
	for rng := at.Rand(); ; {
		s := Game{}.New(0)
		for range plies {
			if legal := s.Legal(nil); len(legal) > 0 {
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
		if s.Result() == env.Ongoing {
			return s
		}
	}
}

func mirrored(s env.State) env.State {
	m := *s.(*position)
	for p := range m.stones {
		m.stones[p] = m.stones[p].mirror()
	}
	return &m
}

// plain searches all there is.
func plain(s env.State, known map[uint64]env.Worth) env.Worth {
	if s.Result() != env.Ongoing {
		return env.WorthOf(s.Result(), s.ToMove())
	}
	if w, ok := known[s.Key()]; ok {
		return w
	}
	best := env.Worth{Sign: -2}
	for _, a := range s.Legal(nil) {
		next := s.Copy(nil)
		next.Play(a)
		if w := plain(next, known).Before(false); best.Less(w) {
			best = w
		}
	}
	known[s.Key()] = best
	return best
}

// Positions of 12 random stones: who wins.
func BenchmarkSolve(b *testing.B) {
	v, i := Game{}.NewSolver().(*solver), 0
	for b.Loop() {
		v.Solve(context.Background(), midgame(seed.New(6).At("game", i), 12), false)
		i++
	}
	b.ReportMetric(float64(v.nodes)/b.Elapsed().Seconds(), "positions/s")
}
