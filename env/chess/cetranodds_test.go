package chess

import (
	"fmt"
	"strings"
	"testing"

	"ludens/env"
)

// What the two armies can give, and what it counts.
func TestOddsOfCetran(t *testing.T) {
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

func variantGame(t *testing.T, name string) *Cetran {
	t.Helper()
	g, err := New(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Cetran)
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
			if black := missingPawns(t, g, o, env.Second, n) << 40; gone != black {
				t.Errorf("seed %d: White lacks %x, Black %x", n, gone, black)
			}
			if gone&last != last {
				t.Errorf("seed %d: %v are %x, fewer were %x", n, o, gone, last)
			}
			last, ever = gone, ever|gone
		}
	}
	if ever != 0xff<<48 {
		t.Errorf("pawns were taken from %x, want all files", ever)
	}
}

func missingPawns(t *testing.T, g *Cetran, o env.Odds, p env.Player, n uint64) uint64 {
	t.Helper()
	s, err := g.Without(o, p, n)
	if err != nil {
		t.Fatal(err)
	}
	whole := g.New(n).(*State)
	return whole.board.own[p][0] &^ s.(*State).board.own[p][0]
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
		before, after := strings.Fields(g.Position(g.New(n)))[2], strings.Fields(g.Position(s))[2]
		same := strings.Contains(before, "1")
		if strings.Count(after, "1") != btoi(same) || strings.Contains(after, "!") {
			t.Errorf("%s: bishops on one colour: %v", g.Position(s), same)
		}
		if strings.Count(after, "8") != strings.Count(before, "8") {
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
