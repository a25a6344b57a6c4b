package run

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is written down is read again while it is fresh; what is old, damaged or too long is not
// there, and so is what was dropped.
func TestWorkers(t *testing.T) {
	dir, now := t.TempDir(), time.Unix(1e9, 0)
	f := &Folder{Dir: dir}
	if workersAt(dir, now) != nil {
		t.Error("workers of an empty folder")
	}
	want := Workers{Time: now, Seconds: 4, Here: 1, Workers: []Worker{{Name: "box:7", Kernels: "avx512 on amd64", Goroutines: 2, Games: 8, Silent: 1.2}}}
	if err := f.SetWorkers(want); err != nil {
		t.Fatal(err)
	}
	got := workersAt(dir, now.Add(20*time.Second))
	if got == nil || len(got.Workers) != 1 || got.Workers[0] != want.Workers[0] || got.Here != 1 {
		t.Fatalf("%+v, want %+v", got, want)
	}
	if workersAt(dir, now.Add(time.Minute)) != nil {
		t.Error("workers of a minute ago are shown")
	}
	path := filepath.Join(dir, workersName)
	for _, damaged := range [][]byte{[]byte(`{"workers":`), bytes.Repeat([]byte(" "), maxWorkers+1)} {
		if err := os.WriteFile(path, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		if workersAt(dir, now) != nil {
			t.Errorf("%d bytes were taken", len(damaged))
		}
	}
	for range 2 {
		if err := f.DropWorkers(); err != nil {
			t.Error(err)
		}
	}
}

// The table has games a second, and no letter that steers a terminal.
func TestTableOfWorkers(t *testing.T) {
	w := Workers{Seconds: 4, Here: 1, Workers: []Worker{
		{Name: "box:7", Kernels: "avx512", Goroutines: 2, Games: 8, Silent: 1.2},
		{Name: "evil\x1b[2J", Games: 0, Silent: 9, Gone: true},
	}}
	var out strings.Builder
	all := []Listed{{Dir: "runs/a", Workers: &w}}
	if err := PrintList(&out, all, time.Unix(1e9, 0), 100, "ludens"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"runs/a: games of this iteration", "the learner", "0.25", "box:7", "2.00", "evil?[2J", "9 s ago, gone"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
