package web

import (
	"context"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
)

// ladder is a champion and three levels, which see two moves as equally good.
func ladder(env.Game) (all []Player) {
	open := func(int, seed.Seed) (analysis.Analyst, error) { return undecided{}, nil }
	all = append(all, Player{ID: "champion", Title: "champion", Unit: "simulations", Usual: 50, Most: 100, Thinks: true, Open: open})
	for i, name := range []string{"level 1: lets you win", "level 2: a casual player", "level 3: plays its best"} {
		all = append(all, Player{ID: []string{"level:1", "level:2", "level:3"}[i], Title: name, Usual: 1, Most: 1, Thinks: true, Open: open,
			Level: i + 1, Elo: 300 * float64(i), Temperature: float64(2 - i), Scores: []Score{{"random", 0.9, 60}, {"greedy", 0.55, 60}}})
	}
	return all
}

// undecided gives two moves the same visits, and the first a better value.
type undecided struct{}

func (undecided) Analyse(_ context.Context, s env.State, _ analysis.Limits, _ func(analysis.Report)) (analysis.Report, error) {
	legal := s.Legal(nil)
	return analysis.Report{Moves: []analysis.Move{
		{MoveStats: env.MoveStats{Action: legal[0], Visits: 5, Value: 0.5}},
		{MoveStats: env.MoveStats{Action: legal[1], Visits: 5}},
	}}, nil
}

// A level draws its moves throughout the game, by the dice of the address: the same
// dice, the same move. Without a temperature it plays the best.
func TestLevelsDrawTheirMoves(t *testing.T) {
	h := open(t, Config{Players: ladder})
	moves := func(player string, dice int) string {
		var answer struct{ Move string }
		if status := h.post("/api/move", map[string]any{"game": "celta", "moves": []string{"d5c5"}, "player": player, "dice": dice}, &answer); status != 200 {
			t.Fatalf("status %d", status)
		}
		return answer.Move
	}
	for player, want := range map[string]int{"level:1": 2, "level:2": 2, "level:3": 1} {
		met := map[string]bool{}
		for dice := 1; dice <= 20; dice++ {
			move, again := moves(player, dice), moves(player, dice)
			if move != again {
				t.Errorf("%s: with dice %d it plays %s, then %s", player, dice, move, again)
			}
			met[move] = true
		}
		if len(met) != want {
			t.Errorf("%s plays %d moves, want %d", player, len(met), want)
		}
	}
}

// A newcomer begins low on the ladder; the chooser says what each level scored;
// levels do not think along.
func TestBrowserOffersLevels(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Players: ladder})
	p := h.visit(b, desktop, "/#/new?game=celta")
	p.until("document.querySelector('select[data-seat] optgroup[label=Levels]')?.children.length == 3")
	p.until("document.querySelector('input[name=second]').value == 'level:1' || document.querySelector('input[name=first]').value == 'level:1'")
	p.click(".ladder summary")
	p.until("document.querySelector('.ladder').innerText.includes('each measured in 60 games') && document.querySelector('.ladder tbody').innerText.includes('90 %') && document.querySelectorAll('.ladder tbody tr').length == 3")
	p.shot("levels")
	p.click("#start")
	p.until("document.querySelector('.board .cell')")
	p.click("#tab-think")
	p.until("document.querySelector('[aria-label=\"Agent that analyses\"]').options.length == 1")
	p.quiet()
}
