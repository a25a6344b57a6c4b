package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env/games"
	"ludens/internal/exact"
	"ludens/internal/lesson"
)

// script writes a program of the shell.
func script(t *testing.T, text string) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// A process is held to its share of a core: its group has the quota and the period, it is in the
// group, and it has ended when done returns.
func TestHeldToAShare(t *testing.T) {
	groups := t.TempDir()
	q := quotas{share: 0.25, groups: groups}
	m, done, err := q.hold(t.TempDir(), 3, []string{script(t, "exec sleep 60\n")})
	if err != nil {
		t.Fatal(err)
	}
	group := filepath.Join(groups, fmt.Sprintf("ludens-%d-3", os.Getpid()))
	entered := ""
	for end := time.Now().Add(10 * time.Second); entered == "" && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(filepath.Join(group, "cgroup.procs"))
		entered = strings.TrimSpace(string(text))
	}
	if entered != fmt.Sprint(m.cmd.Process.Pid) {
		t.Errorf("process %q entered the group, want %d", entered, m.cmd.Process.Pid)
	}
	for name, want := range map[string]string{"cpu.cfs_period_us": "20000", "cpu.cfs_quota_us": "5000"} {
		if got, err := os.ReadFile(filepath.Join(group, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, want %s: %v", name, got, want, err)
		}
	}
	os.RemoveAll(group) // what a kernel would empty
	done()
	select {
	case <-m.ended:
	default:
		t.Error("it still runs")
	}
	q.groups = filepath.Join(groups, "missing")
	if _, _, err := q.hold(t.TempDir(), 0, []string{"true"}); err == nil {
		t.Error("a process was started without a group")
	}
}

// Iterations are waited for until they are there; where the learner ends before, that is said
// with its last words.
func TestIterationsAreAwaited(t *testing.T) {
	metrics := filepath.Join(t.TempDir(), "metrics.jsonl")
	learner := &member{ended: make(chan struct{}), out: bytes.NewBufferString("disk full")}
	var q quotas
	time.AfterFunc(60*time.Millisecond, func() { os.WriteFile(metrics, []byte("{}\n{}\n"), 0o600) })
	if err := q.await(metrics, 2, learner); err != nil {
		t.Error(err)
	}
	close(learner.ended)
	if err := q.await(metrics, 3, learner); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("a learner that has ended: %v", err)
	}
}

// An address without a server is no listening learner.
func TestListening(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := listening(l.Addr().String(), &member{}); err != nil {
		t.Error(err)
	}
	one, _ := free()
	other, _ := free()
	if _, err := net.Dial("tcp", one); err == nil || one == other && one == "" {
		t.Errorf("%s is called free, and something listens there", one)
	}
}

// Every game of a run that is measured for its speed is played by workers alone.
func TestWhatQuotaTrains(t *testing.T) {
	q := quotas{ludens: "ludens", iterations: 5}
	words := strings.Join(q.learn("a:1"), " ")
	for _, want := range []string{"ludens train celta", "--listen a:1", "--only-learn", "train.iterations=5", "selfplay.games=64", "evaluation.baselines=[]"} {
		if !strings.Contains(words, want) {
			t.Errorf("%s lacks %s", words, want)
		}
	}
}

// A program that is named is taken, by its whole path; one that cannot be built is an error with
// what the compiler says.
func TestBuilt(t *testing.T) {
	t.Chdir(t.TempDir())
	here, _ := os.Getwd()
	if path, err := built("ludens", here); err != nil || path != filepath.Join(here, "ludens") {
		t.Errorf("%s, %v", path, err)
	}
	if _, err := built("", here); err == nil || !strings.Contains(err.Error(), "go build") {
		t.Errorf("outside of the tree: %v", err)
	}
}

// An overlay puts a changed text in place of a file for the compiler, and leaves the file.
func TestOverlay(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	for name, text := range map[string]string{"go.mod": "module toy\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() { println(1) }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	flag, err := overlay(t.TempDir(), file, []byte("package main\n\nfunc main() { println(2) }\n"))
	if err != nil {
		t.Fatal(err)
	}
	run := func(flags ...string) string {
		c := exec.Command("go", append(append([]string{"run"}, flags...), ".")...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if with, without := run(flag), run(); with != "2" || without != "1" {
		t.Errorf("with the overlay %s, without %s", with, without)
	}
}

// Lines of JSON are read as they were written, and a broken one is named by its number.
func TestLinesOfJSON(t *testing.T) {
	type pair struct{ A, B string }
	path := filepath.Join(t.TempDir(), "lines")
	want := []pair{{"x < y", "&"}, {"", "é"}}
	if err := writeLines(path, want); err != nil {
		t.Fatal(err)
	}
	if got, err := readLines[pair](path); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v", got, err)
	}
	text, _ := os.ReadFile(path)
	if !bytes.Contains(text, []byte("x < y")) || bytes.Count(text, []byte("\n")) != 2 {
		t.Errorf("%s: want two lines that people can read", text)
	}
	os.WriteFile(path, append(text, "{broken"...), 0o600)
	if _, err := readLines[pair](path); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a broken line: %v", err)
	}
}

// standInGallery is a ludens for the gallery: it trains by noting that it did, and judges rules.
const standInGallery = `echo "$@" >>said
case "$1" in
train) mkdir -p "$2"; test "$2" = broken && exit 4; exit 0;;
balance) cat balance.json;;
eval) cat accuracy.json;;
esac
`

// A gallery trains each game by the settings that were asked for, adds up the CPU time, and has
// the agent judge the rules; what balance prints must have a score in it.
func TestGalleryCarriesOut(t *testing.T) {
	dir := t.TempDir()
	g, err := newGallery(dir, script(t, standInGallery))
	if err != nil {
		t.Fatal(err)
	}
	g.iterations, g.games = 3, 10
	if err := g.train("cetro"); err != nil {
		t.Fatal(err)
	}
	if m, err := g.minutes("cetro"); err != nil || m < 0 || m > 1 {
		t.Errorf("%v minutes, %v", m, err)
	}
	os.WriteFile(filepath.Join(dir, "cetro.minutes"), []byte("12.5"), 0o600)
	g.brief = true
	if err := g.train("cetro"); err != nil {
		t.Fatal(err)
	}
	if m, _ := g.minutes("cetro"); m < 12.5 || m > 13 {
		t.Errorf("%v minutes after a run that had taken 12.5 before", m)
	}
	if err := g.train("broken"); err == nil || !strings.Contains(err.Error(), "ludens train broken") {
		t.Errorf("a training that fails: %v", err)
	}
	said, _ := os.ReadFile(filepath.Join(dir, "said"))
	lines := strings.Split(string(said), "\n")
	if lines[0] != "train cetro --run cetro --set train.iterations=3" || !strings.Contains(lines[1], "--set network.channels=16") || strings.Contains(lines[1], "train.iterations=3") {
		t.Errorf("%q", lines)
	}
	for printed, ok := range map[string]bool{
		`{"tables":{"balance":[{"verdict":"fair","cut_off":2}],"course":[{"decisive":{"estimate":0.5},"plies":{"estimate":30}}]}}`: true,
		`{"tables":{"balance":[],"course":[]}}`: false,
		`no JSON`:                               false,
	} {
		os.WriteFile(filepath.Join(dir, "balance.json"), []byte(printed), 0o600)
		b, err := g.balance("cetro")
		if ok != (err == nil) || ok && (b.Balance[0].CutOff != 2 || b.Course[0].Plies.Estimate != 30) {
			t.Errorf("%s: %+v, %v", printed, b, err)
		}
	}
	said, _ = os.ReadFile(filepath.Join(dir, "said"))
	if !strings.Contains(string(said), "balance cetro --agent cetro --budgets 16 --games 10") {
		t.Errorf("%s: a brief agent plays with %d simulations", said, briefSimulations)
	}
}

// Each game of the gallery that comes as a file names its family.
func TestFamilies(t *testing.T) {
	for name, want := range map[string]string{"copenhagen": "tafl", "capablanca": "chess", "gomoku": "lines", "no-such-game": ""} {
		if got := family(name); got != want {
			t.Errorf("%s is of the family %q, want %q", name, got, want)
		}
	}
}

// What an agent keeps of exact values is measured once; the second time it comes from the folder.
func TestKeptIsMeasuredOnce(t *testing.T) {
	dir := t.TempDir()
	g, err := newGallery(dir, script(t, standInGallery))
	if err != nil {
		t.Fatal(err)
	}
	want := exact.Accuracy{Kept: exact.Kept{All: exact.NewProportion(90, 100), Decisive: exact.NewProportion(40, 50)}}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	b := board{dir: dir, positions: 100}
	row := exactRow{Game: "connect4", Agent: "mcts:100"}
	if _, err := b.kept(g, row); err == nil {
		t.Error("a verb that fails has measured something")
	}
	os.WriteFile(filepath.Join(dir, "accuracy.json"), text, 0o600)
	for range 2 {
		if got, err := b.kept(g, row); err != nil || got != want.Kept {
			t.Errorf("%+v, %v", got, err)
		}
		os.Remove(filepath.Join(dir, "accuracy.json"))
	}
	said, _ := os.ReadFile(filepath.Join(dir, "said"))
	if n := strings.Count(string(said), "eval connect4 mcts:100 --truth --positions 100 --json"); n != 2 {
		t.Errorf("%d measurements, want the one that failed and one more", n)
	}
	if got := share(want.Kept.All); !strings.HasPrefix(got, "90.0 % [") || !strings.HasSuffix(got, "] of 100") {
		t.Errorf("got %q", got)
	}
}

// A fuzz target that fails is named by its failure, one that passes adds to what it has had.
// Where the corpus cannot be written or the package does not build, that is an error.
func TestFuzzRun(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	for name, text := range map[string]string{
		"go.mod":      "module toy\n\ngo 1.26\n",
		"toy_test.go": "package toy\n\nimport \"testing\"\n\nfunc FuzzOK(f *testing.F) { f.Fuzz(func(t *testing.T, b []byte) {}) }\n\nfunc FuzzBad(f *testing.F) { f.Add([]byte(\"x\")); f.Fuzz(func(t *testing.T, b []byte) { if len(b) == 1 { t.Fatal(\"one byte\") } }) }\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	good, bad := fuzzTarget{Package: ".", Name: "FuzzOK"}, fuzzTarget{Package: ".", Name: "FuzzBad"}
	corpus := filepath.Join(root, "corpus")
	if err := errors.Join(good.run(t.Context(), time.Second, corpus), bad.run(t.Context(), time.Second, corpus)); err != nil {
		t.Fatal(err)
	}
	if good.Found != "" || good.Executions == 0 || good.CPU <= 0 {
		t.Errorf("a target that holds: %+v", good)
	}
	if !strings.Contains(bad.Found, "one byte") {
		t.Errorf("a target that fails: %+v", bad)
	}
	none := fuzzTarget{Package: "./missing", Name: "FuzzOK"}
	if err := none.run(t.Context(), time.Second, corpus); err == nil {
		t.Error("a package that is not there has run")
	}
}

// calm is what a search says that sees neither a proof nor danger.
func calm() analysis.Report { return analysis.Report{Value: 0.3} }

// Positions in which nothing is to be found are passed over before anything is solved: early
// ones of a game with a solver, and calm ones of a game with many actions.
func TestFindPassesOver(t *testing.T) {
	for _, name := range []string{"connect4", "cetran2"} {
		g, err := games.Make(name)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if p, ok := find(t.Context(), g, g.New(1), 3, calm()); ok || time.Since(began) > 2*time.Second {
			t.Errorf("%s: %+v after %v", name, p, time.Since(began))
		}
	}
	if file := lesson.PuzzleFile("celta"); !strings.Contains(file, "celta") {
		t.Errorf("puzzles of celta are in %s", file)
	}
}
