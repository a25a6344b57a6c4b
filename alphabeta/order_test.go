package alphabeta

import (
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Moves are picked in falling order of rank, equal ones in the game's order.
func TestPickSortsStably(t *testing.T) {
	rng := seed.New(1).Rand()
	for n := range 40 {
		h := &ply{}
		for a := range n {
			h.moves = append(h.moves, move{action: env.Action(a), rank: int32(rng.IntN(6) - 3)})
		}
		want := slices.Clone(h.moves)
		slices.SortStableFunc(want, func(x, y move) int { return int(y.rank - x.rank) })
		for k := range h.moves {
			if got := h.pick(k); got != want[k] || h.moves[k] != want[k] {
				t.Fatalf("move %d of %d: %+v, want %+v", k, n, got, want[k])
			}
		}
	}
}

// The last two different moves that cut are kept, the latest first.
func TestKillers(t *testing.T) {
	k := killers{nothing, nothing}
	for _, step := range []struct {
		add  env.Action
		want killers
	}{{5, killers{5, nothing}}, {5, killers{5, nothing}}, {7, killers{7, 5}}, {5, killers{5, 7}}, {1, killers{1, 5}}} {
		if k.add(step.add); k != step.want {
			t.Errorf("after %d: %v, want %v", step.add, k, step.want)
		}
	}
}

// The history of a move goes up when it is good and down when it is not, more for
// deep searches, and never beyond its limit; other moves and the other player's
// are left alone.
func TestHistory(t *testing.T) {
	h := history{make([]int32, 3), make([]int32, 3)}
	h.learn(env.Second, 1, 9, true)
	if h[env.Second][1] != 9 {
		t.Errorf("%v, want 9 after a good search of depth 3", h)
	}
	h.learn(env.Second, 1, 4, false)
	if h[env.Second][1] != 5 {
		t.Errorf("%v, want 5 after a bad one of depth 2", h)
	}
	for _, good := range []bool{true, false} {
		for range 2000 {
			before := h[env.First][2]
			h.learn(env.First, 2, 400, good)
			after := h[env.First][2]
			if after > maxHistory || after < -maxHistory || good && after < before || !good && after > before {
				t.Fatalf("good %v: from %d to %d", good, before, after)
			}
		}
		if x := h[env.First][2]; good != (x > 0) || max(x, -x) < maxHistory*9/10 {
			t.Errorf("good %v: %d after 2000 times, want near %d", good, x, maxHistory)
		}
	}
	if h[env.Second][1] != 5 || h[env.First][0] != 0 || h[env.Second][2] != 0 {
		t.Errorf("others have changed: %v", h)
	}
}

// What gains more comes first: the known move, gains, killers, quiet moves, and
// last what loses something, the more the later.
func TestRanksAreInOrder(t *testing.T) {
	ranks := []int32{
		rankKnown, rankOfGain(1 << 30), rankOfGain(900), rankOfGain(100), rankOfGain(0), rankKiller + 1, rankKiller,
		maxHistory / historyStep, 0, -maxHistory / historyStep, rankOfGain(-100), rankOfGain(-900), rankOfGain(-1 << 30),
	}
	for i := range ranks[1:] {
		if ranks[i] <= ranks[i+1] {
			t.Errorf("rank %d, %d, does not exceed the next, %d", i, ranks[i], ranks[i+1])
		}
	}
	if rankOfGain(-1) >= 0 || rankOfGain(1<<25) != rankOfGain(maxGain) || rankOfGain(-1<<25) != rankOfGain(-maxGain) {
		t.Error("losing moves rank below 0, and gains are held within their limits")
	}
}

// What a search looks at is its signature: a change of the order of moves, a
// reduction or the table shows here, and the commit says so with the new
// figures. The values do not depend on any of that (see TestValueIsMinimax).
func TestSignature(t *testing.T) {
	for _, tt := range []struct {
		game         string
		depth, plies int
		want         int // positions looked at, in six moves
	}{
		{"cetran2", 5, 10, 10493}, {"cetran2", 4, 60, 80390}, {"celta", 4, 8, 33314}, {"connect4", 8, 6, 54100}, {"cetro-5x7", 5, 8, 1407},
	} {
		g := game(t, tt.game)
		ab, s, nodes := agent(t, g, Strong(tt.depth), 1), scramble(g, tt.plies, seed.New(3)), 0
		for range 6 {
			if s.Result() != env.Ongoing {
				break
			}
			d := act(t, ab, s)
			nodes += d.Simulations
			s.Play(d.Action)
		}
		if nodes != tt.want {
			t.Errorf("%s, depth %d: %d positions, want %d", tt.game, tt.depth, nodes, tt.want)
		}
	}
}
