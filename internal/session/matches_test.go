package session

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/arena"
	"ludens/configs"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/fleet"
	"ludens/internal/roster"
	runs "ludens/internal/run"
)

// rehearsal trains a small run that workers may play for, and returns its session, how it was
// measured, and what it printed. The workers end when the run says so.
func rehearsal(t *testing.T, workers int, m Machines, settings string) (*Session, []arena.Standing, string) {
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
	cfg.Evaluation.FinalGames, cfg.Evaluation.Simulations, cfg.Evaluation.Games, cfg.Evaluation.Every = 20, 8, 5, 1
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
	return s, s.folder.Final().Standings, out.String()
}

// The matches at the end of a run are played by its workers, too, and come to the same as on
// one machine; those against an agent that depends on the clock are played here.
func TestWorkersPlayTheMatches(t *testing.T) {
	const settings = "[evaluation]\nbaselines = [\"random\", \"mcts:1ms\", \"mcts:20\"]\n"
	alone, want, _ := rehearsal(t, 0, Machines{}, settings)
	s, got, text := rehearsal(t, 2, Machines{Listen: "127.0.0.1:0", OnlyLearn: true, Audit: 0.05}, settings)
	got, want = slices.Delete(got, 1, 2), slices.Delete(want, 1, 2)
	if !reflect.DeepEqual(got, want) || len(got) != 3 {
		t.Errorf("shared %+v, alone %+v", got, want)
	}
	if games := played(s.matches); games != 3*2*20+3*2*20 || games == s.matches.Here || played(alone.matches) != 0 {
		t.Errorf("%d games, %d of them here, want 240 and fewer; alone %d", games, s.matches.Here, played(alone.matches))
	}
	if !strings.Contains(text, "games of the matches at the end\n      here: ") {
		t.Errorf("printed %s", text)
	}
}

func played(s fleet.Share) int {
	games := s.Here
	for _, w := range s.Workers {
		games += w.Games
	}
	return games
}

// So are the matches during training: the checkpoints, which say how they went, are those of one
// machine, with a lag and without; the drafts that workers read are removed. Where the watch
// depends on the clock it is met here.
func TestWorkersPlayTheWatch(t *testing.T) {
	for _, c := range []struct {
		settings string
		watched  int // games of others and the learner together
	}{
		{"[train]\nlag = 1\n[evaluation]\nbaselines = []\nwatch = \"untrained@8\"\n", 2 * 2 * 5},
		{"[evaluation]\nbaselines = []\nwatch = \"mcts:10\"\n", 2 * 2 * 5},
		{"[evaluation]\nbaselines = []\nwatch = \"mcts:1ms\"\n", 0},
	} {
		s, _, _ := rehearsal(t, 2, Machines{Listen: "127.0.0.1:0", OnlyLearn: true, Audit: 0.05}, c.settings)
		if games := played(s.watches); games != c.watched || (games > 0) != (games > s.watches.Here) {
			t.Errorf("%q: %d games of the watch, %d of them here, want %d, and others'", c.settings, games, s.watches.Here, c.watched)
		}
		if drafts, err := filepath.Glob(filepath.Join(s.folder.Dir, "fleet", "draft*")); len(drafts) > 0 || err != nil {
			t.Errorf("%v, %v", drafts, err)
		}
		if c.watched == 0 {
			continue
		}
		if alone, _, _ := rehearsal(t, 0, Machines{}, c.settings); alone.folder.Head() != s.folder.Head() {
			t.Errorf("%q: checkpoint %.12s, alone %.12s", c.settings, s.folder.Head(), alone.folder.Head())
		}
	}
}

// Contests that others cannot play are played here after the rest, each game once; a study that
// has enough before gets none of them.
func TestPlayWhereOthersCan(t *testing.T) {
	g := games.Must("tictactoe")
	var all []*arena.Contest
	for _, a := range []string{"random", "mcts:1ms", "greedy"} {
		spec, err := agent.ParseSpec(a)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, &arena.Contest{Game: g, A: spec.Entrant(nil), B: spec.Entrant(nil), Openings: arena.Random(g, 2, seed.New(1))})
	}
	for _, most := range []int{12, 5} {
		shared := 0
		play := whereOthersCan(func(ctx context.Context, some []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) error {
			if len(some) != 2 || some[0] != all[0] || some[1] != all[2] {
				t.Errorf("others get %v", some)
			}
			return arena.Here(1)(ctx, some, next, func(j arena.Job, g arena.Game) (bool, error) {
				shared++
				return done(j, g)
			})
		}, 1)
		asked, here, played := 0, 0, map[arena.Job]int{}
		err := play(t.Context(), all, func() (arena.Job, bool) {
			asked++
			return arena.Job{Contest: all[(asked-1)%3], Index: (asked - 1) / 3}, asked <= 12
		}, func(j arena.Job, g arena.Game) (bool, error) {
			if played[j]++; j.Contest == all[1] {
				here++
			}
			return len(played) < most, nil
		})
		if err != nil || len(played) != most || shared != min(8, most) || here != most-shared {
			t.Errorf("%d of 12 games: %d played, %d by others, %d here: %v", most, len(played), shared, here, err)
		}
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
