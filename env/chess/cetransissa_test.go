package chess

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// The sissa among other men: '*' and 'x' are all the squares it may go to.
func TestSissa(t *testing.T) {
	for _, tt := range []lawOfMotion{
		{name: "on an open board", from: "d4", board: `
			. * . * . * . k
			. . . * . . . .
			. . * * * . . *
			. * . * . * . .
			* * * S * * * *
			. * . * . * . .
			. . * * * . . *
			K . . * . . . .`},
		{name: "it cannot begin in the corner of the array", from: "a1", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			P P P P P P P P
			S N K . . . . .`},
		{name: "walled in it cannot move", from: "d4", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . P n P . . .
			. . P S P . . .
			. . P P P . . .
			. . . . . . . .
			K . . . . . . .`},
		{name: "through the only gap, but not into it: straight ahead is no path", from: "d4", takes: "d5", board: `
			. . . * . . . k
			. . . * . . . .
			. . . . . . . *
			. . P n P * . .
			. . P S . . . .
			. . P P P * . .
			. . . . . . . *
			K . . * . . . .`},
		{name: "one step out, one step on: both legs are equally long", from: "d4", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . P P P * . .
			. . P S . P . .
			. . P P P * . .
			. . . . . . . .
			K . . . . . . .`},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}

// A king is safe from a sissa only when every path is closed.
func TestSissaChecks(t *testing.T) {
	for _, tt := range []lawOfMotion{
		{name: "one man closes two paths on the square they share", from: "h2", board: `
			k . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . s . . .
			. . . P . * . R
			. . . . K . . .`},
		{name: "four open paths cannot be closed", from: "h2", board: `
			k . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . s . . .
			. . . . . . . R
			. . . . K . . .`},
		{name: "but the sissa can be taken", from: "h3", takes: "e3", board: `
			k . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . s . . R
			. . . . . . . .
			. . . . K . . .`},
		{name: "who alone closes a path is pinned", from: "f2", takes: "e3", board: `
			k . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . s . . .
			. . . P . A . .
			. . . . K . . .`},
		{name: "two men on two paths are both pinned", from: "e2", board: `
			k . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . s . .
			. . . . N P . .
			. . . . K . . .`},
		{name: "two men on one path are both free", from: "d2", takes: "e3", board: `
			k . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . * . . . .
			. . P * s . . .
			. . . P . P . .
			. . N . K . . .`},
		{name: "a pinned man may move along the path", from: "d2", takes: "e3", board: `
			k . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . * s . . .
			. . . P . P . .
			. . N . K . . .`},
		{name: "the king leaves for a square that no path ends on", from: "a1", board: `
			k . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			s . . . . . . .
			. * . . . . . .
			K . . . . . . .`},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}

// sissaReach is what a sissa attacks on an empty board, and sissaRoutes the squares passed by
// each path from one square to another.
func sissaReach(t testing.TB, q square) uint64 {
	g := cetran2Game(t).Game
	return g.masks.movers[pieceOf(g.kindOf('S'), env.First)][q].wide
}

func sissaRoutes(t testing.TB, from, to square) (routes []uint64) {
	g := cetran2Game(t).Game
	for _, c := range g.masks.pathsOf(&g.masks.movers[pieceOf(g.kindOf('S'), env.First)][from]) {
		if c.to>>to&1 != 0 {
			routes = append(routes, c.passed)
		}
	}
	return routes
}

// The number of squares a sissa reaches on an empty board.
func TestSissaReach(t *testing.T) {
	want := [64]int{
		20, 20, 20, 20, 20, 20, 20, 20,
		20, 22, 23, 23, 23, 23, 22, 20,
		20, 23, 26, 25, 25, 26, 23, 20,
		20, 23, 25, 26, 26, 25, 23, 20,
		20, 23, 25, 26, 26, 25, 23, 20,
		20, 23, 26, 25, 25, 26, 23, 20,
		20, 22, 23, 23, 23, 23, 22, 20,
		20, 20, 20, 20, 20, 20, 20, 20,
	}
	total := 0
	for q := range square(64) {
		got := bits.OnesCount64(sissaReach(t, q))
		if got != want[q] {
			t.Errorf("%s: got %d squares, want %d", eight.name(q), got, want[q])
		}
		total += got
	}
	if total != 1424 {
		t.Errorf("got %d squares in all, want 1424", total)
	}
}

func TestSissaPathCounts(t *testing.T) {
	total, most := 0, 0
	for from := range square(64) {
		all := 0
		for to := range square(64) {
			routes, straight := sissaRoutes(t, from, to), rookLines[from]>>to&1 != 0
			all += len(routes)
			if len(routes) > 4 || !straight && len(routes) > 2 {
				t.Errorf("%s to %s: %d paths", eight.name(from), eight.name(to), len(routes))
			}
			if straight && slices.Contains(routes, between[from][to]) && between[from][to] != 0 {
				t.Errorf("%s to %s: the straight line is no path", eight.name(from), eight.name(to))
			}
		}
		if sissaReach(t, from)>>from&1 != 0 {
			t.Errorf("the sissa on %s returns to it", eight.name(from))
		}
		total, most = total+all, max(most, all)
	}
	if total != 3456 || most != 76 {
		t.Errorf("got %d paths, at most %d from a square; want 3456 and 76", total, most)
	}
}

// Paths back are the paths reversed: so attacks are mutual, whatever stands between.
func TestSissaAttacksAreMutual(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	open := func(from, to square, occ uint64) bool {
		return slices.ContainsFunc(sissaRoutes(t, from, to), func(passed uint64) bool { return passed&occ == 0 })
	}
	for range 2000 {
		occ := r.Uint64() & r.Uint64()
		q, to := square(r.IntN(64)), square(r.IntN(64))
		if there, back := open(q, to, occ), open(to, q, occ); there != back {
			t.Fatalf("occupied %#x: %s to %s %v, back %v", occ, eight.name(q), eight.name(to), there, back)
		}
	}
}

// corners returns the corners of the open paths between two squares, sorted:
// the square passed that is n steps in a line from both.
func corners(t testing.TB, from, to square, occ uint64) (at []string) {
	for _, passed := range sissaRoutes(t, from, to) {
		if passed&occ != 0 {
			continue
		}
		n := (bits.OnesCount64(passed) + 1) / 2
		for rest := passed; rest != 0; rest &= rest - 1 {
			c := square(bits.TrailingZeros64(rest))
			if apart(from, c) == n && apart(c, to) == n {
				at = append(at, eight.name(c))
			}
		}
	}
	slices.Sort(at)
	return at
}

// apart returns how many steps of a queen lie between two squares, 0 if they
// are on no line.
func apart(s, t square) int {
	if (rookLines[s]|bishopLines[s])>>t&1 == 0 {
		return 0
	}
	return bits.OnesCount64(between[s][t]) + 1
}

func squareNamed(t testing.TB, name string) square {
	t.Helper()
	q, err := eight.parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// The diagram of the rules page, as far as it fits on 8x8: a sissa on c3, the
// white king on c2, a pawn on d2, the blue bishop on c5, queen on e7, king on
// g6, pawn on g8 (which only a larger board allows; it is a mere obstacle).
// The page names the corners by which the sissa gets anywhere.
func TestSissaOfTheRules(t *testing.T) {
	var occ uint64
	for _, name := range strings.Fields("c2 d2 c5 e7 g6 g8") {
		occ |= 1 << squareNamed(t, name)
	}
	for to, want := range map[string]string{
		"c1": "a1 a3",
		"c8": "h3",
		"a2": "b2 b3", "a4": "b3 b4", "b5": "b4 c4", "d5": "c4 d4", "e4": "d3 d4",
		"b1": "b2",
		"d1": "",
		"c5": "a3 a5 e3 e5",
		"e7": "e5",
	} {
		got := strings.Join(corners(t, squareNamed(t, "c3"), squareNamed(t, to), occ), " ")
		if got != want {
			t.Errorf("c3 to %s: got corners %q, want %q", to, got, want)
		}
	}
}

// Paths the inventor and others have quoted, on an empty board: from, corner,
// to (C. Cetina, 1 July 2009; G. Duke, 20 September 2008, both in comments on
// chessvariants.com).
func TestSissaQuotedPaths(t *testing.T) {
	quoted := `
		d1 c2 c1, d1 d2 c1, c1 h1 c6, c1 c2 b3, c1 b2 b3, b3 a4 a5, a5 b5 c6, a5 a6 b5, a5 a4 b5,
		a5 a8 d5, a5 a1 e5, e5 c7 c5, e5 e7 c5, e5 e3 c5, e5 e8 b5, e5 d5 c6, e5 d6 c6, e5 d6 d5,
		e5 d4 d5, e5 e6 d5, e5 e4 d5, e5 e6 d7, e5 d6 d7`
	for path := range strings.SplitSeq(quoted, ",") {
		f := strings.Fields(path)
		if at := corners(t, squareNamed(t, f[0]), squareNamed(t, f[2]), 0); !slices.Contains(at, f[1]) {
			t.Errorf("%s to %s: got corners %v, want %s among them", f[0], f[2], at, f[1])
		}
	}
	for _, tt := range [][3]string{{"c1", "c3", "a1 a3 e1 e3"}, {"c1", "d3", "c2 d2"}} {
		got := strings.Join(corners(t, squareNamed(t, tt[0]), squareNamed(t, tt[1]), 0), " ")
		if got != tt[2] {
			t.Errorf("%s to %s: got corners %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
	if at := sissaReach(t, squareNamed(t, "d1")); at>>squareNamed(t, "d6")&1 != 0 || at>>squareNamed(t, "d8")&1 != 0 {
		t.Error("d1 reaches d6 or d8: their corners lie off the board")
	}
}
