package session

import (
	"strings"
	"testing"

	"ludens/internal/fleet"
)

// What was caught is printed with who played, and what escapes with the announcement.
// Control: without it neither says so.
func TestForgeriesArePrinted(t *testing.T) {
	var honest, caught strings.Builder
	printShare(&honest, fleet.Share{})
	printShare(&caught, fleet.Share{Caught: []fleet.Caught{{Key: "U1", Name: "w1", Proof: "game 417, ply 9: c4, the plan's network plays d3", Again: 3}}})
	const want = "forged: game 417, ply 9: c4, the plan's network plays d3, by worker w1, key U1; 3 games of the key played again, 0 had counted before\n"
	if strings.Contains(honest.String(), "forged") || !strings.Contains(caught.String(), want) {
		t.Errorf("printed %q and %q", &honest, &caught)
	}
	for share, want := range map[float64]string{0: "No games are audited", 0.02: "2 % of each key's games are played again here: 100 forged games of 10,000 of a key all escape with a chance of at most 13 %"} {
		if got := audits(share); !strings.Contains(got, want) {
			t.Errorf("a share of %v: %q", share, got)
		}
	}
}
