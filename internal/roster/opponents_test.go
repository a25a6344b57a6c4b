package roster

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/games"
	"ludens/env/seed"
	runs "ludens/internal/run"
)

// Who can be played against on a page without runs: the champion where there is
// one, then the baselines. Each opens and has a name that tells nothing of files.
func TestPlayersWithoutRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	o, err := NewOpponents(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for game, want := range map[string][]string{
		"celta":  append([]string{"champion", "mcts", "alphabeta", "greedy", "random"}, ladderIDs()...),
		"tablut": {"mcts", "alphabeta", "greedy", "random"},
		"chess":  {"mcts", "alphabeta", "greedy", "random", "learned"},
	} {
		g := games.Must(game)
		var ids []string
		for _, p := range o.Players(g) {
			ids = append(ids, p.ID)
			if a, err := p.Open(1, seed.New(1)); err != nil || a == nil {
				t.Errorf("%s of %s does not open: %v", p.ID, game, err)
			}
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: %v, want %v", game, ids, want)
		}
	}
	if trained := o.Trained(); !slices.Contains(trained, "celta") || slices.Contains(trained, "tablut") {
		t.Errorf("trained: %v", trained)
	}
	if watched, err := o.Watched(); err != nil || len(watched) != 0 {
		t.Errorf("watched: %v, %v", watched, err)
	}
}

// ladderIDs are the names of all levels.
func ladderIDs() (ids []string) {
	for i := range agent.Levels {
		ids = append(ids, fmt.Sprintf("level:%d", i+1))
	}
	return ids
}

// A network that was asked for is opened once, and the one longest unasked for
// leaves when there are too many.
func TestOpponentsAreOpenedOnce(t *testing.T) {
	o, err := NewOpponents(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	g := games.Must("cetro-5x5")
	champion := agent.Spec{Source: agent.Source{Kind: "champion"}}
	for range 2 {
		if _, err := o.open(champion.Limited(1), g); err != nil || len(o.known) != 1 {
			t.Fatalf("%d in memory, want 1; %v", len(o.known), err)
		}
	}
	for n := range mostOpened {
		if _, err := o.open(champion.Limited(2+n), g); err != nil {
			t.Fatal(err)
		}
	}
	if len(o.known) != mostOpened || slices.ContainsFunc(o.known, func(x opened) bool { return x.agent == "champion:1" }) {
		t.Errorf("%d in memory, want %d without the first", len(o.known), mostOpened)
	}
}

func TestOpponentsOfNoRun(t *testing.T) {
	dir := t.TempDir()
	if _, err := NewOpponents([]string{dir}, 1); !errors.Is(err, runs.ErrNoRun) || !strings.Contains(err.Error(), "ludens train GAME --run "+dir) {
		t.Errorf("got %v", err)
	}
}

// What cannot be loaded says so in one line that names it.
func TestLoaderRefuses(t *testing.T) {
	g := games.Must("cetro-5x5")
	l := new(Loader)
	missing := filepath.Join(t.TempDir(), "none.ckpt")
	for from, want := range map[agent.Source]string{
		{Kind: "net"}:                 "no network is at hand here: name one as ckpt:PATH@N",
		{Kind: "ckpt", Path: missing}: missing,
	} {
		if _, err := l.Load(from, g); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", from, err, want)
		}
	}
	tablut := games.Must("tablut")
	if _, err := l.Load(agent.Source{Kind: "champion"}, tablut); err == nil || !strings.Contains(err.Error(), "no champion of tablut") {
		t.Errorf("got %v", err)
	}
}

// A run begins with a network of its own shape, or says what differs.
func TestAncestorOfAnotherShape(t *testing.T) {
	c, hash, err := readFrom("champion:cetro-5x5")
	if err != nil || len(hash) != 64 {
		t.Fatal(hash, err)
	}
	g := gameOf(t, "cetro-5x5")
	if _, _, err := Ancestor("champion:cetro-5x5", g, c.Network); err != nil {
		t.Error(err)
	}
	other := c.Network
	other.Channels++
	if _, _, err := Ancestor("champion:cetro-5x5", g, other); err == nil || !strings.Contains(err.Error(), "its network is of") {
		t.Errorf("got %v", err)
	}
	run := configs.Run{From: "champion:nothing"}
	if err := Adopt(&run); err == nil || !strings.Contains(err.Error(), "no champion of nothing") {
		t.Errorf("got %v", err)
	}
}

// The page is shown engines that the person who serves it has named, by numbers: it hears
// of no command, and none can be had by naming it.
func TestEnginesAreNotNamedByThePage(t *testing.T) {
	t.Chdir(t.TempDir())
	spec, err := agent.Typed("uci:touch made")
	if err != nil {
		t.Fatal(err)
	}
	g := games.Must("tictactoe")
	o, err := NewOpponents(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range o.Players(g) {
		if strings.HasPrefix(p.ID, "engine") {
			t.Errorf("%s is offered, and nobody named it", p.ID)
		}
	}
	o.Engines = []agent.Spec{spec}
	found := false
	for _, p := range o.Players(g) {
		found = found || p.ID == "engine:1"
		if strings.Contains(p.ID+p.Title+p.Note, "made") {
			t.Errorf("the page is told of the command: %+v", p)
		}
	}
	if !found {
		t.Error("the engine is not offered")
	}
	if _, err := os.Stat("made"); err == nil {
		t.Error("the command was run")
	}
}

// Runs have names of their own on the page, without the sign that parts an agent from its
// strength there, whatever their folders are called.
func TestNamesOfRuns(t *testing.T) {
	dir := t.TempDir()
	o := new(Opponents)
	for _, folder := range []string{"a/x@1", "b/x@1", "c/x-1", "d/y"} {
		run := filepath.Join(dir, folder)
		if err := errors.Join(os.MkdirAll(run, 0o755), os.WriteFile(filepath.Join(run, "config.toml"), nil, 0o644)); err != nil {
			t.Fatal(err)
		}
		o.dirs = append(o.dirs, run)
	}
	names, dirs := o.folders()
	if want := []string{"x-1", "x-1-2", "x-1-3", "y"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	for i, name := range names {
		if dirs[name] != o.dirs[i] {
			t.Errorf("%s is %s, want %s", name, dirs[name], o.dirs[i])
		}
	}
}
