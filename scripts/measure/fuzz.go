package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fuzz gives CPU time to the fuzz targets of the tree. scripts/measure/fuzz.jsonl has what each
// has had so far, and their order: those that read files and messages of strangers stand first,
// new ones last. The first that has had less than its share comes next. So it goes on where it
// was stopped.
//
//	go run ./scripts/measure fuzz -share 600
//	go run ./scripts/measure fuzz -print
//
// A target that fails keeps its input in its package's testdata/fuzz, and gets no more time
// until its line says found = "" again.
func fuzz(ctx context.Context, args []string) error {
	var slice time.Duration
	f := flag.NewFlagSet("fuzz", flag.ExitOnError)
	share := f.Float64("share", 600, "CPU seconds that each target is to have had in all")
	f.DurationVar(&slice, "slice", time.Minute, "how long a target runs at a time, by the clock")
	corpus := f.String("corpus", filepath.Join(os.TempDir(), "ludens-fuzz"), "folder of the inputs that reached something new")
	only := f.String("only", "", "only targets whose package and name match")
	print := f.Bool("print", false, "print the table of docs/security.md")
	f.Parse(args)
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	all, err := targets(".")
	if err != nil {
		return err
	}
	if *print {
		fmt.Print(targetTable(all))
		return nil
	}
	var failed []error
	for {
		i := slices.IndexFunc(all, func(t fuzzTarget) bool {
			return t.CPU < *share && t.Found == "" && wanted.MatchString(t.Package+"."+t.Name)
		})
		if i < 0 || ctx.Err() != nil {
			return errors.Join(failed...)
		}
		t := all[i]
		if err := t.run(ctx, slice, *corpus); err != nil {
			return err
		}
		fmt.Printf("%s %s: %d executions in %.0f s of CPU so far %s\n", t.Package, t.Name, t.Executions, t.CPU, t.Found)
		if t.Found != "" {
			failed = append(failed, fmt.Errorf("%s %s: %s", t.Package, t.Name, t.Found))
		}
		all[i] = t
		if err := writeLines(targetFile, all); err != nil {
			return err
		}
	}
}

const targetFile = "scripts/measure/fuzz.jsonl"

// fuzzTarget is a line of the list.
type fuzzTarget struct {
	Package    string  `json:"package"` // as in ./env/tafl
	Name       string  `json:"target"`
	Executions int     `json:"executions"`
	CPU        float64 `json:"cpu_seconds"` // of the test, without its compilation
	Found      string  `json:"found"`       // the failure that is not mended yet
	Mended     string  `json:"mended"`      // for people
}

func (t fuzzTarget) same(o fuzzTarget) bool { return t.Package == o.Package && t.Name == o.Name }

var fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// targets returns the targets of the tree in root: those of the list, without those that are
// gone, then the others.
func targets(root string) ([]fuzzTarget, error) {
	listed, err := readLines[fuzzTarget](filepath.Join(root, targetFile))
	if err != nil {
		return nil, err
	}
	var there []fuzzTarget
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		for _, m := range fuzzFunction.FindAllSubmatch(text, -1) {
			there = append(there, fuzzTarget{Package: "./" + filepath.ToSlash(folder), Name: string(m[1])})
		}
		return err
	})
	all := slices.DeleteFunc(listed, func(t fuzzTarget) bool { return !slices.ContainsFunc(there, t.same) })
	for _, t := range there {
		if !slices.ContainsFunc(all, t.same) {
			all = append(all, t)
		}
	}
	return all, err
}

// run builds the target and lets it run for a while.
func (t *fuzzTarget) run(ctx context.Context, slice time.Duration, corpus string) error {
	corpus, err := filepath.Abs(filepath.Join(corpus, t.Package))
	if err != nil {
		return err
	}
	binary := filepath.Join(corpus, "package.test")
	if err := os.MkdirAll(corpus, 0o755); err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "test", "-c", "-p=1", "-vet=off", "-fuzz="+t.Name, "-o", binary, t.Package)
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go test -c %s: %w\n%s", t.Package, err, out)
	}
	c := exec.CommandContext(ctx, binary, "-test.run=^$", "-test.fuzz=^"+t.Name+"$", "-test.parallel=1",
		"-test.fuzztime="+slice.String(), "-test.fuzzminimizetime=10s", "-test.fuzzcachedir="+filepath.Join(corpus, "corpus"))
	c.Dir, c.Cancel, c.WaitDelay = t.Package, func() error { return c.Process.Signal(os.Interrupt) }, 10*time.Second
	out, err := c.CombinedOutput()
	t.Executions += executions(string(out))
	if c.ProcessState != nil {
		t.CPU += (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Round(10 * time.Millisecond).Seconds()
	}
	if err != nil && ctx.Err() == nil && !outOfTime(string(out)) {
		t.Found = cmp.Or(failure(string(out)), err.Error())
	}
	return nil
}

// outOfTime reports whether the only failure is that of the fuzzer itself, whose time ended in
// the middle of an input (go.dev/issue/75804, mended in Go 1.27). A failure of the target has a
// file and a line before it.
func outOfTime(out string) bool { return failure(out) == context.DeadlineExceeded.Error() }

var executed = regexp.MustCompile(`execs: (\d+) `)

// executions returns how many a run of the fuzzer reports at its end.
func executions(out string) int {
	all := executed.FindAllStringSubmatch(out, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(all[len(all)-1][1])
	return n
}

// failure returns the first line that says what failed; "" if nothing did.
func failure(out string) string {
	_, rest, ok := strings.Cut(out, "--- FAIL: ")
	if !ok {
		return ""
	}
	for line := range strings.Lines(rest) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "--- FAIL") && !strings.HasPrefix(line, "Fuzz") {
			return line[:min(len(line), 200)]
		}
	}
	return "failed"
}

// targetTable is the table of docs/security.md.
func targetTable(all []fuzzTarget) string {
	var b strings.Builder
	b.WriteString("| target | executions | CPU s | found |\n|---|---|---|---|\n")
	sum := fuzzTarget{}
	for _, t := range all {
		sum.Executions, sum.CPU = sum.Executions+t.Executions, sum.CPU+t.CPU
		fmt.Fprintf(&b, "| `%s` `%s` | %d | %.0f | %s |\n", strings.TrimPrefix(t.Package, "./"), t.Name, t.Executions, t.CPU, cmp.Or(t.Found, t.Mended))
	}
	fmt.Fprintf(&b, "| all %d | %d | %.0f | |\n", len(all), sum.Executions, sum.CPU)
	return b.String()
}
