package web

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

// house is a server with a page, as a visitor has it.
type house struct {
	*testing.T
	url string
}

// open opens a house that closes with the test.
func open(t *testing.T, c Config) house {
	t.Helper()
	h, _ := openServer(t, c)
	return h
}

// openServer opens a house, at c.Addr if that is set, and returns what can cut its connections.
func openServer(t *testing.T, c Config) (house, *httptest.Server) {
	t.Helper()
	if c.Players == nil {
		c.Players = searchers
	}
	ctx, stop := context.WithCancel(context.Background())
	s := httptest.NewUnstartedServer(nil)
	if c.Addr != "" {
		s.Listener.Close()
		var err error
		if s.Listener, err = net.Listen("tcp", c.Addr); err != nil {
			t.Fatal(err)
		}
	}
	c.Addr = s.Listener.Addr().String()
	page, err := newPage(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	s.Config.Handler = page
	s.Start()
	t.Cleanup(func() { stop(); s.Close() })
	return house{t, s.URL}, s
}

// searchers is one player of each sort: who thinks, and who is asked.
func searchers(g env.Game) []Player {
	return []Player{
		{ID: "mcts", Title: "random playouts", Unit: "simulations", Usual: 100, Most: 20_000, Thinks: true,
			Open: func(n int, s seed.Seed) (analysis.Analyst, error) {
				a := analysis.New(g, mcts.NewRollout(g, 1, s.Uint64()), analysis.Simulations(n))
				return analysis.Judging(a, func(env.State) (float32, error) { return 0.5, nil }), nil
			}},
		{ID: "first", Title: "the first move",
			Open: func(int, seed.Seed) (analysis.Analyst, error) { return firstMove{}, nil }},
	}
}

// firstMove plays the first legal move.
type firstMove struct{}

func (firstMove) Analyse(_ context.Context, s env.State, _ analysis.Limits, _ func(analysis.Report)) (analysis.Report, error) {
	return analysis.Report{Moves: []analysis.Move{{MoveStats: env.MoveStats{Action: s.Legal(nil)[0]}}}}, nil
}

// get and post return the status and what was answered.
func (h house) get(path string, answer any) int {
	h.Helper()
	r, err := http.Get(h.url + path)
	if err != nil {
		h.Fatal(err)
	}
	return h.read(r, answer)
}

func (h house) post(path string, question, answer any) int {
	h.Helper()
	body, err := json.Marshal(question)
	if err != nil {
		h.Fatal(err)
	}
	r, err := http.Post(h.url+path, "application/json", bytes.NewReader(body))
	if err != nil {
		h.Fatal(err)
	}
	return h.read(r, answer)
}

func (h house) read(r *http.Response, answer any) int {
	h.Helper()
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		h.Fatal(err)
	}
	if raw, ok := answer.(*string); ok {
		*raw = string(text)
	} else if err := json.Unmarshal(text, answer); err != nil && r.StatusCode == http.StatusOK {
		h.Fatalf("%s: %v", text, err)
	}
	return r.StatusCode
}

// told returns the error in an answer.
func (h house) told(path string, question any) (int, string) {
	h.Helper()
	var answer struct{ Error string }
	var text string
	status := h.post(path, question, &text)
	json.Unmarshal([]byte(text), &answer)
	return status, answer.Error
}
