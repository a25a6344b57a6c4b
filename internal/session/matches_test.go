package session

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/arena"
	"ludens/configs"
	"ludens/internal/fleet"
	"ludens/internal/roster"
	runs "ludens/internal/run"
)

// rehearsal trains a small run that workers may play for, and returns how it was measured, who
// played the games of the matches, and what it printed. The workers end when the run says so.
func rehearsal(t *testing.T, workers int, m Machines, settings string) ([]arena.Standing, fleet.Share, string) {
	t.Helper()
	preset, err := configs.PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := configs.Load(preset, configs.Layer{Name: "settings", Text: settings})
	if err != nil {
		t.Fatal(err)
	}
	cfg = cfg.Rehearsal()
	cfg.Evaluation.FinalGames, cfg.Evaluation.Simulations = 20, 8
	var out strings.Builder
	m.Keys, m.Version = func() (*fleet.Keys, error) { return nil, nil }, "test"
	s, err := begin(cfg, filepath.Join(t.TempDir(), "run"), runs.Create, 1, m, View{Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, workers)
	for n := range workers {
		go func() {
			ended <- fleet.Work(context.Background(), fleet.WorkOptions{
				URL: "nats://" + s.fleet.Address(), Name: fmt.Sprint("w", n), Version: "test", Goroutines: 1, Load: roster.Lent, Tell: func(string) {},
			})
		}()
	}
	if err := s.Train(t.Context()); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	for range workers {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	return s.folder.Final().Standings, s.matches, out.String()
}

// The matches at the end of a run are played by its workers, too, and come to the same as on
// one machine; those against an agent that depends on the clock are played here.
func TestWorkersPlayTheMatches(t *testing.T) {
	const settings = "[evaluation]\nbaselines = [\"random\", \"mcts:20\"]\n"
	want, none, _ := rehearsal(t, 0, Machines{}, settings)
	got, share, text := rehearsal(t, 2, Machines{Listen: "127.0.0.1:0", OnlyLearn: true, Audit: 0.05}, settings)
	if !reflect.DeepEqual(got, want) || len(got) != 3 {
		t.Errorf("shared %+v, alone %+v", got, want)
	}
	games := share.Here
	for _, w := range share.Workers {
		games += w.Games
	}
	if games != 3*2*20+3*2*20 || games == share.Here || none.Here != 0 {
		t.Errorf("%d games, %d of them here, want 240 and fewer; alone %d", games, share.Here, none.Here)
	}
	if !strings.Contains(text, "games of the matches at the end\n      here: ") {
		t.Errorf("printed %s", text)
	}
}

// What cannot be sent is not asked of others.
func TestMatchesThatAreNotShared(t *testing.T) {
	for text, want := range map[string]bool{"random": true, "mcts:20": true, "mcts:20ms": false, "champion": true} {
		spec, err := agent.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := fleet.Shareable(agent.Entrant{Name: text, Spec: spec}); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
