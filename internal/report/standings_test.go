package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ludens/arena"
)

// What the network scores without a search stands beside what it scores with one, in 80
// columns; where it was not asked there is no such column.
func TestStandings(t *testing.T) {
	roles := [2]string{"attackers", "defenders"}
	all := []arena.Standing{
		{Opponent: "alphabeta:20ms", Roles: [2]arena.Score{{Wins: 50, Draws: 50, Truncated: 25}, {Losses: 100}}},
		{Opponent: "untrained:100", Roles: [2]arena.Score{{Wins: 100}, {Wins: 75, Draws: 25}}, Alone: &[2]arena.Score{{Wins: 20}, {Wins: 9, Losses: 11}}},
	}
	var b strings.Builder
	Standings(&b, roles, all, 80)
	lines := strings.Split(b.String(), "\n")
	for _, line := range lines {
		if utf8.RuneCountInString(line) > 80 {
			t.Errorf("wider than 80 columns: %q", line)
		}
	}
	for _, want := range []string{
		"alphabeta:20ms  attackers   75.0 %  [ 70.2,  79.8]   50     25     0   25\n",
		"untrained:100   attackers  100.0 %  [ 96.3, 100.0]  100      0     0    0  100 %\n",
		"untrained:100   defenders   87.5 %  [ 82.8,  91.2]   75     25     0    0   45 %\n",
		"\n@0 is the score of the network alone, without a search, in 20 games each.",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing from\n%s", want, b.String())
		}
	}
	b.Reset()
	if Standings(&b, roles, all[:1], 80); strings.Contains(b.String(), "@0") {
		t.Errorf("nobody asked for scores without a search:\n%s", b.String())
	}
}
