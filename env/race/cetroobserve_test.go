package race

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

func TestCetroPlaneNames(t *testing.T) {
	for name, want := range map[string][]string{
		"cetro": {
			"own blue men", "own green men", "own red men",
			"enemy blue men", "enemy green men", "enemy red men",
			"squares where own blue men belong", "squares where own green men belong", "squares where own red men belong",
			"everywhere 1 if the mover must jump",
			"everywhere 1 if the position occurred before",
			"everywhere the moves the mover still needs, in parts of 65",
			"everywhere the moves the enemy still needs, in parts of 65",
			"everywhere the plies played, in parts of the cap",
		},
		"cetro-5x5:demand=veto": {
			"own blue men", "own green men", "enemy blue men", "enemy green men",
			"squares where own blue men belong", "squares where own green men belong",
			"everywhere 1 if the mover must jump",
			"where the retreat to be judged began", "where the retreat to be judged ended",
			"everywhere 1 if the position occurred before",
			"everywhere the moves the mover still needs, in parts of 15",
			"everywhere the moves the enemy still needs, in parts of 15",
		},
	} {
		if got := game(t, name).PlaneNames(); !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, want)
		}
	}
}

// North's men are where he sees them: his own back row is at the bottom, and
// file a on the right.
func TestObserve(t *testing.T) {
	s := placed(t, game(t, "cetro-5x5"), `
		b . . . .
		. . . . .
		. . G . .
		. g . B .
		. . . . .`, "n -")
	planes := make([]float32, s.game.spec.Size())
	s.Observe(planes)
	for plane, want := range []string{ // as North sees it
		`. . . . .
		 . . . . .
		 . . . . .
		 . . . . .
		 . . . . b`,
		`. . . . .
		 . . . g .
		 . . . . .
		 . . . . .
		 . . . . .`,
		`. . . . .
		 . B . . .
		 . . . . .
		 . . . . .
		 . . . . .`,
		`. . . . .
		 . . . . .
		 . . G . .
		 . . . . .
		 . . . . .`,
		`x . x . x
		 . . . . .
		 . . . . .
		 . . . . .
		 . . . . .`,
		`. . . . .
		 . x . x .
		 . . . . .
		 . . . . .
		 . . . . .`,
	} {
		for cell, mark := range strings.Fields(want) {
			got := planes[25*plane+cell]
			if (mark != ".") != (got == 1) {
				t.Errorf("%s, cell %d: got %v, want %s", s.game.PlaneNames()[plane], cell, got, mark)
			}
		}
	}
}

// A half turn of the board with the men exchanged is the same position to its
// mover: same planes, same actions.
func TestBothSidesSeeTheSame(t *testing.T) {
	for _, name := range []string{"cetro:demand=veto,cap_result=draw", "cetro:cap_result=draw", "cetro-5x7"} {
		g, rng := game(t, name), seed.New(3).Rand()
		here, there := make([]float32, g.spec.Size()), make([]float32, g.spec.Size())
		for s := g.New(0); s.Result() == env.Ongoing && s.(*State).ply < 150; {
			s.Observe(here)
			turned := drawnFrom(t, g, halfTurned(g.Position(s)))
			turned.seen = s.(*State).seen
			turned.Observe(there)
			if !slices.Equal(here, there) || !slices.Equal(s.Legal(nil), turned.Legal(nil)) {
				t.Fatalf("%s: these differ to their movers:\n%s%s", name, s, turned)
			}
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
}

func drawnFrom(t *testing.T, g *Game, text string) *State {
	t.Helper()
	s, err := g.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*State)
}

// halfTurned turns the text of a position.
func halfTurned(text string) string {
	swap := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}
	fields := strings.Fields(text)
	ranks := []rune(strings.Map(swap, fields[0]))
	slices.Reverse(ranks)
	rows := strings.Count(fields[0], "/") + 1
	cols := map[int]int{9: 9, 5: 5, 7: 5}[rows]
	binds := []byte(fields[2])
	if len(binds) == 5 {
		for _, i := range []int{0, 3} {
			binds[i] = 'a' + 'a' + byte(cols) - 1 - binds[i]
			binds[i+1] = '1' + '0' + byte(rows) - binds[i+1]
		}
	}
	return string(ranks) + " " + enemy(fields[1]) + " " + string(binds)
}
