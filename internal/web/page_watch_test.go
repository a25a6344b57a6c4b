package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ludens/env/record"
)

// A run is watched: curves, diagnosis, games; and results are read, a report that
// is a page of its own in its sandbox.
func TestBrowserWatchesAndReads(t *testing.T) {
	b := browser(t)
	metric := func(i int) json.RawMessage {
		return json.RawMessage(fmt.Sprintf(`{"time":"2026-01-02T03:04:05Z","at":{"iteration":%d,"games":%d,"positions":%d},
			"losses":{"policy":%v,"value":%v,"entropy":2},"games":{"played":64,"first_wins":30,"second_wins":20,"drawn":4,"truncated":10,"duplicates":2,"mean_plies":60},
			"diagnosis":{"plies_quartiles":[30,50,90],"endings":[{"by":"x","result":"drawn","games":4}],"policy":{"target":1.5,"even":3,"gap":0.4},
			"advice":[{"about":"duplicates","text":"20 %% of the games are duplicates"}]},
			"standings":[{"opponent":"greedy","roles":[{"wins":%d,"draws":2,"losses":8},{"wins":5,"draws":0,"losses":15}]}]}`, i, 64*i, 4000*i, 3/float64(i), 1/float64(i), i))
	}
	h := open(t, Config{
		Runs: func() ([]Run, error) {
			return []Run{{Name: "celta", Game: "celta", News: func(after int) (News, error) {
				n := News{Roles: [2]string{"king's side", "attackers"}, Iterations: 20}
				for i := after + 1; i <= min(after+8, 10); i++ {
					n.Points = append(n.Points, metric(i))
				}
				return n, nil
			}, Hashes: func() map[string]int { return map[string]int{"aa": 4, "bb": 8} }, Games: func(context.Context, int) ([]record.Record, error) {
				return []record.Record{{Game: "celta", Moves: strings.Fields("d3b3 a4a5 b3g3"), Ending: "cut off after 3 plies"}}, nil
			}}}, nil
		},
		Results: func(context.Context) ([]Result, error) {
			return []Result{
				{Name: "a", Kind: "balance", Title: "A report", Page: func() ([]byte, error) {
					return []byte("<!doctype html><h1>fine</h1><script>document.body.textContent='evil'; fetch('/api/games')</script>"), nil
				}},
				{Name: "b", Kind: "ladder", Title: "A ladder", Rungs: []Rung{{Name: "celta after 8", Hash: "bb", Elo: 310, Low: 250, High: 370}, {Name: "greedy", Elo: 120, Low: 90, High: 150}, {Name: "celta after 4", Hash: "aa", Elo: 100, Low: 60, High: 140}}, Head: []string{"agent", "Elo"}, Rows: [][]string{{"greedy", "120"}}},
			}, nil
		},
	})
	p := h.visit(b, desktop, "/#/training")
	p.until("document.querySelectorAll('.plot canvas').length == 9 && document.querySelector('.diagnosis').innerText.includes('duplicates')")
	p.until("document.querySelector('.replay-board .board')")
	p.until("document.querySelector('#iteration').textContent == '10'") // news came by themselves
	if got := p.eval("document.querySelector('.diagnosis li').textContent"); got != "20 % of the games are duplicates. (iterations 1 to 10)" {
		t.Errorf("the diagnosis says %q", got)
	}
	if got := p.eval("document.querySelector('#rungs').innerText.replace(/\\s+/g, ' ')"); !strings.Contains(got, "Elo 310") || !strings.Contains(got, "greedy 120 ± 30") {
		t.Errorf("the ladder of its checkpoints says %q", got)
	}
	p.shot("training")
	point := func(event string) { // at the left edge of the losses
		p.eval(fmt.Sprintf(`(() => { const o = [...document.querySelectorAll('.chart')].find(c => c.innerText.includes('Losses')).querySelector('.u-over'), b = o.getBoundingClientRect();
			o.dispatchEvent(new MouseEvent(%q, { bubbles: true, clientX: b.left + 2, clientY: b.top + 9 })); })()`, event))
	}
	losses := "[...document.querySelectorAll('.chart')].find(c => c.innerText.includes('Losses')).innerText"
	point("mousemove")
	p.until(losses + ".includes('at iteration 1') && " + losses + ".includes('policy 3')") // of iteration 1
	point("mouseleave")
	p.until(losses + ".includes('policy 0.3')") // of the last
	p.quiet()

	q := h.visit(b, desktop, "/#/results")
	q.until("document.querySelector('iframe.report')")
	q.shot("results")
	q.click(".runs a:nth-child(2)")
	q.until("document.querySelector('table')?.innerText.includes('greedy')")
	q.quiet("Blocked script execution") // as it should be
}
