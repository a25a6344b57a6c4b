package chess

import (
	"testing"

	"ludens/env"
)

// What the documented layout says of some actions.
func TestActionLayout(t *testing.T) {
	g := cetran2Game(t)
	for _, tt := range []struct {
		fen, move string
		want      int
	}{
		// straight ahead by 2 from row 6, column 4: as White and as Black
		{"7k/8/8/8/8/8/4P3/K7 w", "e2e4", 64*1 + 8*6 + 4},
		{"7k/4p3/8/8/8/8/8/K7 b", "e7e5", 64*1 + 8*6 + 4},
		// right by 3 from row 7, column 0
		{"7k/8/8/8/8/8/8/R3K3 w", "a1d1", 64*(7*2+2) + 8*7},
		// a sissa two knight's jumps (1, 2) further
		{"7k/8/8/8/8/8/8/S3K3 w", "a1c5", 64*(56+8) + 8*7},
		// and three
		{"7k/8/8/8/8/8/8/S3K3 w", "a1d7", 64*(56+16) + 8*7},
		// promotion to a sissa, the second kind, by capture to the left
		{"3r4/4P2k/8/8/8/8/8/K7 w", "e7d8s", 64*(80+3) + 8*1 + 4},
		// to a knight, the last kind, straight ahead, as Black
		{"7k/8/8/8/8/8/4p3/K7 b", "e2e1n", 64*(80+3*6+1) + 8*1 + 4},
	} {
		s := position(t, g, tt.fen)
		a, err := env.Parse(s, tt.move)
		if err != nil || int(a) != tt.want {
			t.Errorf("%s: got action %d (%v), want %d", tt.move, a, err, tt.want)
		}
	}
}

func TestPlayRefusesNonsense(t *testing.T) {
	g := cetran2Game(t)
	legal := map[env.Action]bool{}
	for _, a := range g.New(0).Legal(nil) {
		legal[a] = true
	}
	for name, a := range map[string]env.Action{
		"negative":           -1,
		"too large":          101 * 64,
		"from an empty cell": 64*0 + 8*4,
		"of the enemy":       64*4*7 + 8*1,
		"onto an own man":    64*0 + 8*7,
		"off the board":      64*6 + 0,
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("Play(%d) did not panic", a)
				}
			}()
			g.New(0).Play(a)
		})
	}
}
