package chess

import (
	"fmt"
	"testing"

	"ludens/env"
)

func TestMaterial(t *testing.T) {
	for _, test := range []struct {
		variant, fen string
		white, black string
	}{
		{"cetran2", "4k3/pp6/8/8/8/8/PPP5/SHKQ4 w - - 0 1",
			"[{pawn 3} {queen 1} {sissa 1} {chancellor 0} {archbishop 0} {dragon horse 1} {rook 0} {knight 0}]",
			"[{pawn 2} {queen 0} {sissa 0} {chancellor 0} {archbishop 0} {dragon horse 0} {rook 0} {knight 0}]"},
		{"cetran1", "4k1bb/8/8/8/8/8/P7/2KR4 b - - 0 1",
			"[{pawn 1} {queen 0} {sissa 0} {chancellor 0} {bishop 0} {rook 1} {knight 0}]",
			"[{pawn 0} {queen 0} {sissa 0} {chancellor 0} {bishop 2} {rook 0} {knight 0}]"},
	} {
		g, err := New(test.variant, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.(*Cetran).ParsePosition(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		counted := s.(env.Countable)
		if got := fmt.Sprint(counted.Material(env.First)); got != test.white {
			t.Errorf("White in %s: got %s, want %s", test.fen, got, test.white)
		}
		if got := fmt.Sprint(counted.Material(env.Second)); got != test.black {
			t.Errorf("Black in %s: got %s, want %s", test.fen, got, test.black)
		}
	}
}
