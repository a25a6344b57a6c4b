package chess

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ludens/env"
)

// witness is a position with what another program found out about it.
type witness struct {
	fen    string
	check  string // "1" if the mover is in check
	result string // "-" while the game goes on
	moves  string
	perft  [2]string
}

// vectors reads testdata/cetran.tsv: positions of random games, written by an
// independent rule book of the same rules.
func vectors(t testing.TB) (list []witness) {
	t.Helper()
	text, err := os.ReadFile("testdata/cetran.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); !strings.HasPrefix(line, "#") {
			list = append(list, witness{f[0], f[1], f[2], f[3], [2]string{f[4], f[5]}})
		}
	}
	if len(list) == 0 {
		t.Fatal("no vectors")
	}
	return list
}

func TestVectors(t *testing.T) {
	g := cetran2Game(t)
	for _, v := range vectors(t) {
		s := position(t, g, v.fen)
		for _, fact := range []struct{ what, got, want string }{
			{"position", g.Position(s), v.fen},
			{"check", map[bool]string{true: "1", false: "0"}[s.game.inCheck(&s.board, s.ToMove())], v.check},
			{"result", outcome(s), v.result},
			{"moves", strings.Join(legalTexts(s), " "), v.moves},
			{"perft 1", fmt.Sprint(s.Perft(1)), v.perft[0]},
			{"perft 2", fmt.Sprint(s.Perft(2)), v.perft[1]},
		} {
			if fact.got != fact.want {
				t.Errorf("%s: %s\ngot  %s\nwant %s", v.fen, fact.what, fact.got, fact.want)
			}
		}
	}
}

// outcome writes a result as the vectors do.
func outcome(s *State) string {
	if s.Result() == env.Ongoing {
		return "-"
	}
	return fmt.Sprintf("%s (%s)", [...]string{"*", "1-0", "0-1", "1/2-1/2"}[s.Result()], s.Ending())
}
