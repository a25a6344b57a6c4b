package tafl

import (
	"slices"
	"strings"
	"testing"
)

// What the page of celta and El Cuervo leaves open, where no other test says it.
// A capital is the piece that moves, a star is where it may go.
func TestReadingsOfTheSource(t *testing.T) {
	for _, row := range []struct{ law, games, board string }{
		{"the king goes back to the throne", "celta cuervo", `
			+ . . . . . +
			. . . * . . .
			. . * K * . .
			. . . * . . .
			. . . . . . .
			. . . . . . .
			+ . . a . . +`},
		{"a king of one step steps from beside a corner into it", "celta cuervo", `
			+ . . . . . +
			. . . . . . .
			. . . . . . .
			. . . + . . .
			. . . . . . .
			. a . . . . .
			* K * a . . +`},
	} {
		for name := range strings.FieldsSeq(row.games) {
			s := drawn(t, game(t, name), row.board)
			if got, want := movable(s, row.board), strings.Join(rowsOf(row.board), "\n"); got != want {
				t.Errorf("%s: %s: got\n%s\nwant\n%s", name, row.law, got, want)
			}
		}
	}
}

func TestStart(t *testing.T) {
	for _, row := range []struct{ games, want string }{
		{"celta cuervo wtf nielsen walker", `
			+ . . a . . +
			. . . a . . .
			. . . d . . .
			a a d k d a a
			. . . d . . .
			. . . a . . .
			+ . . a . . +`},
		{"magpie celta:start=magpie", `
			+ . . a . . +
			. a . . . a .
			. . . d . . .
			a . d k d . a
			. . . d . . .
			. a . . . a .
			+ . . a . . +`},
		{"ardri", `
			. . a a a . .
			. . . a . . .
			a . d d d . a
			a a d k d a a
			a . d d d . a
			. . . a . . .
			. . a a a . .`},
		{"tablut", `
			. . . a a a . . .
			. . . . a . . . .
			. . . . d . . . .
			a . . . d . . . a
			a a d d k d d a a
			a . . . d . . . a
			. . . . d . . . .
			. . . . a . . . .
			. . . a a a . . .`},
	} {
		for name := range strings.FieldsSeq(row.games) {
			want := drawn(t, game(t, name), row.want)
			if got := game(t, name).New(0).(*State); !slices.Equal(got.board, want.board) {
				t.Errorf("%s: got\n%swant\n%s", name, got, want)
			}
		}
	}
}
