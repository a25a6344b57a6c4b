package session

import (
	"testing"
	"time"

	"ludens/internal/fleet"
)

// What is written down has each worker, and a list even of none.
func TestWrittenDown(t *testing.T) {
	now := time.Unix(1e9, 0)
	if w := writtenDown(fleet.Share{}, now); w.Workers == nil || len(w.Workers) != 0 {
		t.Errorf("%+v, want an empty list", w)
	}
	w := writtenDown(fleet.Share{Here: 3, Took: 2 * time.Second, Workers: []fleet.Worker{{Name: "a", Version: "v", Kernels: "k", Goroutines: 4, Games: 5, Silent: time.Second, Gone: true}}}, now)
	if one := w.Workers[0]; w.Here != 3 || w.Seconds != 2 || one.Name != "a" || one.Version != "v" || one.Kernels != "k" || one.Goroutines != 4 || one.Games != 5 || one.Silent != 1 || !one.Gone {
		t.Errorf("%+v", w)
	}
}
