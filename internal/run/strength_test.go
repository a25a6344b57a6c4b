package run

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"ludens/env"
)

func TestEloOfStrength(t *testing.T) {
	r := &Curves{Points: []Metric{{}, {}, {}}, Roles: [2]string{"north", "south"}}
	if err := json.Unmarshal([]byte(`[{},
		{"standings":[{"opponent":"greedy","roles":[{"wins":10,"losses":1},{}]}]},
		{"standings":[{"opponent":"greedy","roles":[{"wins":10},{}]}]}]`), &r.Points); err != nil {
		t.Fatal(err)
	}
	if got := r.opponents(); !slices.Equal(got, []string{"greedy"}) {
		t.Errorf("opponents %v, want greedy", got)
	}
	s := r.against("greedy", env.First)
	if !math.IsNaN(s.score[0]) || math.Abs(s.score[1]-10./11) > 1e-9 || s.score[2] != 1 {
		t.Errorf("scores %v, want none, 10/11 and 1", s.score)
	}
	e := s.elo()
	if !math.IsNaN(e.score[0]) || math.Abs(e.score[1]-400) > 1e-6 || !math.IsNaN(e.score[2]) {
		t.Errorf("Elo %v, want none, 400 and none", e.score)
	}
	if !(e.low[1] < 400 && 400 < e.high[1]) {
		t.Errorf("the interval [%v, %v] does not hold 400", e.low[1], e.high[1])
	}
}
