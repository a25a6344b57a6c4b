package chess

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// The loud moves are those after which fewer men are on the board, or another
// kind of man than had moved.
func TestLoudIsCapturesAndPromotions(t *testing.T) {
	for _, name := range []string{"cetran2", "cetran1"} {
		g, err := New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		met := 0
		for n := range uint64(40) {
			s, rng := g.New(n), seed.New(n).Rand()
			for range 300 {
				legal := s.Legal(nil)
				if len(legal) == 0 {
					break
				}
				var want []env.Action
				for _, a := range legal {
					after := s.Copy(nil).(*State)
					after.Play(a)
					was, is := s.(*State).Material(s.ToMove()), after.Material(s.ToMove())
					their, left := s.(*State).Material(s.ToMove().Other()), after.Material(s.ToMove().Other())
					if !slices.Equal(was, is) || !slices.Equal(their, left) {
						want = append(want, a)
					}
				}
				if got := s.(*State).Loud(nil); !slices.Equal(got, want) {
					t.Fatalf("%s: got %v, want %v in\n%s", name, got, want, s)
				}
				met += len(want)
				s.Play(legal[rng.IntN(len(legal))])
			}
		}
		if met < 1000 {
			t.Errorf("%s: only %d loud moves met", name, met)
		}
	}
}

func TestGain(t *testing.T) {
	s := drawn(t, env.First, `
		. . . . . . . k
		. P . . . . p .
		. . q . . p . .
		. . . P . . . .
		. . . . . . . .
		. . R . . r . .
		. . . . . . Q .
		K . . . . . . .`)
	gain := func(move string) int {
		t.Helper()
		a, err := env.Parse(s, move)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(s.Loud(nil), a) {
			t.Fatalf("%s is not loud in\n%s", move, s)
		}
		return s.Gain(a)
	}
	order := strings.Fields("d5c6 c3c6 b7b8q c3f3 b7b8n")
	for i, move := range order[1:] {
		if gain(order[i]) <= gain(move) {
			t.Errorf("%s gains %d, want more than the %d of %s", order[i], gain(order[i]), gain(move), move)
		}
	}
	for move, losing := range map[string]bool{
		"g2g7":  true,  // the king takes the queen
		"c3c6":  false, // unguarded
		"b7b8n": true,  // the queen is better
	} {
		if got := gain(move) < 0; got != losing {
			t.Errorf("%s gains %d, losing %v", move, gain(move), losing)
		}
	}
}

func TestSkip(t *testing.T) {
	for _, tt := range []struct {
		name, board string
		want        bool
	}{
		{"an officer", "7k/8/8/8/8/8/8/KR6 w", true},
		{"pawns alone", "7k/8/8/8/8/8/P7/K7 w", false},
		{"in check", "7k/8/8/8/8/8/1R6/K6r w", false},
		{"the other has no move", "7k/8/6Q1/8/8/8/8/K7 w", false},
	} {
		s := position(t, cetran2Game(t), tt.board)
		before := s.Key()
		if got := s.Skip(); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
		if (s.Key() == before) == tt.want {
			t.Errorf("%s: the position has changed: %v", tt.name, s.Key() != before)
		}
	}
}
