package run

import (
	"strings"
	"testing"
	"time"

	"ludens/internal/web"
)

// A list says how each run stands, and of a damaged one why; an empty one how to begin.
func TestPrintList(t *testing.T) {
	now := time.Unix(1e9, 0)
	var all []Listed
	for range 2 {
		all = append(all, Listed{Dir: "runs/a", Status: Status{Game: "celta", Changed: now.Add(-3 * time.Hour)}})
	}
	all[1].Dir, all[1].Trouble = "runs/b", "the ledger is gone"
	for _, test := range []struct {
		all  []Listed
		want []string
	}{
		{nil, []string{"one begins with: prog train GAME"}},
		{all[:1], []string{"runs/a", "celta", "3 h ago"}},
		{all, []string{"runs/b", "\nthe ledger is gone"}},
	} {
		var out strings.Builder
		if err := PrintList(&out, test.all, now, 80, "prog"); err != nil {
			t.Fatal(err)
		}
		for _, want := range test.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: want %s", out.String(), want)
			}
		}
		if len(test.all) < 2 && strings.Contains(out.String(), "ledger") {
			t.Errorf("there is no trouble: %s", out.String())
		}
	}
}

// The workers of a running run have games a second, and no letter that steers a terminal.
func TestPrintCrew(t *testing.T) {
	crew := &web.Crew{Iteration: 3, Seconds: 4, Here: 1, Workers: []web.Worker{
		{Name: "box:7", Kernels: "avx512 on amd64", Goroutines: 2, Games: 8, Silent: 1.2},
		{Name: "evil\x1b[2J", Silent: 9, Gone: true},
	}}
	var out strings.Builder
	if err := PrintList(&out, []Listed{{Dir: "runs/a", Crew: crew}}, time.Unix(1e9, 0), 120, "prog"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"runs/a: games of iteration 3", "the learner", "0.25", "box:7", "2.00", "avx512 on amd64", "evil?[2J", "gone, was heard 9 s before"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
