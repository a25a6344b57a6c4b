package tafl

import (
	"strings"
	"testing"

	"ludens/env"
)

// A capital is the piece that moves, a star is where it may go, a plus a
// special square that is empty.
func TestWhereAPieceMayStop(t *testing.T) {
	for _, row := range []struct{ law, games, board string }{
		{"men move like rooks, up to the next piece", "celta cuervo wtf nielsen walker magpie", `
			+ . . . . . +
			. . k . . . .
			. . d . . . .
			. . * + . . .
			* * A * a . .
			. . * . . . .
			+ . * . . . +`},
		{"a man neither stops on the throne nor passes it", "celta cuervo magpie", `
			+ . . * . . +
			. . . * . . .
			* * * A * * *
			. . . + . . .
			. . . . . . .
			k . . . . . .
			+ . . . . . +`},
		{"a man passes the empty throne, but does not stop there", "wtf nielsen walker", `
			+ . . * . . +
			. . . * . . .
			* * * A * * *
			. . . + . . .
			. . . * . . .
			k . . * . . .
			+ . . * . . +`},
		{"nobody passes a king on the throne", "celta wtf nielsen walker magpie", `
			+ . . * . . +
			. . . * . . .
			* * * D * * *
			. . . k . . .
			. . . . . . .
			a . . . . . .
			+ . . . . . +`},
		{"a man does not stop on a corner", "celta cuervo wtf nielsen walker magpie", `
			+ . . . . . +
			* . . . . . .
			* . . . . . .
			* . . + . . .
			A * * * * * *
			* . . . . . .
			+ . . . k . +`},
		{"the king moves one step", "celta cuervo magpie", `
			+ . . . . . +
			. . . . . . .
			. . * . . . .
			. * K * . . .
			. . * . . . .
			. . . . . . .
			+ . . a . . +`},
		{"the king enters a corner", "celta cuervo magpie", `
			+ . . . . . +
			. . . . . . .
			. . . . . . .
			. . . + . . .
			. . . . . . .
			. * . . . . .
			* K * a . . +`},
		{"the king moves like a rook, and stops on throne and corner", "wtf walker", `
			+ . . * . . +
			. . . * . a .
			. . . * . . .
			. . . * . . .
			. . . * . . .
			. . . * . . .
			* * * K * * *`},
		{"nobody returns to the throne, not even the king, but he passes it", "nielsen", `
			+ . . * . . +
			. . . * . a .
			. . . * . . .
			. . . + . . .
			. . . * . . .
			. . . * . . .
			* * * K * * *`},
		{"without throne and corners all squares are alike", "ardri", `
			* . . . . . .
			* . . . . . .
			* . . k . . .
			A * * * * * *
			* . . . . . .
			* . . . . . .
			* . . . . . .`},
		{"Ludii's Ard Ri: men move one step", "ardri:man_range=1", `
			. . . . . . .
			. . . . . . .
			* . . k . . .
			A * . . . . .
			* . . . . . .
			. . . . . . .
			. . . . . . .`},
		{"a range of two", "celta:king_range=2", `
			+ . . . . . +
			. . * . . . .
			. . * . . . .
			* * K * a . .
			. . * . . . .
			. . * . . . .
			+ . . . . . +`},
		{"the king passes the throne if he may, and if his range allows it", "celta:king_range=2,throne_stop=none", `
			+ . . * . . +
			. . . * . . .
			. * * K * * .
			. . . + . . .
			. . . * . . .
			. . . . . . .
			+ . . a . . +`},
		{"nor does he return at all with a range of one", "celta:throne_stop=none", `
			+ . . . . . +
			. . . * . . .
			. . * K * . .
			. . . + . . .
			. . . . . . .
			. . . . . . .
			+ . . a . . +`},
		{"an option lets men stop on the throne and not pass it", "celta:throne_stop=adk", `
			+ . . * . . +
			. . . * . . .
			* * * A * * *
			. . . * . . .
			. . . . . . .
			k . . . . . .
			+ . . . . . +`},
		{"an option lets attackers stop on corners", "wtf:corner_stop=ak", `
			* * * A * * *
			. . . * . . .
			. . . * . . .
			. . . k . . .
			. . . . . . .
			. . . . . . .
			+ . . . . . +`},
		{"tablut: nine by nine, the throne is the king's, corners are as any square", "tablut", `
			* . . . . . . . .
			* . . . . . . . .
			* . . . . . . . .
			* . . . . . . . .
			A * * * k . . . .
			* . . . . . . . .
			* . . . . . . . .
			* . . . . . . . .
			* . . . . . . . .`},
	} {
		for name := range strings.FieldsSeq(row.games) {
			s := drawn(t, game(t, name), row.board)
			if got, want := movable(s, row.board), strings.Join(rowsOf(row.board), "\n"); got != want {
				t.Errorf("%s: %s: got\n%s\nwant\n%s", name, row.law, got, want)
			}
		}
	}
}

// rowsOf returns the rows of a drawing without spaces.
func rowsOf(drawing string) (rows []string) {
	for line := range strings.Lines(strings.TrimSpace(drawing)) {
		rows = append(rows, strings.Join(strings.Fields(line), ""))
	}
	return rows
}

// drawn reads a drawing. The side of its capital is to move, or else, if there
// is none, the attackers.
func drawn(t testing.TB, g *Game, drawing string) *State {
	t.Helper()
	rows, turn := strings.Join(rowsOf(drawing), "/"), " a"
	if strings.ContainsAny(rows, "DK") {
		turn = " d"
	}
	return position(t, g, strings.NewReplacer(".", "1", "+", "1", "*", "1").Replace(rows)+turn)
}

// movable draws the targets of the capital of a drawing as stars.
func movable(s *State, drawing string) string {
	g, rows := s.game, rowsOf(drawing)
	var mover cell
	cells := []byte(strings.Join(rows, ""))
	for c, letter := range cells {
		if letter == '*' {
			cells[c] = '.'
			if g.groundOf(cell(c)).Mark != 0 {
				cells[c] = '+'
			}
		}
		if 'A' <= letter && letter <= 'Z' {
			mover = cell(c)
		}
	}
	for _, a := range s.Legal(nil) {
		if m := g.moves[a]; m.from == mover {
			cells[m.to] = '*'
		}
	}
	for i := range rows {
		rows[i] = string(cells[i*g.cols : (i+1)*g.cols])
	}
	return strings.Join(rows, "\n")
}

// The numbers of a few actions, which are part of the version.
func TestActionNumbers(t *testing.T) {
	for _, row := range []struct {
		name, move string
		want       env.Action
	}{
		{"celta", "d5b5", (3*6+1)*49 + 2*7 + 3}, // left, two steps
		{"celta", "c4c7", (0*6+2)*49 + 3*7 + 2}, // up, three
		{"celta", "e4e1", (2*6+2)*49 + 3*7 + 4}, // down, three
		{"wtf", "a4a2", (2*6+1)*49 + 3*7 + 0},
		{"tablut", "d9a9", (3*8+2)*81 + 3},
	} {
		s := game(t, row.name).New(0)
		if a, err := env.Parse(s, row.move); err != nil || a != row.want {
			t.Errorf("%s: %s is action %d, %v, want %d", row.name, row.move, a, err, row.want)
		}
	}
}
