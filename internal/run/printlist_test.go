package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ludens/configs"
	"ludens/internal/web"
)

// A list says how each run stands, and of a damaged one why; an empty one how to begin.
func TestPrintList(t *testing.T) {
	now := time.Unix(1e9, 0)
	var all []Listed
	for range 2 {
		all = append(all, Listed{Dir: "runs/a", Disk: 3 << 19, Memory: 70 << 20, Status: Status{Game: "celta", Changed: now.Add(-3 * time.Hour)}})
	}
	all[1].Dir, all[1].Trouble = "runs/b", "the ledger is gone"
	for _, test := range []struct {
		all  []Listed
		want []string
	}{
		{nil, []string{"one begins with: prog train GAME"}},
		{all[:1], []string{"runs/a", "celta", "3 h ago  1.5 MB   70 MB"}},
		{all, []string{"runs/b", "\nthe ledger is gone"}},
	} {
		var out strings.Builder
		if err := PrintList(&out, test.all, now, 80, "prog"); err != nil {
			t.Fatal(err)
		}
		for _, want := range test.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: want %s", out.String(), want)
			}
		}
		if len(test.all) < 2 && strings.Contains(out.String(), "ledger") {
			t.Errorf("there is no trouble: %s", out.String())
		}
	}
}

// The size of a run is that of its files, in folders, too: not of what a link names.
func TestDiskOfARun(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "games", "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, bytes := range map[string]int{"config.toml": 100, "games/1": 1000, "games/deep/2": 20} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, bytes), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, make([]byte, 5000), 0o644); err != nil {
		t.Fatal(err)
	}
	os.Symlink(other, filepath.Join(dir, "link")) // where there are none, there is none
	if got := sizeOf(dir); got != 1120 {
		t.Errorf("%d bytes, want 1120", got)
	}
	if got := sizeOf(filepath.Join(dir, "none")); got != 0 {
		t.Errorf("a folder that is not there has %d bytes", got)
	}
	for bytes, want := range map[int64]string{0: "0.0 MB", 3 << 19: "1.5 MB", 10<<20 - 1: "10.0 MB", 10 << 20: "10 MB", 3 << 30: "3072 MB"} {
		if got := megabytes(bytes); got != want {
			t.Errorf("%d bytes: %q, want %q", bytes, got, want)
		}
	}
}

// A run that is stopped takes the memory that its training is said to take; a finished one none.
func TestMemoryOfARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	f, _ := training(t, dir, "", Create)
	closed(t, f)
	want := int64(loaded(t, f.Config()).Memory(runtime.GOMAXPROCS(0)).Total())
	if all := List([]string{dir}); len(all) != 1 || all[0].State != Stopped || all[0].Memory != want || want < 64<<20 {
		t.Errorf("%+v, want %d bytes of memory", all, want)
	}
	_, r := training(t, dir, "", func(dir, _ string) (opened *Folder, err error) {
		opened, err = Open(dir, Options{})
		f = opened
		return opened, err
	})
	if err := r.Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if all := List([]string{dir}); len(all) != 1 || all[0].State != Finished || all[0].Memory != 0 {
		t.Errorf("a finished run: %+v", all)
	}
}

// loaded returns a configuration from its text.
func loaded(t *testing.T, text string) configs.Run {
	t.Helper()
	c, err := configs.Load(configs.Layer{Name: configName, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The workers of a running run have games a second, and no letter that steers a terminal.
func TestPrintCrew(t *testing.T) {
	crew := &web.Crew{Iteration: 3, Seconds: 4, Here: 1, Workers: []web.Worker{
		{Name: "box:7", Kernels: "avx512 on amd64", Goroutines: 2, Games: 8, Silent: 1.2},
		{Name: "evil\x1b[2J", Silent: 9, Gone: true},
	}}
	var out strings.Builder
	if err := PrintList(&out, []Listed{{Dir: "runs/a", Crew: crew}}, time.Unix(1e9, 0), 120, "prog"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"runs/a: games of iteration 3", "the learner", "0.25", "box:7", "2.00", "avx512 on amd64", "evil?[2J", "gone, was heard 9 s before"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// The list has the folders that hold runs, the newest first, those in runs/ where none is named;
// as JSON a line each. A running one has who plays its games.
func TestListOfRuns(t *testing.T) {
	dir := copied(t)
	t.Chdir(filepath.Dir(dir)) // "run" is there
	if err := os.MkdirAll("runs/none", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS("runs/old", os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	for name, b := range contents(t, dir) {
		when := time.Unix(1e9, 0)
		if err := os.Chtimes(at("runs/old", name), when, when); err != nil {
			t.Fatal(len(b), err)
		}
	}
	folders := func(dirs []string) (all []string) {
		for _, r := range List(dirs) {
			all = append(all, r.Dir)
		}
		return all
	}
	if got := folders(nil); len(got) != 1 || got[0] != filepath.Join("runs", "old") {
		t.Errorf("without names: %q", got)
	}
	for _, dirs := range [][]string{{"runs/old", "run", "runs/none"}, {"run", "runs/old"}} {
		if got := folders(dirs); len(got) != 2 || got[0] != "run" || got[1] != "runs/old" {
			t.Errorf("%q: %q", dirs, got)
		}
	}
	f, err := Open("run", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.KeepCrew(web.Crew{Iteration: 6, Here: 2}); err != nil {
		t.Fatal(err)
	}
	at := List([]string{"run", "runs/old"})
	closed(t, f)
	if at[0].State != Running || at[0].Crew == nil || at[0].Crew.Here != 2 || at[1].Crew != nil {
		t.Errorf("at work: %+v", at)
	}
	if now := List([]string{"run"}); now[0].Crew != nil {
		t.Errorf("after it: %+v", now[0])
	}
	var text strings.Builder
	if err := EncodeList(&text, at); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(text.String()), "\n")
	var row struct {
		Folder, Game, State   string
		Iteration, Iterations int
	}
	if len(rows) != 2 || json.Unmarshal([]byte(rows[1]), &row) != nil || row.Folder != "runs/old" || row.Game != "tictactoe" || row.State != string(Finished) || row.Iteration != 6 || row.Iterations != 6 {
		t.Errorf("%s", text.String())
	}
}

// How long ago something was is said in the largest unit of which there are two.
func TestAgo(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0 s ago", 0: "0 s ago", 119 * time.Second: "119 s ago", 2 * time.Minute: "2 min ago", 119 * time.Minute: "119 min ago",
		2 * time.Hour: "2 h ago", 47 * time.Hour: "47 h ago", 48 * time.Hour: "2 days ago", 240 * time.Hour: "10 days ago",
	} {
		if got := ago(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
