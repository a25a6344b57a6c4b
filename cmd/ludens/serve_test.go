package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// served is ludens serve at work.
type served struct {
	testing.TB
	url  string
	said *shared
	stop func() int // exit code
}

// shared is a buffer that is written and read at the same time.
type shared struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

var pageAt = regexp.MustCompile(`http://\S+/`)

// serving starts ludens serve at a free port.
func serving(t testing.TB, args ...string) served {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, code := new(shared), make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), nil, out, out)
	}()
	s := served{TB: t, said: out}
	s.stop = sync.OnceValue(func() int { cancel(); return <-code })
	t.Cleanup(func() { s.stop() })
	s.url = address(t, out)
	return s
}

func (s served) get(path string, answer any) {
	s.Helper()
	r, err := http.Get(s.url + path)
	if err != nil {
		s.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		s.Fatalf("%s: %d %s %v", path, r.StatusCode, text, err)
	}
	if err := json.Unmarshal(text, answer); err != nil {
		s.Fatalf("%s: %v in %q", path, err, text)
	}
}

// What was trained can be played against and watched, by its name; what was
// measured can be read.
func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", filepath.Join("runs", "mine"))
	must(t, "match", "tictactoe", "greedy", "random", "--games", "4")
	must(t, "ladder", "tictactoe", "greedy", "random", "--each", "4", "--baselines", "mcts:5")
	if err := os.MkdirAll(filepath.Join("reports", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join("reports", "x", "index.html"), "<title>Is it &lt;fair&gt;?</title>")
	write(t, filepath.Join("reports", "x", "study.json"), "{}")
	s := serving(t)

	var about struct {
		Players []struct{ ID, Title, Note string }
	}
	s.get("api/about?game=tictactoe", &about)
	if p := about.Players[0]; p.ID != "run:mine" || !strings.Contains(p.Note, "iteration 2") {
		t.Errorf("first of the players is %+v, want the newest checkpoint of the run", p)
	}
	for _, p := range about.Players {
		if strings.ContainsAny(p.ID+p.Title, `/\`) {
			t.Errorf("%+v tells where a file is", p)
		}
		s.moves(p.ID)
	}
	var list []struct {
		Name    string
		Trained bool
	}
	s.get("api/games", &list)
	many := []string{"wtf", "nielsen", "walker", "magpie", "ardri"} // which the champion of tafl7 was trained on
	for _, g := range list {
		if want := g.Name == "tictactoe" || slices.Contains(slices.Concat(champions, many), g.Name) || strings.HasPrefix(g.Name, "cetran2-"); g.Trained != want {
			t.Errorf("%s: trained %t, want %t", g.Name, g.Trained, want)
		}
	}
	var news struct{ Points []json.RawMessage }
	s.get("api/run?name=mine", &news)
	if len(news.Points) != 2 {
		t.Errorf("%d iterations, want 2", len(news.Points))
	}
	var games []struct{ Moves []string }
	if s.get("api/run?name=mine&games", &games); len(games) == 0 || len(games[0].Moves) < 5 {
		t.Errorf("games of self-play %v", games)
	}
	s.drawsCurves()
	s.reads("balance", "ladder", "match")
	if code := s.stop(); code != 0 || !strings.HasSuffix(s.said.String(), "stopped.\n") {
		t.Errorf("stopped with %d: %q", code, s.said)
	}
}

// drawsCurves looks at the curves of the run, and plays one of its checkpoints.
func (s served) drawsCurves() {
	s.Helper()
	var curves struct {
		Settings [][]string
		Figures  []struct {
			Title  string
			Curves []struct{ Y []*float64 }
		}
		Iterations []int
	}
	s.get("api/curves?run=mine", &curves)
	if len(curves.Settings) < 50 || len(curves.Figures) < 12 || len(curves.Iterations) != 2 || len(curves.Figures[0].Curves[0].Y) != 2 {
		s.Errorf("%d settings, iterations %v, figures %+v", len(curves.Settings), curves.Iterations, curves.Figures)
	}
	s.moves("run:mine:2")
	r, err := http.Get(s.url + "api/curves?run=none")
	if err != nil {
		s.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusNotFound {
		s.Errorf("the curves of no run: %d", r.StatusCode)
	}
}

// The champion of Cetran Chess 2 was trained on all arrays: it plays each of them;
// under other rules the champion of many does, if it was trained on them.
func TestServeChampionPlaysAnyArray(t *testing.T) {
	t.Chdir(t.TempDir())
	s := serving(t)
	for game, want := range map[string]bool{
		"cetran2": true, "cetran2:array=77": true, "cetran2-mirror": true, "cetran2-central:array=5": true,
		"cetran2:promo=qs": false, "cetran2:array=77,fifty=off": true, "cetran2:array=77,fifty=off,cap=60": true, "cetran1": false, "celta": true, "celta:cap=100": true, "celta:repeat=5": false,
	} {
		var about struct{ Players []struct{ ID string } }
		s.get("api/about?game="+url.QueryEscape(game), &about)
		if got := about.Players[0].ID == "champion"; got != want {
			t.Errorf("%s: a champion plays: %t, want %t", game, got, want)
		}
		if !want {
			continue
		}
		var reply struct{ Move string }
		s.post("api/move", map[string]any{"game": game, "seed": 3, "moves": []string{}, "player": "champion", "simulations": 5}, &reply)
		var story struct{ Moves []string }
		s.post("api/game", map[string]any{"game": game, "seed": 3, "moves": []string{reply.Move}, "from": 0}, &story)
		if len(story.Moves) != 1 {
			t.Errorf("%s: the champion moves %q", game, reply.Move)
		}
	}
}

// A checkpoint that is damaged is reported without the name of its file.
func TestServeNamesNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", filepath.Join("runs", "mine"))
	files, _ := filepath.Glob(filepath.Join("runs", "mine", "checkpoints", "*.ckpt"))
	for _, f := range files {
		write(t, f, "no checkpoint")
	}
	s := serving(t)
	r, err := http.Post(s.url+"api/move", "application/json", strings.NewReader(`{"game":"tictactoe","moves":[],"player":"run:mine"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(text), "choose another player") || strings.Contains(string(text), "mine") {
		t.Errorf("%d %s", r.StatusCode, text)
	}
}

// moves has a player move.
func (s served) moves(player string) {
	s.Helper()
	var answer struct{ Moves []struct{ Text string } }
	if s.post("api/move", map[string]any{"game": "tictactoe", "moves": []string{"b2"}, "player": player}, &answer); len(answer.Moves) == 0 {
		s.Errorf("%s: no moves", player)
	}
}

func (s served) post(path string, question, answer any) {
	s.Helper()
	if status := s.ask(path, question, answer); status != http.StatusOK {
		s.Fatalf("%s %v: status %d", path, question, status)
	}
}

// ask returns the status; there is an answer if it is OK.
func (s served) ask(path string, question, answer any) int {
	s.Helper()
	body, err := json.Marshal(question)
	if err != nil {
		s.Error(err)
		return 0
	}
	r, err := http.Post(s.url+path, "application/json", bytes.NewReader(body))
	if err != nil {
		s.Error(err)
		return 0
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode == http.StatusOK {
		err = json.Unmarshal(text, answer)
	}
	if err != nil {
		s.Errorf("%s: %s %v", path, text, err)
	}
	return r.StatusCode
}

// reads holds that there is a result of each kind, with something to read.
func (s served) reads(kinds ...string) {
	s.Helper()
	var results []struct {
		Kind, Title, Link string
		Lines             []string
		Rows              [][]string
	}
	s.get("api/results", &results)
	for _, kind := range kinds {
		found := 0
		for _, r := range results {
			if r.Kind == kind && (len(r.Rows) > 0 || r.Link != "") {
				found++
			}
		}
		if found != 1 {
			s.Errorf("%d results of kind %s in %+v, want 1", found, kind, results)
		}
	}
}

func TestServeMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"a port in use", []string{"--addr", taken.Addr().String()}, "is in use, perhaps by another ludens serve; take any free port with --addr 127.0.0.1:0"},
		{"an address without a port", []string{"--addr", "localhost"}, `--addr "localhost": want HOST:PORT, as in 127.0.0.1:8014`},
		{"a run that there is not", []string{"--run", "runs/none"}, "runs/none holds no run: it has no config.toml; begin one with: ludens train GAME --run runs/none"},
		{"an address of another machine", []string{"--addr", "192.0.2.1:8014"}, "192.0.2.1:8014 is not an address of this machine; take 127.0.0.1:8014"},
		{"a port that cannot be", []string{"--addr", "127.0.0.1:99999"}, "there is no such host or port; want HOST:PORT, as in 127.0.0.1:8014"},
		{"a word too many", []string{"celta"}, `"celta" is not a file of a game`},
		{"results that there are not", []string{"--results", "none"}, "--results none: there is no such folder"},
	} {
		var out, errs bytes.Buffer
		code := run(t.Context(), append([]string{"serve"}, test.args...), nil, &out, &errs)
		if code == 0 || !strings.Contains(errs.String(), test.want) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%s: exit code %d, %q; want one line with %q", test.name, code, errs.String(), test.want)
		}
	}
}
