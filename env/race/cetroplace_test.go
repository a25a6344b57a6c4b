package race

import (
	"strings"
	"testing"

	"ludens/env"
)

// What binds the mover is said in words, and nothing where nothing does.
func TestConstraint(t *testing.T) {
	for _, test := range []struct{ game, position, moves, want string }{
		{"cetro", "", "", ""},
		{"cetro", "", "b2-d4", ""},
		{"cetro", "", "b2-d4 d8-f6!", "north demanded a jump: south must jump, and may choose which"},
		{"cetro:demand=always", "", "b2-d4", "a player who can jump must"},
		{"cetro-5x5", "", "e1-c3 c5-e3! c1-a3 b4-c5! d2-b4", "north cannot move, and has to pass"},
		{"cetro-5x5", "", "e1-c3 c5-e3! c1-a3 b4-c5! d2-b4 pass", "north could not move: the turn was skipped"},
		{"cetro-5x5", "b1b1b/1g1g1/5/1G1G1/B1B1B s d", "", "north demanded a jump: south must jump, and may choose which"},
		{"cetro:demand=veto", "", "b2-d4 b8-d6 c3-e5 f8-h6 d4-c3", "south retreated though a jump was possible: north may accept that, or veto it and make south jump"},
		{"cetro:demand=veto", "", "b2-d4 b8-d6 c3-e5 f8-h6 d4-c3 accept", ""},
		{"cetro:demand=veto", "", "b2-d4 b8-d6 c3-e5 f8-h6 d4-c3 veto", "the retreat was vetoed: south must jump instead"},
	} {
		g := game(t, test.game)
		s := g.New(0)
		if test.position != "" {
			var err error
			if s, err = g.ParsePosition(test.position); err != nil {
				t.Fatal(err)
			}
		}
		for _, move := range strings.Fields(test.moves) {
			a, err := env.Parse(s, move)
			if err != nil {
				t.Fatal(err)
			}
			s.Play(a)
		}
		if got := s.(*State).Constraint(); got != test.want {
			t.Errorf("%s %s after %q: got %q, want %q", test.game, test.position, test.moves, got, test.want)
		}
	}
}
