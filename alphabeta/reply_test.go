package alphabeta

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// A quiet move that has cut after some move comes first after that one, ahead of all quiet
// moves but killers; after another move it comes before those alone that have not cut.
func TestRepliesAreRanked(t *testing.T) {
	g := game(t, "chess")
	s := scramble(g, 4, seed.New(2))
	ab := agent(t, g, Played(4, fine{}), 1)
	ab.begin(s)
	at := &ab.plies[1]
	at.state = s.Copy(nil)
	at.legal = s.Legal(nil)
	ab.look(at)
	const first, other = 17, 18
	rankAfter := func(before, a env.Action) int32 {
		ab.plies[0].played = before
		at.killers = killers{nothing, nothing}
		ab.rank(1, nothing)
		for _, m := range at.moves {
			if m.action == a {
				return m.rank
			}
		}
		t.Fatalf("%s is not there", s.Format(a))
		return 0
	}
	rankAfter(first, at.legal[0])
	cut := len(at.moves) - 1
	for at.moves[cut].loud {
		cut--
	}
	good, bad := at.moves[cut].action, at.moves[0].action
	ab.learn(1, cut, 5)
	if got := rankAfter(first, good); got != rankKiller {
		t.Errorf("after the same move: rank %d, want that of the counter-move", got)
	}
	if got, rest := rankAfter(other, good), rankAfter(other, bad); got >= rankKiller || got <= 0 || rest >= 0 {
		t.Errorf("after another move: rank %d of the move that cut, %d of one that did not", got, rest)
	}
	if got, after := rankAfter(other, bad), rankAfter(first, bad); after >= got {
		t.Errorf("a move that did not cut: rank %d after the same move, %d after another: want less", after, got)
	}
	if got := rankAfter(nothing, good); got != rankAfter(other, good) {
		t.Errorf("after a skipped turn: rank %d, want that of the history alone", got)
	}
}

// Pairs of moves spread over the places, and the two players have different ones.
func TestPlacesSpread(t *testing.T) {
	met := map[uint32]int{}
	const moves = 128
	for before := range env.Action(moves) {
		for a := range env.Action(moves) {
			met[place(env.First, before*37, a*37)]++
		}
	}
	most := 0
	for _, n := range met {
		most = max(most, n)
	}
	if len(met) < moves*moves*3/4 || most > 8 {
		t.Errorf("%d pairs have %d places, up to %d at one", moves*moves, len(met), most)
	}
	if place(env.First, 1, 2) == place(env.Second, 1, 2) || place(env.First, 1, 2) == place(env.First, 2, 1) {
		t.Error("another player, or the moves in another order, have the same place")
	}
}
