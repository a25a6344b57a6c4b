package run

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/nn"
	"ludens/train"
)

// A run of an earlier ludens is gone on with, after a word, and has a ledger then.
func TestRunsFromBeforeLedgers(t *testing.T) {
	w, dir := made(t)
	var old []byte
	for line := range bytes.Lines(contents(t, dir)[metricsName]) {
		object, _, _ := unseal(bytes.TrimSuffix(line, []byte("\n")))
		old = append(append(old, object...), '\n')
	}
	os.Remove(at(dir, ledgerName))
	for _, n := range []int{4, 5, 6} {
		c, _, err := train.ReadCheckpoint(at(dir, checkpointName(n)))
		if err != nil {
			t.Fatal(err)
		}
		c.Made = nil
		if _, err := c.Write(at(dir, checkpointName(n))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at(dir, metricsName), old, 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := r.Metrics(); err != nil || len(all) != 6 {
		t.Errorf("%d metrics, %v", len(all), err)
	}
	var told []string
	f, err := Open(dir, Options{Tell: func(line string) { told = append(told, line) }})
	if err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || !strings.Contains(told[0], "from before runs had ledgers: one begins after iteration 6") {
		t.Errorf("told %q", told)
	}
	if f.Final() == nil {
		t.Error("the final standings are lost")
	}
	w.iterate(t, f, 7)
	closed(t, f)
	if r, err := Verify(dir, 1); err != nil || len(r.Problems) > 0 || r.Iteration != 7 || r.Metrics != 7 {
		t.Errorf("verify: %+v, %v", r, err)
	}
	if r, err = Look(dir); err != nil {
		t.Fatal(err)
	}
	if all, err := r.Metrics(); err != nil || all[3].Seconds != 4 {
		t.Errorf("the times are lost: %+v, %v", all, err)
	}
}

// Other kernels are said, and noted; the run goes on.
func TestOtherKernelsAreSaid(t *testing.T) {
	w, dir := made(t)
	was := nn.Path()
	if was == nn.Paths()[len(nn.Paths())-1] {
		t.Skip("this machine has one kernel path")
	}
	if err := nn.UsePath(nn.Paths()[len(nn.Paths())-1]); err != nil {
		t.Fatal(err)
	}
	defer nn.UsePath(was)
	for _, want := range []int{1, 0} { // said once
		var told []string
		f, err := Open(dir, Options{Tell: func(line string) { told = append(told, line) }})
		if err != nil {
			t.Fatal(err)
		}
		if len(told) != want || want == 1 && !strings.Contains(told[0], "portable on") {
			t.Errorf("told %q", told)
		}
		if f.Final() == nil {
			t.Error("the final standings are forgotten")
		}
		closed(t, f)
	}
	_ = w
	if r, err := Verify(dir, 1); err != nil || len(r.Machines) != 2 {
		t.Errorf("verify: %+v, %v", r, err)
	}
}

// That games of any kernels are taken is noted once, and verify tells it.
func TestMixedKernelsAreNotedOnce(t *testing.T) {
	_, dir := made(t)
	for range 2 {
		f, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Mix(); err != nil {
			t.Fatal(err)
		}
		closed(t, f)
	}
	r, err := Verify(dir, 1)
	if err != nil || len(r.Problems) > 0 || len(r.Machines) != 2 || r.Machines[1] != "games of any kernels after iteration 6" {
		t.Errorf("verify: %+v, %v", r, err)
	}
}

// A key that brought a forged record is in the ledger with the proof, bounded and
// printable, and is known when the run goes on. Control: the run before has none.
func TestForgeriesAreNoted(t *testing.T) {
	_, dir := made(t)
	f, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if all := f.Forgeries(); len(all) != 0 {
		t.Errorf("an honest run has %+v", all)
	}
	const proof = "game 417, ply 9: c4, the plan's network plays d3"
	for _, c := range []Forgery{{Key: "U1", Name: "w1", Proof: proof, Again: 3}, {Key: "U2", Name: "\x1b[31m\n", Proof: strings.Repeat("long ", 100), Kept: 2}} {
		if err := f.Forged(c); err != nil {
			t.Fatal(err)
		}
	}
	closed(t, f)
	if f, err = Open(dir, Options{}); err != nil {
		t.Fatal(err)
	}
	all := f.Forgeries()
	closed(t, f)
	if len(all) != 2 || all[0] != (Forgery{"U1", "w1", proof, 3, 0}) || all[1].Name != " [31m " || len(all[1].Proof) != 200 {
		t.Errorf("the ledger has %+v", all)
	}
	r, err := Verify(dir, 1)
	if err != nil || len(r.Problems) > 0 || len(r.Forged) != 2 || !strings.HasPrefix(r.Forged[0], proof) {
		t.Fatalf("verify: %+v, %v", r, err)
	}
	var text strings.Builder
	if r.Text(&text); !strings.Contains(text.String(), "forged       "+proof) {
		t.Errorf("printed:\n%s", text.String())
	}
}

// Only numbered checkpoints are the run's.
func TestStrayCheckpointsAreNobodys(t *testing.T) {
	_, dir := made(t)
	for _, name := range []string{"best.ckpt", "7.ckpt", "zzz.ckpt", "000009.ckpt.bak"} {
		if err := os.WriteFile(filepath.Join(dir, checkpoints, name), []byte("?"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if newest, err := Newest(dir); err != nil || filepath.Base(newest) != "000006.ckpt" {
		t.Errorf("the newest is %s, %v", newest, err)
	}
	if _, file, _, err := ReadCheckpoint(dir); err != nil || Iteration(file) != 6 {
		t.Errorf("read %s, %v", file, err)
	}
	r, err := Verify(dir, 1)
	if err != nil || len(r.Problems) > 0 || len(r.Notes) != 4 {
		t.Errorf("verify: %+v, %v", r, err)
	}
	if err := os.WriteFile(at(dir, checkpointName(5)), contents(t, dir)[checkpointName(4)], 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(dir, checkpoints))
	if _, _, _, err := ReadCheckpoint("000005.ckpt"); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("an exchanged checkpoint by its bare name: error %v", err)
	}
}
