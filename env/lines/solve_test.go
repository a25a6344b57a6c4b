package lines

import (
	"context"
	"errors"
	"flag"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/seed"
)

var empty = flag.Bool("empty", false, "solve the empty board, which takes minutes")

// The first player wins in 41 plies, and only in the middle (Allen 1988, Allis
// 1988):
//
//	go test ./env/lines -run TestEmptyBoard -empty -v
func TestEmptyBoard(t *testing.T) {
	if !*empty {
		t.Skip("takes minutes: wants -empty")
	}
	v := four(t).NewSolver().(*solver)
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
		if got := solved(t, v, dropped(t, test.moves), true); got != test.want {
			t.Errorf("after %q: got %v, want %v", test.moves, got, test.want)
		}
		t.Logf("after %q: %v, %d positions", test.moves, time.Since(began).Round(time.Millisecond), v.nodes)
	}
}

// Positions of the middle and the end of games. The scores of the first four
// are of P. Pons's test sets; all are checked by plain search below.
func TestSolve(t *testing.T) {
	v := four(t).NewSolver().(*solver)
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
		if got := solved(t, v, dropped(t, test.moves), true); got != test.want {
			t.Errorf("%s: got %v, want %v", test.moves, got, test.want)
		}
	}
}

// At the end of games the solver agrees with a search that knows no tricks, in
// who wins and in how soon.
func TestSolveAgreesWithPlainSearch(t *testing.T) {
	v := four(t).NewSolver().(*solver)
	met := map[int]int{}
	for game := range 400 {
		s := midgame(t, seed.New(3).At("game", game), 26)
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
	v, w := four(t).NewSolver().(*solver), four(t).NewSolver().(*solver)
	for game := range 30 {
		s := midgame(t, seed.New(4).At("game", game), 14)
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
		s := midgame(t, seed.New(5).At("game", game), 10+game%20).(*word)
		for p := range s.stones {
			got := s.board.threats(s.stones[p])
			for b := s.board.full &^ s.taken(); b != 0; b &= b - 1 {
				stone := b & -b
				if want := s.board.line(s.stones[p] | stone); want != (got&stone != 0) {
					t.Fatalf("player %d, cell %d: a threat is %v, want %v\n%s", p, stone, !want, want, s)
				}
			}
		}
	}
}

// A search that is asked to stop does.
func TestSolveStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := four(t).NewSolver().Solve(ctx, four(t).New(0), true); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// four returns Connect Four.
func four(t testing.TB) Solvable {
	t.Helper()
	g, err := Read(envtest.File(t, "connect4", Rules))
	if err != nil {
		t.Fatal(err)
	}
	return g.(Solvable)
}

// dropped drops stones into the columns of a text like "4453".
func dropped(t testing.TB, columns string) env.State {
	t.Helper()
	s := four(t).New(0)
	for i := range columns {
		a, err := env.Parse(s, columns[i:i+1])
		if err != nil {
			t.Fatalf("%s, stone %d: %v\n%s", columns, i+1, err, s)
		}
		s.Play(a)
	}
	return s
}

// Games of other sizes and lengths are solved as brute force solves them, from the start
// and on; the rules that the solver does not know have none.
func TestSolveOtherBoards(t *testing.T) {
	for text, want := range map[string]bool{
		"like='connect4-5x4'": true, "like='connect4'\nrows=4\ncols=4": true, "like='connect4'\nrows=5\ncols=5": true, "like='connect4'\nrows=3\ncols=3\nlength=3": true,
		"like='connect4'\nrows=3\ncols=5\nlength=3": true, "like='connect4'\nrows=2\ncols=7\nlength=3\ndiagonals=false": true, "like='mnk-4-4-3'\ngravity=true": true,
		"like='connect4'\nline='loses'": false, "like='connect4'\nfull='last'": false, "like='connect4'\nrows=7\ncols=8": false, "like='connect4'\nswap=true": false, "like='gomoku'": false,
	} {
		read1, err := Read(file(t, text))
		if err != nil {
			t.Fatal(err)
		}
		g, ok := read1.(Solvable)
		if ok != want {
			t.Errorf("%q: solvable is %v", text, ok)
		}
		if !ok {
			continue
		}
		v := g.NewSolver()
		known := map[uint64]env.Worth{}
		for game := range 12 {
			s := g.New(0)
			for rng := seed.New(8).At("game", game).Rand(); s.Result() == env.Ongoing; {
				if s.(env.Bounded).Left() <= 14 {
					got, err := v.Solve(context.Background(), s, true)
					if want := plain(s, known); err != nil || got != want {
						t.Fatalf("%q: got %v, %v, want %v\n%s", text, got, err, want, s)
					}
				}
				legal := s.Legal(nil)
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
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

// midgame returns an unfinished position after that many random moves.
func midgame(t testing.TB, at seed.Seed, plies int) env.State {
	for rng := at.Rand(); ; {
		s := four(t).New(0)
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
	m := *s.(*word)
	for p := range m.stones {
		m.stones[p] = m.board.mirror(m.stones[p])
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
	v, i := four(b).NewSolver().(*solver), 0
	for b.Loop() {
		v.Solve(context.Background(), midgame(b, seed.New(6).At("game", i), 12), false)
		i++
	}
	b.ReportMetric(float64(v.nodes)/b.Elapsed().Seconds(), "positions/s")
}
