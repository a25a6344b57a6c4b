package fleet

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What was handed out is known again after a stop, as far as its lines are whole; of another
// plan nothing is. Without a folder it is known as long as the process lives.
func TestHandsAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "er")
	plan, other := strings.Repeat("a", 64), strings.Repeat("b", 64)
	path := handsPath(dir, planToken(plan))
	knows := func(h *hands, want ...bool) {
		t.Helper()
		for i, q := range []struct {
			number int
			who    string
		}{{3, "k/a"}, {3, "k/b"}, {4, "k/a"}, {5, "k/c"}} {
			if got := h.has(q.number, q.who); got != want[i] {
				t.Errorf("game %d of %s: %v, want %v", q.number, q.who, got, want[i])
			}
		}
	}
	begin := func(dir, plan string) *hands {
		t.Helper()
		h := new(hands)
		if err := h.begin(dir, plan); err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := begin(dir, plan)
	knows(h, false, false, false, false)
	h.add(3, "k/a")
	h.add(4, "k/a")
	h.add(3, "k/a") // once more: no second line
	knows(h, true, false, true, false)
	h.close()
	h.add(5, "k/c") // known, and not kept
	knows(h, true, false, true, true)
	text, err := os.ReadFile(path)
	if want := plan + "\n3 k/a\n4 k/a\n"; err != nil || string(text) != want {
		t.Fatalf("%q, %v, want %q", text, err, want)
	}

	h = begin(dir, plan)
	knows(h, true, false, true, false)
	h.add(3, "k/b")
	h.close()
	knows(begin(dir, plan), true, true, true, false)

	torn := plan + "\n3 k/a\nrubbish\n5\n4 k/a\n5 k/c"
	if err := os.WriteFile(path, []byte(torn[:len(torn)-4]), 0o600); err != nil { // "5 " is cut short
		t.Fatal(err)
	}
	knows(begin(dir, plan), true, false, true, false)

	h = begin(dir, other)
	knows(h, false, false, false, false)
	h.add(3, "k/b")
	if err := h.begin(dir, plan); err != nil { // which has a file of its own
		t.Fatal(err)
	}
	knows(h, true, false, true, false)
	if err := os.WriteFile(path, []byte(other+"\n3 k/a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	knows(begin(dir, plan), false, false, false, false)
	if s, err := os.Stat(path); err != nil || s.Size() != 65 || s.Mode().Perm() != 0o600 {
		t.Errorf("the file has %d bytes and mode %v, %v; want those of a plan's line", s.Size(), s.Mode(), err)
	}
	for _, name := range []string{"hands", "hands.short", "server.log"} { // no plan's
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(path, start, start); err != nil {
		t.Fatal(err)
	}
	if got := handedOut(dir); !slices.Equal(got, []string{planToken(plan), planToken(other)}) {
		t.Errorf("plans of which games were handed out, the latest last: %v", got)
	}

	h = begin("", plan)
	h.add(3, "k/a")
	knows(h, true, false, false, false)
	h.add(3, "k/b")
	knows(h, true, true, false, false)
	var zero hands
	zero.add(4, "k/a")
	knows(&zero, false, false, true, false)
}

// A file that is too long is begun anew; a folder in its place is an error.
func TestHandsRefuse(t *testing.T) {
	dir, plan := t.TempDir(), strings.Repeat("a", 64)
	path := handsPath(dir, planToken(plan))
	if err := os.WriteFile(path, []byte(plan+"\n3 k/a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 64<<20+1); err != nil {
		t.Fatal(err)
	}
	h := new(hands)
	if err := h.begin(dir, plan); err != nil || h.has(3, "k/a") {
		t.Errorf("too long: %v, known %v", err, h.has(3, "k/a"))
	}
	h.close()
	if s, err := os.Stat(path); err != nil || s.Size() != 65 {
		t.Errorf("%d bytes are left, %v", s.Size(), err)
	}
	os.Remove(path)
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := h.begin(dir, plan); err == nil {
		t.Error("a folder is taken for the file")
	}
	if err := h.begin(filepath.Join(path, "\x00"), plan); err == nil {
		t.Error("a folder that cannot be made is taken")
	}
}
