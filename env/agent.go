package env

import (
	"context"
	"io"
)

// Agent plays one side of one game; a new game takes a new Agent, so there is
// no reset to forget. It is used by one goroutine at a time.
type Agent interface {
	// Act chooses an action for s.ToMove(). The game is not over. s is neither
	// changed nor kept. When ctx ends, Act returns its error; an error that wraps
	// *Forfeit has lost the game.
	Act(ctx context.Context, s State) (Decision, error)
}

// Decision is an action and what the agent thought of it. Only Action must be
// set; the rest is for people, records and training.
type Decision struct {
	Action      Action
	Value       float32     // expected result for the mover, in [-1, 1]
	Simulations int         // positions looked at
	Depth       int         // plies of its deepest finished search; 0 if it does not search by depth
	Moves       []MoveStats // every move the agent considered, the best first
	Line        []Action    // the play it expects, its own action first
}

// MoveStats is what a search found out about one move of the mover.
type MoveStats struct {
	Action Action
	Visits int
	Prior  float32 // before the search, in [0, 1]
	Policy float32 // after it: the move's share of the agent's policy, in [0, 1]; 0 of all: it has none
	Value  float32 // expected result for the mover, in [-1, 1]
}

// Forfeit is the error of an agent that is itself at fault: another's program that
// crashed, hung or moved against the rules. It has lost its game, for the reason; nothing
// is wrong with other games.
type Forfeit struct{ Reason string } // a few words on one line: "it hung: no answer in 10s"

func (f *Forfeit) Error() string { return f.Reason }

// Watch shows an agent a position that its game passes through before the agent's first
// move. Those that need the moves, not only the position, have a method Watch.
func Watch(a Agent, s State) {
	if w, ok := a.(interface{ Watch(s State) }); ok {
		w.Watch(s)
	}
}

// Close ends an agent whose game is over. Those that hold something beyond memory have a
// method Close; the maker of an agent closes it.
func Close(a Agent) error {
	if c, ok := a.(io.Closer); ok { // a nil Agent has none
		return c.Close()
	}
	return nil
}
