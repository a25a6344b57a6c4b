package cetran

import (
	"testing"

	"ludens/env"
)

// Every move of a man has an action of its own, and the action leads back.
func TestActionsAreMoves(t *testing.T) {
	g := cetran2Game(t)
	for p := range env.Player(2) {
		taken := map[env.Action]move{}
		for _, m := range allMoves(g, p) {
			a := g.action(m, p)
			if a < 0 || int(a) >= g.spec.Actions {
				t.Fatalf("%v: action %d is not in 0..%d", m, a, g.spec.Actions-1)
			}
			if other, ok := taken[a]; ok {
				t.Errorf("%v and %v have action %d", m, other, a)
			}
			taken[a] = m
			if back := g.move(a, p); back != m {
				t.Errorf("%v has action %d, which is %v", m, a, back)
			}
		}
		// 2064 from-to pairs, and 22 ways of a pawn to the last rank by 7 kinds
		if want := 2064 + 22*7; len(taken) != want {
			t.Errorf("%v has %d moves, want %d", p, len(taken), want)
		}
		for a := range env.Action(g.spec.Actions) {
			if _, ok := taken[a]; !ok && g.move(a, p).to != nowhere {
				t.Errorf("action %d is no move of a man, but leads to %v", a, g.move(a, p))
			}
		}
	}
}

// allMoves returns the moves that men of p could make on some board.
func allMoves(g *Game, p env.Player) (moves []move) {
	for from := range square(64) {
		to := rookLines[from] | bishopLines[from] | knightSteps[from] | sissaReach[from]
		for ; to != 0; to &= to - 1 {
			moves = append(moves, move{from, first(to), none})
		}
		forth := pawnSteps[p][from] | 1<<((from+8-16*square(p))&63)
		for to := forth & (rank1 | rank8); to != 0 && from.rank() == 6-5*int(p); to &= to - 1 {
			for _, k := range g.army.promotions {
				moves = append(moves, move{from, first(to), k})
			}
		}
	}
	return moves
}

// What the documented layout says of some actions.
func TestActionLayout(t *testing.T) {
	g := cetran2Game(t)
	for _, tt := range []struct {
		fen, move string
		want      int
	}{
		// straight ahead by 2 from row 6, column 4: as White and as Black
		{"7k/8/8/8/8/8/4P3/K7 w", "e2e4", 64*1 + 8*6 + 4},
		{"7k/4p3/8/8/8/8/8/K7 b", "e7e5", 64*1 + 8*6 + 4},
		// right by 3 from row 7, column 0
		{"7k/8/8/8/8/8/8/R3K3 w", "a1d1", 64*(7*2+2) + 8*7},
		// a sissa two knight's jumps (1, 2) further
		{"7k/8/8/8/8/8/8/S3K3 w", "a1c5", 64*(56+8) + 8*7},
		// and three
		{"7k/8/8/8/8/8/8/S3K3 w", "a1d7", 64*(56+16) + 8*7},
		// promotion to a sissa, the second kind, by capture to the left
		{"3r4/4P2k/8/8/8/8/8/K7 w", "e7d8s", 64*(80+3) + 8*1 + 4},
		// to a knight, the last kind, straight ahead, as Black
		{"7k/8/8/8/8/8/4p3/K7 b", "e2e1n", 64*(80+3*6+1) + 8*1 + 4},
	} {
		s := position(t, g, tt.fen)
		a, err := env.Parse(s, tt.move)
		if err != nil || int(a) != tt.want {
			t.Errorf("%s: got action %d (%v), want %d", tt.move, a, err, tt.want)
		}
	}
}

func TestPlayRefusesNonsense(t *testing.T) {
	g := cetran2Game(t)
	legal := map[env.Action]bool{}
	for _, a := range g.New(0).Legal(nil) {
		legal[a] = true
	}
	for name, a := range map[string]env.Action{
		"negative":           -1,
		"too large":          101 * 64,
		"from an empty cell": 64*0 + 8*4,
		"of the enemy":       64*4*7 + 8*1,
		"onto an own man":    64*0 + 8*7,
		"off the board":      64*6 + 0,
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("Play(%d) did not panic", a)
				}
			}()
			g.New(0).Play(a)
		})
	}
}
