package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// target is a package to be mutated.
type target struct {
	Path    string   `json:"ImportPath"`
	Dir     string   `json:"Dir"`
	GoFiles []string `json:"GoFiles"` // those that are built here
}

// findPackage asks the go command what and where a package is.
func findPackage(ctx context.Context, name string) (p target, err error) {
	out, err := goCommand(ctx, "", "list", "-json=ImportPath,Dir,GoFiles", name)
	if err != nil {
		return p, err
	}
	d := json.NewDecoder(bytes.NewReader(out))
	if err := d.Decode(&p); err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	if d.More() {
		return p, fmt.Errorf("%s: names several packages, want one", name)
	}
	return p, nil
}

func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, exit.Stderr)
	}
	return out, err
}

// bench is where the mutants of a package are built and tested.
type bench struct {
	target
	mutations
	folder  string // for what is built
	limit   time.Duration
	covered coverage
	tests   []covering         // the quickest first
	clean   *[sha256.Size]byte // of the unchanged code, once it was asked for
}

// try judges a sample of the package's mutants.
func (p target) try(ctx context.Context, o mutations) (r Report, err error) {
	r = Report{Package: p.Path, Seed: o.Seed}
	sources, all, err := p.mutants(o)
	if err != nil {
		return r, err
	}
	shuffle(all, o.Seed)
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(folder)
	b := &bench{target: p, mutations: o, folder: folder}
	if err := b.prepare(ctx); err != nil {
		return r, err
	}
	r.Mutants = len(all)
	for _, m := range all {
		if o.N > 0 && len(r.Tried) == o.N {
			break
		}
		t, err := b.judge(ctx, m, sources[m.File])
		if err != nil {
			return r, fmt.Errorf("%v: %w", m, err)
		}
		if o.Verbose {
			fmt.Fprintf(os.Stderr, "%-12s %v  %s\n", t.Verdict, m, t.By)
		}
		switch t.Verdict {
		case broken:
			r.Broken++
		case same:
			r.Same++
		default:
			r.Tried = append(r.Tried, t)
		}
	}
	return r, nil
}

// mutants returns the package's files and the mutants that are asked for.
func (p target) mutants(o mutations) (sources map[string][]byte, all []Mutant, err error) {
	sources = map[string][]byte{}
	for _, name := range p.GoFiles {
		src, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, nil, err
		}
		sources[name] = src
		ms, err := mutantsOf(name, src)
		if err != nil {
			return nil, nil, err
		}
		for _, m := range ms {
			if o.wants(m) {
				all = append(all, m)
			}
		}
	}
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("nothing to change at %q", o.At)
	}
	return sources, all, nil
}

// wants reports whether a mutant is at one of the places that are asked for.
func (o mutations) wants(m Mutant) bool {
	places := strings.Split(o.At, ",")
	return o.At == "" || slices.Contains(places, m.File) || slices.Contains(places, m.File+":"+strconv.Itoa(m.Line))
}

// prepare builds and tests the unchanged package: which lines its tests run, together and
// each by itself, and how long they take.
func (b *bench) prepare(ctx context.Context) error {
	profile := filepath.Join(b.folder, "profile")
	if err := b.build(ctx, "-cover"); err != nil {
		return err
	}
	start := time.Now()
	out, err := b.test(ctx, 10*time.Minute, "-test.v", "-test.coverprofile="+profile)
	if err != nil {
		return fmt.Errorf("the tests fail before anything is changed: %w\n%s", err, out)
	}
	b.limit = b.Slack + time.Duration(b.Factor*float64(time.Since(start)))
	text, err := os.ReadFile(profile)
	if err != nil {
		return err
	}
	if b.covered, err = parseCoverage(string(text)); err != nil {
		return err
	}
	if b.tests = passedTests(out); b.Run == "" {
		return b.cover(ctx, profile)
	}
	return nil
}

// cover notes what each test runs by itself.
func (b *bench) cover(ctx context.Context, profile string) error {
	for i := range b.tests {
		t := &b.tests[i]
		if _, err := b.test(ctx, 10*time.Minute, "-test.run=^"+t.name+"$", "-test.coverprofile="+profile); err != nil {
			continue // it needs others before it: no place is known that it does not run
		}
		text, err := os.ReadFile(profile)
		if err == nil {
			t.covered, err = parseCoverage(string(text))
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// covering is a test, and what it runs by itself.
type covering struct {
	name    string
	took    float64 // seconds
	covered coverage
}

var passedTest = regexp.MustCompile(`(?m)^--- PASS: (\w+) \((\S+)s\)$`)

// passedTests returns the tests that passed in the verbose output of a run, the quickest first.
func passedTests(out []byte) (all []covering) {
	for _, m := range passedTest.FindAllSubmatch(out, -1) {
		took, _ := strconv.ParseFloat(string(m[2]), 64)
		all = append(all, covering{name: string(m[1]), took: took})
	}
	slices.SortStableFunc(all, func(a, b covering) int { return cmp.Compare(a.took, b.took) })
	return all
}

// quickShare is how much of their time the quick ones of some tests take together.
const quickShare = 0.1

// passes returns patterns of the tests that run the place of a mutant, in two runs: the quick
// ones, which notice most, and then the others. Where tests are chosen, or it is unknown which
// run it, there is one run, of all.
func (b *bench) passes(m Mutant) []pass {
	var names []string
	var took []float64
	whole := 0.0
	for _, t := range b.tests {
		if t.covered.runs(m.File, m.block) {
			names, took, whole = append(names, t.name), append(took, t.took), whole+t.took
		}
	}
	if b.Run != "" || len(names) == 0 {
		return []pass{{b.Run, b.limit}}
	}
	n := 0
	for sum := 0.0; n < len(names) && sum+took[n] <= quickShare*whole; n++ {
		sum += took[n]
	}
	var passes []pass
	for _, part := range [][]string{names[:n], names[n:]} {
		if len(part) > 0 {
			passes = append(passes, pass{"^(" + strings.Join(part, "|") + ")$", b.limit})
		}
	}
	return passes
}

// judge builds and tests a mutant.
func (b *bench) judge(ctx context.Context, m Mutant, src []byte) (t Trial, err error) {
	if !b.covered.runs(m.File, m.block) {
		return b.judgeBy(ctx, m, src)
	}
	return b.judgeBy(ctx, m, src, b.passes(m)...)
}

// pass is a run of some tests.
type pass struct {
	pattern string
	limit   time.Duration
}

// judgeBy builds a mutant and judges it by some tests, one pass after another. Without any it is
// not run.
func (b *bench) judgeBy(ctx context.Context, m Mutant, src []byte, passes ...pass) (t Trial, err error) {
	t.Mutant = m
	changed, err := overlay(b.folder, filepath.Join(b.Dir, m.File), m.apply(src))
	if err != nil {
		return t, err
	}
	if err := b.build(ctx, changed); err != nil {
		t.Verdict = broken
		return t, ctx.Err()
	}
	t.Verdict = unrun
	for _, p := range passes {
		if t.Verdict, t.By, err = b.noticed(ctx, p); err != nil || t.Verdict != survived {
			return t, err
		}
	}
	if t.Verdict == survived {
		t.Verdict, err = b.survivor(ctx, changed)
	}
	return t, err
}

// noticed runs tests of what was built last, and returns the one that failed first.
func (b *bench) noticed(ctx context.Context, p pass) (v Verdict, by string, err error) {
	timed, stop := context.WithTimeout(ctx, p.limit+5*time.Second)
	defer stop()
	start := time.Now()
	out, err := b.test(timed, p.limit, "-test.run="+p.pattern)
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case err == nil:
		return survived, "", nil
	case time.Since(start) >= p.limit:
		return hung, failed(out), nil
	}
	return noticed, failed(out), nil
}

// A failed test is named by "--- FAIL: TestMax", one that ran too long by "TestMax (10s)"
// below "running tests:".
var failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (Test\w+|Example\w*|Fuzz\w+)|^running tests:\n\s+(Test\w+|Example\w*|Fuzz\w+)`)

// failed returns the top-level test that output of a failed run names first; "" if none.
func failed(out []byte) string {
	m := failedTest.FindSubmatch(out)
	if m == nil {
		return ""
	}
	return string(m[1]) + string(m[2])
}

// survivor reports whether what the tests did not notice is other code at all. To
// see that, nothing may be inlined: what is inlined everywhere is not linked.
func (b *bench) survivor(ctx context.Context, overlay string) (Verdict, error) {
	const whole = "-gcflags=-l"
	if b.clean == nil {
		if err := b.build(ctx, whole); err != nil {
			return "", err
		}
		sum, err := b.sum()
		if err != nil {
			return "", err
		}
		b.clean = &sum
	}
	if err := b.build(ctx, whole, overlay); err != nil {
		return "", err
	}
	if sum, err := b.sum(); err != nil || sum == *b.clean {
		return same, err
	}
	return survived, nil
}

func (b *bench) binary() string { return filepath.Join(b.folder, "package.test") }

// build makes the test binary, without what would make equal code differ.
func (b *bench) build(ctx context.Context, flags ...string) error {
	args := append([]string{"test", "-c", "-p=1", "-vet=off", "-ldflags=-s -w -buildid=", "-o", b.binary()}, flags...)
	_, err := goCommand(ctx, b.Dir, append(args, ".")...)
	return err
}

func (b *bench) sum() (sum [sha256.Size]byte, err error) {
	f, err := os.Open(b.binary())
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return [sha256.Size]byte(h.Sum(nil)), err
}

// test runs the binary as go test would, with a bound on its memory: a mutant
// may ask for all that there is.
func (b *bench) test(ctx context.Context, limit time.Duration, flags ...string) ([]byte, error) {
	script := `ulimit -v "$1" 2>/dev/null; shift; exec "$@"`
	args := []string{"-c", script, "sh", strconv.Itoa(b.Memory << 20), b.binary(),
		"-test.short", "-test.failfast", "-test.timeout=" + limit.String(), "-test.run=" + b.Run}
	cmd := exec.CommandContext(ctx, "sh", append(args, flags...)...)
	cmd.Dir, cmd.WaitDelay = b.Dir, 5*time.Second
	return cmd.CombinedOutput()
}
