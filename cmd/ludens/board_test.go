package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"
)

// answer is what one command line came to.
type answer struct {
	code      int
	out, errs string
}

// try carries out a command line with text on its standard input. One that does not
// end is stopped, so that a test fails that can be named.
func try(in string, args ...string) answer {
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	code := run(ctx, args, strings.NewReader(in), &out, &errs)
	return answer{code, out.String(), errs.String()}
}

// works is try for what must succeed; it returns the output.
func works(t *testing.T, in string, args ...string) string {
	t.Helper()
	a := try(in, args...)
	if a.code != 0 || a.errs != "" {
		t.Fatalf("ludens %s: exit code %d\n%s", strings.Join(args, " "), a.code, a.errs)
	}
	return a.out
}

// write puts text into a file of the current folder.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// complaints are command lines that are wrong, each with the one line it gets.
type complaints []struct {
	line string
	code int
	want string
}

func (all complaints) check(t *testing.T) {
	t.Helper()
	for _, c := range all {
		a := try("", split(c.line)...)
		if a.code != c.code || a.errs != "ludens: "+c.want+"\n" {
			t.Errorf("ludens %s:\ngot  %d %swant %d ludens: %s", c.line, a.code, a.errs, c.code, c.want)
		}
	}
}

// split splits a command line at its spaces, but for those within quotes.
func split(line string) (args []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args
}
