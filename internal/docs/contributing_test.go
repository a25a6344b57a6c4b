// Package docs holds the documents to what they say. It is nothing but tests.
package docs

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// root is the tree's.
var root = filepath.Join("..", "..")

// The steps of CONTRIBUTING, word for word, make a game that is trained
// and passes the gate's quick part.
func TestContributing(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and trains a game in a copy of the tree: a minute")
	}
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Add a game in six steps\n")
	section, _, _ = strings.Cut(section, "\n## ")
	steps := blocks(section)
	if len(steps) < 6 {
		t.Fatalf("CONTRIBUTING has %d blocks of commands and changes, want one for each of the six steps", len(steps))
	}
	tree := copied(t)
	for _, s := range steps {
		if err := s.in(tree); err != nil {
			t.Fatalf("%v\nin the block\n%s", err, s.text)
		}
	}
}

// block is a fenced block of a document: commands ("sh"), or changes ("diff").
type block struct{ kind, text string }

var fenced = regexp.MustCompile("(?ms)^```(sh|diff)\n(.*?)^```$")

// blocks returns the blocks of a text in order.
func blocks(text string) (all []block) {
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		all = append(all, block{m[1], m[2]})
	}
	return all
}

// in does in a tree what the block says.
func (b block) in(tree string) error {
	if b.kind == "diff" {
		return patch(tree, b.text)
	}
	c := exec.Command("sh", "-euxc", b.text)
	c.Dir = tree
	// Trimmed paths let the go command know again what it built in another copy.
	c.Env = append(os.Environ(), "GOFLAGS=-trimpath", "PWD="+tree)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// patch carries out changes as CONTRIBUTING writes them: after "--- FILE", lines
// that begin with a space or a minus are in the file, together and once, and those
// with a space or a plus stand there afterwards.
func patch(tree, text string) error {
	for _, change := range strings.Split("\n"+text, "\n--- ")[1:] {
		file, lines, _ := strings.Cut(change, "\n")
		var before, after string
		for line := range strings.Lines(strings.TrimSuffix(lines, "\n") + "\n") {
			switch line[0] {
			case ' ':
				before, after = before+line[1:], after+line[1:]
			case '-':
				before += line[1:]
			case '+':
				after += line[1:]
			default:
				return fmt.Errorf("%s: %q is no line of a change", file, line)
			}
		}
		name := filepath.Join(tree, filepath.FromSlash(file))
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text := "\n" + string(old)
		if n := strings.Count(text, "\n"+before); n != 1 {
			return fmt.Errorf("%s has these lines %d times, want once:\n%s", file, n, before)
		}
		text = strings.Replace(text, "\n"+before, "\n"+after, 1)
		if err := os.WriteFile(name, []byte(text[1:]), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// copied returns a folder with all files of the tree that git has or would take.
func copied(t *testing.T) string {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		t.Skipf("wants git and a clone: %v", err)
	}
	tree := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(root, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted, and not yet committed
		}
		to := filepath.Join(tree, name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o777)
		}
		if err == nil {
			err = os.WriteFile(to, text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

// A change is carried out if it can be in one way only.
func TestPatch(t *testing.T) {
	for _, test := range []struct{ name, text, change, want string }{
		{"a line more", "a\nb\n", " a\n+x\n", "a\nx\nb\n"},
		{"a line changed", "a\nb\n", "-b\n+c\n", "a\nc\n"},
		{"a line that is not there", "a\nb\n", "-c\n+d\n", ""},
		{"the end of a line", "aa\nb\n", " a\n+d\n", ""},
		{"a line that is there twice", "a\nb\na\n", " a\n+d\n", ""},
		{"no change", "a\n", "@@ 1\n a\n", ""},
	} {
		tree := t.TempDir()
		name := filepath.Join(tree, "f")
		if err := os.WriteFile(name, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		err := patch(tree, "--- f\n"+test.change)
		if (err == nil) != (test.want != "") {
			t.Errorf("%s: got %v", test.name, err)
			continue
		}
		if got, _ := os.ReadFile(name); err == nil && string(got) != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// Blocks of other kinds are for reading.
func TestBlocks(t *testing.T) {
	got := blocks("a\n```sh\nls\n```\nb\n```go\nx\n```\n```diff\n--- f\n+x\n```\n")
	if len(got) != 2 || got[0] != (block{"sh", "ls\n"}) || got[1] != (block{"diff", "--- f\n+x\n"}) {
		t.Errorf("got %q", got)
	}
}
