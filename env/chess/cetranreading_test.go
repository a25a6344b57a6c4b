package chess

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// What the sources leave open, where no other test says it.
func TestReadings(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string // played before the question
		ending           string
		from, to         string // where a man may then go
	}{
		{"a promoted bishop is an ordinary one", "7k/1P6/8/8/8/8/8/K1B1B3 w c1e1 - 0 1", "b7b8b h8g7", "", "b8", "a7 c7 d6 e5 f4 g3 h2"},
		{"and sets the others neither free nor bound", "7k/1P6/8/8/8/8/8/K1B1B3 w c1e1 - 0 1", "b7b8b h8g7", "", "e1", "d1 d2 e2 f1 f2 g3 b4 c3 h4 a5"},
		{"king and bishop cannot mate, though it may convert", "8/8/8/8/3kP3/8/8/K1B5 b c1 - 0 1", "d4e4", withBishop, "", ""},
		{"nor if it must", "8/8/8/8/3kP3/8/8/K1B5 b c1! - 0 1", "d4e4", withBishop, "", ""},
		{"king and knight cannot", "8/8/8/8/3kP3/8/8/K1N5 b - - 0 1", "d4e4", withBishop, "", ""},
		{"two bishops go on, even on one colour", "8/8/8/8/3kP3/8/8/K1B1B3 b - - 0 1", "d4e4", "", "", ""},
	} {
		s := must(t, position(t, cetran1Game(t), tt.fen), strings.Fields(tt.moves)...)
		if got := s.Ending(); got != tt.ending {
			t.Errorf("%s: got the ending %q, want %q\n%s", tt.name, got, tt.ending, s)
		}
		if got, want := sorted(targets(s, tt.from)), sorted(strings.Fields(tt.to)); got != want {
			t.Errorf("%s: %s goes to %s, want %s\n%s", tt.name, tt.from, got, want, s)
		}
	}
	t.Run("cut off", testCutOff)
}

// Two knights go to and fro in a game without the draws that would stop them.
func testCutOff(t *testing.T) {
	cutOffAt(t, 400)
	cutOffAt(t, 6, env.Setting{Name: "cap", Value: "6"})
	cutOffAt(t, 600, env.Setting{Name: "cap", Value: "0600"})
}

func cutOffAt(t *testing.T, most int, cap ...env.Setting) {
	g, err := New("cetran2", append(cap,
		env.Setting{Name: "array", Value: "qrknchsa/KSNRCAQH"}, env.Setting{Name: "fifty", Value: "off"}, env.Setting{Name: "threefold", Value: "off"}))
	if err != nil {
		t.Fatal(err)
	}
	e := env.Make(g)
	round := strings.Fields("c1b3 d8c6 b3c1 c6d8")
	for ply := 1; ply <= most; ply++ {
		a, err := env.Parse(e.State(), round[(ply-1)%len(round)])
		if err != nil {
			t.Fatal(err)
		}
		_, reward, terminated, truncated, _, _ := e.Step(a)
		if terminated || truncated != (ply == most) || reward != [2]float32{} {
			t.Fatalf("ply %d: terminated %v, truncated %v, reward %v", ply, terminated, truncated, reward)
		}
	}
}

// sorted writes squares in order.
func sorted(squares []string) string {
	return strings.Join(slices.Sorted(slices.Values(squares)), " ")
}
