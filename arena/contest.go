package arena

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"ludens/agent"
	"ludens/env"
	"ludens/env/seed"
)

// Contest is what two agents meet about: pairs of games, each from an opening
// of its own and played twice with exchanged roles. Its first five fields must
// be set.
type Contest struct {
	Game     env.Game
	A, B     agent.Entrant
	Openings Openings
	Seed     seed.Seed
	Values   bool // note what the agents expect
	// Varied is up to which ply of a game the agents vary their openings: each plays one of
	// the moves that lose little by its own estimate (agent.Vary). 0: they do not.
	Varied int
}

// Game is one finished game of a contest between a and b.
type Game struct {
	Index     int        // 2*pair, then 2*pair+1 with exchanged roles
	Role      env.Player // the side a played
	Seed      uint64     // of the start position
	Start     string     // the start position itself, where it is not drawn; else ""
	Actions   []env.Action
	Opening   int // how many of Actions were the opening's
	Result    env.Result
	Truncated bool
	Forfeit   bool // the player to move has lost it by env.Forfeit, for the reason in Ending
	Ending    string
	Values    []Value // of each ply after the opening, for its mover; nil if they were not noted
}

// Value is what a mover expects of a game, in thousandths of [-1, 1].
type Value int16

// newValue rounds what an agent says.
func newValue(v float32) Value { return Value(math.Round(1000 * float64(min(max(v, -1), 1)))) }

// Score returns 1, 1/2 or 0 for a; a truncated game counts 1/2.
func (g Game) Score() float64 { return (1 + float64(g.Result.For(g.Role))) / 2 }

// How says in a few words how a game ended: CutOff, the game's own words, or the
// result where it has none.
func (g Game) How() string {
	switch {
	case g.Truncated:
		return CutOff
	case g.Ending != "":
		return g.Ending
	}
	return g.Result.String()
}

// Verify returns an error if the rules of game do not allow g.
func (g Game) Verify(game env.Game) error {
	s, err := (Opening{Seed: g.Seed, Start: g.Start}).State(game)
	if err != nil {
		return err
	}
	most := game.Spec().MaxPly
	if n := len(g.Actions); n > most {
		return fmt.Errorf("%d plies, but %s ends after %d", n, game.Spec().Name, most)
	}
	var legal []env.Action
	for ply, a := range g.Actions {
		if legal = s.Legal(legal[:0]); !slices.Contains(legal, a) {
			return fmt.Errorf("ply %d: action %d is not legal", ply+1, a)
		}
		s.Play(a)
	}
	if g.Forfeit {
		if s.Result() != env.Ongoing || g.Result != env.WinFor(s.ToMove().Other()) || g.Truncated {
			return fmt.Errorf("a forfeit of %v: it says %v, the rules say %v", s.ToMove(), g.Result, s.Result())
		}
	} else if s.Result() != g.Result {
		return fmt.Errorf("it says %v, the rules say %v", g.Result, s.Result())
	}
	if cut := g.Result == env.Ongoing && len(g.Actions) == most; g.Truncated != cut {
		return fmt.Errorf("after %d plies of at most %d it says that it was cut off: %v", len(g.Actions), most, g.Truncated)
	}
	for ply, v := range g.Values {
		if v < -1000 || v > 1000 {
			return fmt.Errorf("ply %d: a value of %d thousandths, want -1000 to 1000", g.Opening+ply+1, v)
		}
	}
	return nil
}

// Play plays game i, which depends on the contest and i alone: the pair's
// opening, then the agents.
func (c *Contest) Play(ctx context.Context, i int) (Game, error) {
	role, opening := env.Player(i%2), c.Openings.Opening(i/2)
	game := Game{Index: i, Role: role, Seed: opening.Seed, Start: opening.Start}
	state, err := opening.State(c.Game)
	if err != nil {
		return game, err
	}
	game.Actions, game.Opening = append(game.Actions, opening.Actions...), len(opening.Actions)
	agents, err := c.agents(i)
	defer func() {
		for _, a := range agents {
			env.Close(a)
		}
	}()
	if err == nil {
		err = c.show(agents, opening)
	}
	if err != nil {
		return game, err
	}
	for state.Result() == env.Ongoing {
		if env.Truncated(state, len(game.Actions), c.Game.Spec().MaxPly) {
			game.Truncated = true
			break
		}
		d, err := c.act(ctx, agents[state.ToMove()], state, i, len(game.Actions))
		var forfeit *env.Forfeit
		if errors.As(err, &forfeit) {
			game.Forfeit, game.Result = true, env.WinFor(state.ToMove().Other())
			game.Ending = c.Game.Spec().Roles[state.ToMove()] + " forfeit: " + forfeit.Reason
			return game, nil
		}
		if err != nil {
			return game, fmt.Errorf("ply %d: %w", len(game.Actions)+1, err)
		}
		state.Play(d.Action)
		game.Actions = append(game.Actions, d.Action)
		if c.Values {
			game.Values = append(game.Values, newValue(d.Value))
		}
	}
	game.Result = state.Result()
	if x, ok := state.(env.Explained); ok {
		game.Ending = x.Ending()
	}
	return game, nil
}

// show shows the agents how their opening came about.
func (c *Contest) show(agents [2]env.Agent, o Opening) error {
	s, err := (Opening{Seed: o.Seed, Start: o.Start}).State(c.Game)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		for _, agent := range agents {
			env.Watch(agent, s)
		}
		if i == len(o.Actions) {
			return nil
		}
		s.Play(o.Actions[i])
	}
}

// act asks an agent for its move at a ply of game i.
func (c *Contest) act(ctx context.Context, a env.Agent, s env.State, i, ply int) (env.Decision, error) {
	if ply >= c.Varied {
		return a.Act(ctx, s)
	}
	return agent.Vary(ctx, a, s, c.Seed.At("vary", i).At("ply", ply).Rand())
}

// agents returns the agents of game i by the side they play. One that cannot even begin by
// its own fault loses at its first move.
func (c *Contest) agents(i int) (agents [2]env.Agent, err error) {
	pair := c.Seed.At("pair", i/2)
	for k, e := range []agent.Entrant{c.A, c.B} {
		a, err := e.New(c.Game, pair.At("agent", 2*(i%2)+k))
		var forfeit *env.Forfeit
		switch {
		case errors.As(err, &forfeit):
			a = absent{forfeit}
		case err != nil:
			return agents, fmt.Errorf("%s: %w", e.Name, err)
		}
		agents[(i+k)%2] = a
	}
	return agents, nil
}

// absent is an agent that could not begin.
type absent struct{ why *env.Forfeit }

func (a absent) Act(context.Context, env.State) (env.Decision, error) {
	return env.Decision{}, a.why
}

// Job is one game to be played.
type Job struct {
	Contest *Contest
	Index   int
}

// Play plays the games of some contests that next hands out, until there is no more
// or done says so. next and done are called one at a time; a game that is being
// played when it ends is forgotten. Who plays a game, and when, decides nothing: it is
// Contest.Play of its index.
type Play func(ctx context.Context, contests []*Contest, next func() (Job, bool), done func(Job, Game) (more bool, err error)) error

// or returns p or, where that is nil, Here.
func (p Play) or(workers int) Play {
	if p != nil {
		return p
	}
	return Here(workers)
}

// Here plays by that many goroutines of this process.
func Here(workers int) Play {
	return func(ctx context.Context, _ []*Contest, next func() (Job, bool), done func(Job, Game) (bool, error)) error {
		return work(ctx, workers, next, done)
	}
}

// work is a Play on that many goroutines.
func work(ctx context.Context, workers int, next func() (Job, bool), done func(Job, Game) (more bool, err error)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var turn sync.Mutex
	take := func() (Job, bool) {
		turn.Lock()
		defer turn.Unlock()
		if ctx.Err() != nil {
			return Job{}, false
		}
		return next()
	}
	give := func(j Job, g Game) {
		turn.Lock()
		defer turn.Unlock()
		if context.Cause(ctx) == errEnough {
			return
		}
		switch more, err := done(j, g); {
		case err != nil:
			stop(err)
		case !more:
			stop(errEnough)
		}
	}
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for j, ok := take(); ok; j, ok = take() {
				g, err := j.Contest.Play(ctx, j.Index)
				if err != nil {
					stop(fmt.Errorf("arena: game %d: %w", j.Index+1, err))
					return
				}
				give(j, g)
			}
		})
	}
	wait.Wait()
	if err := context.Cause(ctx); err != errEnough {
		return err
	}
	return nil
}

// errEnough ends work without an error.
var errEnough = errors.New("arena: enough")
