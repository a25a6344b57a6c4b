package run

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludens/internal/web"
)

// Who played is read as it was kept, and only then; a damaged file is named. A run is
// verified with it, since nothing follows from it.
func TestCrewIsShown(t *testing.T) {
	dir := copied(t)
	news := func() (*web.Crew, error) {
		r, err := OpenPage("run", dir)
		if err != nil {
			t.Fatal(err)
		}
		n, err := r.News(0)
		return n.Crew, err
	}
	if got, err := news(); got != nil || err != nil {
		t.Errorf("a run of one process has a crew: %+v, %v", got, err)
	}
	want := web.Crew{Iteration: 2, Seconds: 1.5, Here: 3, Workers: []web.Worker{{Name: "ada", Kernels: "avx2 on amd64", Goroutines: 2, Games: 5, Silent: 0.5}}}
	if err := (&Folder{Dir: dir}).KeepCrew(want); err != nil {
		t.Fatal(err)
	}
	if got, err := news(); err != nil || got == nil || !reflect.DeepEqual(*got, want) {
		t.Errorf("kept %+v, read %+v, %v", want, got, err)
	}
	if r, err := Verify(dir, 1); err != nil || r.Err() != nil {
		t.Errorf("verified with it: %+v, %v", r, err)
	}
	if err := os.WriteFile(filepath.Join(dir, crewName), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := news(); err == nil || !strings.Contains(err.Error(), crewName) {
		t.Errorf("a damaged file: %v", err)
	}
}
