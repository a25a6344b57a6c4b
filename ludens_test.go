package ludens

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	runs "ludens/internal/run"
)

// small is a run of seconds.
var small = []string{
	"network.channels=4", "network.blocks=1", "search.simulations=16", "selfplay.games=8", "selfplay.lockstep=8",
	"train.iterations=2", "optimiser.batch=16", "evaluation.every=0", "evaluation.final_games=1",
}

// cancelling ends a context once what is written to it holds a text.
type cancelling struct {
	bytes.Buffer
	at   string
	stop context.CancelFunc
}

func (c *cancelling) Write(b []byte) (int, error) {
	if strings.Contains(string(b), c.at) {
		c.stop()
	}
	return c.Buffer.Write(b)
}

// A run that a program stopped is what another, which knows its folder alone, goes on with.
func TestRunsAreResumed(t *testing.T) {
	whole := Training{Folder: filepath.Join(t.TempDir(), "whole"), Settings: small}
	if _, err := Train(t.Context(), "tictactoe", whole); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	log := &cancelling{at: "   1 ", stop: stop}
	half := Training{Folder: filepath.Join(t.TempDir(), "half"), Settings: small, Log: log}
	run, err := Train(ctx, "tictactoe", half)
	if err == nil || run == nil {
		t.Fatalf("a run that was stopped: %v, %v", run, err)
	}
	if got := runs.Iteration(newest(t, half.Folder)); got != 1 {
		t.Fatalf("it was stopped after iteration %d, want 1", got)
	}
	if hash(t, half.Folder) == hash(t, whole.Folder) {
		t.Error("a run that was stopped is what the whole one is: this test cannot fail")
	}
	again, err := Open(half.Folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Resume(t.Context(), Training{}); err != nil {
		t.Fatal(err)
	}
	if again.Game() != "tictactoe" || hash(t, half.Folder) != hash(t, whole.Folder) {
		t.Errorf("%s: %s, want %s", again.Game(), hash(t, half.Folder), hash(t, whole.Folder))
	}
	if _, err := Match(t.Context(), "tictactoe", again.Agent(8), "random", 2); err != nil {
		t.Error(err)
	}
}

func newest(t *testing.T, folder string) string {
	t.Helper()
	path, err := runs.Newest(folder)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func hash(t *testing.T, folder string) string {
	t.Helper()
	_, _, hash, err := runs.ReadCheckpoint(newest(t, folder))
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// A search of the whole game never loses at noughts and crosses; random moves do.
func TestMatch(t *testing.T) {
	for _, test := range []struct {
		agent string
		never bool
	}{{"alphabeta:9", true}, {"random", false}} {
		roles, err := Match(t.Context(), "tictactoe", test.agent, "random", 10)
		if err != nil {
			t.Fatal(err)
		}
		if lost := roles[0].Losses + roles[1].Losses; (lost == 0) != test.never {
			t.Errorf("%s loses %d of 20 games", test.agent, lost)
		}
	}
}

func TestSearch(t *testing.T) {
	g, err := Make("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	s := g.New(0)
	for range 4 { // each takes the first free cell
		s.Play(s.Legal(nil)[0])
	}
	before := s.Key()
	report, err := Search(t.Context(), "tictactoe", s, "alphabeta:9")
	if err != nil || report.Value <= 0 || s.Key() != before {
		t.Errorf("value %v, %v", report.Value, err)
	}
	s.Play(report.Best())
	if answer, err := Search(t.Context(), "tictactoe", s, "alphabeta:9"); err == nil && answer.Value >= 0 {
		t.Errorf("after the best move the other side has %v", answer.Value)
	}
}

// What is wrong is said, and other people's programs are not started.
func TestRefusals(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	for name, err := range map[string]error{
		"no game \"chesss\"": errorOf(Make("chesss")),
		"uci:":               errorOf(Match(ctx, "chess", "uci:true", "random", 1)),
		"holds no run":       errorOf(Open(dir)),
		"workers = -1":       errorOf(Train(ctx, "tictactoe", Training{Folder: filepath.Join(dir, "b"), Settings: small, Workers: -1})),
		"match of 0 games":   errorOf(Match(ctx, "tictactoe", "random", "random", 0)),
		"train.iteration":    errorOf(Train(ctx, "tictactoe", Training{Folder: filepath.Join(dir, "a"), Settings: []string{"train.iteration=2"}})),
	} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want it to say %s", err, name)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }

func Example() {
	ctx := context.Background()
	score, err := Match(ctx, "connect4", "mcts:100", "random", 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("as first %v, as second %v\n", score[0].Wins, score[1].Wins)
	// Output: as first 4, as second 4
}
