package roster

import (
	"os"
	"path/filepath"
	"testing"
)

// The clock of a run that was stopped begins anew; its time goes on.
func TestTrainingTimeGoesOnAfterAStop(t *testing.T) {
	dir := t.TempDir()
	metrics := `{"seconds":10,"at":{"iteration":1}}
{"seconds":25,"at":{"iteration":2}}
{"seconds":7,"at":{"iteration":3}}
{"seconds":9,"at":{"iteration":4}}
{"sec`
	if err := os.WriteFile(filepath.Join(dir, "metrics.jsonl"), []byte(metrics), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.toml"), nil, 0o644); err != nil { // makes it a run's folder
		t.Fatal(err)
	}
	got := trainingTime(dir)
	for iteration, want := range map[int]float64{1: 10, 2: 25, 3: 32, 4: 34} {
		if got[iteration] != want {
			t.Errorf("iteration %d after %v seconds, want %v", iteration, got[iteration], want)
		}
	}
}
