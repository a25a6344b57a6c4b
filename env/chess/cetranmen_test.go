package chess

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// A lawOfMotion is a drawing in which the man on a square may go to all squares
// marked '*', take all pawns marked 'x' and the officers on takes, and nothing
// else.
type lawOfMotion struct {
	name, from, takes string
	board             string
}

func (l lawOfMotion) check(t *testing.T) {
	t.Helper()
	want := append(marked(l.board), strings.Fields(l.takes)...)
	slices.Sort(want)
	if got := targets(drawn(t, env.First, l.board), l.from); !slices.Equal(got, want) {
		t.Errorf("%s\n%s: got %v, want %v", l.board, l.from, got, want)
	}
}

// How each man goes: '*' and 'x' are all the squares he may go to.
func TestMen(t *testing.T) {
	for _, tt := range []lawOfMotion{
		{name: "king", from: "d4", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . * * * . . .
			. . * K P . . .
			. . * x * . . .
			. . . . . . . .
			. . . . . . . .`},
		{name: "queen", from: "d4", board: `
			. . . * . . . k
			* . . * . . . .
			. * . * . x . .
			. . * * * . . .
			* * * Q * * P .
			. . * * * . . .
			. * . * . * . .
			K . . * . . * .`},
		{name: "rook", from: "d4", board: `
			. . . . . . . k
			. . . p . . . .
			. . . x . . . .
			. . . * . . . .
			* * * R * * P .
			. . . * . . . .
			. . . * . . . .
			K . . * . . . .`},
		{name: "knight", from: "d4", board: `
			. . . . . . . k
			. . . . . . . .
			. . * . x . . .
			. * p p p * . .
			. . . N . . . .
			. * p . p P . .
			. . x . * . . .
			K . . . . . . .`},
		{name: "chancellor: rook and knight", from: "d4", board: `
			. . . . . . . k
			. . . x . . . .
			. . * * x . . .
			. * . * . * . .
			* * * C * * P .
			. * . * . P . .
			. . x * * . . .
			K . . * . . . .`},
		{name: "archbishop: bishop and knight", from: "d4", board: `
			. . . . . . . k
			* . . . . . . .
			. * * . x x . .
			. * * . * * . .
			. . . A . . . .
			. * * . * P . .
			. * x . * * . .
			K . . . . . * .`},
		{name: "dragon horse: bishop and one step like a rook", from: "d4", board: `
			. . . . . . . k
			* . . p . . . .
			. * . . . x . .
			. . * * * . . .
			. . P H * . P .
			. . * * * . . .
			. * . p . * . .
			K . . . . . * .`},
		{name: "pawn on its second rank", from: "d2", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . * . . . .
			. . x * P . . .
			. . . P . . . .
			K . . . . . . .`},
		{name: "pawn whose double step is blocked", from: "d2", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . n . . . .
			. . . * . . . .
			. . . P . . . .
			K . . . . . . .`},
		{name: "pawn that is blocked", from: "d4", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . . n x . . .
			. . . P . . . .
			. . . . . . . .
			. . . . . . . .
			K . . . . . . .`},
		{name: "the king does not castle", from: "e1", board: `
			. . . . k . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . * * * . .
			R . . * K * . R`},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}

// Checks and pins.
func TestKingSafety(t *testing.T) {
	for _, tt := range []lawOfMotion{
		{name: "the king does not step into an attack", from: "e1", board: `
			. . . r . . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . * * . .
			. . . . K * . .`},
		{name: "the king cannot hide behind himself", from: "e4", board: `
			. . . . r . . k
			. . . . . . . .
			. . . . . . . .
			. . . * . * . .
			. . . * K * . .
			. . . * . * . .
			. . . . . . . .
			. . . . . . . .`},
		{name: "a pinned rook stays on the line, or captures", from: "e3", takes: "e8", board: `
			. . . . r . . .
			. . . . * . . k
			. . . . * . . .
			. . . . * . . .
			. . . . * . . .
			. . . . R . . .
			. . . . * . . .
			. . . . K . . .`},
		{name: "a pinned knight cannot move", from: "e3", board: `
			. . . . r . . .
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . N . . .
			. . . . . . . .
			. . . . K . . .`},
		{name: "a jump cannot be blocked, but the jumper can be taken", from: "a3", takes: "f3", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			R . . . . c . .
			. . . . . . . .
			. . . . K . . .`},
		{name: "a slide can be blocked", from: "a3", board: `
			. . . . c . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			R . . . * . . .
			. . . . . . . .
			. . . . K . . .`},
		{name: "of two checks one cannot be parried", from: "a3", board: `
			. . . . r . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			R . . . . n . .
			. . . . . . . .
			. . . . K . . .`},
		{name: "of two checks the king can escape", from: "e1", board: `
			. . . . r . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			R . . . . n . .
			. . . . . * . .
			. . . * K * . .`},
		{name: "the king does not take a guarded man", from: "e1", board: `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . p . . . . .
			. . . r . . . .
			. . . . K * . .`},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.check(t) })
	}
}
