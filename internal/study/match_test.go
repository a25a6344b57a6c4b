package study

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env/record"
	"ludens/stat"
)

// A match that was stopped says how it stands and goes on: it ends as the one that
// was left alone, and no game is played twice.
func TestStoppedMatchGoesOn(t *testing.T) {
	ask := func(workers int) *Match {
		m := &Match{Setting: setting(t, "connect4"), Agents: [2]string{"greedy", "random"}, Pairs: 10}
		m.Workers = workers
		return m
	}
	whole, err := ask(1).Play(context.Background())
	if err != nil || whole.Games != 20 || whole.Kept != 20 || whole.Pace.Played != 20 || whole.Folder == "" {
		t.Fatalf("%+v, %v", whole, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var w watcher
	m := ask(3)
	m.Events.Played = func(s Stage) {
		if w.see(s); s.Played == 5 {
			stop()
		}
	}
	part, err := m.Play(ctx)
	if err == nil || part == nil || part.Kept < 5 || part.Kept >= 20 || part.Games%2 != 0 {
		t.Fatalf("stopped: %+v, %v", part, err)
	}
	w.laws(t)
	m.Events = Events{}
	again, err := m.Play(context.Background())
	if err != nil || again.Pace.Played != 20-part.Kept || kept(t, m.Setting) != 20 {
		t.Errorf("%d games are played after %d, %v", again.Pace.Played, part.Kept, err)
	}
	if a, b := fmt.Sprint(again.Roles, again.Pairs, *again.Score.Low, again.Plies, again.Endings), fmt.Sprint(whole.Roles, whole.Pairs, *whole.Score.Low, whole.Plies, whole.Endings); a != b {
		t.Errorf("in parts  %s\nat a time %s", a, b)
	}
}

// A match with a test ends when that has decided, and says so.
func TestMatchWithATestEnds(t *testing.T) {
	m := &Match{Setting: setting(t, "connect4"), Agents: [2]string{"greedy", "random"}, Test: &stat.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}}
	r, err := m.Play(context.Background())
	if err != nil || r.Test == nil || r.Test.Verdict != "H1" || r.Test.LLR < r.Test.Upper {
		t.Fatalf("%+v, %v", r, err)
	}
	if answer := strings.Join(r.Study().Answer, " "); !strings.Contains(answer, "greedy is the better one.") || !strings.Contains(answer, "The test: the difference is 50 Elo") {
		t.Error(answer)
	}
}

// The games that people read replay, and the sides are called by who played them.
func TestMatchWritesItsGames(t *testing.T) {
	m := &Match{Setting: setting(t, "tictactoe"), Agents: [2]string{"greedy", "random"}, Pairs: 2}
	r, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.WriteGames(); err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 4; i++ {
		text, err := os.ReadFile(filepath.Join(m.Out, "games", fmt.Sprintf("%06d.txt", i)))
		if err != nil {
			t.Fatal(err)
		}
		read, err := record.Parse(strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read.Replay(m.Game, nil); err != nil {
			t.Errorf("game %d: %v", i, err)
		}
		first, second := m.Agents[(i+1)%2], m.Agents[i%2]
		if read.First != first || read.Second != second {
			t.Errorf("game %d: %s against %s, want %s against %s", i, read.First, read.Second, first, second)
		}
	}
}

func TestNobodyPlaysWhoIsUnknown(t *testing.T) {
	m := &Match{Setting: setting(t, "tictactoe"), Agents: [2]string{"greedy", "gredy"}, Pairs: 1}
	if r, err := m.Play(context.Background()); r != nil || err == nil || !strings.Contains(err.Error(), `did you mean "greedy"`) {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := os.Stat(m.Out); err == nil {
		t.Error("a refused match made a folder")
	}
}
