package tafl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ludens/env"
)

// slowGauges counts what the gauges are, square by square and by the moves of the rules.
func slowGauges(s *State) (all [2][env.MaxGauges]uint8) {
	g := s.game
	put := func(x side, i, n int) { all[g.playerOf(x)][i] = uint8(min(n, g.Gauges()[i].Most)) }
	targets := func(b board, x side, of func(kind) bool) (to set) {
		for _, a := range g.slide(b, x, nil) {
			if m := g.moves[a]; of(g.kindAt(b, m.from)) {
				to.add(m.to)
			}
		}
		return to
	}
	men := func(k kind) bool { return k != king }
	size := func(s set) int { return len(g.cellsOf(&s)) }
	both := func(s set, t *set) (n int) {
		for _, c := range g.cellsOf(&s) {
			if t.has(c) {
				n++
			}
		}
		return n
	}
	flight := targets(s.board, kingsSide, func(k kind) bool { return k == king })
	later := flight
	for _, c := range g.cellsOf(&flight) {
		b := slices.Clone(s.board)
		g.move(b, king, move{s.king, c})
		for _, to := range g.cellsOf(ptr(targets(b, kingsSide, func(k kind) bool { return k == king }))) {
			later.add(to)
		}
	}
	put(kingsSide, wayOut, movesToEscape(s))
	put(kingsSide, exits, both(flight, &g.escapes))
	put(kingsSide, exits2, both(later, &g.escapes))
	put(kingsSide, freedom, size(flight))
	open := set{}
	for queue := []cell{s.king}; len(queue) > 0; queue = queue[1:] {
		open.add(queue[0])
		for d := range directions {
			if n := g.next[d][queue[0]]; n != g.beyond && !open.has(n) && g.kindAt(s.board, n) != attacker {
				queue = append(queue, n)
			}
		}
	}
	put(kingsSide, coast, both(open, &g.edge)/2)
	closed, closes := 0, 0
	threats := targets(s.board, attackers, men)
	for d := range directions {
		switch n := g.next[d][s.king]; {
		case n == g.beyond:
		case g.closed(s.board, king, n):
			closed++
		case threats.has(n):
			closes++
		}
	}
	put(attackers, shut, closed)
	put(attackers, closing, closes)
	for _, x := range []side{attackers, kingsSide} {
		own, strikes := g.of(s.board, x), targets(s.board, x.other(), g.hammers.has)
		own.drop(s.king)
		caught, touch, beside := 0, 0, 0
		for _, c := range g.cellsOf(&own) {
			for d := range directions {
				if g.closed(s.board, x.men(), g.next[d][c]) && strikes.has(g.next[d^2][c]) {
					caught++
					break
				}
			}
			for _, e := range g.cellsOf(&own) {
				switch rows, cols := g.row(e)-g.row(c), g.col(e)-g.col(c); {
				case rows == 1 && (cols == 1 || cols == -1):
					touch++
				case rows == 1 && cols == 0 || rows == 0 && cols == 1:
					beside++
				}
			}
		}
		at := int(x) * ofBoth
		put(x, prey+at, caught)
		put(x, space+at, size(targets(s.board, x, men))/8)
		put(x, corners+at, touch/2)
		put(x, sides+at, beside/2)
	}
	return all
}

func ptr(s set) *set { return &s }

// The gauges are what the rules come to, in games of many kinds and on boards with men anywhere.
func TestGauges(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	met := map[[2]int]bool{}
	for _, name := range []string{
		"celta", "wtf", "nielsen", "tablut", "ardri", "magpie", "copenhagen", "nielsen:throne_pass=none", "nielsen:throne_pass=ad,throne_stop=none",
		"copenhagen:escape=edge", "nielsen:king_range=2,throne_pass=none", "nielsen:man_range=3", "copenhagen:king_armed=none", "copenhagen:king_armed=hammer",
	} {
		g := game(t, name)
		if len(g.Gauges()) == 0 || len(g.Gauges()) > env.MaxGauges {
			t.Fatalf("%s has %d gauges", name, len(g.Gauges()))
		}
		check := func(s *State) {
			var got [2][env.MaxGauges]uint8
			g.Gauge(s, &got)
			if want := slowGauges(s); got != want {
				t.Fatalf("%s: gauges of the players are\n%v, want\n%v\n%s", name, got, want, s)
			}
			for _, of := range got {
				for i, n := range of {
					met[[2]int{i, int(n)}] = true
				}
			}
		}
		for range 60 {
			check(strewn(g, rng))
		}
		s := g.New(0).(*State)
		for range 200 {
			if s.Result() != env.Ongoing {
				s = g.New(0).(*State)
			}
			check(s)
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
	for i, x := range game(t, "copenhagen").Gauges() {
		n := 0
		for have := range x.Most + 1 {
			if met[[2]int{i, have}] {
				n++
			}
		}
		if n < min(x.Most, 4) {
			t.Errorf("%s was %d different numbers: too few to believe", x.Name, n)
		}
	}
}

// Where the board is large, or men of other kinds stand on it, there are no gauges.
func TestGamesWithoutGauges(t *testing.T) {
	for name, want := range map[string]bool{"copenhagen": true, "alea-evangelii": false, "parlett": false} {
		if got := len(game(t, name).Gauges()) > 0; got != want {
			t.Errorf("%s has gauges: %v, want %v", name, got, want)
		}
	}
}

// BenchmarkGauge counts the gauges of positions of random games, and scores them.
func BenchmarkGauge(b *testing.B) {
	for _, name := range []string{"celta", "copenhagen"} {
		g, rng := game(b, name), rand.New(rand.NewPCG(1, 2))
		s := g.New(0).(*State)
		var all []*State
		for range 200 {
			if s.Result() != env.Ongoing {
				s = g.New(0).(*State)
			}
			all = append(all, s.Copy(nil).(*State))
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				var dst [2][env.MaxGauges]uint8
				g.Gauge(all[i%len(all)], &dst)
			}
		})
		b.Run(name+"/score", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				all[i%len(all)].Score(env.First)
			}
		})
	}
}
