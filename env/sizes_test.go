package env_test

import (
	"strings"
	"testing"

	"ludens/env"
)

// TestSizes: what is too small or too large is refused with its name, its size and
// what would be right; the largest is not.
func TestSizes(t *testing.T) {
	largest := env.Spec{Name: "vast", Version: 1, Actions: 4096*64*64 + 4095, Shape: [3]int{4096, 64, 64}, MaxPly: 65535}
	if err := largest.Validate(); err != nil {
		t.Error(err)
	}
	smallest := env.Spec{Name: "tiny", Version: 1, Actions: 1, Shape: [3]int{1, 1, 1}, MaxPly: 1}
	if err := smallest.Validate(); err != nil {
		t.Error(err)
	}
	for want, damage := range map[string]func(s *env.Spec){
		"vast has 4097 observation planes, want 1 to 4096": func(s *env.Spec) { s.Shape[0]++ },
		"vast has 0 rows, want 1 to 64":                    func(s *env.Spec) { s.Shape[1] = 0 },
		"vast has 65 columns, want 1 to 64":                func(s *env.Spec) { s.Shape[2]++ },
		"vast has 65536 plies at most, want 1 to 65535":    func(s *env.Spec) { s.MaxPly++ },
		"vast has 16781312 actions, want 1 to 16781311":    func(s *env.Spec) { s.Actions++ },
		"vast has -1 actions":                              func(s *env.Spec) { s.Actions = -1 },
	} {
		s := largest
		damage(&s)
		if err := s.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// What is in hand stands on no cell of a board.
func TestHandIsNoCell(t *testing.T) {
	if env.InHand >= 0 {
		t.Errorf("what is in hand stands on cell %d", env.InHand)
	}
}
