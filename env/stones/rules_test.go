package stones

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// A move in a position, and what follows.
func TestRules(t *testing.T) {
	const (
		small    = "rows=7\ncols=7\ncells='hexagons'\nshape='hexagon'\ngoal='havannah'\nstuck='draws'"
		simple   = "rows=4\ncols=5\ncapture=true\nko='simple'\npass='free'\ncount='area'"
		superko  = "rows=4\ncols=5\ncapture=true\nko='positional'\npass='free'\ncount='area'"
		suicide  = "rows=2\ncols=3\ncapture=true\nsuicide=true\nko='positional'\npass='free'\ncount='area'"
		triangle = "rows=4\ncols=4\ncells='hexagons'\nshape='triangle'\ngoal='three'"
	)
	for _, c := range []struct{ name, rules, position, moves, want string }{
		{"a ring around an empty cell", small, "7/7/3bb2/2b1b2/2b4/7/7 b", "d3", "a ring is closed"},
		{"a ring around an own stone", small, "7/7/3bb2/2bbb2/2b4/7/7 b", "d3", "a ring is closed"},
		{"a ring around an enemy stone", small, "7/7/3bb2/2bwb2/2b4/7/7 b", "d3", "a ring is closed"},
		{"five of the six", small, "7/7/3bb2/2bb3/2b4/7/7 b", "d3", ""},
		{"two corners", small, "3b1bb/7/7/7/7/7/7 b", "e7", "two corners are joined"},
		{"three sides of a triangle", triangle, "3b/2b1/1b2/4 b", "a1", "three sides are joined"},
		{"two sides of a triangle", triangle, "3b/2b1/4/4 b", "b2", ""},
		{"ko", simple, "1bw2/b1bw1/1bw2/5 w", "b3 c3", "illegal"},
		{"two stones captured are no ko", simple, "1bww1/b1bbw/1bww1/5 w", "b3 c3", ""},
		{"a capture that joins a group is no ko", simple, "1bbw1/bw1bw/1bbw1/5 w", "c3 d3", ""},
		{"superko", superko, "1bw2/b1bw1/1bw2/5 w", "b3 c3", "illegal"},
		{"a move later", superko, "1bw2/b1bw1/1bw2/5 w", "b3 e1 d1 c3", ""},
		{"suicide of one stone repeats the board", suicide, "1w1/w2 b", "a2", "illegal"},
		{"suicide of two stones", suicide, "b1w/ww1 b", "b2", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, c.rules)
			s, err := g.ParsePosition(c.position)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, move := range strings.Fields(c.moves) {
				a, err := env.Parse(s, move)
				if err != nil {
					got = err.Error()
					break
				}
				s.Play(a)
				got = s.(*State).Ending()
			}
			if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
				t.Errorf("got %q, want %q\n%s", got, c.want, s)
			}
		})
	}
}

// The board of Nine Men's Morris by a list of its lines is the drawn one; its eight
// diagonals are four more mills of the twelve's.
func TestLinks(t *testing.T) {
	drawn, listed := with(t, "mills"), with(t, "twelve-mens-morris")
	without := func(pairs string) *Game {
		kept := strings.Fields(listed.rules.Links)
		kept = slices.DeleteFunc(kept, func(pair string) bool { return slices.Contains(strings.Fields(pairs), pair) })
		return game(t, "like='twelve-mens-morris'\nlinks='"+strings.Join(kept, " ")+"'")
	}
	nine := without("a7-b6 b6-c5 g7-f6 f6-e5 g1-f2 f2-e3 a1-b2 b2-c3")
	if !slices.Equal(nine.beside, drawn.beside) || len(nine.mills) != 16 || len(listed.mills) != 20 {
		t.Errorf("%d and %d mills, want 16 and 20; neighbours %v, want %v", len(nine.mills), len(listed.mills), nine.beside, drawn.beside)
	}
	for links, want := range map[string]string{
		"a7-d7 d7-a7": "each pair once", "a7-c7": "two cells of the board", "a7": "two cells of the board", "a7-g7": "want all", "a7-b6 a7-d6": "want all", "a7-a7": "two cells of the board",
	} {
		_, err := read(file(t, "like='twelve-mens-morris'\nlinks='"+links+"'"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("links = %q: got %v, want ... %s", links, err, want)
		}
	}
}
