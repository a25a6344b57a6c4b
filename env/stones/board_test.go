package stones

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Boards have as many cells and lines between neighbours as geometry says.
func TestBoards(t *testing.T) {
	const hexes = "cells='hexagons'\n"
	for _, tt := range []struct {
		rules         string
		cells, linked int // linked: pairs of neighbours
	}{
		{"rows=4\ncols=5\nneighbours=4", 20, 4*4 + 3*5},
		{"rows=4\ncols=5\nneighbours=8", 20, 4*4 + 3*5 + 2*3*4},
		{"rows=4\ncols=5\n" + hexes, 20, 4*4 + 3*5 + 3*4},
		{"rows=6\ncols=6\nshape='triangle'\ngoal='three'\n" + hexes, 6 * 7 / 2, 3 * 5 * 6 / 2},
		{"rows=7\ncols=7\nshape='hexagon'\ngoal='havannah'\n" + hexes, 3*4*3 + 1, 9*4*3 - 3*3*2},
		{"board='''\n...\n.#.\n...'''\nneighbours=4", 8, 8},
		{"board='''\n.-.\n|.|\n.-.'''", 5, 4},
	} {
		g := game(t, tt.rules)
		pairs := 0
		g.cells.each(func(c int) {
			g.beside[c].each(func(q int) {
				pairs++
				if !g.cells.has(q) || !g.beside[q].has(c) || q == c {
					t.Errorf("%q: %s is a neighbour of %s, and not the other way round", tt.rules, g.cellName(q), g.cellName(c))
				}
			})
		})
		if got := g.cells.count(); got != tt.cells || pairs != 2*tt.linked {
			t.Errorf("%q: %d cells and %d pairs of neighbours, want %d and %d", tt.rules, got, pairs/2, tt.cells, tt.linked)
		}
	}
}

// The names of cells differ, begin with a letter for the column, and number the rows from the
// bottom or from the top.
func TestCellNames(t *testing.T) {
	for ranks, corner := range map[string]string{"up": "a3", "down": "a1"} {
		g := game(t, "rows=3\ncols=12\nranks='"+ranks+"'")
		names := map[string]bool{}
		g.cells.each(func(c int) {
			names[g.cellName(c)] = true
			if back, ok := g.named(g.cellName(c)); !ok || back != c {
				t.Errorf("%s is read as cell %d, want %d", g.cellName(c), back, c)
			}
		})
		if len(names) != 36 || g.cellName(0) != corner || !strings.HasPrefix(g.cellName(11), "l") {
			t.Errorf("%s: %d names, from %s to %s", ranks, len(names), g.cellName(0), g.cellName(35))
		}
		if _, ok := g.named("m1"); ok {
			t.Error("a cell is named m1")
		}
	}
}

// random returns a set of cells of a board, each with a chance of one in k.
func random(b *board, k int, rng *rand.Rand) (s set) {
	b.cells.each(func(c int) {
		if rng.IntN(k) == 0 {
			s.add(c)
		}
	})
	return s
}

// Sets behave like lists of numbers.
func TestSets(t *testing.T) {
	g := game(t, "rows=13\ncols=19")
	rng := seed.New(9).Rand()
	list := func(s set) (all []int) {
		for c := range g.rows * g.cols {
			if s.has(c) {
				all = append(all, c)
			}
		}
		return all
	}
	for k := 1; k < 40; k += 3 {
		a, b := random(g.board, k, rng), random(g.board, 2, rng)
		in := func(s []int, c int) bool { return slices.Contains(s, c) }
		la, lb := list(a), list(b)
		for what, tt := range map[string]struct {
			got  set
			want func(c int) bool
		}{
			"and":   {a.and(&b), func(c int) bool { return in(la, c) && in(lb, c) }},
			"or":    {a.or(&b), func(c int) bool { return in(la, c) || in(lb, c) }},
			"minus": {a.minus(&b), func(c int) bool { return in(la, c) && !in(lb, c) }},
		} {
			for c := range g.rows * g.cols {
				if tt.got.has(c) != tt.want(c) {
					t.Fatalf("%s of %v and %v: cell %d", what, la, lb, c)
				}
			}
		}
		var each []int
		a.each(func(c int) { each = append(each, c) })
		if !slices.Equal(each, la) || a.count() != len(la) || a.empty() != (len(la) == 0) {
			t.Fatalf("%v has %v, %d of them", la, each, a.count())
		}
		if len(la) > 0 && (a.first() != la[0] || a.nth(len(la)-1) != la[len(la)-1]) {
			t.Fatalf("%v begins with %d", la, a.first())
		}
		inside := a.and(&b)
		if a.meets(&b) == inside.empty() {
			t.Fatalf("%v meets %v: %v", la, lb, a.meets(&b))
		}
	}
}

// What is around a set, and what it spreads to, is found a word at a time; cell by cell it is
// the same.
func TestFloods(t *testing.T) {
	for _, name := range []string{"hex 9", "y", "havannah", "mills", "linked go", "go 9", "ataxx", "reversi holes", "reversi wide"} {
		g := game(t, rulesOf[name])
		rng := seed.New(2).At(name, 0).Rand()
		for range 30 {
			within, from := random(g.board, 2, rng), set{}
			if from = random(g.board, 8, rng); from.empty() {
				continue
			}
			from = from.and(&within)
			var around set
			from.each(func(c int) { around = around.or(&g.beside[c]) })
			if got := g.around(&from); got.minus(&from) != around.minus(&from) {
				t.Fatalf("%s: around %v is %v, want %v", name, from, got, around)
			}
			want, front := from, from
			for !front.empty() {
				var next set
				front.each(func(c int) { next = next.or(&g.beside[c]) })
				next = next.and(&within)
				front = next.minus(&want)
				want = want.or(&front)
			}
			if got := g.flood(from, &within); got != want {
				t.Fatalf("%s: %v within %v spreads to %v, want %v", name, from, within, got, want)
			}
		}
	}
}

// far returns how many stones a side needs at least to join its edges: a shortest path on which
// its stones cost nothing and empty cells one, found by Bellman and Ford's relaxation.
func far(s *State, side int8) int {
	g := s.game
	never := g.rows*g.cols + 1
	cost := make([]int, g.rows*g.cols)
	free := s.vacant()
	price := func(c int) int {
		switch {
		case s.stones[side].has(c):
			return 0
		case free.has(c):
			return 1
		}
		return never
	}
	edges := g.edges(side)
	for c := range cost {
		if cost[c] = never; g.cells.has(c) && edges[0].has(c) {
			cost[c] = min(never, price(c))
		}
	}
	for range cost {
		g.cells.each(func(c int) {
			g.beside[c].each(func(q int) { cost[c] = min(cost[c], cost[q]+price(c)) })
		})
	}
	best := never
	g.cells.each(func(c int) {
		if edges[1].has(c) {
			best = min(best, cost[c])
		}
	})
	return best
}

// The score of a game of sides rests on how many stones each side still needs.
func TestStonesMissing(t *testing.T) {
	for _, name := range []string{"hex", "hex 9", "square hex", "linked sides"} {
		g := game(t, rulesOf[name])
		for n := range 6 {
			rng := seed.New(4).At(name, n).Rand()
			s := g.New(0).(*State)
			for s.end == ongoing {
				for side := range int8(2) {
					if got, want := s.missing(side), far(s, side); got != want {
						t.Fatalf("%s: side %d needs %d stones, want %d\n%s", name, side, got, want, s)
					}
				}
				all := s.Legal(nil)
				s.Play(all[rng.IntN(len(all))])
			}
		}
	}
}

// With every stone that decides the game more the score grows, and it is bounded by 1.
func TestScoreGrows(t *testing.T) {
	for _, tt := range []struct{ rules, less, more string }{
		{"rows=3\ncols=3\ncells='hexagons'\ngoal='sides'", "3/1b1/3 b", "1b1/1b1/3 b"},
		{"rows=3\ncols=3\ncells='hexagons'\nshape='triangle'\ngoal='three'", "2b/3/3 b", "2b/1b1/3 b"},
		{"rows=3\ncols=3\ncapture=true\nko='simple'\npass='free'\ncount='area'", "1b1/3/w1w b", "1b1/b2/w1w b"},
		{"rows=4\ncols=4\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'", "4/1bw1/1wb1/4 b", "1b2/1bb1/1wb1/4 b"},
		{"rows=4\ncols=4\nneighbours=8\nstart='edges'\nput='never'\nmove='count'\ngoal='gather'\nstuck='loses'", "1bb1/w2w/w2w/1bb1 b", "1bb1/wb1w/w1bw/4 b"},
		{"board='''\nxo..\n....\n....\n..ox'''\nput='never'\nmove='jump'\nstuck='loses'", "b3/4/4/3w b", "bw2/4/4/3w b"},
	} {
		g := game(t, tt.rules)
		less, more := at(t, g, tt.less), at(t, g, tt.more)
		if a, b := less.Score(env.First), more.Score(env.First); a >= b || b > 1 {
			t.Errorf("%q: %s scores %v, %s %v", tt.rules, tt.less, a, tt.more, b)
		}
		if a, b := more.Score(env.First), more.Score(env.Second); a != -b {
			t.Errorf("%q: %v for the one, %v for the other", tt.rules, a, b)
		}
	}
}

// Each rule is in the book: with another value of its key a game has another book.
func TestTheBookKnowsEachRule(t *testing.T) {
	book := func(rules string) string {
		b := game(t, rules).Book()
		return fmt.Sprint(b.Chapters, b.Endings)
	}
	const (
		goStones = "rows=5\ncols=5\ncapture=true\nko='simple'\npass='free'\ncount='area'"
		mill     = "board='''\n...\n...\n...'''\nreserve=3\nmove='step'\nmill=3\nleast=3\nstuck='loses'\nquiet=4"
		walk     = "rows=4\ncols=4\nstart='full'\nput='never'\nstuck='loses'\nmove="
		hex      = "rows=5\ncols=5\ncells='hexagons'\ngoal="
		reversi  = "rows=4\ncols=4\nneighbours=8\nstart='centre'\nput='flanking'\nflip='lines'\npass='stuck'"
		amazons  = "board='''\nx..\n...\n..o'''\nput='never'\nstuck='loses'\nmove='slide'\nneighbours="
	)
	for _, tt := range [][]string{
		{goStones, goStones + "\nsuicide=true", goStones + "\nkomi=3", goStones + "\nkomi=4", strings.Replace(goStones, "simple", "positional", 1),
			strings.Replace(goStones, "area", "stones", 1), goStones + "\nresult='loses'"},
		{mill, mill + "\nfly=3", mill + "\nearly=true", strings.Replace(mill, "quiet=4", "quiet=5", 1), strings.Replace(mill, "least=3", "least=2", 1),
			strings.Replace(mill, "reserve=3", "reserve=4", 1), strings.Replace(mill, "'loses'", "'draws'", 1), strings.Replace(mill, "'loses'", "'wins'", 1)},
		{walk + "'clobber'", walk + "'jump'\nremoval=true"},
		{hex + "'sides'", hex + "'sides'\nswap=true", hex + "'three'", hex + "'sides'\nresult='loses'", hex + "'gather'\nmove='step'"},
		{reversi, strings.Replace(reversi, "'stuck'", "'never'", 1), reversi + "\nresult='loses'", strings.Replace(reversi, "'lines'", "'neighbours'", 1)},
		{amazons + "4", amazons + "8", amazons + "4\nshoot=true", strings.Replace(amazons, "slide", "step", 1) + "4", strings.Replace(amazons, "slide", "leap", 1) + "4"},
	} {
		books := map[string]string{}
		for _, rules := range tt {
			if other, met := books[book(rules)]; met {
				t.Errorf("one book for\n%s\nand for\n%s", rules, other)
			}
			books[book(rules)] = rules
		}
	}
}
