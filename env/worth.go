package env

import (
	"context"
	"fmt"
)

// Worth is what a position is worth to its mover if both sides play best, with
// no limit of length: who neither wins nor loses draws, if need be by playing on
// for ever.
type Worth struct {
	Sign  int // +1 won, 0 drawn, -1 lost
	Plies int // to the end, if who wins hurries and who loses does not; 0 of a draw, or if it was not asked for
}

// WorthOf returns what a game that is over is worth to p.
func WorthOf(r Result, p Player) Worth { return Worth{Sign: int(r.For(p))} }

// Before returns what the position before is worth to the player who chose the
// move that led to one of worth w. same says whether the turn stayed with him.
func (w Worth) Before(same bool) Worth {
	if w.Sign == 0 {
		return w
	}
	if !same {
		w.Sign = -w.Sign
	}
	w.Plies++
	return w
}

// Less reports whether v is better than w: in its sign, then by a sooner win or
// a later loss.
func (w Worth) Less(v Worth) bool {
	if w.Sign != v.Sign {
		return w.Sign < v.Sign
	}
	return w.Sign*(w.Plies-v.Plies) > 0
}

// String returns "won in 5", "drawn", "lost in 12", or "won" and "lost" if the
// plies are not known.
func (w Worth) String() string {
	word := [...]string{"lost", "drawn", "won"}[w.Sign+1]
	if w.Plies == 0 {
		return word
	}
	return fmt.Sprintf("%s in %d", word, w.Plies)
}

// Proof is what is certain of a legal move.
type Proof struct {
	Action Action
	Result Result   // that best play reaches then; Ongoing: nothing is certain
	Plies  int      // from the position behind the move to the end, at most
	Line   []Action // how the game may go on, the move itself first
}

// Solvable is a Game that finds out by search what its positions are worth.
type Solvable interface {
	NewSolver() Solver
}

// Solver searches positions of one game to the end. It is used by one goroutine
// at a time.
type Solver interface {
	// Solve returns what an unfinished position is worth. Without plies it may
	// leave Worth.Plies out and be quicker. When ctx ends, it returns its error.
	Solve(ctx context.Context, s State, plies bool) (Worth, error)
}

// Prompt is a Solver that takes long for some positions.
type Prompt interface {
	// Soon reports whether a position, and each that a move leads to, is solved in about
	// a second of a core. It does not depend on what was solved before.
	Soon(s State) bool
}
