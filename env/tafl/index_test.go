package tafl

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// King and up to one defender against up to two attackers, on 49 cells, with
// either side to move.
func TestNumberOfEndgames(t *testing.T) {
	for men, want := range map[string]uint64{
		"k/a":   49 * 48 * 2,
		"k/aa":  49 * (48 + 1128) * 2,
		"kd/a":  49 * (48 + 48*47) * 2,
		"kd/aa": 49 * (48 + 1128 + 48*(47+1081)) * 2,
	} {
		if got := endgameOf(t, "celta", men).Len(); got != want {
			t.Errorf("%s: got %d, want %d", men, got, want)
		}
	}
}

func TestEndgameThereAndBack(t *testing.T) {
	for _, name := range []string{"celta", "tablut", "tawlbwrdd", "tablut-foteviken", "parlett"} {
		g, n, rng := newGameOf(t, name), endgameOf(t, name, "kdd/aaa"), seed.New(1).Rand()
		var s env.State
		for range 20_000 {
			i := rng.Uint64N(n.Len())
			at := n.At(i, s)
			if at == nil {
				continue
			}
			if s = at; s.Result() != env.Ongoing {
				continue
			}
			if back, ok := n.Of(s); back != i || !ok {
				t.Fatalf("%s: %d is\n%sand that has number %d, %v", name, i, s, back, ok)
			}
			twin, err := g.ParsePosition(g.Position(s))
			if err != nil || twin.Key() != s.Key() {
				t.Fatalf("%s: %d is no position: %v\n%s", name, i, err, s)
			}
		}
	}
}

// Play from an endgame stays in it, to the end.
func TestEndgamesStayNumbered(t *testing.T) {
	n, rng := endgameOf(t, "celta", "kdd/aaa"), seed.New(2).Rand()
	for range 300 {
		s := n.At(rng.Uint64N(n.Len()), nil)
		for ply := 0; s != nil && s.Result() == env.Ongoing && ply < 60; ply++ {
			if i, ok := n.Of(s); !ok || i >= n.Len() {
				t.Fatalf("number %d, %v\n%s", i, ok, s)
			}
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
	}
}

func TestEndgameMistakes(t *testing.T) {
	for _, test := range []struct{ game, men, want string }{
		{"celta", "", "as in kd/aa"},
		{"celta", "d/a", "as in kd/aa"},
		{"celta", "k/", "as in kd/aa"},
		{"celta", "kd", "as in kd/aa"},
		{"celta", "ka/d", "as in kd/aa"},
		{"celta", "kddddd/a", "there are 4 defenders and 8 attackers"},
		{"wtf", "k/a", "want repeat_result=draw"},
		{"tablut", "kdddddddd/aaaaaaaaaaaaaaaa", "too many positions to solve"},
	} {
		if _, err := newGameOf(t, test.game).Endgame(test.men); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %q: got %v, want %q", test.game, test.men, err, test.want)
		}
	}
}

func endgameOf(t *testing.T, name, men string) env.Endgame {
	t.Helper()
	n, err := newGameOf(t, name).Endgame(men)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func newGameOf(t *testing.T, name string) *Game {
	t.Helper()
	g, err := New(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
