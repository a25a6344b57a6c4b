package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/seed"
	"ludens/mcts"
)

func TestMove(t *testing.T) {
	h := open(t, Config{})
	var r report
	won := question{line: line{Game: "tictactoe", Moves: strings.Fields("a1 b1 a2 b2")}, Player: "mcts", Simulations: 50}
	if status := h.post("/api/move", won, &r); status != http.StatusOK {
		t.Fatal(status)
	}
	if r.Moves[0].Text != "a3" || r.Value != 1 || r.Proof != "first wins" || r.Plies != 1 {
		t.Errorf("a won position: got %+v, want a3, proven in 1", r)
	}
	if want := (analysis.Chances{1, 0, 0}); r.Chances == nil || *r.Chances != want {
		t.Errorf("chances %v, want %v", r.Chances, want)
	}
	if status := h.post("/api/move", question{line: line{Game: "celta"}, Player: "first"}, &r); status != http.StatusOK || len(r.Moves) != 1 {
		t.Errorf("who only moves: %d %+v", status, r)
	}
}

// The time of a move ends it, whatever its simulations.
func TestMoveInTime(t *testing.T) {
	h := open(t, Config{})
	var r report
	h.post("/api/move", question{line: line{Game: "celta"}, Player: "mcts", Seconds: 0.2}, &r)
	if r.Simulations < 1 || r.Simulations >= 20_000 && r.Seconds > 2 {
		t.Errorf("0.2 s a move: %d simulations in %v s", r.Simulations, r.Seconds)
	}
}

// analyse reads the reports on a position until stop says so.
func (h house) analyse(ctx context.Context, path string, q question, seen func(line []byte) (more bool)) {
	h.Helper()
	body, _ := json.Marshal(q)
	r, _ := http.NewRequestWithContext(ctx, "POST", h.url+path, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.Error(err)
		return
	}
	defer answer.Body.Close()
	for s := bufio.NewScanner(answer.Body); s.Scan(); {
		if !seen(s.Bytes()) {
			return
		}
	}
}

func TestAnalyseTellsOnTheWay(t *testing.T) {
	h := open(t, Config{})
	var reports []report
	h.analyse(t.Context(), "/api/analyse", question{line: line{Game: "celta"}, Player: "mcts", Simulations: 20_000}, func(line []byte) bool {
		var r report
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		reports = append(reports, r)
		return true
	})
	if len(reports) < 2 {
		t.Fatalf("%d reports", len(reports))
	}
	for i, r := range reports {
		if done := i == len(reports)-1; r.Done != done || len(r.Moves) != mostTold || r.Moves[0].From < 0 {
			t.Errorf("report %d: done %v, %d moves", i, r.Done, len(r.Moves))
		}
		if i > 0 && r.Simulations < reports[i-1].Simulations {
			t.Errorf("report %d has fewer simulations than the one before", i)
		}
	}
	last := reports[len(reports)-1]
	if last.Simulations != 20_000 {
		t.Errorf("%d simulations, want 20000", last.Simulations)
	}
	for i, m := range last.Moves {
		if len(m.Line) == 0 || m.Line[0] != m.Text || (m.Visits > 0) != (m.Chances != nil) {
			t.Errorf("move %d of the last report: %+v", i, m)
		}
	}
}

// An analysis goes on until it is stopped; beside as many as are allowed a further one ends,
// and says why.
func TestAnalysisWithoutAnEnd(t *testing.T) {
	h := open(t, Config{Searches: 1})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	far := make(chan report, 2)
	for range 2 {
		go h.analyse(ctx, "/api/analyse", question{line: line{Game: "celta"}, Player: "mcts"}, func(line []byte) bool {
			var r report
			if json.Unmarshal(line, &r); r.Done || r.Simulations > maxSimulations {
				far <- r
				return false
			}
			return true
		})
	}
	for range 2 {
		if r := <-far; r.Done || r.Simulations <= maxSimulations || r.Seconds <= 0 {
			t.Errorf("an endless one: %+v", r)
		}
	}
	all := &server{endless: make(chan struct{}, 1)}
	if l, note, _ := all.limitsOf(&question{}); !l.Endless || l.Nodes != mostNodes || note != "" {
		t.Errorf("the first: %+v %q", l, note)
	}
	l, note, leave := all.limitsOf(&question{})
	if leave(); l.Endless || l.Simulations != maxSimulations || !strings.Contains(note, "this server runs 1 analyses") {
		t.Errorf("one more: %+v %q", l, note)
	}
}

// A survey judges every position; the one that throws the game away is seen.
func TestSurvey(t *testing.T) {
	h := open(t, Config{})
	moves := strings.Fields("1 4 2 4 7 4 7 4") // connect four: after 1 2 the third stone is not punished, the column of 4 wins
	var values []float32
	h.analyse(t.Context(), "/api/survey", question{line: line{Game: "connect4", Moves: moves}, Player: "mcts", Simulations: 200}, func(line []byte) bool {
		var v verdict
		if err := json.Unmarshal(line, &v); err != nil || v.Ply != len(values) {
			t.Fatalf("%s: %v", line, err)
		}
		values = append(values, v.Value)
		return true
	})
	if len(values) != len(moves)+1 {
		t.Fatalf("%d verdicts on %d positions", len(values), len(moves)+1)
	}
	if values[8] != -1 || values[7] != -1 {
		t.Errorf("values %v: want the last two lost for red", values)
	}
	if values[0] <= values[7] {
		t.Errorf("values %v: want the beginning better for red than the end", values)
	}
}

// A player that gives way to another where a time is asked for says who moved; with a number
// of simulations it plays itself.
func TestInTime(t *testing.T) {
	h := open(t, Config{Players: func(g env.Game) []Player {
		work := func() analysis.Analyst { return analysis.New(g, mcts.Uniform{}, analysis.Simulations(20)) }
		return []Player{{ID: "two", Unit: "simulations", Usual: 20, Most: 20, Thinks: true,
			Open: func(int, seed.Seed) (analysis.Analyst, error) { return work(), nil },
			InTime: func(limit time.Duration, _ seed.Seed) (analysis.Analyst, error) {
				return analysis.Said(work(), "the other in "+limit.String()), nil
			},
		}}
	}})
	for want, q := range map[string]question{"": {Simulations: 10}, "the other in 500ms": {Seconds: 0.5}} {
		q.line, q.Player = line{Game: "connect4"}, "two"
		var r report
		if status := h.post("/api/move", q, &r); status != http.StatusOK || r.By != want {
			t.Errorf("%+v: %d, by %q, want %q", q, status, r.By, want)
		}
	}
}

// Who varies opens games of different dice in different ways, the same dice in
// the same way; later in the game he plays the best there is.
func TestVariety(t *testing.T) {
	h := open(t, Config{Players: func(g env.Game) []Player {
		return []Player{{ID: "even", Unit: "simulations", Usual: 300, Most: 300, Thinks: true, Varies: true,
			Open: func(n int, _ seed.Seed) (analysis.Analyst, error) {
				return analysis.New(g, mcts.Uniform{}, analysis.Simulations(n)), nil
			}}}
	}})
	first := func(dice uint64, moves ...string) report {
		var r report
		if status := h.post("/api/move", question{line: line{Game: "connect4", Moves: moves}, Player: "even", Dice: dice}, &r); status != http.StatusOK {
			t.Fatal(status)
		}
		return r
	}
	seen := map[string]bool{}
	for dice := range uint64(20) {
		r := first(dice)
		if again := first(dice); again.Move != r.Move {
			t.Errorf("dice %d: first %s, then %s", dice, r.Move, again.Move)
		}
		seen[r.Move] = true
	}
	if len(seen) < 3 {
		t.Errorf("twenty games began with %v, want more ways", seen)
	}
	late := strings.Fields("1 2 1 2 2 1 1 2 3 4 3 4 4 3 3 4")
	for dice := range uint64(10) {
		if r := first(dice, late...); r.Move != r.Moves[0].Text {
			t.Errorf("after %d moves, dice %d: played %s, best is %s", len(late), dice, r.Move, r.Moves[0].Text)
		}
	}
}

// slow is a player who thinks until he is called off.
type slow struct{ thinking *atomic.Int32 }

func (a slow) Analyse(ctx context.Context, s env.State, l analysis.Limits, seen func(analysis.Report)) (analysis.Report, error) {
	a.thinking.Add(1)
	defer a.thinking.Add(-1)
	r := analysis.Report{Moves: []analysis.Move{{MoveStats: env.MoveStats{Action: s.Legal(nil)[0]}}}}
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Millisecond):
			seen(r)
		}
	}
	return r, nil
}

// A client that goes away in the middle leaves no search and no goroutine.
func TestDisconnectsLeakNothing(t *testing.T) {
	var thinking atomic.Int32
	h := open(t, Config{Searches: 2, Players: func(env.Game) []Player {
		return []Player{{ID: "slow", Thinks: true, Open: func(int, seed.Seed) (analysis.Analyst, error) { return slow{&thinking}, nil }}}
	}})
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			ctx, leave := context.WithCancel(context.Background())
			defer leave()
			time.AfterFunc(time.Duration(20+5*i)*time.Millisecond, leave)
			body := strings.NewReader(`{"game":"celta","moves":[],"player":"slow"}`)
			r, _ := http.NewRequestWithContext(ctx, "POST", h.url+[]string{"/api/analyse", "/api/move", "/api/survey"}[i%3], body)
			r.Header.Set("Content-Type", "application/json")
			if answer, err := http.DefaultClient.Do(r); err == nil {
				bufio.NewReader(answer.Body).ReadString('\n')
				answer.Body.Close()
			}
		})
	}
	all.Wait()
	http.DefaultClient.CloseIdleConnections()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if thinking.Load() == 0 && runtime.NumGoroutine() <= before {
			return
		}
	}
	stacks := make([]byte, 1<<16)
	t.Errorf("%d still think, %d goroutines, %d before:\n%s", thinking.Load(), runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}

// Fifty games at once on two seats: each gets its move, or the answer that
// the machine is busy and gets it when it asks again; no game waits for the end of
// a long analysis, which ends only when all games have their moves. The first move is thought about until all have asked.
func TestFiftyGames(t *testing.T) {
	const people, seats, line = 50, 2, 20
	allAsked := make(chan struct{})
	h := open(t, Config{Searches: seats, Queue: line, Players: func(g env.Game) []Player { return gated(searchers(g), allAsked) }})
	ctx, stop := context.WithCancel(t.Context())
	var watching, begun sync.WaitGroup
	for range 4 {
		begun.Add(1)
		watching.Go(func() {
			told := sync.OnceFunc(begun.Done)
			h.analyse(ctx, "/api/analyse", question{line: watched, Player: "mcts"}, func([]byte) bool { told(); return ctx.Err() == nil })
		})
	}
	begun.Wait()
	var refused atomic.Int32 // at the first time of asking
	var games sync.WaitGroup
	waits := make([]time.Duration, people)
	for i := range people {
		games.Go(func() {
			began := time.Now()
			for first := true; !h.moves(uint64(i)); first = false {
				if first && refused.Add(1) == people-seats-line {
					close(allAsked)
				}
				time.Sleep(50 * time.Millisecond)
			}
			waits[i] = time.Since(began)
		})
	}
	games.Wait()
	stop()
	watching.Wait()
	slices.Sort(waits)
	t.Logf("%d moves beside 4 analyses on %d seats: median %v, longest %v; %d were told to wait", people, seats, waits[people/2], waits[people-1], refused.Load())
	if got := int(refused.Load()); got < people-seats-line {
		t.Errorf("%d were told that it is busy, want at least %d: %d at once, %d seats, a line of %d", got, people-seats-line, people, seats, line)
	}
}

// moves asks for a move, and returns false if the machine is busy.
func (h house) moves(dice uint64) bool {
	var r report
	var text string
	status := h.post("/api/move", question{line: line{Game: "tictactoe"}, Player: "mcts", Simulations: 100, Dice: dice}, &text)
	if status == http.StatusServiceUnavailable {
		if !strings.Contains(text, "busy") {
			h.Errorf("told %q, want that it is busy", text)
		}
		return false
	}
	if json.Unmarshal([]byte(text), &r); status != http.StatusOK || len(r.Moves) == 0 {
		h.Errorf("game %d: %d %s", dice, status, text)
	}
	return true
}

// watched is a game that is analysed, not played.
var watched = line{Game: "celta"}

// gated keeps all agents from playing before a gate opens.
func gated(all []Player, gate <-chan struct{}) []Player {
	for i := range all {
		open := all[i].Open
		all[i].Open = func(n int, s seed.Seed) (analysis.Analyst, error) {
			a, err := open(n, s)
			return behind{a, gate}, err
		}
	}
	return all
}

// behind is an analyst behind a gate, which those who only watch may pass.
type behind struct {
	analysis.Analyst
	gate <-chan struct{}
}

func (b behind) Analyse(ctx context.Context, s env.State, l analysis.Limits, seen func(analysis.Report)) (analysis.Report, error) {
	if l.Lines == 1 { // a move
		select {
		case <-b.gate:
		case <-ctx.Done():
			return analysis.Report{}, ctx.Err()
		}
	}
	return b.Analyst.Analyse(ctx, s, l, seen)
}

// When the server stops, searches are called off.
func TestStopEndsSearches(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	handler := until(ctx, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		close(ended)
	}))
	go handler.ServeHTTP(nil, (&http.Request{}).WithContext(context.Background()))
	stop()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("the request goes on")
	}
}

func ExampleNew() {
	page, err := newPage(context.Background(), Config{Addr: "127.0.0.1:8014"})
	fmt.Println(page != nil, err)
	// Output: true <nil>
}
