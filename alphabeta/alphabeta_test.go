package alphabeta

import (
	"context"
	"math"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/solve"
)

func game(_ testing.TB, name string) env.Game { return games.Must(name) }

func agent(t testing.TB, g env.Game, cfg Config, n uint64) *Agent {
	t.Helper()
	ab, err := New(g, cfg, seed.New(n).Rand())
	if err != nil {
		t.Fatal(err)
	}
	return ab
}

func act(t testing.TB, ab *Agent, s env.State) env.Decision {
	t.Helper()
	before := s.String()
	d, err := ab.Act(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if s.String() != before {
		t.Fatalf("the agent changed the position:\n%s\nto\n%s", before, s)
	}
	if !slices.Contains(s.Legal(nil), d.Action) {
		t.Fatalf("the agent chose the illegal action %d in\n%s", d.Action, s)
	}
	return d
}

// scramble plays some random plies, never to the end of the game.
func scramble(g env.Game, plies int, s seed.Seed) env.State {
	for try := 0; ; try++ {
		state, rng := g.New(uint64(try)), s.At("try", try).Rand()
		for range plies {
			if legal := state.Legal(nil); len(legal) > 0 {
				state.Play(legal[rng.IntN(len(legal))])
			}
		}
		if state.Result() == env.Ongoing {
			return state
		}
	}
}

// minimax is the search without anything clever: the value for the mover of an
// unfinished position, that many plies deep, i plies from the root.
func minimax(s env.State, depth, i int, leaf func(s env.State, i int) float32) float32 {
	if depth == 0 {
		return leaf(s, i)
	}
	best := -infinite
	for _, a := range s.Legal(nil) {
		best = max(best, after(s, a, i, func(c env.State) float32 { return minimax(c, depth-1, i+1, leaf) }))
	}
	return best
}

// after returns what playing a at ply i is worth to who does, if value says
// what unfinished positions are worth to their mover.
func after(s env.State, a env.Action, i int, value func(env.State) float32) float32 {
	c := s.Copy(nil)
	c.Play(a)
	if r := c.Result(); r != env.Ongoing {
		return ending(r, s.ToMove(), i+1)
	}
	if v := value(c); c.ToMove() == s.ToMove() {
		return v
	} else {
		return -v
	}
}

func atAGlance(s env.State, _ int) float32 { return scoreOf(s) }

// settled plays all loud moves out, without windows.
func settled(s env.State, i int) float32 {
	noise, ok := s.(env.Tactical)
	if !ok {
		return scoreOf(s)
	}
	best, moves := scoreOf(s), noise.Loud(nil)
	if noise.Pressed() {
		best, moves = -infinite, s.Legal(nil)
	}
	for _, a := range moves {
		best = max(best, after(s, a, i, func(c env.State) float32 { return settled(c, i+1) }))
	}
	return best
}

// With all that is inexact left out, the value is that of minimax, whatever the
// order of moves, the null windows and the table do.
func TestValueIsMinimax(t *testing.T) {
	for _, tt := range []struct {
		game         string
		depth, tries int
		plies        int // random ones, at least
	}{
		{"tictactoe", 9, 30, 2}, {"connect4", 5, 30, 4}, {"celta", 2, 10, 3}, {"celta", 3, 1, 30},
		{"wtf", 2, 10, 10}, {"cuervo", 2, 5, 6}, {"cetro", 3, 3, 10}, {"cetro-5x5", 5, 20, 6},
		{"cetro:demand=veto", 3, 5, 20}, {"cetran2", 3, 2, 6}, {"cetran1", 3, 3, 40},
	} {
		g := game(t, tt.game)
		for i := range tt.tries {
			s := scramble(g, tt.plies+i%7, seed.New(uint64(i)))
			d := act(t, agent(t, g, Config{Depth: tt.depth}, uint64(i)), s)
			if want := minimax(s, tt.depth, 0, atAGlance); d.Value != want {
				t.Errorf("%s, depth %d: value %v, minimax says %v in\n%s", tt.game, tt.depth, d.Value, want, s)
			}
			if len(d.Line) == 0 || d.Line[0] != d.Action {
				t.Errorf("%s: line %v does not begin with the action %d", tt.game, d.Line, d.Action)
			}
		}
	}
}

// The quiescence is that of all loud moves, whatever its windows, its order and the table do.
func TestQuiescenceIsExact(t *testing.T) {
	for _, tt := range []struct {
		game         string
		depth, plies int
	}{{"cetran2", 1, 200}, {"cetran1", 1, 200}} {
		g := game(t, tt.game)
		noisy := 0
		for i := range 8 {
			s := scramble(g, tt.plies+i, seed.New(uint64(i)))
			got := act(t, agent(t, g, Config{Depth: tt.depth, Quiescence: true}, uint64(i)), s).Value
			table := act(t, agent(t, g, Config{Depth: tt.depth, Quiescence: true, Remembered: true}, uint64(i)), s).Value
			if want := minimax(s, tt.depth, 0, settled); got != want || table != want {
				t.Errorf("%s: value %v, with the table %v, without windows %v in\n%s", tt.game, got, table, want, s)
			}
			if got != minimax(s, tt.depth, 0, atAGlance) {
				noisy++
			}
		}
		if noisy == 0 {
			t.Errorf("%s: no position is noisy: the test shows nothing", tt.game)
		}
	}
}

// The strong search of Connect Four, to the end, knows who wins and when.
func TestSolvedConnect4(t *testing.T) {
	g := game(t, "connect4")
	solver := g.(env.Solvable).NewSolver()
	for i := range 12 {
		s := scramble(g, 30+i%6, seed.New(uint64(i)))
		want, err := solver.Solve(context.Background(), s, true)
		if err != nil {
			t.Fatal(err)
		}
		if got := act(t, agent(t, g, Strong(42), 1), s).Value; got != worthOf(want) {
			t.Errorf("value %v, truth %v in\n%s", got, want, s)
		}
	}
}

// worthOf returns the value of a position of known worth.
func worthOf(w env.Worth) float32 { return float32(w.Sign) * (won - float32(w.Plies)*hurry) }

// Tic-tac-toe is a draw, and no position on the way is judged otherwise than it
// is.
func TestSolvedTicTacToe(t *testing.T) {
	g := game(t, "tictactoe")
	table, err := solve.Game(context.Background(), g, solve.Config{Workers: 1, Memory: 1 << 28}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		s := scramble(g, i%8, seed.New(uint64(i)))
		want, err := table.Solve(context.Background(), s, true)
		if err != nil {
			t.Fatal(err)
		}
		if got := act(t, agent(t, g, Strong(9), 1), s).Value; got != worthOf(want) {
			t.Errorf("value %v, truth %v in\n%s", got, want, s)
		}
	}
}

// In solved endgames of the Juego Celta the strong search wins what can be won
// within its depth, as soon as it can be.
func TestSolvedEndgames(t *testing.T) {
	celta := game(t, "celta")
	g, err := solve.Endgame(celta, "kd/a")
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Game(context.Background(), g, solve.Config{Workers: 2, Memory: 1 << 30}, nil)
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := solve.Number(g)
	if err != nil {
		t.Fatal(err)
	}
	const depth = 5
	met := 0
	for rng := seed.New(1).Rand(); met < 40; {
		s := numbers.At(rng.Uint64N(numbers.Len()), nil)
		if s == nil || s.Result() != env.Ongoing {
			continue
		}
		want, err := table.Solve(context.Background(), s, true)
		if err != nil {
			t.Fatal(err)
		}
		if want.Sign == 0 || want.Plies > depth {
			continue
		}
		met++
		if got := act(t, agent(t, g, Strong(depth), 1), s).Value; got != worthOf(want) {
			t.Errorf("value %v, truth %v in\n%s", got, want, s)
		}
	}
}

// What looks at half a trade is not taken in: the queen leaves the guarded pawn.
func TestQuiescenceSeesTheAnswer(t *testing.T) {
	g := game(t, "cetran2")
	s, err := g.(env.Notated).ParsePosition("k7/1p6/p7/8/Q7/8/8/K7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		quiescence, takes bool
	}{{false, true}, {true, false}} {
		d := act(t, agent(t, g, Config{Depth: 1, Quiescence: tt.quiescence}, 1), s)
		if took := s.Format(d.Action) == "a4a6"; took != tt.takes {
			t.Errorf("quiescence %v: plays %s", tt.quiescence, s.Format(d.Action))
		}
	}
}

// The strong search needs a small part of the positions of the plain one.
func TestStrongLooksAtLess(t *testing.T) {
	g := game(t, "cetran2")
	var plain, strong int
	for n := range uint64(4) {
		s := scramble(g, 6, seed.New(n))
		plain += act(t, agent(t, g, Config{Depth: 4}, n), s).Simulations
		strong += act(t, agent(t, g, Strong(4), n), s).Simulations
	}
	if strong*10 > plain {
		t.Errorf("%d positions, want at most a tenth of the %d of the plain search", strong, plain)
	}
}

// Equal seeds, equal decisions, move after move; and a decision tells its depth.
func TestRepeatable(t *testing.T) {
	g := game(t, "cetran2")
	var games [2][]env.Decision
	for i := range games {
		ab, s := agent(t, g, Strong(3), 7), g.New(3)
		for range 8 {
			d := act(t, ab, s)
			if d.Depth != 3 || d.Simulations < 1 {
				t.Errorf("depth %d with %d positions, want 3", d.Depth, d.Simulations)
			}
			games[i] = append(games[i], d)
			s.Play(d.Action)
		}
	}
	same := func(d, e env.Decision) bool {
		return d.Action == e.Action && d.Value == e.Value && d.Simulations == e.Simulations && slices.Equal(d.Line, e.Line)
	}
	if !slices.EqualFunc(games[0], games[1], same) {
		t.Errorf("two games of one seed:\n%v\n%v", games[0], games[1])
	}
}

// Equal moves of the root are chosen by the generator.
func TestEqualMovesAreDrawn(t *testing.T) {
	g := game(t, "tictactoe")
	seen := map[env.Action]bool{}
	for n := range uint64(60) {
		seen[act(t, agent(t, g, Strong(9), n), g.New(0)).Action] = true
	}
	if len(seen) != 9 {
		t.Errorf("%d first moves of tic-tac-toe, want all 9, which are equal", len(seen))
	}
}

// A win that is near ends the search: no depth finds a nearer one.
func TestStopsAtAWin(t *testing.T) {
	g := game(t, "connect4")
	s := g.New(0)
	for _, column := range []env.Action{0, 1, 0, 1, 0, 1} {
		s.Play(column)
	}
	if d := act(t, agent(t, g, Strong(MaxDepth), 1), s); d.Depth != 1 || d.Value != won-hurry || d.Action != 0 {
		t.Errorf("got %+v, want the win in one of depth 1", d)
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []Config{{}, {Depth: -1}, {Depth: MaxDepth + 1}, {Depth: 1, Megabytes: -1}, {Depth: 1, Margins: -1}, {Depth: 1, Margins: float32(math.NaN())}, {Depth: 1, Margins: maxMargins + 1}} {
		if _, err := New(game(t, "tictactoe"), c, nil); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}

// deadline is a context that is over from its that many-th question on, and notes
// what the search had looked at by then.
type deadline struct {
	context.Context
	ab          *Agent
	left, nodes int
}

func (d *deadline) Err() error {
	if d.left--; d.left > 0 {
		return nil
	}
	if d.nodes == 0 {
		d.nodes = d.ab.nodes
	}
	return context.DeadlineExceeded
}

// A search whose time is over in the middle of a depth looks at nothing more,
// and returns what the depth before has found.
func TestStopsAtOnce(t *testing.T) {
	g := game(t, "connect4")
	ab := agent(t, g, Strong(MaxDepth), 1)
	limit := &deadline{Context: context.Background(), ab: ab, left: 40}
	d, err := ab.ActWithin(context.Background(), limit, g.New(0))
	if err != nil {
		t.Fatal(err)
	}
	if ab.nodes != limit.nodes || limit.nodes < 1024 {
		t.Errorf("looked at %d positions, %d of them in time", ab.nodes, limit.nodes)
	}
	if again := act(t, agent(t, g, Strong(d.Depth), 1), g.New(0)); again.Action != d.Action || again.Value != d.Value {
		t.Errorf("in time: %+v, to that depth: %+v", d, again)
	}
}

// Without any time one ply is searched; what ends the whole is an error.
func TestOnePlyIsAlwaysSearched(t *testing.T) {
	g := game(t, "connect4")
	over, stop := context.WithCancel(context.Background())
	stop()
	if d, err := agent(t, g, Strong(9), 1).ActWithin(context.Background(), over, g.New(0)); err != nil || d.Depth != 1 {
		t.Errorf("no time: depth %d, %v", d.Depth, err)
	}
	if _, err := agent(t, g, Strong(9), 1).Act(over, g.New(0)); err == nil {
		t.Error("no error when its context has ended")
	}
}

func TestAboveIsNext(t *testing.T) {
	for _, v := range []float32{-1, -0.25, 0, 1e-3, glance, won} {
		if n := above(v); n <= v || math.Float32bits(n) == math.Float32bits(v) {
			t.Errorf("above %v: %v", v, n)
		}
		if n := above(v); (v+n)/2 != v && (v+n)/2 != n {
			t.Errorf("%v lies between %v and %v", (v+n)/2, v, n)
		}
	}
}

// scoreOf returns the value of the game's own score.
func scoreOf(s env.State) float32 { return new(Agent).estimate(s) }
