package env_test

import (
	"testing"

	"ludens/env"
)

// Checkpoints hold the fingerprint of their game: it never changes while the
// game stays as it is.
func TestFingerprintIsFrozen(t *testing.T) {
	if got, want := env.Fingerprint(made("tictactoe")), "945648fefc97124789847cc3d237ea02"; got != want {
		t.Errorf("tic-tac-toe: got %s, want %s", got, want)
	}
}

// odd is nim with one thing changed.
type odd struct {
	nim
	state func(*heap) env.State
}

func (g odd) New(seed uint64) env.State { return g.state(g.nim.New(seed).(*heap)) }

type (
	lavish     struct{ *heap } // shows a match more than there is
	backwards  struct{ *heap } // who takes the last match loses
	poor       struct{ *heap } // one may not take three
	wordy      struct{ *heap } // says it in other words
	upsideDown struct{ *heap } // Second begins
)

func (h lavish) Observe(dst []float32) {
	h.heap.Observe(dst)
	dst[len(dst)-1] = 1
}

func (h backwards) Result() env.Result {
	if r := h.heap.Result(); r != env.Ongoing {
		return env.FirstWins + env.SecondWins - r
	}
	return env.Ongoing
}

func (h poor) Legal(dst []env.Action) []env.Action {
	all := h.heap.Legal(dst)
	return all[:min(len(all), len(dst)+2)]
}

func (h wordy) String() string           { return "some matches" }
func (h wordy) Format(env.Action) string { return "take away" }
func (h wordy) Ending() string           { return "" }

func (h upsideDown) ToMove() env.Player { return h.heap.ToMove().Other() }

func TestFingerprintTellsRules(t *testing.T) {
	plain := nim{heap: 9, maxPly: 20}
	want := env.Fingerprint(plain)
	if len(want) != 32 {
		t.Errorf("got %q, want 32 digits", want)
	}
	for _, test := range []struct {
		name string
		g    env.Game
		same bool
	}{
		{"once more", plain, true},
		{"other words", odd{plain, func(h *heap) env.State { return wordy{h} }}, true},
		{"another start", nim{heap: 10, maxPly: 20}, false},
		{"another length", nim{heap: 9, maxPly: 3}, false},
		{"other planes", odd{plain, func(h *heap) env.State { return lavish{h} }}, false},
		{"another winner", odd{plain, func(h *heap) env.State { return backwards{h} }}, false},
		{"other moves", odd{plain, func(h *heap) env.State { return poor{h} }}, false},
		{"another first mover", odd{plain, func(h *heap) env.State { return upsideDown{h} }}, false},
	} {
		if got := env.Fingerprint(test.g); (got == want) != test.same {
			t.Errorf("%s: got %s, want the same as %s: %v", test.name, got, want, test.same)
		}
	}
}
