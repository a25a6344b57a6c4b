package protocol

import (
	"strings"
	"testing"
	"time"

	"ludens/analysis"
	"ludens/env/chess"
	"ludens/env/games"
)

// page is cetran2 from its page's array.
func page(t *testing.T) *chess.Cetran {
	t.Helper()
	g := games.Must(source)
	return g.(*chess.Cetran)
}

// What a board says behind go, and what the engine then keeps to.
func TestUCILimits(t *testing.T) {
	const ms = time.Millisecond
	g := page(t)
	black := g.New(0)
	black.Play(black.Legal(nil)[0])
	for _, test := range []struct {
		text   string
		want   analysis.Limits
		ponder bool
	}{
		{"", analysis.Limits{Every: often}, false},
		{"infinite", analysis.Limits{Every: often, Endless: true}, false},
		{"nodes 7", analysis.Limits{Every: often, Simulations: 7}, false},
		{"nodes 0", analysis.Limits{Every: often, Simulations: 1}, false},
		{"movetime 1000", analysis.Limits{Every: often, Time: 1000*ms - lag}, false},
		{"movetime 50", analysis.Limits{Every: often, Time: 25 * ms}, false},
		{"movetime 0", analysis.Limits{Every: often, Time: ms}, false},
		{"movetime -5", analysis.Limits{Every: often, Time: ms}, false},
		{"depth 3", analysis.Limits{Every: often, Depth: 3}, false},
		{"depth 0", analysis.Limits{Every: often, Depth: 1}, false},
		{"depth 3 nodes 50", analysis.Limits{Every: often, Depth: 3, Simulations: 50}, false},
		{"nodes 50 depth 3", analysis.Limits{Every: often, Depth: 3, Simulations: 50}, false},
		{"depth 3 movetime 1000", analysis.Limits{Every: often, Depth: 3, Time: 1000*ms - lag}, false},
		{"depth 3 infinite", analysis.Limits{Every: often, Depth: 3}, false},
		{"wtime 60000 btime 1", analysis.Limits{Every: often, Time: 2000*ms - lag}, false},
		{"btime 60000", analysis.Limits{Every: often}, false}, // the other one's clock says nothing
		{"wtime 60000 winc 1000 binc 9", analysis.Limits{Every: often, Time: 2800*ms - lag}, false},
		{"wtime 60000 movestogo 10", analysis.Limits{Every: often, Time: 6000*ms - lag}, false},
		{"movestogo 10 wtime 60000", analysis.Limits{Every: often, Time: 6000*ms - lag}, false},
		{"wtime 60000 infinite", analysis.Limits{Every: often, Endless: true}, false},
		{"wtime 60000 winc -1000", analysis.Limits{Every: often, Time: 2000*ms - lag}, false},
		{"ponder", analysis.Limits{Every: often}, true},
		{"ponder wtime 60000 btime 1", analysis.Limits{Every: often, Time: 2000*ms - lag}, true},
	} {
		u := &uci{game: g, state: g.New(0)}
		l, ponder, err := u.limitsOf(strings.Fields(test.text))
		if err != nil || l != test.want || ponder != test.ponder {
			t.Errorf("go %s: got %+v, ponder %v, %v\nwant %+v, ponder %v", test.text, l, ponder, err, test.want, test.ponder)
		}
	}
	u := &uci{game: g, state: black, lines: 3, simulations: 9}
	if l, _, err := u.limitsOf(strings.Fields("wtime 1 btime 60000")); err != nil || l.Time != 2000*ms-lag || l.Lines != 3 || l.Simulations != 9 {
		t.Errorf("Black's clock: %+v, %v", l, err)
	}
	for text, want := range map[string]string{
		"searchmoves e2e4": "go searchmoves is not for this engine", "mate 3": "go mate is not for this engine",
		"nodes": "go nodes: want a number", "nodes x": `go nodes: "x"; want a number`, "wtime 1000000001": `go wtime: "1000000001"; want a number`,
		"depth 3 wtime": "go wtime: want a number", "btime -1000000001": `go btime: "-1000000001"; want a number`, "nodes 1e3": `go nodes: "1e3"; want a number`,
		"nodes 99999999999999999999": `go nodes: "99999999999999999999"; want a number`,
	} {
		if _, _, err := u.limitsOf(strings.Fields(text)); err == nil || err.Error() != want {
			t.Errorf("go %s: got %v, want %s", text, err, want)
		}
	}
}

// A depth is refused where the agent searches no lines, and threads where it has one.
func TestShallowAndSingle(t *testing.T) {
	g := page(t)
	u := &uci{game: g, state: g.New(0), engine: Engine{Shallow: true, Single: true}}
	if _, _, err := u.limitsOf([]string{"depth", "3"}); err == nil || !strings.Contains(err.Error(), "searches no lines of play") {
		t.Errorf("got %v", err)
	}
	if err := u.setOption("name Threads value 2"); err == nil {
		t.Error("two threads are given to an agent that has one")
	}
	c := &cecp{engine: u.engine}
	if err := c.setDepth("3"); err == nil {
		t.Error("CECP takes a depth")
	}
}

// The borders of goNumber are a thousand million milliseconds, eleven days.
func TestGoNumberBorders(t *testing.T) {
	for text, want := range map[string]int{"1000000000": 1e9, "-1000000000": -1e9, "0": 0} {
		if n, err := goNumber([]string{text}); err != nil || n != want {
			t.Errorf("%s: %d, %v", text, n, err)
		}
	}
}

func TestUCIOptions(t *testing.T) {
	u := &uci{game: page(t), engine: Engine{Game: page(t)}, lines: 1}
	u.open = func(r Resources) (analysis.Analyst, error) { return nil, nil }
	name := u.game.Spec().Name
	for _, test := range []struct {
		text        string
		good        bool
		lines       int
		shows       bool
		simulations int
	}{
		{"name MultiPV value 3", true, 3, false, 0},
		{"name multipv value 256", true, 256, false, 0},
		{"name MultiPV value 257", false, 256, false, 0},
		{"name MultiPV value 0", false, 256, false, 0},
		{"name MultiPV value 1", true, 1, false, 0},
		{"name MultiPV", false, 1, false, 0},
		{"name UCI_ShowWDL value true", true, 1, true, 0},
		{"name UCI_ShowWDL value yes", false, 1, true, 0},
		{"name UCI_ShowWDL value false", true, 1, false, 0},
		{"name Simulations value 1000000", true, 1, false, 1_000_000},
		{"name Simulations value 1000001", false, 1, false, 1_000_000},
		{"name Simulations value -1", false, 1, false, 1_000_000},
		{"name Simulations value 0", true, 1, false, 0},
		{"name UCI_Variant value " + name, true, 1, false, 0},
		{"name UCI_Variant value celta", false, 1, false, 0},
		{"name Hash value 64", true, 1, false, 0},
		{"name Hash value 0", false, 1, false, 0},
		{"name Threads value 2", true, 1, false, 0},
		{"name Threads value 0", false, 1, false, 0},
		{"", false, 1, false, 0},
	} {
		err := u.setOption(test.text)
		if (err == nil) != test.good || u.lines != test.lines || u.shows != test.shows || u.simulations != test.simulations {
			t.Errorf("%q: %v; %d lines, WDL %v, %d simulations; want %+v", test.text, err, u.lines, u.shows, u.simulations, test)
		}
	}
	if want := (Resources{Threads: 2, Megabytes: 64}); u.has != want {
		t.Errorf("the analyst has %+v, want %+v", u.has, want)
	}
}

// A position that cannot be set up changes nothing.
func TestUCIPositions(t *testing.T) {
	g := page(t)
	start, after := g.New(0), g.New(0)
	if err := playMoves(after, []string{"e2e4", "e7e5"}); err != nil {
		t.Fatal(err)
	}
	u := &uci{game: g, state: g.New(0)}
	for _, test := range []struct {
		text, want, fault string
	}{
		{"startpos", g.FEN(start), ""},
		{"startpos moves", g.FEN(start), ""},
		{"startpos moves e2e4 e7e5", g.FEN(after), ""},
		{"fen " + g.FEN(after), g.FEN(after), ""},
		{"startpos moves e2e4 e7e6 e7e5", g.FEN(after), "moves[2]: "},
		{"startpos moves e2e5", g.FEN(after), "moves[0]: "},
		{"fen nonsense", g.FEN(after), "chess"},
		{"fen", g.FEN(after), ""},
		{"", g.FEN(after), "want startpos or fen"},
		{"fen " + g.FEN(start) + " moves e2e4 e7e5", g.FEN(after), ""},
	} {
		err := u.setPosition(strings.Fields(test.text))
		if test.text == "fen" {
			if err == nil {
				t.Error("an empty position is taken")
			}
			continue
		}
		if got := g.FEN(u.state); got != test.want || (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
			t.Errorf("position %s: %v\ngot  %s\nwant %s", test.text, err, got, test.want)
		}
	}
}

// How long an engine of CECP may think: by the option, by st, by its clock and what
// is left of the control.
func TestCECPLimits(t *testing.T) {
	g := page(t)
	at := func(ply int) *cecp {
		c := &cecp{game: g}
		c.lay()
		for range ply {
			c.sheet.Play(c.sheet.State().Legal(nil)[0])
		}
		return c
	}
	for _, test := range []struct {
		name string
		ply  int
		set  func(c *cecp)
		want analysis.Limits
	}{
		{"nothing is known", 0, func(*cecp) {}, analysis.Limits{Every: often}},
		{"simulations", 0, func(c *cecp) { c.simulations = 5 }, analysis.Limits{Simulations: 5, Every: often}},
		{"st before the clock", 0, func(c *cecp) { c.moveTime, c.clock.left = time.Second, time.Hour }, analysis.Limits{Time: time.Second, Every: often}},
		{"the clock of a game", 0, func(c *cecp) { c.clock.left = time.Minute }, analysis.Limits{Time: 2*time.Second - lag, Every: often}},
		{"forty moves, at the first", 0, func(c *cecp) { c.clock.left, c.perControl = time.Minute, 40 }, analysis.Limits{Time: 2*time.Second - lag, Every: often}},
		{"ten moves, at the third", 4, func(c *cecp) { c.clock.left, c.perControl = 16*time.Second, 10 }, analysis.Limits{Time: 2*time.Second - lag, Every: often}},
		{"three moves, at the third", 4, func(c *cecp) { c.clock.left, c.perControl = 10*time.Second, 3 }, analysis.Limits{Time: 9*time.Second - lag, Every: often}},
		{"three moves, at the fourth", 6, func(c *cecp) { c.clock.left, c.perControl = 9*time.Second, 3 }, analysis.Limits{Time: 3*time.Second - lag, Every: often}},
	} {
		c := at(test.ply)
		test.set(c)
		if got := c.limits(); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestCECPOptions(t *testing.T) {
	c := &cecp{}
	for _, test := range []struct {
		text        string
		good        bool
		simulations int
		resigns     bool
	}{
		{"Simulations=9", true, 9, false}, {"Simulations=-1", false, 9, false}, {"Simulations=1000001", false, 9, false}, {"Simulations=1000000", true, 1_000_000, false},
		{"Resign=1", true, 1_000_000, true}, {"Resign=2", false, 1_000_000, true}, {"Resign=0", true, 1_000_000, false}, {"Simulations=0", true, 0, false},
		{"Simulations", false, 0, false}, {"Hash=1", false, 0, false}, {"=1", false, 0, false},
	} {
		if err := c.setOption(test.text); (err == nil) != test.good || c.simulations != test.simulations || c.resigns != test.resigns {
			t.Errorf("%s: %v; %d simulations, resigns %v", test.text, err, c.simulations, c.resigns)
		}
	}
}

// A line of thinking has the scores of XBoard: mates are 100,000 and the moves to
// them, negative for the one who is mated.
func TestCECPThinking(t *testing.T) {
	g := page(t)
	for _, test := range []struct {
		report analysis.Report
		want   string
	}{
		{analysis.Report{Value: 0.5, Depth: 7, Simulations: 99, Elapsed: 1234 * time.Millisecond}, "7 89 123 99 "},
		{analysis.Report{Value: -0.5}, "1 -89 0 0 "},
		{analysis.Report{Value: 1, Proof: 1, Plies: 3, Depth: 3}, "3 100002 0 0 "},
		{analysis.Report{Value: -1, Proof: 2, Plies: 4, Depth: 4}, "4 -100002 0 0 "},
		{analysis.Report{Proof: 3, Plies: 4, Depth: 4}, "4 0 0 0 "},
	} {
		w := &breaking{writes: 9}
		c := &cecp{game: g, desk: desk{out: printer{w: w}}}
		c.lay()
		test.report.Moves = []analysis.Move{{}}
		c.tellThinking(test.report)
		if got := w.String(); got != test.want+"\n" {
			t.Errorf("%+v: got %q, want %q", test.report, got, test.want)
		}
	}
}
