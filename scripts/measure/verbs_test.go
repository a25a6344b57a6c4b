package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/internal/exact"
	"ludens/internal/lesson"
	"ludens/internal/roster"
)

// inTree runs the test in a folder with others in it, as of a checkout.
func inTree(t *testing.T, folders ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, dir := range folders {
		if err := os.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// fileOf returns what a verb wrote.
func fileOf(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The program lists its verbs, carries one out, and says with its exit code how that went.
func TestMeasureIsAProgram(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "measure")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"", 2, "measure: want one of compare, crowd, fuzz, gallery, kills, "},
		{"nonsense", 2, "measure: want one of "},
		{"levels", 1, "levels: which game? As in: go run ./scripts/measure levels celta connect4\n"},
		{"mutants -seed x", 2, "invalid value"},
		{"fuzz -print", 0, "| target | executions | CPU s | found |\n"},
	} {
		cmd := exec.Command(binary, strings.Fields(c.args)...)
		cmd.Dir = filepath.Join("..", "..")
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.HasPrefix(string(out), c.says) {
			t.Errorf("%s: exit %d, want %d and %q\n%s", c.args, code, c.code, c.says, out)
		}
	}
}

// Openings are written where the page has them from, the same for the same seed; a run that is
// stopped writes nothing.
func TestOpeningsAreWritten(t *testing.T) {
	inTree(t, "internal/roster/openings")
	path := filepath.Join("internal", "roster", roster.OpeningFile("cetro-5x5"))
	write := func(args ...string) string {
		t.Helper()
		if err := openings(t.Context(), append(args, "-n", "6", "cetro-5x5")); err != nil {
			t.Fatal(err)
		}
		return fileOf(t, path)
	}
	first := write("-seed", "5")
	if n := strings.Count(first, "\n"); n < 6 {
		t.Errorf("%d lines of 6 games:\n%s", n, first)
	}
	if write("-seed", "5") != first || write("-seed", "6") == first {
		t.Error("the games are not those of the seed")
	}
	before := fileOf(t, path)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := openings(stopped, []string{"cetro-5x5"}); err == nil || fileOf(t, path) != before {
		t.Errorf("a run that is stopped: %v", err)
	}
}

// Puzzles are written with their ratings; positions that a game does not draw are none.
func TestPuzzlesAreWritten(t *testing.T) {
	inTree(t, "internal/lesson/puzzles")
	path := filepath.Join("internal", "lesson", lesson.PuzzleFile("tictactoe"))
	if err := puzzles(t.Context(), []string{"-n", "3", "-games", "200", "tictactoe"}); err != nil {
		t.Fatal(err)
	}
	text := fileOf(t, path)
	if n := strings.Count(strings.TrimSpace(text), "\n"); text == "" || n < 2 {
		t.Errorf("3 puzzles:\n%s", text)
	}
	if err := puzzles(t.Context(), []string{"-starts", "near", "tictactoe"}); err == nil || !strings.Contains(err.Error(), `draws no positions of the kind "near"`) || fileOf(t, path) != text {
		t.Errorf("positions that the game does not draw: %v; the file is now %q", err, fileOf(t, path))
	}
}

// A calibration has a score of each level against each agent; what First can expect is seen again
// without the rest.
func TestLevelsAreCalibrated(t *testing.T) {
	inTree(t, "internal/roster/calibrations")
	if err := os.MkdirAll(filepath.Dir(calibrationPath("cetro-5x5")), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := levels(t.Context(), []string{"-start", "cetro-5x5"}); err == nil {
		t.Error("the start of a calibration that is not there was seen")
	}
	if err := levels(t.Context(), []string{"-pairs", "1", "cetro-5x5"}); err != nil {
		t.Fatal(err)
	}
	text := fileOf(t, calibrationPath("cetro-5x5"))
	var all roster.Calibration
	if err := json.Unmarshal([]byte(text), &all); err != nil || all.Game != "cetro-5x5" {
		t.Fatalf("%+v, %v", all, err)
	}
	for _, l := range agent.Levels {
		if !strings.Contains(text, `"`+l.Name+`"`) {
			t.Errorf("no level %s", l.Name)
		}
	}
	all.First = -1
	if err := keep(all); err != nil {
		t.Fatal(err)
	}
	if err := levels(t.Context(), []string{"-start", "cetro-5x5"}); err != nil || fileOf(t, calibrationPath("cetro-5x5")) != text {
		t.Errorf("the start seen again: %v", err)
	}
}

// The scoreboard's tables come into its page; where one of its verbs fails, or the page has no
// place for a table, the page stays as it is.
func TestScoreboardIsWritten(t *testing.T) {
	const page = "# Scores\n<!-- exact -->\n<!-- end -->\n<!-- engines -->\n<!-- end -->\n<!-- peers -->\n<!-- end -->\n"
	inTree(t, "docs", "out")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("docs/strength.md", "text\n| game | Elo |\n|---|--:|\n| chess | 1915 |\n")
	write("docs/scoreboard.md", page)
	accuracy, err := json.Marshal(exact.Accuracy{Kept: exact.Kept{All: exact.NewProportion(90, 100), Decisive: exact.NewProportion(40, 50)}})
	if err != nil {
		t.Fatal(err)
	}
	works := script(t, "test \"$1\" = eval && echo '"+string(accuracy)+"'\nexit 0\n")
	fails := script(t, "exit 1\n")
	args := []string{"-out", "out", "-positions", "100", "-page", filepath.Join("docs", "scoreboard.md"), "-ludens"}
	if err := scoreboard(t.Context(), append(args, fails)); err == nil || fileOf(t, "docs", "scoreboard.md") != page {
		t.Errorf("with a program that fails: %v", err)
	}
	if err := scoreboard(t.Context(), append(args, works)); err != nil {
		t.Fatal(err)
	}
	got := fileOf(t, "docs", "scoreboard.md")
	rows, _ := readStandards(scoreboardRows)
	for _, want := range []string{"| chess | 1915 |\n", "| " + rows.Exact[0].Game + " | `" + rows.Exact[0].Agent + "` |", "| 90.0 % [", " of 100 | 80.0 % [", "[" + rows.Peer[0].Program + "]("} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
	write("docs/strength.md", "| game | Elo |\n|---|--:|\n| chess | 2000 |\n")
	if err := scoreboard(t.Context(), append(slices.Clone(args), fails, "-copied")); err != nil {
		t.Errorf("only what is copied, which no program is for: %v", err)
	}
	if now := fileOf(t, "docs", "scoreboard.md"); !strings.Contains(now, "| chess | 2000 |") || !strings.Contains(now, "| 90.0 % [") {
		t.Errorf("what was measured stays, what is copied is new:\n%s", now)
	}
	write("docs/scoreboard.md", strings.Replace(page, "<!-- peers -->", "", 1))
	if err := scoreboard(t.Context(), append(args, works)); err == nil || !strings.Contains(err.Error(), "want <!-- peers -->") {
		t.Errorf("a page without a place: %v", err)
	}
}

// The verb gives each target its share and goes on where it was stopped. One that fails gets no
// more time until its line says that it is mended, and makes the verb fail.
func TestFuzzVerb(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a package for the fuzzer")
	}
	inTree(t, "scripts/measure", "toy")
	for name, text := range map[string]string{
		"go.mod":          "module toy\n\ngo 1.26\n",
		"toy/toy_test.go": "package toy\n\nimport \"testing\"\n\nfunc FuzzOK(f *testing.F) { f.Fuzz(func(t *testing.T, b []byte) {}) }\n\nfunc FuzzBad(f *testing.F) { f.Add([]byte(\"x\")); f.Fuzz(func(t *testing.T, b []byte) { if len(b) == 1 { t.Fatal(\"one byte\") } }) }\n",
		targetFile:        `{"package":"./toy","target":"FuzzGone","executions":7,"cpu_seconds":1}` + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) ([]fuzzTarget, error) {
		t.Helper()
		err := fuzz(t.Context(), append(args, "-share", "0.001", "-slice", "500ms", "-corpus", "corpus"))
		all, read := readLines[fuzzTarget](targetFile)
		if read != nil {
			t.Fatal(read)
		}
		return all, err
	}
	all, err := run("-only", "OK")
	if err != nil || len(all) != 2 || all[0].Name != "FuzzOK" || all[0].CPU <= 0 || all[1].CPU != 0 {
		t.Fatalf("%+v, %v", all, err)
	}
	ok := all[0]
	all, err = run()
	if err == nil || !strings.Contains(err.Error(), "one byte") || all[0] != ok || !strings.Contains(all[1].Found, "one byte") {
		t.Errorf("%+v, %v", all, err)
	}
	failed := all[1]
	if all, err = run(); err != nil || all[1] != failed {
		t.Errorf("a target that has failed ran again: %+v, %v", all, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := fuzz(stopped, []string{"-share", "1000", "-slice", "10h"}); err != nil {
		t.Errorf("stopped at once: %v", err)
	}
}

// A report for people counts what was noticed, file by file, and lists what was not in the order
// of the lines.
func TestReportForPeople(t *testing.T) {
	trial := func(file string, line int, v Verdict) Trial {
		return Trial{Mutant: Mutant{File: file, Line: line, Was: "a", Now: "b"}, Verdict: v}
	}
	r := Report{Package: "ludens/toy", Seed: 3, Mutants: 50, Broken: 2, Same: 1, Tried: []Trial{
		trial("b.go", 9, survived), trial("b.go", 2, unrun), trial("a.go", 7, noticed), trial("b.go", 1, hung), trial("a.go", 8, noticed),
	}}
	var out bytes.Buffer
	if err := r.print(&out); err != nil {
		t.Fatal(err)
	}
	const want = `ludens/toy, seed 3: noticed 3 of 5 (60 %), 1 of them by the time limit; 50 mutants in all; drawn and left out: 2 do not compile, 1 compile to the same code
  noticed  survived      
        2         0  a.go
        1         2  b.go
  not run   b.go:2: a -> b
  survived  b.go:9: a -> b

`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	out.Reset()
	if err := (Report{Package: "empty"}).print(&out); err != nil || !strings.HasPrefix(out.String(), "empty, seed 0: noticed 0 of 0 (0 %)") {
		t.Errorf("%q, %v", &out, err)
	}
}

// Where a sample is recorded anew, mutants whose place is gone give way to others of the package,
// judged, and none is there twice; the others keep their reason.
func TestGoneMutantsAreReplaced(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a package some times")
	}
	inTree(t)
	for name, text := range toy {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, err := mutantsOf("toy.go", []byte(toy["toy.go"]))
	if err != nil {
		t.Fatal(err)
	}
	list := numbered(".", all)
	i := slices.IndexFunc(list, func(r Recorded) bool { return r.String() == "toy.go:4: a > b -> a >= b" })
	keeps, away := list[i], list[i]
	keeps.Verdict, keeps.Why = survived, "both are the larger"
	away.Was, away.Verdict = "a > c", noticed
	if err := record("sample", []Recorded{keeps, away}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := tryMutants(t.Context(), &out, mutations{Seed: 1, Factor: 1, Slack: time.Second, Memory: 4, Sample: "sample", Record: true}, nil); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	now, err := readSample("sample")
	if err != nil || len(now) != 2 || !now[0].same(keeps) || now[0].Why != keeps.Why || now[0].Verdict != survived {
		t.Fatalf("%+v, %v", now, err)
	}
	if now[1].same(keeps) || now[1].same(away) || now[1].Verdict == gone || now[1].Verdict == broken || now[1].Why != "" {
		t.Errorf("in place of what is gone: %+v", now[1])
	}
	if i := slices.IndexFunc(list, now[1].same); i < 0 {
		t.Errorf("%v is no mutant of the package", now[1].Mutant)
	}
}

// The lines of a repository are counted room by room at two of its revisions, without what is
// generated, borrowed or data of tests. A revision without a file that lines.toml names is an error.
func TestLinesOfARepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	inTree(t, "env", "nn/testdata", "nn/_asm")
	git := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	commit := func(files map[string]string) {
		t.Helper()
		for name, text := range files {
			if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		git("add", "-A")
		git("commit", "-q", "-m", "x")
	}
	git("init", "-q")
	commit(map[string]string{"env/a.go": "package env\n\nvar A int\n", "env/a_test.go": "package env\n", "notes.md": "one\n"})
	commit(map[string]string{
		"env/b.go": "package env\n\nvar B int\nvar A2 int\n", "env/b_test.go": "package env\n\n", "nn/n.go": "package nn\n",
		"nn/testdata/t.go": "package t\n", "nn/_asm/g.go": "package main\n",
	})
	then, err := sourceAt(t.Context(), "HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	now, err := sourceAt(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		of                 source
		room               string
		code, tests, files int
	}{{then, "", 3, 1, 1}, {then, "nn", 0, 0, 0}, {now, "", 8, 3, 3}, {now, "env", 7, 3, 2}, {now, "nn", 1, 0, 1}} {
		if code, tests, files := c.of.count(c.room); code != c.code || tests != c.tests || files != c.files {
			t.Errorf("%q: %d lines, %d of tests, %d files; want %d, %d, %d", c.room, code, tests, files, c.code, c.tests, c.files)
		}
	}
	if n := now.kept(then); n != 3 {
		t.Errorf("%d lines stood there before, want 3", n)
	}
	if err := lines(t.Context(), []string{"-since", "HEAD~1"}); err == nil || !strings.Contains(err.Error(), "there is no ") {
		t.Errorf("a repository without the files of the abilities: %v", err)
	}
}

// The verb of kills passes for a program that comes to the same files, and fails for one that does
// not, or does not even come to its end when it is left alone.
func TestKillsVerb(t *testing.T) {
	for _, c := range []struct{ name, extra, want string }{
		{"sound", "", ""},
		{"another game", `test "$1" = resume && echo lost >run/games/8`, "games/8 differs"},
		{"it fails when it is left alone", "echo no disk\nexit 7", "no disk"},
	} {
		err := kills(t.Context(), []string{"-random", "2", "-aimed", "2", "-seed", "4", "-ludens", standIn(t, c.extra)})
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if err := kills(t.Context(), []string{"-random", "1", "-ludens", filepath.Join(t.TempDir(), "missing")}); err == nil {
		t.Error("a program that is not there has been killed")
	}
}

// Each member of a fleet with keys has its own, out of what the program prints for people.
func TestInvitations(t *testing.T) {
	counts := script(t, `test "$1 $2 $3" = "work --invite --keys" || exit 5
mkdir -p "$4"; echo >>"$4/n"
echo "On the other machine:"; echo; echo "  ludens work nats://here:4222 --key SU$(grep -c '' "$4/n"):PIN"; echo; echo "Keep it off screens: --key takes a file, too."
`)
	f := fleet{series: &series{ludens: counts}, dir: t.TempDir()}
	if err := f.invite(3); err != nil || !slices.Equal(f.keys, []string{"SU1:PIN", "SU2:PIN", "SU3:PIN"}) {
		t.Errorf("%q, %v", f.keys, err)
	}
	f.ludens = script(t, "exit 1\n")
	if err := f.invite(1); err == nil {
		t.Error("a program without an invitation")
	}
}

// A row whose engine is missing is in the table, without a result; rows of other games are not.
func TestStrengthVerb(t *testing.T) {
	inTree(t)
	t.Setenv("PATH", ".")
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdout
	os.Stdout = write
	played := strength(t.Context(), []string{"-only", "xiangqi"})
	os.Stdout = old
	write.Close()
	out, err := io.ReadAll(read)
	if err != nil || played != nil {
		t.Fatal(played, err)
	}
	rows := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(rows) < 3 || !strings.HasPrefix(rows[0], "| game | Ludens |") {
		t.Fatalf("%q", rows)
	}
	for _, row := range rows[2:] {
		if !strings.HasPrefix(row, "| xiangqi | ") || !strings.Contains(row, "| not played: no ") {
			t.Error(row)
		}
	}
}

// Mutants are tried only where the tests pass before anything is changed, one package at a time,
// and where there is something to change.
func TestMutantsRefuse(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a package some times")
	}
	inTree(t, "two")
	write := func(files map[string]string) {
		t.Helper()
		for name, text := range files {
			if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(toy)
	write(map[string]string{"two/two.go": "package two\n"})
	try := func(o mutations, names ...string) error {
		o.Seed, o.N, o.Factor, o.Slack, o.Memory = 1, 1, 1, time.Second, 4
		return tryMutants(t.Context(), io.Discard, o, names)
	}
	if err := try(mutations{}, "."); err != nil {
		t.Errorf("the toy as it is: %v", err)
	}
	for name, c := range map[string]struct {
		o     mutations
		files map[string]string
		args  []string
		want  string
	}{
		"a test that fails":       {files: map[string]string{"toy_test.go": strings.ReplaceAll(toy["toy_test.go"], "!= 2", "== 2")}, args: []string{"."}, want: "before anything is changed"},
		"code that fails":         {files: map[string]string{"toy.go": toy["toy.go"] + "\nfunc f() { nothing() }\n"}, args: []string{"."}, want: "undefined: nothing"},
		"several packages":        {args: []string{"./..."}, want: "names several packages"},
		"no package":              {args: []string{"./three"}, want: "three"},
		"a place without mutants": {o: mutations{At: "toy.go:1"}, args: []string{"."}, want: `nothing to change at "toy.go:1"`},
	} {
		write(c.files)
		if err := try(c.o, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		write(toy)
	}
}
