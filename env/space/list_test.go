package space_test

import (
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
	"ludens/env/space"
)

func names(games []env.Game) (all []string) {
	for _, g := range games {
		all = append(all, g.Spec().Name)
	}
	return all
}

// What is listed is what is drawn: each once, without what is left out.
func TestGamesAreWhatIsDrawn(t *testing.T) {
	for name, want := range map[string]int{
		"celta:first=*,passive=*": 4, "celta:first=*,passive=*~celta": 3, "celta|cuervo": 2,
		"celta:first=king|king|attackers+celta": 2, "cetro-any": 0,
	} {
		s := game(t, name).(*space.Space)
		games, all := s.Games(60)
		listed := names(games)
		if !all || want > 0 && len(listed) != want {
			t.Errorf("%s: %v, want %d", name, listed, want)
		}
		drawn := map[string]bool{}
		for n := range uint64(3000) {
			drawn[s.Drawn(n).Spec().Name] = true
		}
		if len(drawn) != len(listed) {
			t.Errorf("%s: %d are listed, %d are drawn", name, len(listed), len(drawn))
		}
		for _, l := range listed {
			if !drawn[l] {
				t.Errorf("%s is listed and never drawn", l)
			}
		}
		if sample := names(s.Sample(100, seed.New(3))); len(sample) != len(listed) {
			t.Errorf("%s: a sample of all has %d", name, len(sample))
		}
	}
}

func TestSampleOfManyGames(t *testing.T) {
	s := game(t, "tafl7").(*space.Space)
	if games, all := s.Games(100); all {
		t.Errorf("tafl7 has only %d games", len(games))
	}
	one, two := names(s.Sample(40, seed.New(1))), names(s.Sample(20, seed.New(1)))
	if len(one) != 40 || !slices.Equal(one[:20], two) || slices.Equal(two, names(s.Sample(20, seed.New(2)))) {
		t.Errorf("a larger sample of one seed begins as a smaller one does:\n%v\n%v", one, two)
	}
	slices.Sort(one)
	if len(slices.Compact(one)) != 40 {
		t.Error("a game is drawn twice")
	}
}
