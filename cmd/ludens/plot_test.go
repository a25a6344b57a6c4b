package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/internal/exit"
	runs "ludens/internal/run"
)

// twoIterations makes a run of two iterations in the folder run.
func twoIterations(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "run")
}

func TestPlotDrawsPictures(t *testing.T) {
	twoIterations(t)
	if got, want := works(t, "", "plot", "run"), filepath.Join("run", "curves.png")+"\n"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	works(t, "", "plot", "run", "-o", "a.svg", "-o", "b.PNG", "--dark", "--over", "time")
	for _, name := range []string{filepath.Join("run", "curves.png"), "b.PNG"} {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		f.Close()
	}
	svg, err := os.ReadFile("a.svg")
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(svg, new(struct{})); err != nil {
		t.Errorf("a.svg: %v", err)
	}
	for _, want := range []string{"tictactoe: 2 of 2 iterations", "Losses", "How games end", "By what", "Do values come true?", "Advice", "minutes"} {
		if !strings.Contains(string(svg), ">"+want+"<") {
			t.Errorf("a.svg does not say %q", want)
		}
	}
}

// A run in progress has a line that is being written; one that has just begun
// has a single iteration; one of an older version has no diagnosis and no ledger.
func TestPlotTakesRunsAsTheyAre(t *testing.T) {
	twoIterations(t)
	if err := os.Remove(filepath.Join("run", "ledger.jsonl")); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join("run", "metrics.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	for name, text := range map[string]string{
		"one iteration":    lines[0],
		"a line cut off":   lines[0] + lines[1][:len(lines[1])/2],
		"older version":    `{"seconds":2,"at":{"iteration":1,"games":8},"losses":{"policy":2},"games":{"played":8,"drawn":8}}` + "\n",
		"a resumed run":    string(whole) + lines[1],
		"nothing measured": `{"at":{"iteration":1}}` + "\n",
	} {
		write(t, filepath.Join("run", "metrics.jsonl"), text)
		for _, over := range runs.Overs {
			if a := try("", "plot", "run", "-o", "a.svg", "--over", over); a.code != 0 {
				t.Errorf("%s over %s: %s", name, over, a.errs)
			}
		}
		works(t, "", "plot", "run", "--csv")
	}
}

func TestPlotNumbers(t *testing.T) {
	twoIterations(t)
	table, err := csv.NewReader(strings.NewReader(works(t, "", "plot", "run", "--csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(table) != 3 || table[1][0] != "1" || table[2][0] != "2" {
		t.Fatalf("the table has %d rows, want a head and iterations 1 and 2:\n%v", len(table), table)
	}
	for _, want := range []string{"iteration", "policy_loss", "brier"} {
		if !slices.Contains(table[0], want) {
			t.Errorf("the table has no column %s: %v", want, table[0])
		}
	}
	var points []runs.Metric
	if err := json.Unmarshal([]byte(works(t, "", "plot", "run", "--json")), &points); err != nil {
		t.Fatal(err)
	}
	if len(points) != 2 || points[1].At.Iteration != 2 || points[1].Diagnosis.Policy.Positions == 0 {
		t.Errorf("JSON of %d iterations: %+v", len(points), points)
	}
}

func TestPlotMistakes(t *testing.T) {
	twoIterations(t)
	os.Mkdir("empty", 0o755)
	for _, test := range []struct {
		line string
		code int
		want string
	}{
		{"plot", exit.CodeUsage, "plot FOLDER"},
		{"plot nowhere", exit.CodeError, "nowhere holds no run"},
		{"plot empty", exit.CodeError, "empty holds no run"},
		{"plot run -o a.gif", exit.CodeUsage, "want a name that ends in .png or .svg"},
		{"plot run -o nowhere/a.png", exit.CodeError, "nowhere"},
		{"plot run --over iteration", exit.CodeUsage, `did you mean "iterations"`},
		{"plot run --json --csv", exit.CodeUsage, "want one of them"},
	} {
		a := try("", split(test.line)...)
		if a.code != test.code || !strings.Contains(a.errs, test.want) || strings.Count(a.errs, "\n") != 1 {
			t.Errorf("ludens %s: exit code %d, %q, want %d and one line with %q", test.line, a.code, a.errs, test.code, test.want)
		}
	}
	write(t, filepath.Join("run", "metrics.jsonl"), "")
	if a := try("", "plot", "run"); a.code != exit.CodeError || !strings.Contains(a.errs, "no finished iteration yet") {
		t.Errorf("a run that has just begun: %q", a.errs)
	}
}
