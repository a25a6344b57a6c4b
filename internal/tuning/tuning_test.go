package tuning

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/tune"
)

func game(_ testing.TB, name string) env.Game { return games.Must(name) }

func small(rounds int) tune.Config {
	c := tune.Default("connect4")
	c.Rounds, c.Games, c.Nodes = rounds, 20, 60
	return c
}

// learn learns in a folder until ctx ends.
func learn(t testing.TB, ctx context.Context, dir string, c tune.Config, workers int, played func(round, game int)) error {
	t.Helper()
	f, err := open(dir, game(t, c.Game), c)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return f.Learn(ctx, workers, played, func(r Round) {
		if r.Tally.Games != c.Games || r.Positions == 0 {
			t.Errorf("round %d: %+v", r.Number, r)
		}
	})
}

// files returns what a folder holds, but for its lock.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if e.Name() != "lock" {
			all[e.Name()] = string(text)
		}
	}
	return all
}

// A folder holds the same for any number of workers, and where the run was stopped, a line
// half written, and resumed.
func TestOutcomeIsTheSame(t *testing.T) {
	c := small(2)
	all := context.Background()
	once := t.TempDir()
	if err := learn(t, all, once, c, 1, nil); err != nil {
		t.Fatal(err)
	}
	want := files(t, once)
	if len(want) != 5 {
		t.Fatalf("%d files, want the configuration and two of each round", len(want))
	}
	many := t.TempDir()
	if err := learn(t, all, many, c, 3, nil); err != nil {
		t.Fatal(err)
	}
	if got := files(t, many); !maps.Equal(got, want) {
		t.Error("three workers make other files")
	}
	stopped := t.TempDir()
	for _, stop := range [][2]int{{1, 7}, {2, 11}} {
		ctx, cancel := context.WithCancel(all)
		err := learn(t, ctx, stopped, c, 2, func(round, game int) {
			if round == stop[0] && game == stop[1] {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped in round %d: %v", stop[0], err)
		}
		path := (&Folder{dir: stopped}).gamesFile(stop[0])
		file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		file.WriteString(`{"actions":[1,`)
		file.Close()
	}
	if err := learn(t, all, stopped, c, 1, nil); err != nil {
		t.Fatal(err)
	}
	if got := files(t, stopped); !maps.Equal(got, want) {
		t.Error("a run that was stopped twice makes other files")
	}
	// More rounds leave the earlier ones as they are, and less is no other configuration.
	if err := learn(t, all, once, small(3), 1, nil); err != nil {
		t.Fatal(err)
	}
	if got := files(t, once); got["round-2.json"] != want["round-2.json"] || got["round-3.json"] == "" {
		t.Error("a third round changes the second, or is not there")
	}
	if err := learn(t, all, once, small(2), 1, nil); err != nil {
		t.Error(err)
	}
	c.Seed++
	other := t.TempDir()
	if err := learn(t, all, other, c, 1, nil); err != nil {
		t.Fatal(err)
	}
	if files(t, other)["round-2.json"] == want["round-2.json"] {
		t.Error("another seed learns the same")
	}
}

// What a folder cannot be is refused.
func TestFoldersThatDoNotFit(t *testing.T) {
	g := game(t, "connect4")
	begun := t.TempDir()
	f, err := open(begun, g, small(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open(begun, g, small(1)); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("a folder in use: %v", err)
	}
	f.Close()
	other := small(1)
	other.Nodes++
	strange := t.TempDir()
	if err := os.WriteFile(filepath.Join(strange, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, configFile), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	bad := small(0)
	for _, test := range []struct {
		dir  string
		c    tune.Config
		want string
	}{
		{begun, other, "begun otherwise"}, {strange, small(1), "something else"}, {broken, small(1), configFile}, {t.TempDir(), bad, "rounds"},
	} {
		f, err := open(test.dir, g, test.c)
		if err == nil {
			f.Close()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
	if f, err = open(begun, g, small(1)); err != nil {
		t.Fatal("a folder that was given back:", err)
	}
	f.Close()
	for _, line := range []string{"{}x\n", `{"actions":[99],"logits":[0],"points":2}` + "\n", strings.Repeat("x", mostGame+1) + "\n", `{"who":1}` + "\n"} {
		if err := os.WriteFile(f.gamesFile(1), []byte(line), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := learn(t, context.Background(), begun, small(1), 1, nil); err == nil || !strings.Contains(err.Error(), "line 1") && !strings.Contains(err.Error(), "round 1, game 1") {
			t.Errorf("%.20q: %v", line, err)
		}
	}
}

// Weights are found by their folder, or by their file.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	if _, err := Find(dir); !errors.Is(err, errNone) {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Find(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	if err := learn(t, context.Background(), dir, small(2), 1, nil); err != nil {
		t.Fatal(err)
	}
	g := game(t, "connect4")
	for path, want := range map[string]int{dir: 2, filepath.Join(dir, "round-1.json"): 1} {
		if w, err := Read(path, g); err != nil || w.Round != want {
			t.Errorf("%s: %+v, %v, want round %d", path, w, err, want)
		}
	}
	if _, err := Read(filepath.Join(dir, configFile), g); err == nil {
		t.Error("a configuration is read as weights")
	}
	if _, err := Read(dir, game(t, "celta")); err == nil || !strings.Contains(err.Error(), "connect4") {
		t.Errorf("weights of another game: %v", err)
	}
}
