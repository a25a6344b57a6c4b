package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"ludens/agent"
	"ludens/analysis"
	"ludens/env"
	"ludens/env/games"
	"ludens/env/record"
	"ludens/env/seed"
	"ludens/mcts"
)

// source is the array of the variant's own page.
const source = "cetran2:array=qrknchsa/KSNRCAQH"

// script is what is said, and the beginnings of the answers that must come, in
// their order, others between them.
type script []string

func (s script) run(t *testing.T, front, game string) {
	t.Helper()
	p := startEngine(t, front, game)
	for _, line := range s {
		if said, ok := strings.CutPrefix(line, "> "); ok {
			p.say(said)
		} else {
			p.until(strings.TrimPrefix(line, "< "))
		}
	}
	p.end()
}

func TestCECPSessions(t *testing.T) {
	for name, s := range map[string]script{
		"analysis goes on until exit, and follows the moves": {
			"> post", "> analyze", "< 1", "> .", "< stat01: ", "> usermove e2e4", "> .", "> ping 1", "< pong 1",
			"> undo", "> exit", "> ping 2", "< pong 2",
		},
		"move now": {"> level 0 60 0", "> time 360000", "> go", "> ?", "< move "},
		"both sides by turns": {
			"> force", "> usermove e2e4", "> go", "< move ", "> playother", "> usermove d2d4", "> ping 3", "< pong 3",
		},
		"a game that is over":           {"> setboard k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "> usermove a8a7", "< Illegal move (the game is over): a8a7"},
		"mate is told":                  {"> force", "> setboard k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "> usermove c1c8", "< 1-0 {checkmate}"},
		"a draw is taken when behind":   {"> force", "> setboard k7/8/8/8/8/8/8/KQQ5 b - - 0 1", "> go", "< move", "> draw", "< offer draw"},
		"resignation is an option":      {"> option Resign=1", "> option Resign=maybe", "< Error (want a number): option Resign=maybe"},
		"more is taken back than there": {"> undo", "< Error (no move to take back): undo", "> remove", "< Error (no move to take back): remove"},
		"another variant":               {"> variant crazyhous", `< Error (none of the variants (did you mean "crazyhouse"?)): variant crazyhous`},
		"clocks": {
			"> st 3", "> st soon", "< Error (want: st SECONDS): st soon", "> sd 2", "> sd -1", "< Error (want: sd PLIES): sd -1",
			"> time x", "< Error (want: time CENTISECONDS): time x", "> level 40 2:30 1.5", "> time 100", "> otim 100", "> go", "< move",
		},
	} {
		t.Run(name, func(t *testing.T) { s.run(t, "cecp", source) })
	}
}

// What a search has found serves the next one of the same game: asked the same twice, alpha-beta
// looks at fewer positions. Its control is a new game, which begins with nothing.
func TestSearchesOfAGameRemember(t *testing.T) {
	spec, err := agent.Typed("alphabeta:20")
	if err != nil {
		t.Fatal(err)
	}
	p := startFor(t, "uci", Engine{Name: "Ludens", Game: games.Must("chess"), Open: func(g env.Game, _ Resources) (analysis.Analyst, error) {
		return spec.Analyst(g, nil, seed.New(1))
	}})
	ask := func() (nodes int) {
		p.say("go depth 8")
		line := p.until("info depth 8 ")
		p.until("bestmove")
		_, after, _ := strings.Cut(line, " nodes ")
		if _, err := fmt.Sscan(after, &nodes); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		return nodes
	}
	p.say("position startpos moves e2e4")
	first, second := ask(), ask()
	p.say("ucinewgame", "position startpos moves e2e4")
	if control := ask(); second > first*9/10 || control != first {
		t.Errorf("%d positions, then %d; in a new game %d, want those of the first", first, second, control)
	}
	p.end()
}

// Resigned is what has looked lost for some moves.
func TestCECPResigns(t *testing.T) {
	p := startEngine(t, "cecp", source)
	p.say("force", "option Resign=1", "setboard k7/7Q/1K6/8/8/8/8/8 b - - 0 1", "go")
	for range 20 {
		switch line := p.next(); {
		case line == "resign":
			p.end()
			return
		case strings.HasPrefix(line, "move"):
			p.say("force", "undo", "go") // the engine thinks again of the same
		}
	}
	t.Error("the engine plays on")
}

func TestUCISessions(t *testing.T) {
	for name, s := range map[string]script{
		"go infinite waits for stop": {"> go infinite", "> isready", "< readyok", "> stop", "< bestmove "},
		"and so it does when it has found a mate": {
			"> position fen k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "> go infinite", "< info depth 1", "> stop", "< bestmove c1c8",
		},
		"go depth":         {"> go depth 2", "< bestmove "},
		"clocks":           {"> go wtime 1000 btime 900 winc 10 binc 10 movestogo 10", "< bestmove "},
		"a move by time":   {"> go movetime 100", "< bestmove "},
		"a game over":      {"> position fen k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "> go", "< info depth 0 score cp 0", "< bestmove (none)"},
		"bad numbers":      {"> go nodes many", "< info string error: go nodes: \"many\"; want a number", "> go nodes", "< info string error: go nodes: want a number"},
		"an odd position":  {"> position middle", "< info string error: position \"middle\"; want startpos or fen"},
		"options":          {"> setoption name MultiPV value 0", "< info string error: no option \"MultiPV\" with the value \"0\"", "> setoption name Simulations value 9", "> go", "< info depth", "< bestmove "},
		"stop for nothing": {"> stop", "> isready", "< readyok"},
	} {
		t.Run(name, func(t *testing.T) { s.run(t, "uci", source) })
	}
	script{"> position startpos moves e2e4", "> go nodes 5", "< bestmove "}.run(t, "uci", "cetran1")
}

// Who knows of draws says so: UCI if it is asked to, JSON always.
func TestChancesAreTold(t *testing.T) {
	g, _ := games.Make(source)
	judged := func(g env.Game, _ Resources) (analysis.Analyst, error) {
		a, err := timeless(50)(g, Resources{})
		return analysis.Judging(a, func(env.State) (float32, error) { return 0.25, nil }), err
	}
	p := startFor(t, "uci", Engine{Game: g, Open: judged})
	p.say("go nodes 30")
	if line := p.next(); strings.Contains(line, "wdl") {
		t.Errorf("nobody asked, and it says %s", line)
	}
	p.until("bestmove")
	p.say("setoption name UCI_ShowWDL value true", "setoption name MultiPV value 2", "go nodes 30")
	for range 2 {
		line := p.next()
		_, rest, _ := strings.Cut(line, " wdl ")
		var win, draw, loss int
		if _, err := fmt.Sscan(rest, &win, &draw, &loss); err != nil || win+draw+loss != 1000 || draw < 200 || draw > 250 {
			t.Errorf("got %q: want chances of a thousand, about a quarter of draws", line)
		}
	}
	p.until("bestmove")
	p.end()

	p = startFor(t, "json", Engine{Game: g, Open: judged})
	p.say(`{"id":"1","do":"analyse","lines":2}`)
	var a struct {
		Chances [3]float32
		Moves   []struct{ Chances []float32 }
	}
	if line := p.next(); json.Unmarshal([]byte(line), &a) != nil || a.Chances[1] == 0 || len(a.Moves[1].Chances) != 3 || a.Moves[2].Chances != nil {
		t.Errorf("got %s: want chances of the position and of two moves", line)
	}
	p.end()
}

// An agent that chose another for its time says which: UCI once, JSON in each answer. One that
// chose none says nothing.
func TestWhoThoughtIsTold(t *testing.T) {
	g, _ := games.Make(source)
	for _, by := range []string{"alphabeta: it scored more", ""} {
		e := Engine{Game: g, Open: func(g env.Game, _ Resources) (analysis.Analyst, error) {
			a, err := timeless(50)(g, Resources{})
			return analysis.Said(a, by), err
		}}
		p := startFor(t, "uci", e)
		told := 0
		for range 2 {
			p.say("go nodes 30")
			for line := ""; !strings.HasPrefix(line, "bestmove"); {
				if line = p.next(); line == "info string "+by {
					told++
				} else if strings.HasPrefix(line, "info string") {
					t.Errorf("with %q it says %s", by, line)
				}
			}
		}
		p.end()
		if want := min(1, len(by)); told != want {
			t.Errorf("%q was told %d times, want %d", by, told, want)
		}
		p = startFor(t, "json", e)
		for _, do := range []string{"analyse", "play"} {
			p.say(`{"id":"1","do":"` + do + `"}`)
			var a map[string]any
			if line := p.next(); json.Unmarshal([]byte(line), &a) != nil || (a["by"] == by) != (by != "") {
				t.Errorf("want by %q: %s", by, line)
			}
		}
		p.end()
	}
}

// A whole game in which OpenTafl referees: what the engine moves is legal by a
// game that is kept beside it.
func TestOTEPPlaysAGame(t *testing.T) {
	for _, name := range []string{"celta", "wtf", "tablut"} {
		g := taflGame(t, name)
		p := startEngine(t, "otep", name)
		if line := p.next(); line != "hello" {
			t.Fatalf("got %q, want hello", line)
		}
		p.say("rules "+g.Nearest(name), "side attackers", "start")
		s := g.New(0)
		for ply := 0; ply < 60 && s.Result() == env.Ongoing; ply++ {
			side := "defenders"
			if g.Spec().Roles[s.ToMove()] == "attackers" {
				side = "attackers"
			}
			if ply%2 == 0 {
				a := s.Legal(nil)[ply%7]
				text := record.OpenTaflMove(s, a)
				s.Play(a)
				p.say("opponent-move " + text + " " + g.OTN(s))
				continue
			}
			p.say("clock 60000 60000 0 0 0 ", "play "+side)
			line := p.next()
			a, err := env.Parse(s, strings.TrimPrefix(line, "move "))
			if err != nil {
				t.Fatalf("%s, ply %d: %q: %v", name, ply, line, err)
			}
			s.Play(a)
			p.say("move " + g.OTN(s))
		}
		p.say("finish 0", "goodbye")
		p.end()
	}
}

// A move that is refused has not been made: asked again, the engine thinks about
// the same position, at the first move and after the opponent's, which is sent
// once more.
func TestOTEPTakesBackARefusedMove(t *testing.T) {
	p := startEngine(t, "otep", "celta")
	p.until("hello")
	p.say("play attackers")
	first := p.next()
	p.say("error 2", "play attackers")
	if again := p.next(); again != first {
		t.Errorf("at the first move: %s, and once more %s", first, again)
	}
	const reply = "opponent-move d5-f5 /3t3/3t3/3T3/ttTKTtt/5T1/3t3/3t3/"
	p.say("error 2", reply, "play attackers")
	first = p.next()
	p.say("error 2", reply, "play attackers")
	if again := p.next(); again != first {
		t.Errorf("after the opponent's move: %s, and once more %s", first, again)
	}
	p.end()
}

func TestOTEPSessions(t *testing.T) {
	for name, s := range map[string]script{
		"what OpenTafl says of a position is right": {
			"> opponent-move d5-f5 /3t3/3t3/3T3/ttTKTtt/5T1/3t3/3t3/", "> move /3t3/3t3/7/7/7/7/3K3/", "> play defenders", "< move d7-",
		},
		"a refused move is played again": {"> play defenders", "< move", "> error 2", "> position /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "> play defenders", "< move"},
		"a position is analysed for a side": {
			"> position /3t3/3t3/3T3/ttTKTtt/5T1/3t3/3t3/", "> side defenders", "> analyze 1 1", "< analysis 1 ",
		},
		"overtime":       {"> clock 0* 3000* 10 1 1", "> play defenders", "< move"},
		"no such side":   {"> play red", "< error 0 side \"red\"; want attackers or defenders"},
		"odd analyses":   {"> analyze", "< error 0 want: analyze MOVES SECONDS", "> analyze 0 1", "< error 0 analyze \"0\"", "> analyze 1 1e9", "< error 0 analyze: "},
		"the game is up": {"> position /3t3/7/7/7/7/7/3t2K/", "> play defenders", "< error 0 the game is over"},
	} {
		t.Run(name, func(t *testing.T) { s.run(t, "otep", "celta") })
	}
}

// An agent that cannot play the rules of OpenTafl says so.
func TestOTEPWithAnAgentForOneGame(t *testing.T) {
	g := taflGame(t, "celta")
	open := timeless(10)
	p := startFor(t, "otep", Engine{Game: g, Open: func(other env.Game, _ Resources) (analysis.Analyst, error) {
		if other.Spec().Name != "celta" {
			return nil, errors.New("no network for this game")
		}
		return open(other, Resources{})
	}})
	p.say("rules " + taflGame(t, "walker").Nearest("walker"))
	p.until("error 0 rules not supported: no network for this game")
	p.say("rules "+g.Nearest("celta"), "play defenders")
	p.until("move ")
	p.end()
}

// Garbage of many kinds gets an error, and the session goes on.
func TestGarbage(t *testing.T) {
	garbage := []string{"\x00\xff", strings.Repeat("x", 3<<20), "{", "[]", "null", "move", "rules", "position", "go go go",
		"setboard", "usermove", "level", "option", `{"id":1}`, `{"id":"a","do":"play","seconds":-1}`, `{"id":"a","do":"legal"} {}`}
	for front, sane := range map[string]struct{ game, ask, answer string }{
		"cecp": {"cetran2", "ping 77", "pong 77"},
		"uci":  {"cetran2", "isready", "readyok"},
		"otep": {"celta", "make sense", `error 0 unknown command "make"`},
		"json": {"cetro", `{"id":"sane","do":"game"}`, `{"actions"`},
		"gym":  {"connect4", `{"do":"spec"}`, `{"actions"`},
	} {
		p := startEngine(t, front, sane.game)
		p.say(garbage...)
		p.say(sane.ask)
		p.until(sane.answer)
		p.end()
	}
}

// A game that a protocol does not know is refused in one line.
func TestWrongGames(t *testing.T) {
	for _, test := range []struct{ front, game, speaks string }{
		{"cecp", "cetro", "json"},
		{"uci", "celta", "otep and json"},
		{"otep", "cetran2", "cecp, uci and json"},
	} {
		g, _ := games.Make(test.game)
		err := fronts[test.front](t.Context(), Engine{Game: g}, strings.NewReader(""), io.Discard)
		if want := test.game + " speaks " + test.speaks; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", test.front, err, want)
		}
	}
}

// Many questions are answered, each once, and those that are stopped say so.
func TestJSONInFlight(t *testing.T) {
	g, _ := games.Make("connect4")
	open := func(g env.Game, _ Resources) (analysis.Analyst, error) {
		return analysis.New(g, mcts.Uniform{}, analysis.Simulations(50)), nil
	}
	p := startFor(t, "json", Engine{Game: g, Workers: 4, Open: open})
	p.say(`{"id":"long","do":"analyse","seconds":60,"every":0.01}`)
	for i := range 200 {
		p.say(fmt.Sprintf(`{"id":"q%d","do":"play","moves":["%d"]}`, i, 1+i%7))
	}
	p.say(`{"id":"long","do":"play"}`)
	answered := map[string]int{}
	for len(answered) < 201 {
		var a struct {
			ID, Error      string
			Final, Stopped bool
		}
		line := p.next()
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		switch {
		case a.ID == "stopper", a.ID == "long" && !a.Final && a.Error == "":
			continue
		case a.ID == "long" && a.Error != "":
			if !strings.Contains(a.Error, "still open") {
				t.Errorf("an id twice: %s", a.Error)
			}
			continue
		case a.ID == "long" && !a.Stopped:
			t.Errorf("the stopped question is not said to be: %s", line)
		}
		answered[a.ID]++
		if len(answered) == 200 {
			p.say(`{"id":"stopper","do":"stop","target":"long"}`)
		}
	}
	for id, n := range answered {
		if n != 1 {
			t.Errorf("%s has %d answers", id, n)
		}
	}
	p.end()
}

// More questions than may wait get that answer.
func TestJSONBusy(t *testing.T) {
	g, _ := games.Make("tictactoe")
	release := make(chan struct{})
	open := func(env.Game, Resources) (analysis.Analyst, error) {
		return analysis.Agent(func(time.Duration, int) (env.Agent, error) { return waiter{release}, nil }), nil
	}
	p := startFor(t, "json", Engine{Game: g, Workers: 1, Open: open})
	for i := range maxWaiting + 2 {
		p.say(fmt.Sprintf(`{"id":"%d","do":"play"}`, i))
	}
	if line := p.next(); !strings.Contains(line, "busy") {
		t.Errorf("got %s, want busy", line)
	}
	close(release)
	p.until(`{"do":"play"`)
	go func() {
		for range p.heard {
		}
	}()
	p.end()
}

// waiter is an agent that moves on request.
type waiter struct{ release chan struct{} }

func (w waiter) Act(_ context.Context, s env.State) (env.Decision, error) {
	<-w.release
	return env.Decision{Action: s.Legal(nil)[0]}, nil
}

// Records of games come in and go out in the texts that people have.
func TestJSONRecords(t *testing.T) {
	g, _ := games.Make(source)
	pgn := "[FEN \"qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - - 0 1\"]\n\n1. e4 e5 2. Nd3 *"
	var out bytes.Buffer
	ask, _ := json.Marshal(map[string]any{"id": "1", "do": "record", "record": pgn})
	if err := JSON(t.Context(), Engine{Game: g, Open: timeless(1)}, bytes.NewReader(ask), &out); err != nil {
		t.Fatal(err)
	}
	var a struct {
		Error, Record string
		Moves         []string
	}
	if err := json.Unmarshal(out.Bytes(), &a); err != nil || a.Error != "" || strings.Join(a.Moves, " ") != "e2e4 e7e5 c1d3" {
		t.Fatalf("got %s, %v", out.String(), err)
	}
	ask, _ = json.Marshal(map[string]any{"id": "2", "do": "record", "record": a.Record})
	out.Reset()
	if err := JSON(t.Context(), Engine{Game: g, Open: timeless(1)}, bytes.NewReader(ask), &out); err != nil || !strings.Contains(out.String(), `"ply":3`) {
		t.Errorf("read back: got %s, %v", out.String(), err)
	}
}

// When the program stops, so does a session, and no goroutine is left behind.
func TestSessionsEndWithTheirContext(t *testing.T) {
	for front, game := range map[string]string{"cecp": source, "uci": source, "otep": "celta", "json": "celta", "gym": "celta"} {
		ctx, stop := context.WithCancel(t.Context())
		g, _ := games.Make(game)
		in, to := io.Pipe()
		done := make(chan error, 1)
		go func() { done <- fronts[front](ctx, Engine{Game: g, Open: timeless(5)}, in, io.Discard) }()
		fmt.Fprintln(to, `{"id":"1","do":"analyse","seconds":5000}`)
		stop()
		select {
		case err := <-done:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: ended with %v", front, err)
			}
		case <-time.After(time.Minute):
			t.Errorf("%s does not end", front)
		}
		to.Close()
	}
}
