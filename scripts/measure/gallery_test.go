package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"ludens/arena"
	variants "ludens/env/games"
)

// standing returns what a column says, "63 / 87 %", of as few games as make such a number.
func standing(t *testing.T, opponent, column string) (s arena.Standing) {
	t.Helper()
	var percent [2]float64
	if _, err := fmt.Sscanf(column, "%f / %f %%", &percent[0], &percent[1]); err != nil {
		t.Fatalf("%q: %v", column, err)
	}
	s.Opponent = opponent
	for i, p := range percent {
		for _, games := range []int{20, 50, 100} {
			halves := int(math.Round(p / 100 * 2 * float64(games)))
			s.Roles[i] = arena.Score{Wins: halves / 2, Draws: halves % 2, Losses: games - halves/2 - halves%2}
			if fmt.Sprintf("%.0f", 100*s.Roles[i].Mean()) == fmt.Sprint(p) {
				break
			}
		}
	}
	return s
}

// What the page says of rules follows from its own columns: of an agent below a bar it is
// that nothing is known, of any other a verdict.
func TestTheGallerySaysWhatItsColumnsAllow(t *testing.T) {
	page, err := os.ReadFile("../../docs/gallery.md")
	if err != nil {
		t.Fatal(err)
	}
	able, unable := 0, 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 10 || !strings.Contains(cells[4], "%") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		all := []arena.Standing{standing(t, "random", cells[4]), standing(t, "greedy", cells[5])}
		want := unknown(all)
		if said := cells[7]; want == "" {
			able++
			if strings.HasPrefix(said, "not known") {
				t.Errorf("%s: %q, but its agent passes the bars", cells[0], said)
			}
			g, err := variants.Make(cells[0])
			if err != nil {
				t.Fatal(err)
			}
			said, weakness, _ := strings.Cut(said, ", or ")
			if want := doubt(said, g.Spec().Roles, all); strings.TrimPrefix(want, ", or ") != weakness {
				t.Errorf("%s: %q, want %q after it", cells[0], said, want)
			}
		} else if unable++; said != want {
			t.Errorf("%s: got %q, want %q", cells[0], said, want)
		}
	}
	if able < 5 || unable < 5 {
		t.Errorf("%d agents may judge and %d may not: the page was not read", able, unable)
	}
}

// The bars themselves: an agent that loses to greedy knows nothing, whatever it does to
// random.
func TestUnknown(t *testing.T) {
	for _, test := range []struct{ random, greedy, want string }{
		{"100 / 100 %", "60 / 70 %", ""},
		{"50 / 50 %", "50 / 50 %", "not known: 50.0 % against random, where a judge must score 75 %"},
		{"100 / 100 %", "30 / 15 %", "not known: 22.5 % against greedy, where a judge must score 50 %"},
	} {
		if got := unknown([]arena.Standing{standing(t, "random", test.random), standing(t, "greedy", test.greedy)}); got != test.want {
			t.Errorf("%s and %s: got %q, want %q", test.random, test.greedy, got, test.want)
		}
	}
}

// The score in both roles is that of all games together, of the opponent that is asked for.
func TestInBothRoles(t *testing.T) {
	all := []arena.Standing{
		{Opponent: "random", Roles: [2]arena.Score{{Wins: 10}, {Losses: 10}}},
		{Opponent: "greedy", Roles: [2]arena.Score{{Wins: 10}, {Wins: 10}}},
	}
	for opponent, want := range map[string]string{"random": "50 % [", "greedy": "100 % [", "untrained:16": "-"} {
		if got := inBothRoles(all, opponent); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", opponent, got, want)
		}
	}
}
