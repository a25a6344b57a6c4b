package main

import (
	"strings"
	"testing"
)

// The champion of all arrays plays each, as an engine and at the terminal; where no
// champion was trained on the rules there is none.
func TestChampionPlaysAnyArray(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, game := range []string{"cetran2:array=77", "cetran2-mirror"} {
		out, errs, code := speak(t, `{"id":"1","do":"play","simulations":5}`, "engine", game)
		if code != 0 || !strings.Contains(out, `"move":"`) {
			t.Errorf("engine %s: exit code %d, %q, %s", game, code, errs, out)
		}
		if out, errs, _ := speak(t, "quit\n", "play", game, "--seed", "1"); !strings.Contains(out, "The agent is the champion") {
			t.Errorf("play %s: %q, %s", game, errs, out)
		}
	}
	if _, errs, code := speak(t, "", "engine", "cetran2:promo=qs", "champion"); code == 0 || !strings.Contains(errs, "no champion of cetran2:promo=qs") {
		t.Errorf("engine cetran2:promo=qs: exit code %d, %q", code, errs)
	}
}
