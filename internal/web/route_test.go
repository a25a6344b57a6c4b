package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/seed"
)

// fetch asks for something as a browser would that takes the page packed or not,
// and knows a version of it already.
func (h house) fetch(method, path, takes, knows string) (r *http.Response, body []byte) {
	h.Helper()
	q, err := http.NewRequestWithContext(h.Context(), method, h.url+path, strings.NewReader("{}"))
	if err != nil {
		h.Fatal(err)
	}
	q.Header.Set("Accept-Encoding", takes) // set by hand: the client unpacks nothing
	q.Header.Set("Content-Type", "application/json")
	if knows != "" {
		q.Header.Set("If-None-Match", knows)
	}
	if r, err = http.DefaultClient.Do(q); err != nil {
		h.Fatal(err)
	}
	defer r.Body.Close()
	if body, err = io.ReadAll(r.Body); err != nil {
		h.Fatal(err)
	}
	return r, body
}

// Each address is answered by its own handler, and by one method only.
func TestRoutes(t *testing.T) {
	h := open(t, Config{
		Runs:    func() ([]Run, error) { return []Run{{Name: "first run", Game: "celta"}}, nil },
		Results: func(context.Context) ([]Result, error) { return []Result{{Name: "r", Title: "a result"}}, nil },
	})
	for _, test := range []struct {
		method, path string
		status       int
		want         string // in the answer
	}{
		{"GET", "/", 200, "<!doctype html>"},
		{"GET", "/assets/index.html", 200, "<!doctype html>"},
		{"GET", "/board.svg?game=celta", 200, "<svg"},
		{"GET", "/api/games", 200, `"cetran2"`},
		{"GET", "/api/about?game=celta", 200, `"Attackers"`},
		{"GET", "/api/about?game=celtic", 400, "did you mean"},
		{"GET", "/api/runs", 200, `"first run"`},
		{"GET", "/api/run?name=other", 404, `no run \"other\"`},
		{"GET", "/api/results", 200, "a result"},
		{"GET", "/results/other", 404, ""},
		{"POST", "/api/game", 422, `no game \"\"`},
		{"POST", "/api/arrange", 422, `no game \"\"`},
		{"POST", "/api/learn", 422, `no game \"\"`},
		{"GET", "/api/puzzle", 422, "want a whole number"},
		{"POST", "/api/move", 422, `no game \"\"`},
		{"POST", "/api/qr", 422, "an address of 0 bytes: want 1 to 500"},
		{"POST", "/api/analyse", 422, `no game \"\"`},
		{"POST", "/api/survey", 422, `no game \"\"`},
		{"POST", "/api/export", 422, `no game \"\"`},
		{"POST", "/api/import", 422, "there is nothing in it"},
		{"POST", "/api/duel", 422, `no game \"\"`},
		{"POST", "/api/duel/act", 404, "no such game"},
		{"POST", "/api/duel/follow", 404, "no such game"},
	} {
		r, body := h.fetch(test.method, test.path, "", "")
		if r.StatusCode != test.status || !strings.Contains(strings.ToLower(string(body)), strings.ToLower(test.want)) {
			t.Errorf("%s %s: %d, %.200q; want %d and %q", test.method, test.path, r.StatusCode, body, test.status, test.want)
		}
		other := map[string]string{"GET": "POST", "POST": "GET"}[test.method]
		if r, _ := h.fetch(other, test.path, "", ""); r.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s %s: %d, want 405", other, test.path, r.StatusCode)
		}
	}
}

// A file of the page comes packed to who takes it so, as it is to others, and not
// at all to who has it.
func TestAssetsArePackedAndKept(t *testing.T) {
	h := open(t, Config{})
	tags := map[string]string{}
	for _, path := range []string{"/", "/assets/app.js", "/assets/page.css", "/assets/icon.svg"} {
		plain, text := h.fetch("GET", path, "", "")
		packed, small := h.fetch("GET", path, "br, gzip", "")
		z, err := gzip.NewReader(bytes.NewReader(small))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if unpacked, err := io.ReadAll(z); err != nil || !bytes.Equal(unpacked, text) || len(text) == 0 {
			t.Errorf("%s: %d bytes unpacked, %d plain, %v", path, len(unpacked), len(text), err)
		}
		if plain.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: encodings %q and %q, Vary %q", path, plain.Header.Get("Content-Encoding"), packed.Header.Get("Content-Encoding"), packed.Header.Get("Vary"))
		}
		tag := plain.Header.Get("ETag")
		if len(tag) < 10 || tag != packed.Header.Get("ETag") || tags[tag] != "" {
			t.Errorf("%s: tag %s, packed %s, that of %q", path, tag, packed.Header.Get("ETag"), tags[tag])
		}
		tags[tag] = path
		if r, body := h.fetch("GET", path, "", tag); r.StatusCode != http.StatusNotModified || len(body) > 0 {
			t.Errorf("%s, known: %d and %d bytes, want 304 and none", path, r.StatusCode, len(body))
		}
		if r, _ := h.fetch("GET", path, "", `"another"`); r.StatusCode != http.StatusOK {
			t.Errorf("%s, changed: %d, want 200", path, r.StatusCode)
		}
	}
}

// The page defines the drawing of whatever a game can put on its board, in both
// themes: pieces, those that a move turns into others, and marks.
func TestPageDrawsAllPieces(t *testing.T) {
	h := open(t, Config{})
	_, page := h.fetch("GET", "/", "", "")
	defined := func(name string) bool {
		for _, theme := range []string{"light", "dark"} {
			if bytes.Count(page, fmt.Appendf(nil, "<g id=%q>", "ludens-"+theme+"-"+name)) != 1 {
				return false
			}
		}
		return true
	}
	for _, e := range games.List() {
		g := games.Must(e.Name)
		s := g.New(3)
		for range 6 {
			for _, a := range s.Legal(nil) {
				child := s.Copy(nil)
				child.Play(a)
				for _, c := range diagram.Of(child).Cells {
					if c.Piece.Figure != diagram.Nothing && !defined((diagram.Diagram{}).Sprite(c.Piece)) {
						t.Fatalf("%s: no drawing, or two, of %s (%s)", e.Name, c.Piece.Name(), (diagram.Diagram{}).Sprite(c.Piece))
					}
				}
			}
			if legal := s.Legal(nil); len(legal) > 0 {
				s.Play(legal[len(legal)/2])
			}
		}
	}
	for f := diagram.Disc; f <= diagram.Sissa; f++ {
		for side := diagram.FirstSide; side <= diagram.SecondSide; side++ {
			if p := (diagram.Piece{Figure: f, Side: side}); !defined((diagram.Diagram{}).Sprite(p)) {
				t.Errorf("no drawing of %s (%s)", p.Name(), (diagram.Diagram{}).Sprite(p))
			}
		}
	}
}

// What the page gets of a game before its first move.
func TestAbout(t *testing.T) {
	h := open(t, Config{})
	for _, test := range []struct {
		game, variant, family string
		rows, cols, cap       int
		drawn                 bool
		text                  string // of the start
	}{
		{"celta", "celta", "tafl", 7, 7, 200, false, "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d"},
		{"celta:cap=90", "celta", "tafl", 7, 7, 90, false, "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 d"},
		{"cetro-5x7", "cetro-5x7", "cetro", 7, 5, 0, false, ""},
		{"cetran2", "cetran2", "cetran", 8, 8, 0, true, ""},
		{"tictactoe", "tictactoe", "", 3, 3, 9, false, ""},
	} {
		var a about
		if status := h.get("/api/about?options=1&game="+test.game, &a); status != http.StatusOK {
			t.Fatalf("%s: %d", test.game, status)
		}
		g := games.Must(test.game)
		if a.Game != g.Spec().Name || a.Variant != test.variant || a.Summary == "" {
			t.Errorf("%s: %s, variant %s: %q", test.game, a.Game, a.Variant, a.Summary)
		}
		if a.Rows != test.rows || a.Cols != test.cols || len(a.Grounds) != a.Rows*a.Cols || len(a.Marks) != a.Rows*a.Cols || len(a.Files) != a.Cols || len(a.Ranks) != a.Rows {
			t.Errorf("%s: %d by %d with %d grounds, %d marks, files %v, ranks %v", test.game, a.Rows, a.Cols, len(a.Grounds), len(a.Marks), a.Files, a.Ranks)
		}
		if test.cap > 0 && a.MaxPly != test.cap || a.Drawn != test.drawn || test.text != "" && a.Text != test.text {
			t.Errorf("%s: cap %d, drawn %v, start %q", test.game, a.MaxPly, a.Drawn, a.Text)
		}
		if len(a.Players) != 2 || a.Players[0].ID != "mcts" || a.Book == nil || len(a.Book.Endings) == 0 || a.Roles != g.Spec().Roles {
			t.Errorf("%s: players %+v, roles %v, a book: %v", test.game, a.Players, a.Roles, a.Book != nil)
		}
		for _, o := range a.Options {
			if o.Name == "" || o.Help == "" {
				t.Errorf("%s: option %+v", test.game, o)
			}
		}
		if test.family == "tafl" && !slices.ContainsFunc(a.Options, func(o option) bool { return o.Name == "cap" && o.Default == "200" }) {
			t.Errorf("%s: options %+v, want cap with its default", test.game, a.Options)
		}
	}
}

// Whatever has not been set up is empty, and never null.
func TestNothingSetUp(t *testing.T) {
	h := open(t, Config{Players: func(env.Game) []Player { return []Player{} }})
	for _, path := range []string{"/api/runs", "/api/results"} {
		var text string
		if status := h.get(path, &text); status != http.StatusOK || strings.TrimSpace(text) != "[]" {
			t.Errorf("%s: %d %s, want []", path, status, text)
		}
	}
	var list []struct{ Trained bool }
	if h.get("/api/games", &list); slices.ContainsFunc(list, func(e struct{ Trained bool }) bool { return e.Trained }) {
		t.Error("a game is said to be trained")
	}
}

func TestTrainedGames(t *testing.T) {
	h := open(t, Config{Trained: func() []string { return []string{"cuervo"} }})
	var list []struct {
		Name    string
		Trained bool
	}
	h.get("/api/games", &list)
	for _, e := range list {
		if e.Trained != (e.Name == "cuervo") {
			t.Errorf("%s: trained on %v", e.Name, e.Trained)
		}
	}
}

// Runs by name; what cannot be read is an error, not an empty list.
func TestRuns(t *testing.T) {
	broken := errors.New("cannot be read")
	one := Run{Name: "a", Game: "celta",
		News:  func(int) (News, error) { return News{}, broken },
		Games: func(context.Context, int) ([]record.Record, error) { return nil, broken },
	}
	h := open(t, Config{Runs: func() ([]Run, error) { return []Run{one, {Name: "b", Game: "cetro"}}, nil }})
	var all []struct{ Name, Game string }
	if h.get("/api/runs", &all); len(all) != 2 || all[0].Name != "a" || all[1].Game != "cetro" {
		t.Errorf("runs %+v, want a and b", all)
	}
	bad := open(t, Config{
		Runs:    func() ([]Run, error) { return nil, broken },
		Results: func(context.Context) ([]Result, error) { return nil, broken },
	})
	for path, h := range map[string]house{"/api/run?name=a": h, "/api/run?name=a&games": h, "/api/runs": bad, "/api/results": bad, "/results/x": bad} {
		var text string
		if status := h.get(path, &text); status != http.StatusInternalServerError || !strings.Contains(text, "cannot be read") {
			t.Errorf("%s: %d %s, want 500 and why", path, status, text)
		}
	}
	var text string
	if status := bad.get("/api/run?name=a", &text); status != http.StatusNotFound || !strings.Contains(text, "cannot be read") {
		t.Errorf("a run among those that cannot be read: %d %s", status, text)
	}
}

// The picture of a start is the one that the game draws, of the seed and in the
// theme that are asked for.
func TestPictures(t *testing.T) {
	h := open(t, Config{})
	for _, test := range []struct {
		query string
		seed  uint64
		theme diagram.Theme
	}{
		{"game=cetran2", 0, diagram.Light}, {"game=cetran2&seed=5", 5, diagram.Light},
		{"game=cetran2&seed=5&theme=dark", 5, diagram.Dark}, {"game=cetran2&seed=x&theme=light", 0, diagram.Light},
	} {
		g := games.Must("cetran2")
		d := diagram.Of(g.New(test.seed))
		d.Caption, d.Files, d.Ranks = "", nil, nil
		var want bytes.Buffer
		if err := diagram.SVG(&want, d, test.theme); err != nil {
			t.Fatal(err)
		}
		if r, got := h.fetch("GET", "/board.svg?"+test.query, "", ""); r.StatusCode != http.StatusOK || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s: %d, %d bytes that are not the %d of the drawing", test.query, r.StatusCode, len(got), want.Len())
		}
	}
}

// Of a long game the page asks for the last positions only.
func TestPositionsFrom(t *testing.T) {
	h := open(t, Config{})
	ask := func(from int) (s story) {
		h.post("/api/game", map[string]any{"game": "tictactoe", "moves": strings.Fields("a1 b1 a2"), "from": from}, &s)
		return s
	}
	whole := ask(0)
	for from, want := range map[int]int{-5: 4, 0: 4, 1: 3, 3: 1, 4: 1, 99: 1} {
		s := ask(from)
		if len(s.Positions) != want {
			t.Errorf("from %d: %d positions, want %d", from, len(s.Positions), want)
			continue
		}
		got, _ := json.Marshal(s.Positions[want-1].Last)
		if last, _ := json.Marshal(whole.Positions[3].Last); !bytes.Equal(got, last) {
			t.Errorf("from %d: last move %s, want %s", from, got, last)
		}
	}
}

// A position goes out in every notation that its game has, as the game writes it.
func TestNotationsOfPositions(t *testing.T) {
	h := open(t, Config{})
	for game, want := range map[string][]string{
		"cetran2": {"position", "fen"}, "celta": {"position", "otn"}, "cetro": {"position"}, "tictactoe": {},
	} {
		g := games.Must(game)
		s := g.New(7)
		first := s.Format(s.Legal(nil)[0])
		s.Play(s.Legal(nil)[0])
		var texts map[string]string
		if status := h.post("/api/export", map[string]any{"game": game, "seed": 7, "moves": []string{first}, "shown": []string{first}}, &texts); status != http.StatusOK {
			t.Fatalf("%s: %d", game, status)
		}
		wanted := map[string]string{}
		if n, ok := g.(env.Notated); ok {
			wanted["position"] = n.Position(s)
		}
		switch n := g.(type) {
		case interface{ FEN(env.State) string }:
			wanted["fen"] = n.FEN(s)
		case interface{ OTN(env.State) string }:
			wanted["otn"] = n.OTN(s)
		}
		for _, name := range want {
			if texts[name] != wanted[name] || wanted[name] == "" {
				t.Errorf("%s as %s: %q, want %q", game, name, texts[name], wanted[name])
			}
		}
		for _, name := range []string{"fen", "otn"} {
			if _, ok := texts[name]; ok != slices.Contains(want, name) {
				t.Errorf("%s goes out as %s: %v", game, name, ok)
			}
		}
		if !strings.Contains(texts["record"], first) || !strings.HasPrefix(texts["svg"], "<svg") {
			t.Errorf("%s: record %q, drawing %.40q", game, texts["record"], texts["svg"])
		}
	}
}

// A thought that is called off is no answer: the client gets the reason, and the one
// whose thinking failed, too.
func TestThoughtsThatFail(t *testing.T) {
	h := open(t, Config{Players: func(env.Game) []Player {
		return []Player{{ID: "broken", Title: "broken", Thinks: true, Open: func(int, seed.Seed) (analysis.Analyst, error) { return brokenMind{}, nil }}}
	}})
	for _, path := range []string{"/api/move", "/api/analyse", "/api/survey"} {
		status, why := h.told(path, question{line: line{Game: "celta"}, Player: "broken"})
		if status != http.StatusInternalServerError || why != "out of thoughts" {
			t.Errorf("%s: %d %q, want 500 and why", path, status, why)
		}
	}
	s := &server{desk: newDesk(1, 1)}
	ctx, leave := context.WithCancelCause(t.Context())
	gone := errors.New("gone away")
	_, err := s.think(ctx, thought{analyst: calledOff{func() { leave(gone) }}}, nil, analysis.Limits{}, nil)
	if !errors.Is(err, gone) {
		t.Errorf("called off: error %v, want the reason", err)
	}
	if s.desk.seats != 1 {
		t.Errorf("%d seats afterwards, want 1", s.desk.seats)
	}
}

type brokenMind struct{}

func (brokenMind) Analyse(context.Context, env.State, analysis.Limits, func(analysis.Report)) (analysis.Report, error) {
	return analysis.Report{}, errors.New("out of thoughts")
}

// calledOff is asked to stop while it thinks, and returns what it has.
type calledOff struct{ meanwhile func() }

func (c calledOff) Analyse(context.Context, env.State, analysis.Limits, func(analysis.Report)) (analysis.Report, error) {
	c.meanwhile()
	return analysis.Report{Value: 1}, nil
}

// A start that was drawn goes out as what it is, not as the seed that drew it:
// another version may draw another one.
func TestDrawnStartsAreWritten(t *testing.T) {
	h := open(t, Config{})
	g := games.Must("cetran2")
	start := g.(env.Notated).Position(g.New(7))
	for _, q := range []map[string]any{{"game": "cetran2", "seed": 7}, {"game": "cetran2", "position": start}} {
		var texts map[string]string
		if status := h.post("/api/export", q, &texts); status != http.StatusOK {
			t.Fatalf("%v: %d", q, status)
		}
		r, err := record.Parse(strings.NewReader(texts["record"]))
		if err != nil || r.Start != start || r.Seed != 0 {
			t.Errorf("%v: start %q, seed %d, %v; want %q", q, r.Start, r.Seed, err, start)
		}
	}
}

// A game without moves comes in with a list of none.
func TestImportOfAStart(t *testing.T) {
	h := open(t, Config{})
	var text string
	if status := h.post("/api/import", map[string]string{"text": "[Game \"celta\"]\n"}, &text); status != http.StatusOK || !strings.Contains(text, `"moves":[]`) {
		t.Errorf("%d %s, want no moves, as a list", status, text)
	}
}
