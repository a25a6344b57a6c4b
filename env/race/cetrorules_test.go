package race

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
)

func TestCetroLaws(t *testing.T) {
	for _, name := range []string{
		"cetro", "cetro:demand=none", "cetro:demand=always", "cetro:demand=veto",
		"cetro:demand=veto,first=north,cap_result=draw", "cetro-5x5", "cetro-5x7:demand=veto",
	} {
		t.Run(name, func(t *testing.T) { envtest.Run(t, game(t, name), envtest.Games(3)) })
	}
}

func TestStart(t *testing.T) {
	for _, test := range []struct{ name, board, moves string }{
		{"cetro", `
			b . b . b . b . b
			. g . g . g . g .
			r . r . r . r . r
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			R . R . R . R . R
			. G . G . G . G .
			B . B . B . B . B`, "b2-d4 d2-b4 d2-f4 f2-d4 f2-h4 h2-f4"},
		{"cetro-5x5", `
			b . b . b
			. g . g .
			. . . . .
			. G . G .
			B . B . B`, "a1-c3 c1-a3 c1-e3 e1-c3"},
		{"cetro-5x7", `
			b . b . b
			. g . g .
			. . . . .
			. . . . .
			. . . . .
			. G . G .
			B . B . B`, "a1-c3 c1-a3 c1-e3 e1-c3"},
	} {
		s := start(t, test.name)
		if got, want := s.game.Position(s), contracted(test.board)+" s -"; got != want {
			t.Errorf("%s: got %s, want %s", test.name, got, want)
		}
		if got := strings.Join(legalTexts(s), " "); got != test.moves {
			t.Errorf("%s: got %s, want %s", test.name, got, test.moves)
		}
	}
}

// The man on from may go to the squares with a star, and nowhere else.
func TestCetroMoves(t *testing.T) {
	for _, test := range []struct{ name, fields, from, board string }{
		{"jumps forward over one man of either side, retreats by one square", "s -", "c3", `
			. . . . .
			. . . . .
			* . . . *
			. g . B .
			. . G . .
			. * . * .
			. . . . .`},
		{"for North forward is down", "n -", "c5", `
			. . . . .
			. * . * .
			. . g . .
			. b . G .
			* . . . *
			. . . . .
			. . . . .`},
		{"no step forward without a man to jump over", "s -", "c3", `
			. . g . .
			. . . . .
			. . . . .
			. . . . .
			. . G . .
			. * . * .
			. . . . .`},
		{"not over two men, not onto a man", "s -", "c3", `
			. . . . .
			. . . . .
			g . . . B
			. g . B .
			. . G . .
			. * . * .
			. . . . .`},
		{"not over a man with a gap before it", "s -", "a1", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . g . .
			. . . . .
			B . . . .`},
		{"no jump backward", "s -", "c5", `
			. . . . .
			. . . . .
			. . G . .
			. g . B .
			. . . . .
			. . . . .
			. . . . .`},
		{"not over the side of the board", "s -", "b4", `
			. . . . .
			. . . . .
			g . . . .
			. G . . .
			* . * . .
			. . . . .
			. . . . .`},
		{"not over the far side of the board", "s -", "b6", `
			g . g . .
			. B . . .
			* . * . .
			. . . . .
			. . . . .
			. . . . .
			. . . . .`},
		{"no retreat from the back row", "s -", "c1", `
			. . . . .
			. . . . .
			. . . . .
			. . . . .
			. . . . *
			. . . b .
			. . B . .`},
		{"a man at home may leave it", "s -", "c7", `
			. . B . .
			. * . * .
			. . . . .
			. . . . .
			. . . . .
			. b . . .
			B . . . .`},
		{"no row is closed to a colour", "s -", "b6", `
			. . . . .
			. B . g .
			* . * . .
			. . . . .
			. . . . .
			. . . . .
			. . . . .`},
	} {
		s := placed(t, game(t, "cetro-5x7:demand=none"), test.board, test.fields)
		if got, want := targets(s, test.from), marked(test.board); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", test.name, got, want)
		}
	}
}

// A turn is one jump, even if another could follow.
func TestTurnsAlternate(t *testing.T) {
	s := placed(t, game(t, "cetro-5x7:demand=none"), `
		. . . . .
		. . . g .
		. . . . .
		. b . . .
		. . . . .
		. g . . .
		B . . . .`, "s -")
	must(t, s, "a1-c3")
	if got, want := strings.Join(legalTexts(s), " "), "b2-a3 b4-a5 b4-c5 b4-d2 d6-c7 d6-e7"; got != want {
		t.Errorf("after a1-c3: got %s, want %s", got, want)
	}
}

// North begins where it is First: the same game, seen from the other side.
func TestFirstNorth(t *testing.T) {
	south, north := start(t, "cetro"), start(t, "cetro:first=north")
	if got, want := north.game.Spec().Roles, [2]string{"north", "south"}; got != want {
		t.Errorf("roles: got %v, want %v", got, want)
	}
	if got, want := strings.Join(legalTexts(north), " "), "b8-d6 d8-b6 d8-f6 f8-d6 f8-h6 h8-f6"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !slices.Equal(south.Legal(nil), north.Legal(nil)) {
		t.Errorf("actions: got %v, want %v", north.Legal(nil), south.Legal(nil))
	}
	if got := north.ToMove(); got != env.First {
		t.Errorf("to move: got %v, want First", got)
	}
}

func TestCetroPlayPanics(t *testing.T) {
	for _, test := range []struct {
		name string
		a    env.Action
	}{
		{"a light square", 1},
		{"no man there", 36},
		{"no jump", 0*81 + 72},
		{"no room", 0*81 + 54},
		{"pass with moves left", 8 * 81},
		{"no such action", 8*81 + 2},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", test.name)
				}
			}()
			start(t, "cetro").Play(test.a)
		}()
	}
}

func TestMovesNeeded(t *testing.T) {
	g := game(t, "cetro")
	for d, want := range map[int]int{8: 4, 7: 5, 6: 3, 5: 4, 4: 2, 3: 3, 2: 1, 1: 2, 0: 0, -1: 1, -2: 2} {
		row, kind := max(d, 0), max(-d, 0) // a man of the second row of the far side has his goal there
		q := g.board.square(row*9+row%2, south)
		if row < kind {
			q = g.board.square(0, south)
		}
		if got := int(g.board.halves[south].cost[kind*g.board.squares+q]); got != want {
			t.Errorf("%d rows: got %d, want %d", d, got, want)
		}
	}
	// 5*4 blue, 4*3 green and 5*2 red; 3*2 and 2*1; 3*3 and 2*2.
	for name, want := range map[string]int{"cetro": 42, "cetro-5x5": 8, "cetro-5x7": 13} {
		s := start(t, name)
		if got := s.need[south]; got != want {
			t.Errorf("%s: got %d moves, want %d", name, got, want)
		}
		if got := s.Score(env.First); got != 0 {
			t.Errorf("%s: score %v, want 0", name, got)
		}
	}
	// A jump brings South's man one move nearer, which is all he can hope for.
	s := must(t, start(t, "cetro"), "b2-d4")
	if got, want := s.Score(env.First), float32(4.0/69); got != want {
		t.Errorf("after b2-d4: score %v, want %v", got, want)
	}
}
