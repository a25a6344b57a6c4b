package cetran

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"ludens/env"
)

var _ env.Uneven = (*Game)(nil)

func TestOdds(t *testing.T) {
	for name, want := range map[string]string{
		"cetran2": "pawn 1, 2 pawns 2, 3 pawns 3, queen 9, sissa 8, chancellor 8, archbishop 7, dragon horse 6, rook 5, knight 3",
		"cetran1": "pawn 1, 2 pawns 2, 3 pawns 3, queen 9, sissa 8, chancellor 8, bishop 4, rook 5, knight 3",
	} {
		var told []string
		for _, o := range variantGame(t, name).Odds() {
			told = append(told, fmt.Sprint(o, " ", o.Value))
		}
		if got := strings.Join(told, ", "); got != want {
			t.Errorf("%s: got %s\nwant %s", name, got, want)
		}
	}
}

func variantGame(t *testing.T, name string) *Game {
	t.Helper()
	g, err := New(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game)
}

// What is missing is missing, nothing else is, and the position is one that a
// game can begin with: White to move, neither side in check, moves to be made.
func TestWithout(t *testing.T) {
	for _, v := range variants {
		g := variantGame(t, v.name)
		for _, o := range g.Odds() {
			for n := range uint64(40) {
				for p := range env.Player(2) {
					checkWithout(t, g, o, p, n)
				}
			}
		}
	}
}

func checkWithout(t *testing.T, g *Game, o env.Odds, p env.Player, n uint64) {
	t.Helper()
	state, err := g.Without(o, p, n)
	if err != nil {
		t.Fatal(err)
	}
	s, whole, text := state.(*State), g.New(n).(*State), g.Position(state)
	if want := whole.Material(p.Other()); fmt.Sprint(s.Material(p.Other())) != fmt.Sprint(want) {
		t.Errorf("%s: %v lacks %v, but %v has changed, too", text, p, o, p.Other())
	}
	for i, had := range whole.Material(p) {
		if had.Kind == o.Kind {
			had.Count -= o.Count
		}
		if has := s.Material(p)[i]; has != had {
			t.Errorf("%s without %v of %v: got %v, want %v", text, o, p, has, had)
		}
	}
	if gone := whole.board.occupied() &^ s.board.occupied(); bits.OnesCount64(gone) != o.Count || s.board.occupied()&^whole.board.occupied() != 0 {
		t.Errorf("%s: other squares have changed", text)
	}
	other := s.board
	other.pass()
	if s.ToMove() != env.First || s.board.inCheck() || other.inCheck() || s.Result() != env.Ongoing {
		t.Errorf("%s: %v to move, %v, check %v and %v", text, s.ToMove(), s.Result(), s.board.inCheck(), other.inCheck())
	}
	read, err := g.ParsePosition(text)
	if err != nil || read.Key() != s.Key() {
		t.Errorf("%s is read as another position: %v", text, err)
	}
	if again, _ := g.Without(o, p, n); again.Key() != s.Key() {
		t.Errorf("%s: the same seed gives another position", text)
	}
}

// Fewer pawns are a part of more, the files are those of both sides, and every
// file has its turn.
func TestPawnsAreDrawn(t *testing.T) {
	g := variantGame(t, "cetran2")
	var ever uint64
	for n := range uint64(60) {
		last := uint64(0)
		for _, o := range g.Odds()[:mostPawns] {
			gone := missingPawns(t, g, o, env.First, n)
			if black := missingPawns(t, g, o, env.Second, n) >> 40; gone != black {
				t.Errorf("seed %d: White lacks %x, Black %x", n, gone, black)
			}
			if gone&last != last {
				t.Errorf("seed %d: %v are %x, fewer were %x", n, o, gone, last)
			}
			last, ever = gone, ever|gone
		}
	}
	if ever != 0xff00 {
		t.Errorf("pawns were taken from %x, want all files", ever)
	}
}

func missingPawns(t *testing.T, g *Game, o env.Odds, p env.Player, n uint64) uint64 {
	t.Helper()
	s, err := g.Without(o, p, n)
	if err != nil {
		t.Fatal(err)
	}
	whole := g.New(n).(*State)
	return whole.board.men[p] &^ s.(*State).board.men[p]
}

// Of bishops on one colour either may be missing, and the other is free to
// convert; of bishops on two none is.
func TestBishopOdds(t *testing.T) {
	g, odds := variantGame(t, "cetran1"), env.Odds{Men: env.Men{Kind: "bishop", Count: 1}, Value: 4}
	seen := map[bool]int{}
	for n := range uint64(60) {
		s, err := g.Without(odds, env.First, n)
		if err != nil {
			t.Fatal(err)
		}
		before, after := g.New(n).(*State).board, s.(*State).board
		same := before.free&rank1 != 0
		if left := after.kind[bishop] & rank1; (after.free&rank1 == left) != same || after.bound != 0 {
			t.Errorf("%s: bishops on one colour: %v", g.Position(s), same)
		}
		if after.free&rank8 != before.free&rank8 {
			t.Errorf("%s: Black's bishops have changed", g.Position(s))
		}
		seen[same]++
	}
	if seen[true] < 5 || seen[false] < 5 {
		t.Errorf("%v: one colour, two colours", seen)
	}
}

func TestUnknownOdds(t *testing.T) {
	g := variantGame(t, "cetran2")
	for _, o := range []env.Odds{
		{}, {Men: env.Men{Kind: "king", Count: 1}}, {Men: env.Men{Kind: "bishop", Count: 1}, Value: 4},
		{Men: env.Men{Kind: "queen", Count: 2}, Value: 18}, {Men: env.Men{Kind: "pawn", Count: 4}, Value: 4},
	} {
		if s, err := g.Without(o, env.First, 1); err == nil || s != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: got %v, %v", o, s, err)
		}
	}
}
