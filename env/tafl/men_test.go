package tafl

import (
	"fmt"
	"strings"
	"testing"

	"ludens/env"
)

// The drawing of a man says where the rules let him go from the middle of the board: with
// no piece near, and over an enemy who stands beside him.
func TestMen(t *testing.T) {
	const board = `family = "tafl"
name = "test"
throne = false
board = """
. . . . . . a . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . n %c . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . k . . . . . .
"""
[men.n]
side = "king"
name = "knight"
%s
`
	for _, man := range []string{"", "range = 1", "range = 3", `jumps = "over"`, "range = 1\njumps = \"capture\""} {
		for _, beside := range ".a" {
			g := general(t, fmt.Sprintf(board, beside, man))
			var reach []string
			for _, m := range g.Book().Men {
				if m.Letter == "n" {
					reach = m.Reach
				}
			}
			goes := destinations(t, g)
			for row := range env.ReachSide {
				for col := range env.ReachSide {
					sign, can := reach[row][2*col], goes[row*env.ReachSide+col]
					want := sign == env.GoesOnly || sign == env.Hops && strings.HasPrefix(man, "jumps")
					if beside == 'a' && row == 4 && col > 4 {
						want = sign == env.Hops
					}
					if can != want {
						t.Errorf("%q, %c beside: row %d, column %d has %c, legal %t", man, beside, row, col, sign, can)
					}
				}
			}
		}
	}
}

// destinations returns the cells where the man in the middle may go, his side to move.
func destinations(t *testing.T, g *Game) map[int]bool {
	t.Helper()
	s := g.New(0)
	for _, a := range s.Legal(nil) { // the attackers move one step, in the corner
		if x := s.(env.Spatial).Squares(a); x.From != 41 && x.Path == nil {
			s.Play(a)
			break
		}
	}
	goes := map[int]bool{}
	for _, a := range s.Legal(nil) {
		if x := s.(env.Spatial).Squares(a); x.From == 40 {
			goes[x.To] = true
		}
	}
	if len(goes) == 0 {
		t.Fatalf("the man in the middle has no moves\n%s", s)
	}
	return goes
}
