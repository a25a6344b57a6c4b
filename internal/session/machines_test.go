package session

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/fleet"
	runs "ludens/internal/run"
)

// Who was expelled after an iteration is noted, with the command that finds the forged games of
// finished iterations. Control: before the first there are none.
func TestWayToForgeriesIsNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if _, err := trained(t, small(t, "train.iterations=1"), dir, ""); err != nil {
		t.Fatal(err)
	}
	folder, err := runs.Open(dir, runs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	s := &Session{folder: folder, view: View{Out: &out}, caught: []fleet.Caught{{Key: "U1", Name: "w1", Proof: "game 1, ply 1"}}}
	if err := errors.Join(s.noteForged(), s.noteForged(), folder.Close()); err != nil || out.String() != "      "+runs.Suspected(dir)+"\n" {
		t.Errorf("%v, printed %q", err, &out)
	}
	report, err := runs.Verify(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if report.Text(&out); !strings.Contains(out.String(), "verify "+dir+" --replay 100% --retrain\n") {
		t.Errorf("verify prints\n%s", &out)
	}
	if err := report.Audit(t.Context(), 1, true, 1); err != nil || len(report.Problems) > 0 {
		t.Errorf("of an honest run: %v, %q", err, report.Problems)
	}
	out.Reset()
	if report.Text(&out); strings.Contains(out.String(), "--replay") {
		t.Errorf("an audited run prints\n%s", &out)
	}
	if folder, err = runs.Create(filepath.Join(t.TempDir(), "new"), small(t).Text()); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	s = &Session{folder: folder, view: View{Out: &out}, caught: []fleet.Caught{{Key: "U1", Name: "w1"}}}
	if err := errors.Join(s.noteForged(), folder.Close()); err != nil || out.Len() > 0 {
		t.Errorf("before the first iteration: %v, %q", err, &out)
	}
}

// What was caught is printed with who played, and what escapes with the announcement.
// Control: without it neither says so.
func TestForgeriesArePrinted(t *testing.T) {
	var honest, caught strings.Builder
	printShare(&honest, fleet.Share{})
	printShare(&caught, fleet.Share{Caught: []fleet.Caught{{Key: "U1", Name: "w1", Proof: "game 417, ply 9: c4, the plan's network plays d3", Again: 3}}})
	const want = "forged: game 417, ply 9: c4, the plan's network plays d3, by worker w1, key U1; 3 games of the key played again, 0 had counted before\n"
	if strings.Contains(honest.String(), "forged") || !strings.Contains(caught.String(), want) {
		t.Errorf("printed %q and %q", &honest, &caught)
	}
	for share, want := range map[float64]string{0: "No games are audited", 0.02: "2 % of each key's games are played again here: 100 forged games of 10,000 of a key all escape with a chance of at most 13 %"} {
		if got := audits(share); !strings.Contains(got, want) {
			t.Errorf("a share of %v: %q", share, got)
		}
	}
}
