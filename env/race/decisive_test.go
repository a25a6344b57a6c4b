package race

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// The decisive moves are those that bring the last man home, or all where the game might
// end otherwise.
func TestDecisive(t *testing.T) {
	const many = "start = '''\naaaa.\n.....\n.....\n.....\n.AAAA'''\n"
	const ahead = "start = '''\naaa..\n.....\n.....\n.....\nAAA..'''\ngoals = '''\n^^^^^\n.....\n.....\n.....\n_____'''\nsteps = \"forward\"\nchain = false\ncapture = true\nno_move = \"loses\"\n"
	for _, test := range []struct{ name, keys, board, want string }{
		{"the last man comes home", many, `
			A A . . .
			. . A . .
			. . . . .
			. . a a .
			a . . a .`, "c4-c5 c4-d5"},
		{"nobody can come home", many, `
			A A . . .
			. . . . .
			. . A . .
			. . a a .
			a . . a .`, ""},
		{"the last man who can move is captured", ahead, `
			. . . . .
			. . . . .
			. . a . .
			a . A . .
			A . . . .`, "a1-a3 c2-c4"},
		{"the cap decides", many + "cap = 1\n", `
			. . . . .
			. . . . .
			. . A . .
			. . . . .
			a . . . .`, "c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d3 c3-d4"},
	} {
		s := drawn(t, test.keys, test.board, "s -")
		var got []string
		for _, a := range s.Decisive(nil) {
			got = append(got, s.Format(a))
		}
		if got := strings.Join(slices.Sorted(slices.Values(got)), " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	s := drawn(t, ahead, ".....\n.....\n..a..\na.A..\nA....", "s -")
	if a, err := env.Parse(s, "c2-c4"); err != nil {
		t.Error(err)
	} else if s.Play(a); s.Result() != env.FirstWins {
		t.Errorf("got %v, want %v", s.Result(), env.FirstWins)
	}
}
