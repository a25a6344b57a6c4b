package race_test

import (
	"context"
	"fmt"
	"testing"

	"ludens/env"
	"ludens/env/race"
	"ludens/env/seed"
	"ludens/env/variant"
	"ludens/solve"
)

func made(t *testing.T, text string) env.Game {
	t.Helper()
	f, err := variant.Parse("test.toml", "family = \"race\"\nname = \"test\"\ncap_result = \"draw\"\n"+text, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := race.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func solved(t *testing.T, g env.Game) *solve.Table {
	t.Helper()
	table, err := solve.Game(context.Background(), g, solve.Config{Workers: 1, Memory: 1 << 28}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Two men meet in a lane: each goes forward one square, or jumps over the other. Who has
// to come next to the other one is jumped over, and loses two moves by that. With 3
// squares that is who begins, with 4 the other one, and so on by turns.
func TestLane(t *testing.T) {
	for _, test := range []struct {
		squares int
		sign    int // for who begins
		plies   int
	}{
		{3, -1, 2}, // 1-2 3x1
		{4, 1, 3},  // 1-2 4-3 2x4
		{5, -1, 6}, // 1-2 5-4 2-3 4x2 3-4 2-1
		{6, 1, 7},  // 1-2 6-5 2-3 5-4 3x5 4-3 5-6
	} {
		drawing := "a#\n"
		for range test.squares - 2 {
			drawing += ".#\n"
		}
		g := made(t, "steps = \"forward\"\njumps = \"forward\"\nchain = false\nstart = '''\n"+drawing+"A#\n'''")
		worth, err := solved(t, g).Solve(context.Background(), g.New(0), true)
		if want := (env.Worth{Sign: test.sign, Plies: test.plies}); err != nil || worth != want {
			t.Errorf("%d squares: got %+v, %v, want %+v", test.squares, worth, err, want)
		}
	}
}

// A Halma of three men a side on nine squares is solved by its numbers, and once more
// position by position: a position is won if some move leads to one that is lost, lost if
// all lead to won ones.
func TestSmallHalma(t *testing.T) {
	for _, text := range []string{
		"start = '''\n.aa\nA.a\nAA.\n'''",
		"start = '''\n.aa\nA.a\nAA.\n'''\nlock = \"goal\"\nwin = \"filled\"",
		"start = '''\nab.\n...\n.BA\n'''\nsteps = \"orthogonal\"\nno_move = \"loses\"",
		"start = '''\na.b\n...\nB.A\n'''\ndemand = \"flag\"\nblocking = false\njumps = \"forward+sideways\"\nstuck = \"mover\"",
	} {
		g := made(t, text+"\nrepeat = 0")
		table := solved(t, g)
		worths := bruteForce(g)
		for position, want := range worths {
			s, err := g.(env.Notated).ParsePosition(position)
			if err != nil {
				t.Fatal(err)
			}
			if s.Result() != env.Ongoing {
				continue
			}
			if got, err := table.Solve(context.Background(), s, false); err != nil || got.Sign != want {
				t.Fatalf("%s\n%s: got %+v, %v, want %+d", text, position, got, err, want)
			}
		}
		t.Logf("%d positions, the start is worth %+d", len(worths), worths[g.(env.Notated).Position(g.New(0))])
	}
}

// bruteForce returns the worth, for the player to move, of each position that the start
// leads to.
func bruteForce(g env.Game) map[string]int {
	text := g.(env.Notated).Position
	next, worth := map[string][]string{}, map[string]int{}
	for queue := []env.State{g.New(0)}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		at := text(s)
		if _, met := worth[at]; met {
			continue
		}
		worth[at] = int(s.Result().For(s.ToMove()))
		for _, a := range s.Legal(nil) {
			after := s.Copy(nil)
			after.Play(a)
			next[at] = append(next[at], text(after))
			queue = append(queue, after)
		}
	}
	for changed := true; changed; {
		changed = false
		for at, all := range next {
			best := -1
			for _, to := range all {
				best = max(best, -worth[to]) // turns alternate
			}
			if worth[at] == 0 && best != 0 {
				worth[at], changed = best, true
			}
		}
	}
	return worth
}

// The position of a number has that number, and play leads to numbers.
func TestNumbering(t *testing.T) {
	const small = "start = '''\nab.\n.#.\n.BA\n'''\n"
	for _, text := range []string{
		small + "demand = \"flag\"", small + "demand = \"veto\"\nlock = \"goal\"", small + "first = \"north\"\ndemand = \"veto\"",
		"start = '''\n.....a....\n.......#..\n..........\n..........\n..........\n..........\n....A.....\n'''\ndemand = \"veto\"",
	} {
		numberedAlike(t, made(t, text))
	}
	for _, text := range []string{"cap_result = \"score\"", "vacate = 3", "repeat_result = \"loses\"", "chain = false\ncapture = true"} {
		f, err := variant.Parse("test.toml", fmt.Sprintf("family = \"race\"\nname = \"test\"\nstart = '''\n.a\nA.\n'''\n%s%s", map[bool]string{true: "", false: "cap_result = \"draw\"\n"}[text[:3] == "cap"], text), nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := race.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.(env.Indexed).Numbering(); err == nil {
			t.Errorf("%s: numbered", text)
		}
	}
}

// numberedAlike holds a game's numbers to positions, and what follows from these.
func numberedAlike(t *testing.T, g env.Game) {
	t.Helper()
	n, err := g.(env.Indexed).Numbering()
	if err != nil {
		t.Fatal(err)
	}
	rng, positions := seed.New(1).Rand(), 0
	var s env.State
	for range 2000 {
		i := rng.Uint64N(n.Len())
		p := n.At(i, s)
		if p == nil {
			continue
		}
		s, positions = p, positions+1
		if got, ok := n.Of(s); !ok || got != i {
			t.Fatalf("position %d has the number %d, %v\n%v", i, got, ok, s)
		}
		for _, a := range s.Legal(nil) {
			after := s.Copy(nil)
			after.Play(a)
			if _, ok := n.Of(after); !ok {
				t.Fatalf("no number after %s\n%v", s.Format(a), s)
			}
		}
	}
	if positions < 5 {
		t.Errorf("%d positions", positions)
	}
}
