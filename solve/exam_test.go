package solve

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/tictactoe"
	"ludens/internal/seed"
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
	table := solved(t, tictactoe.Game{}, Config{Workers: 1, Memory: 1 << 30})
	x := Exam{
		Positions: 500, From: 1, Opening: 2, Seed: 7, Workers: workers,
		Player: func(seed.Seed) (env.Agent, error) { return chooser{table, false}, nil },
	}
	questions, err := Draw(context.Background(), tictactoe.Game{}, x, func() env.Solver { return table }, nil)
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
		if met[q.State.Key()] || q.State.Result() != env.Ongoing || q.State.Key() == (tictactoe.Game{}).New(0).Key() {
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
	if _, err := Draw(context.Background(), tictactoe.Game{}, Exam{}, nil, nil); err == nil {
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
