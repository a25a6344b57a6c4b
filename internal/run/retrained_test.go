package run

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ludens/selfplay"
	"ludens/train"
)

// retrained verifies a run and trains it again, with all its games replayed.
func retrained(t *testing.T, dir string) *Report {
	t.Helper()
	r, err := Verify(dir, 1)
	if err != nil || len(r.Problems) > 0 {
		t.Fatalf("by the rules and the ledger: %v, %v", r.Problems, err)
	}
	if err := r.Audit(t.Context(), 1, true, 1); err != nil {
		t.Fatal(err)
	}
	return r
}

// An honest run is trained again to the bits of its ledger, and all its games are replayed, also
// after checkpoints that were pruned.
func TestHonestRunsAreTrainedAgain(t *testing.T) {
	r := retrained(t, trained(t, func(int, int, *selfplay.Record) {}))
	if len(r.Problems) > 0 || len(r.Notes) > 0 || r.Audited.Replayed != r.Games || r.Audited.Left != 0 || *r.Audited.Retrained != (Retrained{Iterations: 5}) {
		t.Errorf("%+v %+v, %q, %q", r.Audited, r.Audited.Retrained, r.Problems, r.Notes)
	}
	var text strings.Builder
	if err := r.Text(&text); err != nil || !strings.Contains(text.String(), "\nretrained    5 iterations from their games; 0 could not be\n") {
		t.Errorf("%v\n%s", err, &text)
	}
	lagging := filepath.Join(t.TempDir(), "run")
	f, run := training(t, lagging, "[train]\nlag = 1\n", Create)
	if err := run.Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if r := retrained(t, lagging); len(r.Problems) > 0 || r.Audited.Left != 0 || r.Audited.Retrained.Iterations != 5 {
		t.Errorf("with a lag: %+v %+v, %q", r.Audited, r.Audited.Retrained, r.Problems)
	}
}

// A liar's game of a finished iteration is found although the checkpoint before it was pruned,
// and the way back is named. So is a checkpoint that was trained on other games than those of the run.
func TestForgeriesBeforePrunedCheckpointsAreFound(t *testing.T) {
	dir := trained(t, func(iteration, game int, r *selfplay.Record) {
		if iteration == 3 && game == 1 {
			r.Plies[0].Value = 0.25 - r.Plies[0].Value/2
		}
	})
	if r := audited(t, dir, 1); len(r.Problems) > 0 || r.Audited.Left == 0 {
		t.Errorf("by the checkpoints that are kept: %+v, %q", r.Audited, r.Problems)
	}
	r := retrained(t, dir)
	want := fmt.Sprintf("what was trained since iteration 4 depends on it; to play and train again from there: ludens resume %s --back-to 2", dir)
	if len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "000004.seg, game 2, ply 1: ") || len(r.Notes) != 1 || r.Notes[0] != want {
		t.Errorf("%q, %q; want the note %s", r.Problems, r.Notes, want)
	}
	other := filepath.Join(t.TempDir(), "run")
	f, run := training(t, other, "", Create)
	run.Store = &adding{run.Store}
	if err := run.Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if r := retrained(t, other); len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "000005.ckpt: its sha256 ") || r.Audited.Retrained.Iterations != 5 {
		t.Errorf("another last network: %q", r.Problems)
	}
}

// adding saves another last network than that which was trained.
type adding struct{ train.Store }

func (a *adding) Save(c *train.Checkpoint, it train.Iteration, games []*selfplay.Record) error {
	if it.At.Iteration == 5 {
		other, err := train.Untrained(c.Network, 99)
		if err != nil {
			return err
		}
		c.Net = c.Net.Towards(other, 0.1)
	}
	return a.Store.Save(c, it, games)
}
