package selfplay

import (
	"testing"

	"ludens/env"
)

// lows is a game that Second won, in which First once thought so badly of his
// prospects and Second so badly of hers.
func lows(first, second float32) *Record {
	return &Record{Result: env.SecondWins, Checked: true, Lows: [2]float32{first, second}}
}

func repeat(r *Record, n int) (games []*Record) {
	for range n {
		games = append(games, r)
	}
	return games
}

func TestJudge(t *testing.T) {
	resigned, cut := lows(-0.99, 0), lows(-0.99, 0)
	resigned.Checked, cut.Truncated = false, true
	for _, tt := range []struct {
		what  string
		games []*Record
		want  Resignation
	}{
		{"no games", nil, Resignation{}},
		{"too few", repeat(lows(-0.9, 0), 19), Resignation{}},
		{"all lost", repeat(lows(-0.9, 0), 20), Resignation{Below: -0.6, Games: 20}},
		{"one in twenty won after all", append(repeat(lows(-0.9, 0), 19), lows(-0.9, -0.7)), Resignation{Below: -0.6, Games: 20, Wrong: 1}},
		{"two in twenty: only from -0.7 down", append(repeat(lows(-0.9, 0), 18), repeat(lows(-0.9, -0.7), 2)...), Resignation{Below: -0.7, Games: 20}},
		{"a winner who was as hopeless as is tried", repeat(lows(-0.999, -0.985), 20), Resignation{}},
		{"games that end early tell nothing", append(repeat(resigned, 50), repeat(cut, 50)...), Resignation{}},
	} {
		got := Judge(tt.games, 0.05)
		if got.Games != tt.want.Games || got.Wrong != tt.want.Wrong || got.Below > tt.want.Below+0.001 || got.Below < tt.want.Below-0.021 {
			t.Errorf("%s: got %+v, want %+v", tt.what, got, tt.want)
		}
	}
}
