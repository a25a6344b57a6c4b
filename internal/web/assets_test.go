package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/env/record"
)

// What a room needs is asked for at once, not module after module: the head names it. The home
// page asks for nothing that only other rooms need.
func TestModulesAreAskedForAtOnce(t *testing.T) {
	assets, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	from := regexp.MustCompile(`from "\./([\w./-]+)"`)
	page := string(assets["index.html"].plain)
	leads := func(file string) map[string]bool {
		seen := map[string]bool{file: true}
		for todo := []string{file}; len(todo) > 0; todo = todo[1:] {
			for _, m := range from.FindAllSubmatch(assets[todo[0]].plain, -1) {
				if name := string(m[1]); !seen[name] {
					seen[name], todo = true, append(todo, name)
				}
			}
		}
		return seen
	}
	link := func(name string) string { return `<link rel="modulepreload" href="/assets/` + name + `">` }
	always := leads("app.js")
	for name := range always {
		if !strings.Contains(page, link(name)) {
			t.Errorf("app.js leads to %s, which index.html does not preload", name)
		}
	}
	if strings.Contains(page, link("board.js")) || !always["home.js"] {
		t.Error("index.html preloads the board for who looks at the list of games, or not the list")
	}
	for room, file := range map[string]string{"play": "play.js", "new": "setup.js", "edit": "edit.js", "learn": "learn.js", "puzzle": "puzzle.js", "training": "training.js", "results": "results.js"} {
		_, rest, _ := strings.Cut(page, `<meta name="room-`+room+`" content="`)
		named, _, _ := strings.Cut(rest, `"`)
		for name := range leads(file) {
			if !always[name] && !slices.Contains(strings.Fields(named), name) {
				t.Errorf("%s leads to %s, which index.html does not name for the room", file, name)
			}
		}
	}
}

// All of the page together, uPlot included, stays below 300 kB as it is sent.
func TestPageIsLight(t *testing.T) {
	assets, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for name, a := range assets {
		if strings.HasPrefix(name, "vendor/LICENSE") || strings.HasSuffix(name, ".md") {
			continue
		}
		total += len(a.gzip)
	}
	t.Logf("%d bytes compressed, all rooms", total)
	if total > 300_000 {
		t.Errorf("the page weighs %d bytes compressed, want at most 300000", total)
	}
}

// The page fetches nothing from elsewhere, all it names is there, and nothing of
// it is against its own content policy.
func TestPageIsWhole(t *testing.T) {
	assets, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`["'](?:/assets/|\./)([\w./-]+\.(?:js|mjs|css|svg))["']`)
	away := regexp.MustCompile(`(?:src|href|import|fetch|url)\s*[=(]?\s*["'(]https?://`)
	for name, a := range assets {
		if strings.HasPrefix(name, "vendor/") {
			continue
		}
		if away.Match(a.plain) {
			t.Errorf("%s fetches from elsewhere: %s", name, away.Find(a.plain))
		}
		for _, m := range named.FindAllSubmatch(a.plain, -1) {
			if _, ok := assets[string(m[1])]; !ok {
				t.Errorf("%s names %s, which there is not", name, m[1])
			}
		}
	}
	page := assets["index.html"].plain
	if regexp.MustCompile(`\sstyle="|\son\w+="|<script>`).Match(page) {
		t.Error("index.html has a style or a script in it, which its content policy forbids")
	}
	if bytes.Count(page, []byte("<g id=")) < 60 {
		t.Errorf("index.html defines %d drawings, want those of all pieces in two themes", bytes.Count(page, []byte("<g id=")))
	}
}

func TestAssets(t *testing.T) {
	h := open(t, Config{})
	for _, test := range []struct {
		path   string
		status int
		kind   string
	}{
		{"/", 200, "text/html; charset=utf-8"},
		{"/assets/app.js", 200, "text/javascript; charset=utf-8"},
		{"/assets/vendor/uplot.mjs", 200, "text/javascript; charset=utf-8"},
		{"/assets/page.css", 200, "text/css; charset=utf-8"},
		{"/assets/none.js", 404, ""},
		{"/assets/../web.go", 404, ""},
		{"/assets/%2e%2e/web.go", 404, ""},
		{"/etc/passwd", 404, ""},
		{"/board.svg?game=cetro&theme=dark", 200, "image/svg+xml"},
		{"/board.svg?game=nothing", 400, ""},
	} {
		r, err := http.Get(h.url + test.path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != test.status || test.kind != "" && r.Header.Get("Content-Type") != test.kind {
			t.Errorf("%s: got %d %s, want %d %s", test.path, r.StatusCode, r.Header.Get("Content-Type"), test.status, test.kind)
		}
	}
}

// A run is watched by its name: its news after an iteration, and its games.
func TestWatchRun(t *testing.T) {
	h := open(t, Config{Runs: func() ([]Run, error) {
		return []Run{{
			Name: "celta", Game: "celta",
			News: func(after int) (News, error) {
				n := News{Roles: [2]string{"king's side", "attackers"}, Iterations: 9}
				for i := after + 1; i <= 3; i++ {
					n.Points = append(n.Points, json.RawMessage(fmt.Sprintf(`{"at":{"iteration":%d}}`, i)))
				}
				return n, nil
			},
			Games: func(_ context.Context, most int) ([]record.Record, error) {
				return []record.Record{{Game: "celta", Moves: []string{"d5c5"}}}, nil
			},
		}}, nil
	}})
	var news struct {
		Points []struct{ At struct{ Iteration int } }
	}
	h.get("/api/run?name=celta&after=1", &news)
	if len(news.Points) != 2 || news.Points[0].At.Iteration != 2 {
		t.Errorf("after iteration 1: got %+v, want 2 and 3", news.Points)
	}
	h.get("/api/run?name=celta&after=3", &news)
	if len(news.Points) != 0 {
		t.Errorf("after the last: got %+v", news.Points)
	}
	var games []paper
	if h.get("/api/run?name=celta&games", &games); len(games) != 1 || games[0].Moves[0] != "d5c5" {
		t.Errorf("games %+v", games)
	}
	var text string
	if status := h.get("/api/run?name=../../etc", &text); status != http.StatusNotFound {
		t.Errorf("a path for a name: %d %s, want 404", status, text)
	}
}

// A report's own page comes in a sandbox; names that are not listed are nothing.
func TestResults(t *testing.T) {
	h := open(t, Config{Results: func(context.Context) ([]Result, error) {
		return []Result{
			{Name: "balance/celta 1", Kind: "balance", Title: "celta", Page: func() ([]byte, error) { return []byte("<h1>balance</h1>"), nil }},
			{Name: "matches/a", Kind: "match", Title: "a match", Head: []string{"x"}, Rows: [][]string{{"1"}}},
			{Name: "broken", Kind: "report", Page: func() ([]byte, error) { return nil, errors.New("cannot be read") }},
		}, nil
	}})
	var all []Result
	h.get("/api/results", &all)
	if len(all) != 3 || all[0].Link != "/results/balance/celta%201" || all[1].Link != "" {
		t.Fatalf("got %+v", all)
	}
	r, err := http.Get(h.url + all[0].Link)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if csp := r.Header.Get("Content-Security-Policy"); r.StatusCode != 200 || !strings.HasPrefix(csp, "sandbox allow-downloads; default-src 'none'") || strings.Contains(csp, "script") {
		t.Errorf("got %d with %q", r.StatusCode, csp)
	}
	for path, want := range map[string]int{"/results/matches/a": 404, "/results/broken": 500, "/results/../../go.mod": 404} {
		var text string
		if got := h.get(path, &text); got != want {
			t.Errorf("%s: got %d, want %d", path, got, want)
		}
	}
}

// Vendored files have their licences beside them.
func TestLicences(t *testing.T) {
	readme, err := fs.ReadFile(embedded, "assets/vendor/README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := fs.Glob(embedded, "assets/vendor/*")
	for _, f := range files {
		name := strings.TrimPrefix(f, "assets/vendor/")
		if !strings.HasPrefix(name, "LICENSE") && name != "README.md" && !bytes.Contains(readme, []byte(name)) {
			t.Errorf("README.md does not say whose %s is", name)
		}
	}
}
