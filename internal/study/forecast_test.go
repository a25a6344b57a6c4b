package study

import (
	"slices"
	"strings"
	"testing"
)

// A study says before its first game how many there are, once, and after some of them how
// long it takes; games that were played before, and studies that end by time, do not
// count.
func TestForecast(t *testing.T) {
	for _, test := range []struct {
		stages []Stage
		want   []string // how the lines begin
	}{
		{[]Stage{{What: "celta", Most: 40, Later: 360}, {Played: 4, Most: 40, Later: 360}, {Played: 40, Most: 40, Over: true}, {What: "celta", Most: 40, Later: 320}},
			[]string{"celta: 400 games at most", "about 1 s more at most, by the first 4 games"}},
		{[]Stage{{What: "a match", Played: 100, Most: 104}, {Played: 101, Most: 104}, {Played: 104, Most: 104}},
			[]string{"a match: 4 games at most", "about 1 s more at most, by the first 1 game"}},
		{[]Stage{{What: "all there", Most: 0}, {Over: true}}, nil},
		{[]Stage{{What: "of one", Most: 1}, {Played: 1, Most: 1}}, []string{"of one: 1 game at most"}},
	} {
		var got []string
		watch := Forecast(func(line string) { got = append(got, line) })
		for _, s := range test.stages {
			watch(s)
		}
		if !slices.EqualFunc(got, test.want, strings.HasPrefix) {
			t.Errorf("%s: got %q, want %q", test.stages[0].What, got, test.want)
		}
	}
}
