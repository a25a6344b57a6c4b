package tafl

import (
	"fmt"
	"testing"

	"ludens/env"
)

// Who moves first counts his own men, whichever side he has.
func TestMaterial(t *testing.T) {
	for _, test := range []struct {
		variant, position string
		first, second     string
	}{
		{"celta", "3a3/7/3d3/a2k3/3d3/7/3a3 d", "[{defender 2}]", "[{attacker 3}]"},
		{"wtf", "3a3/7/3d3/a2k3/3d3/7/3a3 d", "[{attacker 3}]", "[{defender 2}]"},
		{"celta", "7/7/7/a2k3/7/7/7 d", "[{defender 0}]", "[{attacker 1}]"},
	} {
		g, err := New(test.variant, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.ParsePosition(test.position)
		if err != nil {
			t.Fatal(err)
		}
		counted := s.(env.Countable)
		if got := fmt.Sprint(counted.Material(env.First)); got != test.first {
			t.Errorf("%s, first in %s: got %s, want %s", test.variant, test.position, got, test.first)
		}
		if got := fmt.Sprint(counted.Material(env.Second)); got != test.second {
			t.Errorf("%s, second in %s: got %s, want %s", test.variant, test.position, got, test.second)
		}
	}
}
