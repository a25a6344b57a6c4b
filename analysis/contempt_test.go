package analysis

import (
	"testing"

	"ludens/env/games"
	"ludens/mcts"
)

// At play a draw costs the player who is to move, whichever side that is; analysis holds
// neither side in contempt.
func TestContemptIsThePlayers(t *testing.T) {
	g := games.Must("tictactoe")
	cfg := mcts.Defaults().Of(16)
	cfg.Contempt = 0.5
	s := g.New(0)
	for _, want := range []float64{-0.5, 0.5} {
		a, err := NewSearcher(g, mcts.Uniform{}, Config{Search: cfg})
		if err != nil {
			t.Fatal(err)
		}
		d, err := a.Act(t.Context(), s)
		if err != nil || a.tree.Draw() != want {
			t.Errorf("a draw is worth %v to First, want %v; %v", a.tree.Draw(), want, err)
		}
		if _, err := a.Analyse(t.Context(), s, Limits{}, nil); err != nil || a.tree.Draw() != 0 {
			t.Errorf("analysis: a draw is worth %v to First, want 0; %v", a.tree.Draw(), err)
		}
		s.Play(d.Action)
	}
}
