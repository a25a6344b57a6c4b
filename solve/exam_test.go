package solve

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// chooser is an agent that makes the best move, or the worst.
type chooser struct {
	solver env.Solver
	worst  bool
}

func (c chooser) Act(ctx context.Context, s env.State) (env.Decision, error) {
	worths, err := Moves(ctx, c.solver, s, false)
	if err != nil {
		return env.Decision{}, err
	}
	choice := 0
	for i, w := range worths {
		if c.worst && w.Less(worths[choice]) || !c.worst && worths[choice].Less(w) {
			choice = i
		}
	}
	return env.Decision{Action: s.Legal(nil)[choice]}, nil
}

// ticTacToeExam is an exam, with the truth that it is judged by.
func ticTacToeExam(t *testing.T, workers int) (*Table, []Question) {
	t.Helper()
	table := solved(t, made("tictactoe"), Config{Workers: 1, Memory: 1 << 30})
	x := Exam{
		Positions: 500, From: 1, Opening: 2, Seed: 7, Workers: workers,
		Player: func(seed.Seed) (env.Agent, error) { return chooser{table, false}, nil },
	}
	questions, err := Draw(context.Background(), made("tictactoe"), x, func() env.Solver { return table }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table, questions
}

// The positions differ, are open, not the start, from both kinds of games, and
// do not depend on the workers.
func TestDraw(t *testing.T) {
	_, questions := ticTacToeExam(t, 1)
	_, again := ticTacToeExam(t, 3)
	met, kinds := map[uint64]bool{}, map[bool]int{}
	for i, q := range questions {
		if met[q.State.Key()] || q.State.Result() != env.Ongoing || q.State.Key() == made("tictactoe").New(0).Key() {
			t.Fatalf("position %d should not be there:\n%s", i, q.State)
		}
		met[q.State.Key()] = true
		kinds[q.Played]++
		if again[i].State.Key() != q.State.Key() {
			t.Fatalf("position %d is another one with three workers", i)
		}
	}
	if len(questions) != 500 || kinds[true] < 50 || kinds[false] < 200 {
		t.Errorf("%d positions, %v", len(questions), kinds)
	}
}

// A game with fewer positions than were asked for gives those that it has.
func TestDrawAll(t *testing.T) {
	g := newToy("a1 > b2 c2 | b2 > a1 + | c2 > -")
	table := solved(t, g, Config{Workers: 1, Memory: 1 << 30})
	x := Exam{
		Positions: 100, Workers: 1,
		Player: func(seed.Seed) (env.Agent, error) { return chooser{table, false}, nil },
	}
	questions, err := Draw(context.Background(), g, x, func() env.Solver { return table }, nil)
	if len(questions) != 3 || err != nil {
		t.Errorf("got %d positions, %v; want the 3 there are", len(questions), err)
	}
}

// Perfect play keeps everything; the worst keeps what cannot be lost.
func TestExamine(t *testing.T) {
	table, questions := ticTacToeExam(t, 2)
	examine := func(a env.Agent) Marks {
		m, err := Examine(context.Background(), questions, func(seed.Seed) (env.Agent, error) { return a, nil }, seed.New(1), 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	best, worst := examine(chooser{table, false}), examine(chooser{table, true})
	for _, tally := range []Tally{best.All, best.Decisive, best.Worth[0], best.Worth[1], best.Worth[2]} {
		if tally.Kept != tally.Positions || tally.Positions == 0 {
			t.Errorf("best play keeps %+v", best)
		}
	}
	if worst.Decisive.Kept != 0 || worst.All.Kept != worst.All.Positions-worst.Decisive.Positions {
		t.Errorf("worst play keeps %+v", worst)
	}
	if worst.Choices[0].Positions != 0 {
		t.Error("a wrong move was found in a lost position")
	}
	if thrown := worst.ToDraw + worst.ToLoss; thrown != worst.Choices[2].Positions || best.ToDraw+best.ToLoss != 0 {
		t.Errorf("wins thrown away: %d by the worst, want %d; %+v by the best", thrown, worst.Choices[2].Positions, best)
	}
}

func TestExamErrors(t *testing.T) {
	_, questions := ticTacToeExam(t, 2)
	for name, agent := range map[string]env.Agent{"illegal move": illegal{}, "no idea": failing{}} {
		_, err := Examine(context.Background(), questions, func(seed.Seed) (env.Agent, error) { return agent, nil }, seed.New(1), 2, nil)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %q", err, name)
		}
	}
	if _, err := Draw(context.Background(), made("tictactoe"), Exam{}, nil, nil); err == nil {
		t.Error("an exam without positions")
	}
}

type illegal struct{}

func (illegal) Act(context.Context, env.State) (env.Decision, error) {
	return env.Decision{Action: -1}, nil
}

type failing struct{}

func (failing) Act(context.Context, env.State) (env.Decision, error) {
	return env.Decision{}, errors.New("no idea")
}

// What an exam may ask for: one position is enough, none is not, and plies to go
// are counted only in games that must end.
func TestExamOf(t *testing.T) {
	loop := newToy("a1 > b2 c2 | b2 > a1 + | c2 > -")
	for _, tt := range []struct {
		name string
		g    env.Game
		x    Exam
		good bool
	}{
		{"one position", loop, Exam{Positions: 1, Workers: 1}, true},
		{"no position", loop, Exam{Positions: 0, Workers: 1}, false},
		{"no worker", loop, Exam{Positions: 1, Workers: 0}, false},
		{"plies to go where play may be endless", loop, Exam{Positions: 1, Workers: 1, ToGo: 3}, false},
		{"fewer than no plies to go", loop, Exam{Positions: 1, Workers: 1, ToGo: -1}, false},
	} {
		table := solved(t, tt.g, Config{Workers: 1, Memory: 1 << 30})
		tt.x.Player = func(seed.Seed) (env.Agent, error) { return chooser{table, false}, nil }
		questions, err := Draw(context.Background(), tt.g, tt.x, func() env.Solver { return table }, nil)
		if (err == nil) != tt.good || tt.good && len(questions) != tt.x.Positions {
			t.Errorf("%s: %d questions, %v", tt.name, len(questions), err)
		}
	}
}

// What fails while positions are drawn or judged is reported, and nothing is asked.
func TestDrawFails(t *testing.T) {
	table := solved(t, made("tictactoe"), Config{Workers: 1, Memory: 1 << 30})
	gone := errors.New("has left")
	for name, player := range map[string]func(seed.Seed) (env.Agent, error){
		"has left": func(seed.Seed) (env.Agent, error) { return nil, gone },
		"no idea":  func(seed.Seed) (env.Agent, error) { return failing{}, nil },
	} {
		x := Exam{Positions: 4, Opening: 2, Workers: 2, Player: player}
		if q, err := Draw(context.Background(), made("tictactoe"), x, func() env.Solver { return table }, nil); err == nil || !strings.Contains(err.Error(), name) || q != nil {
			t.Errorf("%d questions, error %v, want %q", len(q), err, name)
		}
	}
	over, stop := context.WithCancel(context.Background())
	stop()
	x := Exam{Positions: 4, Workers: 1, Player: func(seed.Seed) (env.Agent, error) { return chooser{table, false}, nil }}
	if _, err := Draw(over, made("tictactoe"), x, func() env.Solver { return table }, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was called off", err)
	}
}

// The start may be asked about unless From says otherwise; how many plies an exam
// plays on random boards is no secret either: all lengths come up.
func TestDrawFrom(t *testing.T) {
	table := solved(t, made("tictactoe"), Config{Workers: 1, Memory: 1 << 30})
	for _, from := range []int{0, 3, 6} {
		x := Exam{Positions: 300, From: from, Opening: 9, Seed: 3, Workers: 2,
			Player: func(seed.Seed) (env.Agent, error) { return chooser{table, false}, nil }}
		questions, err := Draw(context.Background(), made("tictactoe"), x, func() env.Solver { return table }, nil)
		if err != nil {
			t.Fatal(err)
		}
		met := map[int]int{}
		for _, q := range questions {
			met[9-len(q.State.Legal(nil))]++
		}
		for ply := range 9 {
			if (met[ply] > 0) != (ply >= from) {
				t.Errorf("from ply %d: %d positions of ply %d", from, met[ply], ply)
			}
		}
	}
}
