package run

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludens/arena"
	"ludens/internal/disk"
)

// sumOfEntry is a SHA-256 for tests that do not look at it.
func sumOfEntry(n int) string { return fmt.Sprintf("%064d", n) }

// after is a ledger in which the given entries have been taken, chained as they come.
func after(t *testing.T, entries ...entry) *ledger {
	t.Helper()
	l := newLedger()
	for i, e := range entries {
		e.Previous = l.head
		if err := l.add(e, sumOfEntry(i+1)); err != nil {
			t.Fatalf("entry %d: %v", i+1, err)
		}
	}
	return l
}

var beginning = entry{Kind: began, Format: ledgerFormat, Config: "c", Text: "[train]\nkeep_games = 2\n", Machine: &Machine{"amd64", "avx2"}}

func iteration(n int) entry {
	return entry{Kind: iterated, Iteration: n, Files: map[string]string{checkpointName(n): sumOfEntry(1000 + n), gamesName(n): sumOfEntry(2000 + n)}, Metrics: []byte(`{}`)}
}

// What cannot stand where it stands is refused, and the ledger is as it was.
func TestLedgerRefusesWhatCannotFollow(t *testing.T) {
	two := []entry{beginning, iteration(1), iteration(2)}
	for _, test := range []struct {
		name string
		so   []entry
		next entry
		want string
	}{
		{"an iteration first", nil, iteration(1), `"iteration" stands there`},
		{"a beginning later", two, beginning, `"began" stands there`},
		{"another format", nil, entry{Kind: began, Format: 2}, "its format is 2, this ludens reads 1"},
		{"no format", nil, entry{Kind: began}, "its format is 0, this ludens reads 1"},
		{"an iteration twice", two, iteration(2), "iteration 2 follows 2"},
		{"an iteration left out", two, iteration(4), "iteration 4 follows 2"},
		{"the beginning's network later", two, iteration(0), "iteration 0 follows 2"},
		{"the beginning's network twice", []entry{beginning, iteration(0)}, iteration(0), "iteration 0 follows 0"},
		{"a negative iteration", two, iteration(-1), "iteration -1: want 0 to 1000000"},
		{"other kernels at another time", two, entry{Kind: moved, Iteration: 1}, "iteration 1, the run has come to 2"},
		{"standings of another time", two, entry{Kind: concluded, Iteration: 3}, "iteration 3, the run has come to 2"},
		{"a word of a later ludens", two, entry{Kind: "merged", Iteration: 2}, `this ludens knows nothing of "merged"`},
	} {
		l := after(t, test.so...)
		test.next.Previous = l.head
		err := l.add(test.next, "x")
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
		if l.entries != len(test.so) || l.head == "x" {
			t.Errorf("%s: it is refused and taken in", test.name)
		}
	}
	l := after(t, two...)
	lost := iteration(3)
	lost.Previous = sumOfEntry(2)
	if err := l.add(lost, "x"); err == nil || err.Error() != "it does not follow the line before" {
		t.Errorf("a line that is missing in between: %v", err)
	}
}

func TestLedgerSaysHowFarTheRunHasCome(t *testing.T) {
	l := after(t, beginning)
	if l.iteration != 0 || l.parent != "" || !l.next(1) || !l.next(0) || l.next(2) || l.config != "c" || l.text != beginning.Text {
		t.Errorf("%+v", l)
	}
	l = after(t, beginning, iteration(0))
	if l.parent != sumOfEntry(1000) || l.next(0) || !l.next(1) {
		t.Errorf("%+v", l)
	}
	l = after(t, beginning, iteration(1), iteration(2))
	if l.iteration != 2 || l.parent != sumOfEntry(1002) || l.next(0) || l.next(2) || !l.next(3) || l.entries != 3 || l.head != sumOfEntry(3) || len(l.metrics) != 2 {
		t.Errorf("%+v", l)
	}
}

// Standings are of the run as it stands: they are forgotten when it goes on.
func TestFinalIsForgottenWhenTheRunGoesOn(t *testing.T) {
	standings := entry{Kind: concluded, Iteration: 1, Standings: []arena.Standing{{Opponent: "random"}}}
	if l := after(t, beginning, iteration(1), standings); l.final == nil || l.final.After != 1 || l.final.Standings[0].Opponent != "random" {
		t.Errorf("%+v", l.final)
	}
	kernels := entry{Kind: moved, Iteration: 1, Machine: &Machine{"arm64", "neon"}}
	if l := after(t, beginning, iteration(1), standings, kernels); l.final == nil {
		t.Error("other kernels change nothing of what was measured")
	}
	for _, next := range []entry{iteration(2), {Kind: accepted, Iteration: 1}} {
		if l := after(t, beginning, iteration(1), standings, next); l.final != nil {
			t.Errorf("%s: %+v", next.Kind, l.final)
		}
	}
}

// A machine is said once in a row.
func TestLedgerMachines(t *testing.T) {
	at := func(n int, m Machine) entry {
		e := iteration(n)
		e.Machine = &m
		return e
	}
	one, two := Machine{"amd64", "avx2"}, Machine{"amd64", "portable"}
	l := after(t, beginning, at(1, one), at(2, two), at(3, two), at(4, one))
	if want := []string{"avx2 on amd64", "portable on amd64", "avx2 on amd64"}; !slices.Equal(l.machines, want) || l.machine != one {
		t.Errorf("got %q, want %q", l.machines, want)
	}
}

// Changes that are accepted may take the run back: what came after is forgotten, and
// what was accepted is no cause for complaint.
func TestLedgerRewinds(t *testing.T) {
	back := entry{Kind: accepted, Iteration: 1, Files: map[string]string{gamesName(1): "other"}, Changes: []string{"games have changed"}}
	l := after(t, beginning, iteration(1), iteration(2), iteration(3), back)
	if l.iteration != 1 || l.parent != sumOfEntry(1001) || len(l.metrics) != 1 || len(l.files) != 2 || l.files[gamesName(1)] != "other" || !l.taken[gamesName(1)] || len(l.changes) != 1 {
		t.Errorf("%+v", l)
	}
	again := iteration(2)
	if again.Previous = l.head; l.add(again, "x") != nil {
		t.Error("the run does not go on from where it was taken back to")
	}
	l = after(t, beginning, iteration(1), entry{Kind: accepted, Iteration: 0}, iteration(1))
	if l.taken[gamesName(1)] || l.iteration != 1 {
		t.Errorf("what was made again was not accepted: %+v", l)
	}
}

// What the configuration lets go may be gone: with each = 4, keep = 3 and six
// iterations the checkpoints 1, 2, 3 and the games 1, 2, 3.
func TestLedgerLetsGo(t *testing.T) {
	w := newWork(t)
	first := beginning
	first.Text = w.config
	entries := []entry{first}
	for n := 1; n <= 6; n++ {
		entries = append(entries, iteration(n))
	}
	l := after(t, entries...)
	if l.rules != (keeping{4, 4, 3, 6, false}) {
		t.Fatalf("rules %+v", l.rules)
	}
	for n := 1; n <= 6; n++ {
		if got, want := l.spare[checkpointName(n)], n <= 3; got != want {
			t.Errorf("checkpoint %d may be gone: %v, want %v", n, got, want)
		}
		if got, want := l.spare[gamesName(n)], n <= 3; got != want {
			t.Errorf("games %d may be gone: %v, want %v", n, got, want)
		}
	}
	first.Text = "nonsense"
	entries[0] = first
	for l, n := after(t, entries...), 1; n <= 4; n++ {
		if !l.spare[checkpointName(n)] {
			t.Errorf("a configuration of another ludens: checkpoint %d is missed", n)
		}
		for g := n; g <= n+1; g++ {
			if !l.spare[gamesName(g)] {
				t.Errorf("a configuration of another ludens: games %d are missed", g)
			}
		}
	}
}

// A checkpoint is kept for good if evaluation or past opponents want it; with neither, none is.
func TestKeeps(t *testing.T) {
	for _, c := range []struct {
		every, past int
		want        string
	}{{0, 0, ""}, {4, 0, "4 8 12"}, {0, 5, "5 10"}, {0, 1, "1 2 3 4 5 6 7 8 9 10 11 12"}, {4, 6, "4 6 8 12"}, {1, 0, "1 2 3 4 5 6 7 8 9 10 11 12"}} {
		var kept []string
		for n := 1; n <= 12; n++ {
			if (keeping{every: c.every, past: c.past}).keeps(n) {
				kept = append(kept, fmt.Sprint(n))
			}
		}
		if got := strings.Join(kept, " "); got != c.want {
			t.Errorf("every %d, past %d: keeps %q, want %q", c.every, c.past, got, c.want)
		}
	}
}

// What is written is read as it was, line by line, and a file that ends anywhere is
// the lines before, or told as damaged: never more, and never an accident.
func TestLedgerCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	l := newLedger()
	text, err := l.write(beginning, iteration(1), iteration(2), entry{Kind: concluded, Iteration: 2})
	if err != nil {
		t.Fatal(err)
	}
	ends := []int{0}
	for i, b := range text {
		if b == '\n' {
			ends = append(ends, i+1)
		}
	}
	for n := 0; n <= len(text); n++ {
		if far := !slices.ContainsFunc(ends, func(end int) bool { return n-end <= 2 && end-n <= 2 }); far && n%13 != 0 {
			continue // the ends of lines are where it matters
		}
		if err := os.WriteFile(at(dir, ledgerName), text[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, end := range ends[1:] {
			if end <= n {
				lines++
			}
		}
		within := !slices.Contains(ends, n)
		got, err := readLedger(dir)
		switch {
		case lines == 0:
			if !errors.Is(err, errLedger) {
				t.Errorf("%d bytes: %v, want that it is damaged", n, err)
			}
		case err != nil:
			t.Errorf("%d bytes: %v", n, err)
		case got.entries != lines || got.cut != within:
			t.Errorf("%d bytes: %d entries, cut %v; want %d, %v", n, got.entries, got.cut, lines, within)
		}
	}
	for i := range 3 { // a line left out, or two exchanged
		all := bytes.SplitAfter(text, []byte("\n"))[:4]
		for what, lines := range map[string][][]byte{"left out": slices.Delete(slices.Clone(all), i, i+1), "twice": slices.Insert(slices.Clone(all), i, all[i])} {
			if err := os.WriteFile(at(dir, ledgerName), bytes.Join(lines, nil), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := readLedger(dir); !errors.Is(err, errLedger) || strings.Contains(err.Error(), "\n") {
				t.Errorf("line %d is %s: %v", i+1, what, err)
			}
		}
	}
	all := bytes.SplitAfter(text, []byte("\n"))[:4]
	half := append(bytes.Clone(all[3][:len(all[3])/2]), 0, 0, '\n') // the line after it follows the one before
	if err := os.WriteFile(at(dir, ledgerName), slices.Concat(all[0], all[1], all[2], half, all[3]), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := readLedger(dir); !errors.Is(err, errLedger) || !strings.Contains(err.Error(), "line 4 is torn, and is not the last") {
		t.Errorf("a torn line before the last: %v", err)
	}
	if got, err := readLedger(t.TempDir()); got != nil || err != nil {
		t.Errorf("no ledger: %v, %v", got, err)
	}
}

// A file that grows while it is read is read to its limit, and no further.
func TestGrowingFilesAreBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	line := append(bytes.Repeat([]byte("x"), maxLine-1), '\n')
	if err := os.WriteFile(path, line, 0o644); err != nil {
		t.Fatal(err)
	}
	lines := 0
	err := eachLine(path, func(disk.Line) error {
		if lines++; lines > 2*maxLines/maxLine {
			return nil
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			_, err = f.Write(line)
			err = errors.Join(err, f.Close())
		}
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "line 17: the file is longer than 64 MB") || lines != maxLines/maxLine {
		t.Errorf("%d lines are read: %v", lines, err)
	}
}

// The same entries are the same bytes: nothing of a clock is in them.
func TestLedgerIsTheSameAgain(t *testing.T) {
	one, err := newLedger().write(beginning, iteration(1))
	if err != nil {
		t.Fatal(err)
	}
	two, err := newLedger().write(beginning, iteration(1))
	if err != nil || !bytes.Equal(one, two) {
		t.Errorf("%s\n%s\n%v", one, two, err)
	}
	if _, err := newLedger().write(beginning, entry{Kind: iterated, Iteration: 1, Changes: []string{strings.Repeat("x", maxLine)}}); err == nil || !strings.Contains(err.Error(), "want at most") {
		t.Errorf("a line that no reader would take: %v", err)
	}
}

// The first iteration is held against its header as all others, and a checkpoint that a kill
// left out of the ledger counts only with its games.
func TestFirstAndLastHeaders(t *testing.T) {
	w, dir := newWork(t), filepath.Join(t.TempDir(), "run")
	f, err := Create(dir, w.config)
	if err != nil {
		t.Fatal(err)
	}
	w.iterate(t, f, 1)
	w.iterate(t, f, 2)
	closed(t, f)
	l, err := readLedger(dir)
	if err != nil || l.fits(dir, 1) != nil {
		t.Fatalf("%v, %v", err, l.fits(dir, 1))
	}
	l.files[gamesName(1)] = strings.Repeat("0", 64)
	if err := l.fits(dir, 1); err == nil || !strings.Contains(err.Error(), "it was made of games/000001.seg") {
		t.Errorf("other games of iteration 1: %v", err)
	}
	all := lines(t, at(dir, ledgerName))
	write(t, at(dir, ledgerName), all[:len(all)-1]...)
	if l, err = readLedger(dir); err != nil {
		t.Fatal(err)
	}
	if e, err := l.ahead(dir); err != nil || e == nil || e.Iteration != 2 {
		t.Errorf("before its entry: %+v, %v", e, err)
	}
	write(t, at(dir, gamesName(2)), contents(t, dir)[gamesName(1)])
	if e, err := l.ahead(dir); err != nil || e != nil {
		t.Errorf("before its entry, with other games: %+v, %v", e, err)
	}
}

// A ledger that is begun for an older run has its beginning, an entry for each iteration and the
// standings, and none for the network that the run did not begin with.
func TestLedgerOfAnOlderRun(t *testing.T) {
	dir := copied(t)
	f, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, f)
	if err := f.adopt(f.Config()); err != nil {
		t.Fatal(err)
	}
	l, err := readLedger(dir)
	if err != nil || l.entries != 8 || l.iteration != 6 || l.final == nil || len(l.metrics) != 6 || len(l.origins) != 6 {
		t.Errorf("%+v, %v: want 8 entries, of iterations 1 to 6", l, err)
	}
	for n := 1; n <= 6; n++ {
		if kept := n >= 4; (l.files[checkpointName(n)] != "") != kept {
			t.Errorf("checkpoint %d is known: %v", n, !kept)
		}
	}
}
