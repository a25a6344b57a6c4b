package envtest

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

// measured is a game whose gauges a test can spoil.
type measured struct {
	env.Game
	env.Gauged
	env.Symmetric
	spoil func(s env.State, dst *[2][env.MaxGauges]uint8)
}

func (g measured) Gauge(s env.State, dst *[2][env.MaxGauges]uint8) {
	g.Gauged.Gauge(s, dst)
	g.spoil(s, dst)
}

// The law of gauges finds each fault that it is there for, and none in a sound game.
func TestGaugeFaultsAreFound(t *testing.T) {
	g := games.Must("tablut")
	for _, test := range []struct {
		name, want string
		spoil      func(s env.State, dst *[2][env.MaxGauges]uint8)
	}{
		{"sound", "", func(env.State, *[2][env.MaxGauges]uint8) {}},
		{"too large", "larger than it may be", func(_ env.State, dst *[2][env.MaxGauges]uint8) { dst[0][0] = 99 }},
		{"one that is none", "larger than it may be", func(_ env.State, dst *[2][env.MaxGauges]uint8) { dst[1][env.MaxGauges-1] = 1 }},
		{"of one side of the board", "those of the image", func(s env.State, dst *[2][env.MaxGauges]uint8) {
			for _, x := range g.(env.Placing).Pieces(s, nil) {
				if x.Cell < 27 {
					dst[0][1]++
				}
			}
			dst[0][1] %= 2
		}},
	} {
		err := checkGauges(newKit(measured{g, g.(env.Gauged), g.(env.Symmetric), test.spoil}, []Option{Games(2)}))
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: got %v\nwant a breach that says %q", test.name, err, test.want)
		}
	}
}
