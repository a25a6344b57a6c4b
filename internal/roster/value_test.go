package roster

import (
	"context"
	"math"
	"testing"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
	"ludens/selfplay"
)

// What the player to move expects is what the opponent, one move later, expects less:
// the mean of value(mover) + value(next mover) is near 0. It is measured in games of the
// champions against themselves. The control is the plain mean over the visits of a
// Gumbel root, which ludens once reported: it must fail the same law.
func TestValueOfTheNextMover(t *testing.T) {
	games := []string{"celta", "connect4", "cetran2"}
	for _, root := range []string{mcts.PUCT, mcts.Gumbel} {
		for simulations, plies := range map[int]int{16: 1200, 64: 600, 256: 240} {
			if testing.Short() && simulations > 16 {
				continue
			}
			value, plain := 0.0, 0.0
			for _, game := range games {
				v, p := valueGaps(t, game, root, simulations, plies)
				t.Logf("%s %s @%d: %+.3f; plain mean %+.3f", game, root, simulations, v, p)
				if math.Abs(v) > 0.03 {
					t.Errorf("%s %s @%d: mean of value(mover) + value(next) is %+.3f, want at most 0.03 either way", game, root, simulations, v)
				}
				value, plain = value+v/float64(len(games)), plain+p/float64(len(games))
			}
			if math.Abs(value) > 0.02 {
				t.Errorf("%s @%d: mean of value(mover) + value(next) over all games is %+.3f, want at most 0.02 either way", root, simulations, value)
			}
			if root == mcts.Gumbel && math.Abs(plain) < 0.04 {
				t.Errorf("%s @%d: the plain mean of the visits has %+.3f: the law cannot tell it from the value", root, simulations, plain)
			}
		}
	}
}

// valueGaps returns the mean of value(mover) + value(next mover) over some plies of a
// champion's games against itself: by Tree.Value, and by the mean over its visits.
func valueGaps(t *testing.T, game, root string, simulations, plies int) (value, plain float64) {
	g, err := Game(game)
	if err != nil {
		t.Fatal(err)
	}
	net, err := Open(agent.Source{Kind: "champion"}, g)
	if err != nil {
		t.Fatal(err)
	}
	cfg := net.Search
	cfg.Root = root
	tree, ev := mcts.NewTree(g, cfg.AtPlay(simulations)), selfplay.Network(g.Spec(), net.Net)
	pairs := 0
	for game := 0; pairs < plies; game++ {
		s := afterFour(g, seed.New(1).At("game", game))
		tree.Reset(s)
		before, plainly, mover := 0.0, 0.0, s.ToMove()
		for ply := 0; ply < 60 && s.Result() == env.Ongoing; ply++ {
			tree.Begin(context.Background(), mcts.Full, nil)
			if err := mcts.Search(t.Context(), tree, ev); err != nil {
				t.Fatal(err)
			}
			v, p := float64(tree.Value()), meanOf(tree)
			if ply > 0 && mover != s.ToMove() {
				value, plain, pairs = value+before+v, plain+plainly+p, pairs+1
			}
			before, plainly, mover = v, p, s.ToMove()
			a := tree.Pick(0, nil)
			s.Play(a)
			tree.Advance(a)
		}
	}
	return value / float64(pairs), plain / float64(pairs)
}

// afterFour returns a position after four random plies.
func afterFour(g env.Game, at seed.Seed) env.State {
	s, r := g.New(at.Uint64()), at.Rand()
	for range 4 {
		legal := s.Legal(nil)
		s.Play(legal[r.IntN(len(legal))])
	}
	return s
}

// meanOf returns the mean value of the root's visits in this search.
func meanOf(tree *mcts.Tree) float64 {
	if r, _ := tree.Proof(); r != env.Ongoing {
		return float64(tree.Value())
	}
	sum, visits := 0.0, 0
	for _, m := range tree.Moves(nil) {
		sum, visits = sum+float64(m.Value)*float64(m.Visits), visits+m.Visits
	}
	return sum / float64(max(1, visits))
}
