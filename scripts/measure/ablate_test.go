package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// program stands for ludens: it trains by writing metrics of two iterations and
// examines by what it is asked about.
const program = `#!/bin/sh
echo "$1 $2 $3" >> "$(dirname "$0")/orders"
case $1 in
train) mkdir -p "$4"; touch "$4/config.toml"; dir=$4;;
resume) dir=$2;;
eval) case $3 in *000001.ckpt@0) echo '{"kept":{"decisive":{"share":0.5}}}';; *@100) echo '{"kept":{"decisive":{"share":0.9}}}';; *) echo '{"kept":{"decisive":{"share":0.75}}}';; esac; exit;;
esac
if [ -e "$(dirname "$0")/pull" ]; then rm "$(dirname "$0")/pull"; echo "pulled" >&2; exit 1; fi
echo '{"at":{"iteration":1},"games":{"evaluations":100}}' > "$dir/metrics.jsonl"
echo '{"at":{"iteration":2},"games":{"evaluations":300}}' >> "$dir/metrics.jsonl"
echo '{"final":2,"standings":null}' >> "$dir/metrics.jsonl"
`

func testWorker(t *testing.T) worker {
	t.Helper()
	dir := t.TempDir()
	w := worker{ludens: filepath.Join(dir, "ludens"), dir: filepath.Join(dir, "out"), study: study{
		Game: "connect4", Positions: 10, Every: 1, Exams: []exam{{}, {Simulations: 100}},
		Arms: []arm{{Name: "full"}, {Name: "less", Set: []string{"x=1"}}},
	}}
	if err := os.WriteFile(w.ludens, []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return w
}

// A study that is stopped goes on where it stood, and makes no run twice.
func TestStudyIsResumed(t *testing.T) {
	w := testWorker(t)
	pull := filepath.Join(filepath.Dir(w.ludens), "pull")
	if err := os.WriteFile(pull, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := w.all(context.Background(), 2, nil); err == nil || !strings.Contains(err.Error(), "arm full, seed 1") || !strings.Contains(err.Error(), "pulled") {
		t.Fatalf("error %v, want the arm, its seed and what the program said", err)
	}
	for range 2 {
		done, err := readRuns(w.dir)
		if err != nil {
			t.Fatal(err)
		}
		if done, err = w.all(context.Background(), 2, done); err != nil || len(done) != 4 {
			t.Fatalf("%d runs, error %v; want 4", len(done), err)
		}
		want := []point{{1, 100, []float64{0.5, 0.9}}, {2, 400, []float64{0.75, 0.9}}}
		for _, r := range done {
			if !reflect.DeepEqual(r.Points, want) {
				t.Errorf("%s: points %v, want %v", r.Name, r.Points, want)
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(w.ludens), "orders"))
	if err != nil {
		t.Fatal(err)
	}
	for order, want := range map[string]int{"train ": 4, "resume ": 1, "eval ": 16} {
		if got := strings.Count(string(text), order); got != want {
			t.Errorf("%d times %q, want %d:\n%s", got, order, want, text)
		}
	}
}

func TestRunsAreToldApart(t *testing.T) {
	s := study{Game: "connect4", Positions: 10, Every: 1}
	name := s.name(arm{Name: "full"}, 1)
	for what, other := range map[string]string{
		"seed":     s.name(arm{Name: "full"}, 2),
		"settings": s.name(arm{Name: "full", Set: []string{"x=1"}}, 1),
		"length":   s.name(arm{Name: "full", Iterations: 3}, 1),
		"exam":     study{Game: "connect4", Positions: 10, Every: 1, Exams: []exam{{Simulations: 1}}}.name(arm{Name: "full"}, 1),
	} {
		if name == other {
			t.Errorf("another %s, and the same name %s", what, name)
		}
	}
}

// What an arm sets takes the place of what all share.
func TestSettings(t *testing.T) {
	s := study{Every: 2, Share: []string{"a.x=1", "a.xy=2", "train.iterations=9"}}
	got := strings.Join(s.settings(arm{Set: []string{"a.x=3"}, Iterations: 4}, 7), " ")
	if want := `a.xy=2 a.x=3 train.iterations=4 seed=7 evaluation.every=2 evaluation.watch="" evaluation.baselines=[]`; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
}

// The study that comes with the script names settings that there are: the program
// itself checks values.
func TestStudyIsRead(t *testing.T) {
	s, err := readStudy("ablate.toml")
	if err != nil {
		t.Fatal(err)
	}
	if s.Arms[0].Name != "full" || len(s.Arms) < 8 {
		t.Errorf("%d arms, the first %q", len(s.Arms), s.Arms[0].Name)
	}
	if _, err := s.choose([]string{"plan"}); err == nil {
		t.Error("an arm that is not there was chosen")
	}
	if chosen, err := s.choose([]string{"plain"}); err != nil || len(chosen) != 2 {
		t.Errorf("chose %v, error %v; want full and plain", chosen, err)
	}
}

// near reports whether got is within a millionth of want.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-6*max(1, math.Abs(want)) }

func TestStrengthBetweenExams(t *testing.T) {
	var r run
	for i, mark := range []float64{0.5, 0.7, 0.6, 0.8} {
		r.Points = append(r.Points, point{i + 1, []int{1000, 4000, 8000, 16000}[i], []float64{0, mark}})
	}
	for _, row := range []struct{ strength, want float64 }{
		{0.4, 1000}, {0.5, 1000}, {0.6, 2000}, {0.7, 4000}, {0.75, 8000 * math.Pow(2, 0.75)},
	} {
		if got, ok := (mark{1, row.strength}).reached(r); !ok || !near(got, row.want) {
			t.Errorf("strength %v: after %v evaluations (%v), want %v", row.strength, got, ok, row.want)
		}
	}
	if _, ok := (mark{1, 0.9}).reached(r); ok {
		t.Error("a strength that no exam showed is reached")
	}
	for _, row := range []struct {
		after int
		want  float64
	}{{500, 0.5}, {2000, 0.6}, {16000, 0.8}} {
		if got := (mark{of: 1}).at(r, row.after); !near(got, row.want) {
			t.Errorf("after %d evaluations: %v, want %v", row.after, got, row.want)
		}
	}
}

// The numbers of a t table: the mean of 1, 2, 3 is 2 +- 4.303/sqrt(3).
func TestInterval(t *testing.T) {
	if mean, half := interval([]float64{1, 2, 3}); !near(mean, 2) || !near(half, 4.303/math.Sqrt(3)) {
		t.Errorf("mean %v +- %v, want 2 +- %v", mean, half, 4.303/math.Sqrt(3))
	}
	if _, half := interval([]float64{1}); !math.IsInf(half, 1) {
		t.Errorf("one value is known to %v", half)
	}
}

func TestTable(t *testing.T) {
	s := study{Game: "connect4", Positions: 10, Every: 1, Exams: []exam{{Target: 0.8}}, Arms: []arm{{Name: "full"}, {Name: "less"}, {Name: "least"}}}
	var done []run
	for seed := 1; seed <= 3; seed++ {
		for i, a := range s.Arms {
			slow := 1000 << (2 * i)
			done = append(done, run{Name: s.name(a, seed), Seed: seed, Points: []point{{1, slow, []float64{0.5}}, {2, 2 * slow, []float64{0.8 - 0.2*float64(i/2)}}}})
		}
	}
	got := tables(s, done, 0)
	for _, want := range []string{
		"full                3  2 [2, 2]                             1.00 [1.00, 1.00]",
		"less                3  8 [8, 8]                             4.00 [4.00, 4.00]",
		"least               3  not reached by 3                     > 16.00 [16.00, 16.00]",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line\n%s\nin\n%s", want, got)
		}
	}
}
