package alphabeta

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// perpetual is a position in which White, far behind, saves himself by checks on two squares.
const perpetual = "6k1/6p1/8/7Q/8/rr6/1q3PPP/6K1 w - - 0 1"

func placed(t *testing.T, game env.Game, text string) env.State {
	t.Helper()
	p, ok := env.As[env.Notated](game)
	if !ok {
		t.Fatal("the game reads no positions")
	}
	s, err := p.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Six plies show that the position comes back, which is counted as the draw that it leads to;
// without Twofold they show a lost position.
func TestSecondOccurrenceCounts(t *testing.T) {
	g := game(t, "chess")
	s := placed(t, g, perpetual)
	for _, twofold := range []bool{true, false} {
		cfg := Learned(6, fine{})
		cfg.Twofold = twofold
		if d := act(t, agent(t, g, cfg, 1), s); (d.Value == 0) != twofold {
			t.Errorf("twofold %v: value %v of %s", twofold, d.Value, s.Format(d.Action))
		}
	}
}

// A quiescence that asks the table looks at fewer positions for the same depth.
func TestRememberedQuiescenceSparesPositions(t *testing.T) {
	g := game(t, "chess")
	var nodes [2]int
	for n := range uint64(6) {
		s := scramble(g, 10, seed.New(n))
		for i := range nodes {
			cfg := Learned(5, fine{0.3})
			cfg.Remembered = i == 1
			nodes[i] += act(t, agent(t, g, cfg, 1), s).Simulations
		}
	}
	if nodes[1] > nodes[0]*98/100 {
		t.Errorf("%d positions, %d without the table", nodes[1], nodes[0])
	}
}

// A search that is stopped chooses what a longer one does more often if it may choose by the
// depth that it did not finish.
func TestUnfinishedDepthChooses(t *testing.T) {
	g := game(t, "cetran2")
	var agree [2]int
	for n := range 6 {
		s := scramble(g, 10+n, seed.New(uint64(n)))
		want := act(t, agent(t, g, Learned(5, fine{0.3}), 1), s)
		for i := range agree {
			for nodes := want.Simulations / 8; nodes < want.Simulations; nodes += want.Simulations / 8 {
				cfg := Learned(5, fine{0.3})
				cfg.Nodes, cfg.Unfinished = nodes, i == 1
				if act(t, agent(t, g, cfg, 1), s).Action == want.Action {
					agree[i]++
				}
			}
		}
	}
	if agree[1] <= agree[0] {
		t.Errorf("%d choices are those of a longer search with the unfinished depth, %d without", agree[1], agree[0])
	}
}
