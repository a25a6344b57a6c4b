package agent

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"ludens/env"
	"ludens/env/games"
	"ludens/env/seed"
	"ludens/internal/machine"
)

// spent is a context that ends when this process has used CPU time, on a machine of any load.
type spent struct {
	context.Context
	until time.Duration
}

func (s spent) Err() error {
	if machine.CPUTime() < s.until {
		return nil
	}
	return context.DeadlineExceeded
}

// In no game does a search need long after its time: at the start, and in the middle of two
// games of random moves. An engine with 100 ms per move thus answers within 150 ms of CPU,
// and obeys stop and quit within 100 ms. Control: an agent that is deaf for that long.
func TestEveryGameIsAnsweredInTime(t *testing.T) {
	if err := machine.CheckThreadTime(); err != nil {
		t.Skip(err)
	}
	const late = 50 * time.Millisecond
	limit, plies := 3*time.Millisecond, []int{0, 25}
	if os.Getenv("LUDENS_LONG") != "" {
		limit, plies = 100*time.Millisecond, []int{0, 5, 15, 30, 60, 90}
	}
	after := func(a env.Agent, s env.State) time.Duration {
		until := machine.CPUTime() + limit
		d, err := a.(hurried).ActWithin(context.Background(), spent{context.Background(), until}, s)
		if over := machine.CPUTime() - until; err == nil && slices.Contains(s.Legal(nil), d.Action) {
			return over
		}
		t.Errorf("action %d, %v", d.Action, err)
		return 0
	}
	var names []string
	for _, e := range append(games.List(), games.Gallery()...) {
		names = append(names, e.Name)
	}
	answered, worst, where := 0, time.Duration(0), ""
	for _, name := range names {
		g := game(t, name)
		for _, agent := range []string{"mcts:1000000", "alphabeta:64"} {
			spec, err := ParseSpec(agent)
			if err != nil {
				t.Fatal(err)
			}
			spec.Untabled = true // a table is solved beside the search, and takes CPU time of its own
			a, err := spec.Entrant(nil).New(g, seed.New(1))
			if err != nil {
				if agent == "mcts:1000000" {
					t.Errorf("%s: %v", name, err)
				}
				continue // there is no alpha-beta where nothing scores positions
			}
			for i, n := range plies {
				s := strolled(g, n, uint64(i))
				over := after(a, s)
				for try := 0; over > late && try < 2; try++ { // garbage of earlier searches
					over = min(over, after(a, s))
				}
				if answered++; over > worst {
					worst, where = over, name+" "+agent
				}
				if over > late {
					t.Errorf("%s, %s after %d plies: %v of CPU after its time was over", name, agent, n, over)
				}
			}
			env.Close(a)
		}
	}
	t.Logf("%d searches; the latest answer came %v of CPU after its time, in %s", answered, worst, where)
	if answered < 2*len(names) {
		t.Errorf("%d searches of %d games: too few to believe", answered, len(names))
	}
	if over := after(deaf{limit + 2*late}, game(t, "tictactoe").New(0)); over <= late {
		t.Errorf("control: an agent that does not hear its time is late by %v", over)
	}
}

// strolled is a position after random moves, before the end of the game.
func strolled(g env.Game, plies int, number uint64) env.State {
	s, rng := g.New(number), seed.New(number).Rand()
	for range plies {
		legal, next := s.Legal(nil), s.Copy(nil)
		next.Play(legal[rng.IntN(len(legal))])
		if next.Result() != env.Ongoing {
			break
		}
		s = next
	}
	return s
}

// deaf thinks for a time that nothing ends.
type deaf struct{ long time.Duration }

func (d deaf) Act(ctx context.Context, s env.State) (env.Decision, error) {
	return d.ActWithin(ctx, ctx, s)
}

func (d deaf) ActWithin(_, _ context.Context, s env.State) (env.Decision, error) {
	for until := machine.CPUTime() + d.long; machine.CPUTime() < until; {
	}
	return env.Decision{Action: s.Legal(nil)[0]}, nil
}
