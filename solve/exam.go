package solve

import (
	"context"
	"fmt"
	"slices"

	"ludens/env"
	"ludens/env/seed"
)

// Exam says which positions are drawn to judge agents by. Every other one is of
// a game between players, the rest of random games: of each game one ply, all
// from From on being equally likely. Positions that occur twice count once.
type Exam struct {
	Positions int
	From      int // the first ply of a game that may be drawn
	ToGo      int // drawn are positions with at most that many plies to go; 0: with any number
	// Player makes who plays the games of the one half; a random opening of up to
	// Opening plies comes first.
	Player  func(s seed.Seed) (env.Agent, error)
	Opening int
	Seed    uint64
	Workers int // goroutines; the outcome does not depend on it
}

// Question is a position without history, and what each of its legal moves is
// worth, in the order of Legal. Where positions are searched the plies are not
// given.
type Question struct {
	State  env.State
	Worths []env.Worth
	Played bool // drawn from a game between players
}

// Worth returns what the position is worth.
func (q Question) Worth() env.Worth { return Best(q.Worths) }

// Decisive reports whether a wrong move can be made.
func (q Question) Decisive() bool {
	sign := q.Worth().Sign
	return slices.ContainsFunc(q.Worths, func(w env.Worth) bool { return w.Sign < sign })
}

// rounds is how often as many positions are drawn as were asked for, until
// enough of them differ. Small games may not have that many.
const rounds = 8

// Draw draws the questions of an exam, and has them answered by the solvers
// that newSolver makes, one for each worker. seen, if not nil, is called with how many
// are ready.
func Draw(ctx context.Context, g env.Game, x Exam, newSolver func() env.Solver, seen func(Progress)) ([]Question, error) {
	if x.Positions < 1 || x.Workers < 1 {
		return nil, fmt.Errorf("solve: exam of %d positions by %d workers, want at least 1 of both", x.Positions, x.Workers)
	}
	if _, ok := g.New(0).(env.Bounded); x.ToGo < 0 || x.ToGo > 0 && !ok {
		return nil, fmt.Errorf("solve: exam with %d plies to go: want more than 0, and a game that must end, which %s need not", x.ToGo, g.Spec().Name)
	}
	if seen == nil {
		seen = func(Progress) {}
	}
	questions, err := x.positions(ctx, g, seen)
	if err != nil {
		return nil, fmt.Errorf("solve: exam: %w", err)
	}
	solvers := make([]env.Solver, x.Workers)
	for i := range solvers {
		solvers[i] = newSolver()
	}
	err = each(ctx, x.Workers, len(questions), func(done int) {
		seen(Progress{"judging positions", uint64(done), uint64(len(questions))})
	}, func(worker, i int) (err error) {
		questions[i].Worths, err = Moves(ctx, solvers[worker], questions[i].State, false)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("solve: exam: %w", err)
	}
	return questions, nil
}

// positions draws positions that differ, in an order that does not depend on
// the workers.
func (x Exam) positions(ctx context.Context, g env.Game, seen func(Progress)) (questions []Question, err error) {
	met := map[uint64]bool{}
	for round := range rounds {
		drawn := make([]env.State, x.Positions)
		err := each(ctx, x.Workers, x.Positions, func(done int) {
			seen(Progress{"playing games", uint64(done), uint64(x.Positions)})
		}, func(_, i int) (err error) {
			drawn[i], err = x.position(ctx, g, seed.New(x.Seed).At("round", round).At("game", i), played(i))
			return err
		})
		if err != nil {
			return nil, err
		}
		for i, s := range drawn {
			if s == nil || met[s.Key()] || len(questions) == x.Positions {
				continue
			}
			met[s.Key()] = true
			questions = append(questions, Question{State: s, Played: played(i)})
		}
		if len(questions) == x.Positions {
			break
		}
	}
	return questions, nil
}

// played reports whether game i of a round is one between players.
func played(i int) bool { return i%2 == 0 }

// position plays a game and returns one position of it, or nil if the game is
// too short.
func (x Exam) position(ctx context.Context, g env.Game, at seed.Seed, played bool) (env.State, error) {
	rng := at.At("dice", 0).Rand()
	random := g.Spec().MaxPly
	var players [2]env.Agent
	if played {
		random = rng.IntN(x.Opening + 1)
		for p := range players {
			var err error
			if players[p], err = x.Player(at.At("player", p)); err != nil {
				return nil, err
			}
			defer env.Close(players[p])
		}
	}
	s := g.New(at.At("start", 0).Uint64())
	var met []env.State
	for ply := 0; s.Result() == env.Ongoing && !env.Truncated(s, ply, g.Spec().MaxPly); ply++ {
		if ply >= x.From && x.near(s) {
			met = append(met, s.Copy(nil))
		}
		if ply < random {
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
			continue
		}
		d, err := players[s.ToMove()].Act(ctx, s)
		if err != nil {
			return nil, err
		}
		s.Play(d.Action)
	}
	if len(met) == 0 {
		return nil, nil
	}
	return Forget(g, met[rng.IntN(len(met))])
}

// near reports whether so few plies are to go as the exam asks for.
func (x Exam) near(s env.State) bool {
	return x.ToGo == 0 || s.(env.Bounded).Left() <= x.ToGo
}

// Forget returns a position without its history, if it has a notation.
func Forget(g env.Game, s env.State) (env.State, error) {
	n, ok := env.As[env.Notated](g)
	if !ok {
		return s, nil
	}
	return n.ParsePosition(n.Position(s))
}

// each has workers goroutines do 0 to n one by one: see spread.
func each(ctx context.Context, workers, n int, seen func(done int), work func(worker, i int) error) error {
	return spread(ctx, workers, uint64(n), 1, func(done uint64) { seen(int(done)) }, func(worker int, low, _ uint64) error {
		return work(worker, int(low))
	})
}
