package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ludens/env/record"
	"ludens/internal/chart"
)

// drawn are made-up curves: of each run two losses, and a score with its interval.
type drawn struct{ names []string }

func (d drawn) Page(over string) chart.Page {
	frame := func(title string) chart.Frame {
		return chart.Frame{Title: title, X: chart.Axis{Label: map[string]string{"iterations": "iteration", "positions": "positions", "time": "hours"}[over]}}
	}
	losses, score := chart.Line{Frame: frame("Losses")}, chart.Line{Frame: frame("Score against greedy")}
	x, _ := d.Places(over)
	for i, name := range d.names {
		prefix := ""
		if len(d.names) > 1 {
			prefix = name + ": "
		}
		policy, value := make([]float64, len(x)), make([]float64, len(x))
		for k := range x {
			policy[k], value[k] = 3*float64(i+1)/float64(k+1), 1/float64(k+1)
		}
		losses.Series = append(losses.Series, chart.Series{Name: prefix + "policy", X: x, Y: policy}, chart.Series{Name: prefix + "value", X: x, Y: value})
		score.Series = append(score.Series, chart.Series{Name: prefix + "score", X: x[8:], Y: []float64{0.5, 0.75}, Low: []float64{0.4, 0.6}, High: []float64{0.6, 0.9}, Points: true})
	}
	score.Y = chart.Axis{Percent: true}
	return chart.Page{Title: "made up", Note: "bands are intervals", Rows: [][]chart.Chart{{losses, score}}}
}

func (d drawn) Configuration() [][]string {
	rows := [][]string{{"seed"}, {"search.simulations"}}
	for i := range d.names {
		rows[0], rows[1] = append(rows[0], fmt.Sprint(1+i)), append(rows[1], "64")
	}
	return rows
}

func (d drawn) Places(over string) (x []float64, iterations []int) {
	for i := range 10 {
		iterations = append(iterations, i+1)
		x = append(x, map[string]float64{"iterations": 1, "positions": 4000, "time": 0.5}[over]*float64(i+1))
	}
	return x, iterations
}

func (d drawn) WriteTable(w io.Writer) error {
	_, err := io.WriteString(w, "iteration\n1\n")
	return err
}

func drawnOf(names []string) (Curves, error) { return drawn{names}, nil }

// Curves go out as data, as pictures and as tables; what is asked for wrongly is refused.
func TestCurves(t *testing.T) {
	h := open(t, Config{Curves: drawnOf})
	for path, want := range map[string]struct {
		status int
		kind   string
		holds  string
	}{
		"/api/curves?run=a&with=b&over=time":               {200, "application/json", `"names":["a","b"],"settings":[["seed","1","2"],["search.simulations","64","64"]]`},
		"/api/curves?run=a":                                {200, "application/json", `"low":[0.4,0.6],"high":[0.6,0.9],"points":true`},
		"/curves/curves.svg?run=a&theme=dark":              {200, "image/svg+xml", "Score against greedy"},
		"/curves/curves.svg?run=a&chart=Losses":            {200, "image/svg+xml", "Losses"},
		"/curves/curves.png?run=a&chart=Losses":            {200, "image/png", "PNG"},
		"/curves/curves.csv?run=a&chart=Losses":            {200, "text/csv", "iteration,policy,value\n1,3,1\n2,1.5,0.5\n"},
		"/curves/curves.csv?run=a":                         {200, "text/csv", "iteration\n1\n"},
		"/curves/curves.gif?run=a":                         {404, "application/json", "want curves.svg"},
		"/curves/curves.csv?run=a&chart=None":              {404, "application/json", "there is no chart"},
		"/api/curves?run=a&over=moons":                     {404, "application/json", "want one of"},
		"/api/curves?run=a" + strings.Repeat("&with=b", 8): {404, "application/json", "want at most 8"},
	} {
		r, err := http.Get(h.url + path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != want.status || !strings.HasPrefix(r.Header.Get("Content-Type"), want.kind) || !strings.Contains(string(body), want.holds) {
			t.Errorf("%s: %d, %s, %.300s", path, r.StatusCode, r.Header.Get("Content-Type"), body)
		}
	}
}

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
		Curves: drawnOf,
		Runs: func() ([]Run, error) {
			return []Run{{Name: "celta", Game: "celta", Checkpoints: func() []int { return []int{2, 4, 9} }, News: func(after int) (News, error) {
				n := News{Roles: [2]string{"king's side", "attackers"}, Iterations: 20, Crew: &Crew{Iteration: 10, Seconds: 8, Here: 24, Workers: []Worker{
					{Name: "ada", Kernels: "avx512 on amd64", Goroutines: 4, Games: 40, Silent: 2}, {Name: "bob", Kernels: "portable on arm64", Goroutines: 1, Silent: 90, Gone: true}}}}
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
	p.until("document.querySelectorAll('.plot canvas').length == 3 && document.querySelector('.diagnosis').innerText.includes('duplicates')")
	p.until("document.querySelector('.replay-board .board')")
	p.until("document.querySelector('#iteration').textContent == '10'") // news came by themselves
	if got := p.eval("document.querySelector('.diagnosis li').textContent"); got != "20 % of the games are duplicates. (iterations 1 to 10)" {
		t.Errorf("the diagnosis says %q", got)
	}
	if got := p.eval("document.querySelector('#rungs').innerText.replace(/\\s+/g, ' ')"); !strings.Contains(got, "Elo 310") || !strings.Contains(got, "greedy 120 ± 30") {
		t.Errorf("the ladder of its checkpoints says %q", got)
	}
	if got := p.eval("document.querySelector('#crew').innerText.replace(/\\s+/g, ' ')"); !strings.Contains(got, "Who played the 64 games of iteration 10, in 8 s.") ||
		!strings.Contains(got, "ada 40 5.00 avx512 on amd64 4 2 s before bob 0 0.00 portable on arm64 1 gone") {
		t.Errorf("of workers it says %q", got)
	}
	p.shot("training")
	point := func(event string) { // at the left edge of the losses
		p.eval(fmt.Sprintf(`(() => { const o = [...document.querySelectorAll('.chart')].find(c => c.innerText.includes('Losses')).querySelector('.u-over'), b = o.getBoundingClientRect();
			o.dispatchEvent(new MouseEvent(%q, { bubbles: true, clientX: b.left + 2, clientY: b.top + 9 })); })()`, event))
	}
	losses := "[...document.querySelectorAll('.chart')].find(c => c.innerText.includes('Losses')).innerText"
	point("mousemove")
	p.until(losses + ".includes('at iteration 1') && " + losses + ".includes('policy 3')") // of iteration 1
	x, y := p.centre("document.querySelector('[data-title=Losses] .u-over')")
	var wide float64
	fmt.Sscan(p.eval("document.querySelector('[data-title=Losses] .u-over').clientWidth"), &wide)
	p.do(chromedp.MouseClickXY(x-wide/2+2, y)) // the nearest checkpoint that is kept
	p.until("document.querySelector('#picked')?.innerText.includes('Iteration 1; the nearest checkpoint that is kept is that of iteration 2')")
	if got := p.eval("[...document.querySelectorAll('#picked a')].map(a => a.getAttribute('href')).join(' ')"); got != "#/play?game=celta&first=person&second=run:celta:2 #/play?game=celta&first=run:celta:2&second=run:celta:2" {
		t.Errorf("a point leads to %s", got)
	}
	point("mouseleave")
	p.until(losses + ".includes('policy 0.3')") // of the last
	if got := p.eval("document.querySelector('[data-title^=Score] .legend').innerText.replace(/\\s+/g, ' ')"); !strings.Contains(got, "score 75 % [60 %, 90 %]") {
		t.Errorf("the score says %q", got)
	}
	if got := p.eval("document.querySelector('[data-title=Losses] .files a:last-child').getAttribute('href')"); got != "/curves/curves.csv?over=iterations&run=celta&chart=Losses&theme=light" {
		t.Errorf("the table of a chart is at %q", got)
	}
	p.eval("document.querySelector('.settings details').open = true")
	if got := p.eval("document.querySelector('#all-settings').innerText.replace(/\\s+/g, ' ')"); got != "setting celta seed 1 search.simulations 64" {
		t.Errorf("the configuration says %q", got)
	}
	p.quiet()

	q := h.visit(b, desktop, "/#/results")
	q.until("document.querySelector('iframe.report')")
	q.shot("results")
	q.click(".runs a:nth-child(2)")
	q.until("document.querySelector('table')?.innerText.includes('greedy')")
	q.quiet("Blocked script execution") // as it should be
}
