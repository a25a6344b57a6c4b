package race

import (
	"cmp"
	"slices"
	"testing"

	"ludens/env"
)

// Two players who help each other bring all men of one of them home well before
// the cap: a side that only wants to lead at the cap need not.
func TestTwoWhoHelpComeHome(t *testing.T) {
	beam := []*State{start(t, "cetro")}
	for ply := 1; ply < 240; ply++ {
		beam = nearestHome(beam, 200)
		if s := beam[0]; s.Result() != env.Ongoing {
			if s.Ending() != "all men are home" || s.need[south]*s.need[north] != 0 {
				t.Errorf("ply %d: %s\n%s", ply, s.Ending(), s)
			}
			t.Logf("at ply %d\n%s", ply, s)
			return
		}
	}
	t.Error("nobody came home before the cap")
}

// nearestHome returns the positions one ply on in which both players together
// need fewest moves, that many at most,
// of equal ones any; one that is won is the first.
func nearestHome(beam []*State, most int) (next []*State) {
	seen := map[uint64]bool{}
	for _, s := range beam {
		for _, a := range s.Legal(nil) {
			c := s.Copy(nil).(*State)
			if c.Play(a); !seen[c.Key()] && c.Result() != env.Drawn {
				seen[c.Key()] = true
				next = append(next, c)
			}
		}
	}
	far := func(s *State) int {
		a, b := s.need[south], s.need[north]
		if a*b == 0 {
			return 0
		}
		return a + b
	}
	slices.SortFunc(next, func(x, y *State) int { return cmp.Or(cmp.Compare(far(x), far(y)), cmp.Compare(x.Key(), y.Key())) })
	return next[:min(most, len(next))]
}
