package roster

import (
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/seed"
)

// A newcomer meets an easy level of the champion, or the usual agent where there is no
// champion, on the side that the usual agent judges better; a side that was named is kept.
func TestNewcomer(t *testing.T) {
	t.Chdir(t.TempDir())
	load := new(Loader).Load
	for game, want := range map[string][2]string{"celta": {"level:3", "champion"}, "tictactoe": {"mcts:400", "mcts:400"}} {
		g := games.Must(game)
		r, err := record.Beginning{}.Record(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []string{"", "first", "second"} {
			n, err := Newcomer(t.Context(), g, r, load, as)
			if err != nil || n.Opponent != want[0] || n.Adviser != want[1] || as != "" && n.As != as {
				t.Errorf("%s as %q: %+v, %v", game, as, n, err)
			}
		}
		n, err := Newcomer(t.Context(), g, r, load, "none")
		if err != nil || n.Opponent != want[1] {
			t.Errorf("%s, watched: %+v, %v, want %s", game, n, err, want[1])
		}
	}
}

// The page seats its visitor as the terminal does: by the same judge, the same rule and the
// same level.
func TestNewcomerOnThePage(t *testing.T) {
	t.Chdir(t.TempDir())
	o, err := NewOpponents(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	sides := map[string]int{}
	for _, game := range []string{"celta", "cetro-5x5", "connect4", "tictactoe"} {
		g := games.Must(game)
		r, err := record.Beginning{}.Record(g)
		if err != nil {
			t.Fatal(err)
		}
		n, err := Newcomer(t.Context(), g, r, new(Loader).Load, "")
		if err != nil {
			t.Fatal(err)
		}
		players := o.Players(g)
		opponent := players[0].ID
		for _, p := range players {
			if p.Newcomer {
				opponent = p.ID
			}
		}
		if opponent != strings.TrimSuffix(n.Opponent, ":400") {
			t.Errorf("%s: the page offers %s, the terminal %s", game, opponent, n.Opponent)
		}
		judge, err := players[0].Open(judged, seed.New(0))
		if err != nil {
			t.Fatal(err)
		}
		found, err := judge.Analyse(t.Context(), g.New(0), analysis.Limits{Simulations: judged}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := map[env.Player]string{env.First: "first", env.Second: "second"}[analysis.Seat(found.Value)]
		if n.As != want {
			t.Errorf("%s: the page gives the side %s (value %.2f), the terminal %s", game, want, found.Value, n.As)
		}
		sides[n.As]++
		t.Logf("%s: %s against %s, value for the first %.2f", game, n.As, n.Opponent, found.Value)
	}
	if len(sides) < 2 {
		t.Errorf("every start gives the same side: %v", sides)
	}
}
