package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"ludens/arena"
	variants "ludens/env/games"
	"ludens/games"
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

// The rows of agents that were trained briefly: each of a game that comes with Ludens, once, with
// what its columns allow to say of the rules; and those that learned nothing score half against
// untrained, within their interval.
func TestBriefRowsSayWhatTheirColumnsAllow(t *testing.T) {
	page, err := os.ReadFile("../../docs/gallery.md")
	if err != nil {
		t.Fatal(err)
	}
	_, brief, found := strings.Cut(string(page), strings.Split(briefHeader, "\n")[0])
	brief, control, two := strings.Cut(brief, strings.Split(briefHeader, "\n")[0])
	if !found || !two {
		t.Fatal("docs/gallery.md has no two tables with the columns of --brief")
	}
	met, stronger := map[string]bool{}, 0
	for line := range strings.Lines(brief) {
		cells := cellsOf(line)
		if len(cells) != 11 || !strings.Contains(cells[4], "%") {
			continue
		}
		if _, ok := games.Text(cells[0]); !ok || met[cells[0]] {
			t.Errorf("%s is no game that comes with Ludens, or has two rows", cells[0])
		}
		met[cells[0]] = true
		want := unknown([]arena.Standing{both(t, "random", cells[4]), both(t, "greedy", cells[5])})
		if said := cells[7]; want != "" && said != want || want == "" && strings.HasPrefix(said, "not known") && !strings.Contains(said, "cut off") {
			t.Errorf("%s: got %q, want %q", cells[0], said, want)
		}
		if score, _, _ := scoreOf(t, cells[6]); score > 50 {
			stronger++
		}
	}
	if len(met) < briefRows || stronger < len(met)/2 {
		t.Errorf("%d games, want %d; %d agents are better than untrained ones", len(met), briefRows, stronger)
	}
	rows := 0
	for line := range strings.Lines(control) {
		cells := cellsOf(line)
		if len(cells) != 11 || !strings.Contains(cells[4], "%") {
			continue
		}
		rows++
		if _, low, high := scoreOf(t, cells[6]); low > 50 || high < 50 {
			t.Errorf("control %s: %s against untrained", cells[0], cells[6])
		}
	}
	if rows < 3 {
		t.Errorf("%d rows of control, want 3", rows)
	}
}

// briefRows is of how many games the page has an agent that was trained briefly, at least.
const briefRows = 31

// cellsOf returns the cells of a line of a table.
func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// scoreOf reads a cell such as "98 % [82, 100]".
func scoreOf(t *testing.T, cell string) (score, low, high float64) {
	t.Helper()
	if _, err := fmt.Sscanf(cell, "%f %% [%f, %f]", &score, &low, &high); err != nil {
		t.Fatalf("%q: %v", cell, err)
	}
	return score, low, high
}

// both returns what such a cell says, of 20 games.
func both(t *testing.T, opponent, cell string) arena.Standing {
	percent, _, _ := scoreOf(t, cell)
	halves := int(math.Round(percent / 100 * 40))
	return arena.Standing{Opponent: opponent, Roles: [2]arena.Score{{Wins: halves / 2, Draws: halves % 2, Losses: 20 - halves/2 - halves%2}}}
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
