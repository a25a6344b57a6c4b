package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
)

// skipped reads what `go test -json` prints, passes on what `go test` would have
// printed, as it comes, and writes a table of the tests that were skipped and why. It
// fails if a test or a build failed.
func skipped(args []string) error {
	f := flag.NewFlagSet("skipped", flag.ExitOnError)
	to := f.String("to", "", "the file that the table is written to; none: it is printed")
	f.Parse(args)
	failed, err := passOn(os.Stdin, os.Stdout, *to)
	if failed && err == nil {
		err = errors.New("a test or a build failed")
	}
	return err
}

func passOn(in io.Reader, out io.Writer, to string) (failed bool, err error) {
	r := reader{out: out, said: map[test][]string{}}
	if err := r.read(in); err != nil {
		return false, err
	}
	if to == "" {
		_, err = io.WriteString(out, r.table())
	} else {
		err = os.WriteFile(to, []byte(r.table()), 0o644)
	}
	return r.failed, err
}

// event is a line of `go test -json`: see `go doc test2json`.
type event struct {
	Action, Package, Test, Output string
}

type test struct{ pkg, name string }

// skip is a test that did not run.
type skip struct {
	test
	why string
}

// reader is what has been read so far.
type reader struct {
	out     io.Writer
	said    map[test][]string // by tests that are not over
	skipped []skip
	failed  bool
}

func (r *reader) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil || e.Action == "" {
			fmt.Fprintln(r.out, lines.Text()) // of the go command itself
			continue
		}
		r.take(e)
	}
	return lines.Err()
}

// take passes on what is of a package or of a build at once, and what is of a test
// when that has failed.
func (r *reader) take(e event) {
	t := test{e.Package, e.Test}
	switch e.Action {
	case "output", "build-output":
		if e.Test == "" {
			r.pass(e.Output)
		} else {
			r.said[t] = append(r.said[t], e.Output)
		}
	case "fail", "build-fail":
		r.failed = true
		if e.Test == "" {
			r.unended(e.Package)
		}
		io.WriteString(r.out, strings.Join(r.said[t], ""))
		delete(r.said, t)
	case "skip":
		if e.Test != "" {
			r.skipped = append(r.skipped, skip{t, reason(r.said[t])})
		}
		delete(r.said, t)
	case "pass":
		delete(r.said, t)
	}
}

// unended prints what the tests said that were not over when their package failed:
// where one panics, or waits for ever, it is there.
func (r *reader) unended(pkg string) {
	var names []string
	for t := range r.said {
		if t.pkg == pkg {
			names = append(names, t.name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		io.WriteString(r.out, strings.Join(r.said[test{pkg, name}], ""))
		delete(r.said, test{pkg, name})
	}
}

// pass prints a line of a package, but for what only -json makes it say.
func (r *reader) pass(text string) {
	if text != "PASS\n" {
		io.WriteString(r.out, text)
	}
}

// where is how a skip begins: "    conv8_test.go:324: ".
var where = regexp.MustCompile(`^\s+\S+_test\.go:\d+: `)

// reason returns what a skipped test said, on one line.
func reason(said []string) string {
	var words []string
	for _, line := range said {
		if where.MatchString(line) || words != nil && !strings.HasPrefix(strings.TrimSpace(line), "---") {
			words = append(words, strings.TrimSpace(where.ReplaceAllString(line, "")))
		}
	}
	return cmp.Or(strings.Join(words, " "), "it does not say why")
}

// table returns the skipped tests by reason.
func (r *reader) table() string {
	if len(r.skipped) == 0 {
		return "no test was skipped\n"
	}
	slices.SortStableFunc(r.skipped, func(a, b skip) int {
		return cmp.Or(cmp.Compare(a.why, b.why), cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.name, b.name))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "%d tests were skipped:\n", len(r.skipped))
	last := ""
	for _, s := range r.skipped {
		if s.why != last {
			fmt.Fprintf(&b, "\n  %s\n", s.why)
		}
		last = s.why
		fmt.Fprintf(&b, "    %-28s %s\n", strings.TrimPrefix(s.pkg, "ludens/"), s.name)
	}
	return b.String()
}
