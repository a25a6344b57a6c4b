package exact_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/gofrs/flock"

	"ludens/internal/exact"
	"ludens/internal/exit"
	"ludens/solve"
)

// stopped works on a game by pairs until the first level is done, and returns
// what was reported.
func stopped(t *testing.T, w exact.Work) (lines []string, err error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w.Tell = func(line string) { lines = append(lines, line) }
	_, err = w.Solve(ctx)
	return lines, err
}

// Work on pairs is kept when it is stopped, and the next goes on with it. What a
// killed process had begun to write is swept away.
func TestPairsAreKept(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile(".t.solution.part.123", []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := work(t, "cetro-5x5:demand=always")
	for level, want := range []string{
		"Level 1 is kept in t.solution.part; the same command goes on from there.",
		"Level 2 is kept in t.solution.part; the same command goes on from there.",
	} {
		lines, err := stopped(t, w)
		var kept exit.Stopped
		if !errors.As(err, &kept) || kept.Error() != want || !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want %s", err, want)
		}
		if text := strings.Join(lines, "\n"); !strings.HasPrefix(text, "cetro-5x5:demand=always: 7207200 pairs of placements; ") ||
			strings.Contains(text, "going on after level 1") != (level == 1) || !strings.Contains(text, "\nmeasured: about ") {
			t.Errorf("it tells\n%s", text)
		}
	}
	if left, _ := os.ReadDir("."); len(left) != 1 || left[0].Name() != "t.solution.part" {
		t.Errorf("left behind: %v", left)
	}
	text, err := os.ReadFile("t.solution.part")
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile("t.solution.part", text, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := stopped(t, w); err == nil || !strings.HasPrefix(err.Error(), "t.solution.part: solve: ") {
		t.Errorf("a damaged file: got %v", err)
	}
}

// Two processes do not work on one table, nor does one without room for it.
func TestPairsNeedRoom(t *testing.T) {
	t.Chdir(t.TempDir())
	w := work(t, "cetro-5x5")
	w.Memory = 100 << 20
	if _, err := stopped(t, w); !errors.Is(err, solve.ErrTooLarge) || err.Error() != "solve: cetro-5x5: too large for 100 MiB of memory: it needs --memory 179" {
		t.Errorf("too little memory: got %v", err)
	}
	lock := flock.New("t.solution.lock")
	if ok, err := lock.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	defer lock.Unlock()
	if _, err := stopped(t, work(t, "cetro-5x5")); err == nil || err.Error() != "solve: another process is making t.solution" {
		t.Errorf("two at once: got %v", err)
	}
}
