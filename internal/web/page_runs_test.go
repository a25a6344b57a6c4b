package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"ludens/env/record"
)

// paced is a run of 40 iterations, in such a state, whose last one of that many came some
// time ago; each took two minutes.
func paced(name, state string, iterations int, ago time.Duration) Run {
	last := time.Now().Add(-ago)
	return Run{Name: name, Game: "tictactoe", Changed: last,
		Status: func() (string, string) { return state, "" },
		News: func(after int) (News, error) {
			n := News{Roles: [2]string{"crosses", "noughts"}, Iterations: 40}
			for i := after + 1; i <= iterations; i++ {
				n.Points = append(n.Points, json.RawMessage(fmt.Sprintf(`{"time":%q,"seconds":%d,"at":{"iteration":%d,"games":%d,"positions":%d},
					"losses":{"policy":%v,"value":0.5,"entropy":1},"games":{"played":60,"first_wins":30,"second_wins":30,"mean_plies":7}}`,
					last.Add(time.Duration(i-iterations)*2*time.Minute).Format(time.RFC3339), 120*i, i, 60*i, 400*i, float64(len(name))/float64(i))))
			}
			return n, nil
		},
		Games: func(context.Context, int) ([]record.Record, error) { return nil, nil },
	}
}

// Runs stand by time, the newest first; each says whether it goes on, how fast, and
// how long it will take; the curves of several lie over each other.
func TestBrowserComparesRuns(t *testing.T) {
	b := browser(t)
	h := open(t, Config{Curves: drawnOf, Runs: func() ([]Run, error) {
		broken := paced("d-broken", "damaged", 3, 9*24*time.Hour)
		broken.Status = func() (string, string) { return "damaged", "its ledger is damaged; see: ludens verify d-broken" }
		return []Run{
			paced("a-old-one", "stopped", 12, 3*24*time.Hour), paced("b-at-work", "running", 10, time.Minute),
			paced("c-finished", "finished", 40, time.Hour), broken,
		}, nil
	}})
	p := h.visit(b, desktop, "/#/training")
	p.until("document.querySelector('#state')")
	if got := p.eval("[...document.querySelectorAll('.runs b')].map(r => r.textContent).join(' ')"); got != "b-at-work c-finished a-old-one d-broken" {
		t.Errorf("runs stand as %s, want the newest first", got)
	}
	pace := "document.querySelector('.pace').textContent"
	for _, run := range []struct{ name, says string }{
		{"b-at-work", "running about 60 min left · 2 min per iteration, 1,800 games per hour · last iteration"},
		{"c-finished", "finished 2 min per iteration"},
		{"a-old-one", "stopped 2 min per iteration"},
	} {
		p.eval(fmt.Sprintf("location.hash = '#/training?run=%s'", run.name))
		p.until(fmt.Sprintf("document.querySelector('h1')?.textContent == %q && document.querySelector('.pace')", run.name))
		if got := p.eval(pace + ".replace(/\\s+/g, ' ')"); !strings.HasPrefix(got, run.says) {
			t.Errorf("%s: the page says %q, want %q", run.name, got, run.says)
		}
	}
	if got := p.eval("[...document.querySelectorAll('.runs .quiet')].map(r => r.textContent).join('; ')"); !strings.HasPrefix(got, "running, tictactoe, 60 s ago; finished, tictactoe, 60 min ago; stopped, ") {
		t.Errorf("beside the runs stands %q", got)
	}
	p.eval("location.hash = '#/training?run=d-broken'")
	p.until("document.querySelector('#state')?.textContent == 'damaged' && document.querySelector('.run .bad').textContent.includes('ludens verify')")
	p.eval("location.hash = '#/training?run=a-old-one'")
	p.until("document.querySelector('.choice details')")
	p.eval("document.querySelector('.choice details').open = true")
	p.click(`[data-with="b-at-work"]`)
	losses := "[...document.querySelectorAll('.chart')].find(c => c.dataset.title == 'Losses')"
	p.until(losses + "?.querySelectorAll('.legend > span:not(.files)').length == 4")
	for _, want := range []string{"a-old-one: policy 0.3", "b-at-work: policy 0.6"} {
		if got := p.eval(losses + ".innerText"); !strings.Contains(got, want) {
			t.Errorf("the curves of two runs say %q, want %q in it", got, want)
		}
	}
	if got := p.eval("document.querySelector('#differ').innerText.replace(/\\s+/g, ' ')"); got != "setting a-old-one b-at-work seed 1 2" {
		t.Errorf("the settings that differ are %q", got)
	}
	p.eval("(() => { const s = document.querySelector('#over'); s.value = 'time'; s.dispatchEvent(new Event('change', { bubbles: true })); })()")
	p.until("location.hash.includes('over=time') && location.hash.includes('with=b-at-work') && document.querySelectorAll('.plot canvas').length == 2")
	p.shot("compare")
	p.quiet()
}
