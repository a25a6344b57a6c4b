package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// standIn writes a program that stands for ludens: it makes the files of a run, one game after
// another, and goes on where it was stopped. The extra lines run before the games.
func standIn(t *testing.T, extra string) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	const games = `#!/bin/sh
case "$1" in work) echo "no server there"; exec sleep 60;; verify) cat answer; exit;; esac
mkdir -p run/games run/checkpoints run/fleet
EXTRA
test -f run/config.toml || echo "$1" >run/config.toml
echo $$ >run/workers.json
echo $$ >run/fleet/process
for i in 1 2 3 4 5 6 7 8; do
	test -f run/games/$i && continue
	sleep 0.03
	echo "game $i" >run/games/.part
	mv run/games/.part run/games/$i
done
echo '{"iteration":30,"loss":0.5,"time":"'$$'","seconds":'$$',"playing_seconds":'$$'}' >run/metrics.jsonl
echo 30 >run/ledger.jsonl
echo weights >run/checkpoints/000004.ckpt
echo weights >run/checkpoints/000030.ckpt
`
	path := filepath.Join(t.TempDir(), "ludens")
	if err := os.WriteFile(path, []byte(strings.Replace(games, "EXTRA", extra, 1)), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// A program that comes to the same files however often it is killed passes. One that plays a
// game otherwise after a kill, has one too many, or ends by itself, is found.
func TestKills(t *testing.T) {
	for _, test := range []struct{ name, extra, want string }{
		{"sound", "", ""},
		{"another game", `test "$1" = resume && echo lost >run/games/8`, "games/8 differs"},
		{"one game more", `test "$1" = resume && echo more >run/games/9`, "games/9 is too many"},
		{"config rewritten", `test "$1" = resume && echo resume >run/config.toml`, "config.toml differs"},
		{"it gives up", `test "$1" = resume && exit 3`, "exit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := series{random: 3, seed: 1, ludens: standIn(t, test.extra)}
			err := s.run()
			if test.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if strings.Contains(test.want, "games/") && !errors.Is(err, errFiles) {
				t.Errorf("%v is not told apart from other faults", err)
			}
		})
	}
}

// Aimed kills come after a file has changed, never before there is one.
func TestAimedKills(t *testing.T) {
	s := series{aimed: 3, seed: 2, ludens: standIn(t, "")}
	if err := s.run(); err != nil {
		t.Error(err)
	}
	dir, ended := t.TempDir(), make(chan struct{})
	if err := os.Mkdir(filepath.Join(dir, "games"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.rng = rand.New(rand.NewPCG(1, 1))
	back := make(chan struct{})
	go func() { s.nextChange(dir, ended); close(back) }()
	select {
	case <-back:
		t.Error("killed though nothing has changed")
	case <-time.After(50 * time.Millisecond):
	}
	close(ended)
	<-back
}

// A folder's number changes with every file that comes, goes or is renamed, but not with one
// that is only being written.
func TestEntries(t *testing.T) {
	dir := t.TempDir()
	seen := map[int64]string{}
	look := func(what string) {
		n := entries(dir)
		if before, ok := seen[n]; ok {
			t.Errorf("%s is like %s", what, before)
		}
		seen[n] = what
	}
	put := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	look("nothing")
	put("000001.games")
	look("one file")
	put("000002.games")
	look("two files")
	os.Rename(filepath.Join(dir, "000002.games"), filepath.Join(dir, "000003.games"))
	look("one renamed")
	before := entries(dir)
	put(".000004.games")
	if entries(dir) != before {
		t.Error("a file that is being written counts")
	}
	if n := size(filepath.Join(dir, "missing")); n >= 0 {
		t.Errorf("the size of no file is %d", n)
	}
}

// Metrics are compared without times, and only without those.
func TestTimeless(t *testing.T) {
	one, err := timeless([]byte(`{"iteration":1,"loss":0.25,"time":"a","seconds":1,"playing_seconds":2,"sha256":"x"}` + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	other, _ := timeless([]byte(`{"loss":0.25,"iteration":1,"time":"b","seconds":9,"playing_seconds":8,"sha256":"y"}` + "\n"))
	worse, _ := timeless([]byte(`{"iteration":1,"loss":0.26,"time":"a","seconds":1,"playing_seconds":2,"sha256":"x"}` + "\n"))
	if string(one) != string(other) || string(one) == string(worse) || !strings.HasSuffix(string(one), "\n") {
		t.Errorf("%s, %s, %s", one, other, worse)
	}
	if _, err := timeless([]byte("{half a line")); err == nil {
		t.Error("a line that was cut is taken")
	}
}

// What belongs to the machines that played is no part of a run's outcome; all else is.
func TestFilesOfARun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"config.toml": "a", "games/000001.games": "b", "workers.json": "who played", "fleet/jetstream": "the server's", "metrics.jsonl": "{}\n",
	} {
		path := filepath.Join(dir, "run", name)
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(func(yield func(string) bool) {
		for name := range want {
			if !yield(name) {
				return
			}
		}
	}); !slices.Equal(got, []string{"config.toml", "games/000001.games", "metrics.jsonl"}) {
		t.Errorf("got %v", got)
	}
	if err := compareRuns(want, dir); err != nil {
		t.Error(err)
	}
	os.Remove(filepath.Join(dir, "run", "config.toml"))
	if err := compareRuns(want, dir); !errors.Is(err, errFiles) || !strings.Contains(err.Error(), "config.toml is missing") {
		t.Errorf("a file is gone: %v", err)
	}
	if s := sum("short"); s.short() != "short" || len(want["config.toml"].short()) != 12 {
		t.Error("a hash is shown by its first twelve digits")
	}
}

// Fleets whose learner and workers are killed come to the outcome of one machine; a learner that
// comes to another is found, and one that gives up, too.
func TestFleetsAreKilled(t *testing.T) {
	for _, test := range []struct{ name, extra, want string }{
		{"sound", "", ""},
		{"another game", `case "$*" in *only-learn*) test "$1" = train && echo other >run/games/1;; esac`, "games/1 differs"},
		{"it gives up", `case "$*" in *only-learn*) exit 3;; esac`, "the learner ended with 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := series{relay: 2, seed: 3, ludens: standIn(t, test.extra), rng: rand.New(rand.NewPCG(3, 0))}
			err := s.fleets(t.TempDir())
			switch {
			case test.want == "" && (err != nil || s.kills < 2):
				t.Errorf("%d kills, %v", s.kills, err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// Members of a fleet know whom to speak with: workers the relay, the relay the learner; each has
// its own key; a learner goes on where there is a run.
func TestWordsOfAFleet(t *testing.T) {
	f := fleet{series: &series{ludens: "ludens"}, dir: t.TempDir(), address: "a:1", relay: "r:2", relays: true, keys: []string{"k0", "k1"}, device: true, audit: "0.5"}
	for i, want := range []string{
		"ludens work nats://a:1 --workers 1 --relay r:2 --key k0 --device=ort:cpu",
		"ludens work nats://r:2 --workers 1 --key k1 --device=ort:cpu",
	} {
		if got := strings.Join(f.work("ludens", i), " "); got != want {
			t.Errorf("worker %d: %s, want %s", i, got, want)
		}
	}
	first := strings.Join(f.learn(), " ")
	os.MkdirAll(filepath.Join(f.dir, "run"), 0o755)
	os.WriteFile(filepath.Join(f.dir, "run", "config.toml"), nil, 0o600)
	next := strings.Join(f.learn(), " ")
	if !strings.HasPrefix(first, "ludens train ") || !strings.HasPrefix(next, "ludens resume run ") {
		t.Errorf("%s, then %s", first, next)
	}
	f.keys, f.beside = nil, true
	if got := strings.Join(f.learn(), " "); !strings.HasSuffix(got, "--nats nats://a:1") || strings.Contains(got, "--listen") {
		t.Errorf("with a server beside it: %s", got)
	}
}

// A liar counts as caught when verify names a forged game; the ledger, which then differs, goes.
func TestAForgerIsJudged(t *testing.T) {
	f := fleet{series: &series{ludens: standIn(t, "")}, dir: t.TempDir()}
	os.MkdirAll(filepath.Join(f.dir, "run"), 0o755)
	t.Chdir(f.dir)
	for answer, caught := range map[string]bool{"all is in order\nforged game 7\n": true, "no game is forged\n": false} {
		os.WriteFile("answer", []byte(answer), 0o600)
		os.WriteFile(filepath.Join("run", "ledger.jsonl"), nil, 0o600)
		if err := f.judge(); err != nil || f.caught != caught {
			t.Errorf("%q: caught %v, %v", answer, f.caught, err)
		}
	}
	if err := f.judge(); err == nil {
		t.Error("a ledger that is gone is no fault")
	}
	os.Remove("answer")
	if err := f.judge(); err == nil {
		t.Error("verify finds a fault, judge does not")
	}
}

// The place where the forger changes a worker is there, once: else it would not forge.
func TestTheForgerHasItsPlace(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "internal", "fleet", "player.go"))
	if err != nil || strings.Count(string(src), honest) != 1 || strings.Count(forged, honest) != 1 {
		t.Errorf("%q stands %d times: %v", honest, strings.Count(string(src), honest), err)
	}
}

// A worker whose device was killed must say so when it ends.
func TestUnplugged(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	learner := &member{kind: "learner", ended: make(chan struct{})}
	for said, ok := range map[string]bool{"it crashed: signal: killed": true, "something else": false} {
		script := fmt.Sprintf("sleep 30; echo %q; exit 1", said)
		m := &member{kind: "worker", words: func() []string { return []string{"sh", "-c", script} }}
		if err := m.start(t.TempDir()); err != nil {
			t.Fatal(err)
		}
		f := fleet{device: true}
		kind, err := "", error(nil)
		for end := time.Now().Add(10 * time.Second); kind == "" && err == nil && time.Now().Before(end); { // until sh has started sleep
			kind, err = f.unplug(m, learner)
		}
		m.kill()
		if ok && (kind != "device of a worker" || err != nil) || !ok && err == nil {
			t.Errorf("%s: %q, %v", said, kind, err)
		}
	}
}

// An address that is free can be listened on, and a server answers there.
func TestServe(t *testing.T) {
	address, err := free()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "serve") // the server outlives the test
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	go serve(address, dir)
	if err := listening(address, &member{}); err != nil {
		t.Error(err)
	}
}

// Bad words are refused before anything is built.
func TestMeasureRefuses(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct {
		verb, want string
		args       []string
	}{
		{"quota", "want a share of (0, 1]", []string{"-share", "0"}},
		{"quota", "want a share of (0, 1]", []string{"-share", "NaN"}},
		{"quota", "3 or more", []string{"-iterations", "2"}},
		{"crowd", "no rates of \"chess960\"", []string{"-preset", "chess960"}},
		{"crowd", "-without luck", []string{"-without", "luck"}},
		{"crowd", "want more than nothing", []string{"-iterations", "0"}},
		{"crowd", "want more than nothing", []string{"-learner", "NaN"}},
		{"mutants", "no package", nil},
		{"mutants", "want n from 0", []string{"-n", "-1", "./stat"}},
		{"mutants", "want no package", []string{"-sample", "x", "./stat"}},
		{"mutants", "want K/M", []string{"-sample", "mutants.jsonl", "-part", "x"}},
		{"levels", "which game?", nil},
		{"openings", "which game?", nil},
		{"puzzles", "which game?", nil},
		{"openings", "chess961", []string{"chess961"}},
		{"fuzz", "missing closing", []string{"-only", "("}},
		{"lines", "git archive", []string{"-since", "no-such-revision"}},
	} {
		err := verbs[test.verb](ctx, test.args)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %q: got %v, want %q", test.verb, test.args, err, test.want)
		}
	}
	var n simulation
	for _, text := range []string{"0", "1,,2", "x", "100001"} {
		if err := n.setWorkers(text); err == nil {
			t.Errorf("-workers %s was taken", text)
		}
	}
	if err := n.setWorkers("16,64"); err != nil || !slices.Equal(n.workers, []int{0, 16, 64}) {
		t.Errorf("%v, %v: one machine alone comes first", n.workers, err)
	}
	if err := eachGame(flag.NewFlagSet("levels", flag.ContinueOnError), nil); err == nil || !strings.Contains(err.Error(), "measure levels") {
		t.Errorf("%v does not say which command", err)
	}
}
