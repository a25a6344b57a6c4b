package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

// firstReport asks for an endless analysis and returns the first report with that many
// simulations; then it hangs up.
func (h house) firstReport(keep string, simulations int, moves ...string) (r report) {
	h.Helper()
	ctx, hangUp := context.WithCancel(h.Context())
	defer hangUp()
	body, _ := json.Marshal(map[string]any{"game": "connect4", "moves": append([]string{}, moves...), "player": "one", "keep": keep})
	q, err := http.NewRequestWithContext(ctx, "POST", h.url+"/api/analyse", strings.NewReader(string(body)))
	if err != nil {
		h.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		h.Fatal(err)
	}
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		r = report{}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			h.Fatalf("%v in %s", err, lines.Text())
		}
		if r.Simulations >= simulations {
			return r
		}
	}
	h.Fatalf("%s: no report with %d simulations", keep, simulations)
	return r
}

// inherited is how many visits a report has from before its own simulations.
func inherited(r report) (n int) {
	for _, m := range r.Moves {
		n += m.Visits
	}
	return n - r.Simulations
}

// A page that goes on to the best move keeps what was found below it; another page does
// not, nor one that does not ask for it.
func TestAnalysisKeepsItsTree(t *testing.T) {
	var one analysis.Analyst
	h := open(t, Config{Searches: 4, Players: func(g env.Game) []Player {
		if one == nil {
			one = analysis.New(g, mcts.NewRollout(g, 1, 3), analysis.Simulations(400))
		}
		return []Player{{ID: "one", Title: "one", Thinks: true, Open: func(int, seed.Seed) (analysis.Analyst, error) { return one, nil }}}
	}})
	const enough = 500
	for who, want := range map[string]bool{"mine": true, "": false, "another": false} {
		first := h.firstReport(map[bool]string{true: who, false: who + " before"}[want], enough)
		if n := inherited(first); n > 1 {
			t.Errorf("%q: the first analysis has %d visits from before", who, n)
		}
		next := h.firstReport(who, 1, first.Moves[0].Text)
		if n := inherited(next); n > 10 != want {
			t.Errorf("%q: after the best move of %d visits, %d are from before", who, first.Moves[0].Visits, n)
		}
	}
	var refused map[string]string
	if status := h.post("/api/analyse", map[string]any{"game": "connect4", "moves": []string{}, "player": "one", "keep": strings.Repeat("x", 1000)}, &refused); status != http.StatusUnprocessableEntity {
		t.Errorf("a long word: %d, %v", status, refused)
	}
}

// Few trees wait, and one that is in use is handed over when its analysis has stopped.
func TestTreesWait(t *testing.T) {
	var all trees
	a, give := all.take(t.Context(), "a")
	handed := make(chan *analysis.Kept)
	go func() {
		again, give := all.take(t.Context(), "a")
		give()
		handed <- again
	}()
	give()
	if again := <-handed; again != a {
		t.Error("the tree is not handed over")
	}
	for i := range mostIdle + 1 {
		_, give := all.take(t.Context(), fmt.Sprint(i))
		give()
	}
	if len(all.free) != mostIdle {
		t.Errorf("%d trees wait, want %d", len(all.free), mostIdle)
	}
	if again, _ := all.take(t.Context(), "a"); again == a {
		t.Error("the oldest tree still waits")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if tree, give := all.take(ctx, "a"); tree != nil {
		t.Error("a tree is used twice at a time")
	} else {
		give()
	}
}
