package arena_test

import (
	"context"
	"testing"

	"ludens/arena"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/mcts"
	"ludens/selfplay"
)

// selfPlayed returns games of self-play by a search without a network.
func selfPlayed(t *testing.T, name string, cfg selfplay.Config) (env.Game, []*selfplay.Record) {
	t.Helper()
	g := games.Must(name)
	cfg.Games, cfg.Lockstep, cfg.Temperature, cfg.TemperaturePly, cfg.Search = 6, 6, 1, 9, mcts.Defaults()
	cfg.Search.Simulations = 16
	var played []*selfplay.Record
	keep := func(_ int, r *selfplay.Record) error {
		played = append(played, r)
		return nil
	}
	with := selfplay.Resources{Game: g, Now: mcts.Uniform{}}
	if err := selfplay.Play(context.Background(), selfplay.NewPlan(g, cfg, 1), with, 1, keep); err != nil {
		t.Fatal(err)
	}
	return g, played
}

// Games of self-play are reported as records: the rules find the same start, the same
// moves and the same end.
func TestGamesOfSelfPlayAreRecords(t *testing.T) {
	for _, tt := range []struct {
		name   string
		starts map[string]float32
	}{
		{"tictactoe", nil},
		{"cetran2", map[string]float32{"mate": 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, played := selfPlayed(t, tt.name, selfplay.Config{Starts: tt.starts})
			for i, p := range played {
				holdRecord(t, g, i, p)
			}
		})
	}
}

func holdRecord(t *testing.T, g env.Game, i int, p *selfplay.Record) {
	t.Helper()
	game := arena.Recorded(i, p)
	if err := game.Verify(g); err != nil {
		t.Fatal(err)
	}
	r, err := game.Record(g)
	if err != nil || len(r.Moves) != len(p.Plies) || r.Result != p.Result || r.Start != p.Start.Position {
		t.Fatalf("%+v, %v", r, err)
	}
	sheet, err := record.NewSheet(g, r)
	if err != nil || sheet.State().Result() != p.Result {
		t.Fatalf("%v: %v", r.Moves, err)
	}
	if x, ok := sheet.State().(env.Explained); ok && !p.Truncated && r.Ending != x.Ending() {
		t.Errorf("it ended by %q, want %q", r.Ending, x.Ending())
	}
}

// Who gave up is reported, and so is where a game was cut off.
func TestGamesThatRulesDoNotEnd(t *testing.T) {
	g, played := selfPlayed(t, "tictactoe", selfplay.Config{})
	p := *played[0]
	p.Plies, p.Result, p.Resigned = p.Plies[:3], env.FirstWins, true
	if r, err := arena.Recorded(0, &p).Record(g); err != nil || r.Ending != arena.Resigned || r.Result != env.FirstWins || len(r.Moves) != 3 {
		t.Errorf("resigned: %+v, %v", r, err)
	}
	p.Result, p.Resigned, p.Truncated = env.Ongoing, false, true
	if r, err := arena.Recorded(0, &p).Record(g); err != nil || r.Ending != "cut off after 3 plies" || r.Result != env.Ongoing {
		t.Errorf("cut off: %+v, %v", r, err)
	}
}
