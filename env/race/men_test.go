package race

import (
	"strings"
	"testing"

	"ludens/env"
)

// The drawing of a man says where the rules let him go from the middle of the board: with
// no man near by steps, with men all around him by jumps.
func TestMen(t *testing.T) {
	empty := strings.Repeat(strings.Repeat(".", env.ReachSide)+"\n", env.ReachSide)
	alone := []byte(empty)
	alone[0], alone[4*10+4], alone[8*10+8] = 'a', 'A', 'A'
	crowded := []byte(empty)
	for row := 3; row <= 5; row++ {
		copy(crowded[row*10+3:], "aaa")
	}
	crowded[4*10+4] = 'A'
	for _, keys := range []string{
		"", "steps = \"diagonal\"", "steps = \"backward-diagonal\"\njumps = \"forward-diagonal\"", "steps = \"orthogonal\"\njumps = \"none\"",
		"chain = false\ncapture = true\nover = \"enemy\"", "steps = \"forward+sideways\"\njumps = \"orthogonal\"\nchain = false",
	} {
		for i, board := range []string{string(alone), string(crowded)} {
			g := read(t, plain+"start = '''\n"+board+"'''\n"+keys+"\ngoals = '''\n"+goals()+"'''\n").(*Game)
			reach := g.Book().Men[0].Reach
			goes := map[int]bool{}
			s := g.New(0)
			for _, a := range s.Legal(nil) {
				if x := s.(env.Spatial).Squares(a); x.From == 40 {
					goes[x.To] = true
				}
			}
			for row := range env.ReachSide {
				for col := range env.ReachSide {
					sign := reach[row][2*col]
					want := sign == env.GoesOnly && i == 0 || sign == env.Hops && i == 1
					if can := goes[row*env.ReachSide+col]; can != want {
						t.Errorf("%q, board %d: row %d, column %d has %c, legal %t", keys, i, row, col, sign, can)
					}
				}
			}
		}
	}
}

// goals are squares for many men in the corners of the board.
func goals() string {
	rows := make([]string, env.ReachSide)
	for i := range rows {
		rows[i] = strings.Repeat(".", env.ReachSide)
	}
	rows[0], rows[8] = "^^^^^^^^^", "_________"
	return strings.Join(rows, "\n") + "\n"
}
