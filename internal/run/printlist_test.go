package run

import (
	"strings"
	"testing"
	"time"
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
