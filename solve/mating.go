package solve

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ludens/env"
	"ludens/env/seed"
)

// Won draws questions about positions of an endgame with all its men that First
// is to move in and wins: each equally likely, none twice. There are fewer if
// the endgame has fewer.
func (t *Table) Won(ctx context.Context, n int, s seed.Seed) ([]Question, error) {
	g, ok := t.game.(endgame)
	if !ok {
		return nil, fmt.Errorf("solve: %s is not an endgame", t.game.Spec().Name)
	}
	if n < 1 {
		return nil, fmt.Errorf("solve: exam of %d positions, want at least 1", n)
	}
	rng := s.Rand()
	met := map[uint64]bool{}
	var questions []Question
	for range drawsEach*n + drawsAtLeast {
		at := g.positions.Draw(rng, nil)
		if len(questions) == n {
			break
		}
		if at == nil || at.Result() != env.Ongoing || at.ToMove() != env.First || met[at.Key()] {
			continue
		}
		met[at.Key()] = true
		if w, err := t.Solve(ctx, at, false); err != nil || w.Sign != 1 {
			continue
		}
		worths, err := Moves(ctx, t, at, true)
		if err != nil {
			return nil, err
		}
		questions = append(questions, Question{State: at, Worths: worths})
	}
	if len(questions) == 0 {
		return nil, fmt.Errorf("solve: %s: no position is won for %s to move", t.game.Spec().Name, t.game.Spec().Roles[env.First])
	}
	return questions, nil
}

// How many positions Won draws before it is content with what it has.
const (
	drawsEach    = 200
	drawsAtLeast = 100_000
)

// EndgameExam says how agents are judged by an endgame: in how many won
// positions they are asked for a move, and how many of these they play on.
type EndgameExam struct {
	Positions, Games int
	Seed             uint64
	Workers          int // goroutines; the outcome does not depend on it
}

// Examine has an agent sit an exam in the endgame that the table is of.
func (t *Table) Examine(ctx context.Context, x EndgameExam, newAgent func(seed.Seed) (env.Agent, error), seen func(Progress)) (asked Marks, played Mating, err error) {
	if x.Positions < 1 || x.Games < 1 || x.Workers < 1 {
		return asked, played, fmt.Errorf("solve: exam of %d positions and %d games by %d workers, want at least 1 of each", x.Positions, x.Games, x.Workers)
	}
	s := seed.New(x.Seed)
	questions, err := t.Won(ctx, max(x.Positions, x.Games), s.At("positions", 0))
	if err != nil {
		return asked, played, err
	}
	ask, play := questions[:min(x.Positions, len(questions))], questions[:min(x.Games, len(questions))]
	asked, err = Examine(ctx, ask, newAgent, s.At("exam", 0), x.Workers, seen)
	if err == nil {
		played, err = t.Mate(ctx, play, newAgent, s.At("mate", 0), x.Workers, seen)
	}
	return asked, played, err
}

// Mating is how won positions of an endgame ended when an agent played them on
// against the best defence.
type Mating struct {
	Games     int            `json:"games"`
	Won       int            `json:"won"`
	Drawn     map[string]int `json:"drawn"` // games by how they ended
	Lost      int            `json:"lost"`
	Truncated int            `json:"truncated"` // by the game's length limit
	Plies     int            `json:"plies"`     // of the games that were won, together
	Shortest  int            `json:"shortest"`  // what these take with best play
}

// Mate has an agent play on from each position, which it wins by the table,
// until the rules end the game. The table defends: it takes what the agent gives
// away, else holds out as long as it can; of moves that are equally good one is
// drawn. Always a new agent plays, made with a seed of its own.
func (t *Table) Mate(ctx context.Context, questions []Question, newAgent func(seed.Seed) (env.Agent, error), s seed.Seed, workers int, seen func(Progress)) (Mating, error) {
	played := make([]playedOut, len(questions))
	err := each(ctx, workers, len(questions), func(done int) {
		if seen != nil {
			seen(Progress{"playing on", uint64(done), uint64(len(questions))})
		}
	}, func(_, i int) error {
		at := s.At("game", i)
		agent, err := newAgent(at.At("agent", 0))
		if err != nil {
			return err
		}
		defer env.Close(agent)
		played[i], err = t.playOut(ctx, questions[i].State, agent, at.At("defence", 0).Rand())
		return err
	})
	m := Mating{Games: len(questions), Drawn: map[string]int{}}
	if err != nil {
		return m, fmt.Errorf("solve: exam: %w", err)
	}
	for i, end := range played {
		m.add(end, questions[i])
	}
	return m, nil
}

// playedOut is how one game ended.
type playedOut struct {
	result env.Result
	mover  env.Player // who had the won position
	ending string
	plies  int
}

func (m *Mating) add(end playedOut, q Question) {
	switch end.result {
	case env.WinFor(end.mover):
		m.Won++
		m.Plies += end.plies
		m.Shortest += q.Worth().Plies
	case env.Drawn:
		m.Drawn[end.ending]++
	case env.Ongoing:
		m.Truncated++
	default:
		m.Lost++
	}
}

// playOut plays one position to its end.
func (t *Table) playOut(ctx context.Context, from env.State, agent env.Agent, rng *rand.Rand) (end playedOut, err error) {
	s := from.Copy(nil)
	end.mover = s.ToMove()
	for ; s.Result() == env.Ongoing && end.plies < t.game.Spec().MaxPly; end.plies++ {
		var a env.Action
		if s.ToMove() == end.mover {
			a, err = askFor(ctx, agent, s)
		} else {
			a, err = t.defend(ctx, s, rng)
		}
		if err != nil {
			return end, err
		}
		s.Play(a)
	}
	end.result = s.Result()
	if x, ok := s.(env.Explained); ok {
		end.ending = x.Ending()
	}
	return end, nil
}

// defend returns one of the best moves.
func (t *Table) defend(ctx context.Context, s env.State, rng *rand.Rand) (env.Action, error) {
	worths, err := Moves(ctx, t, s, true)
	if err != nil {
		return 0, err
	}
	best := Best(worths)
	var choice []env.Action
	for i, a := range s.Legal(nil) {
		if worths[i] == best {
			choice = append(choice, a)
		}
	}
	return choice[rng.IntN(len(choice))], nil
}
