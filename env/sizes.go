package env

import "fmt"

// The sizes that a game may have. Every package works for all of them, and reserves
// no less: who wants more changes them here and sees what breaks.
const (
	MaxSide   = 64        // rows, and columns
	MaxPlanes = 4096      // of an observation, and whole planes of actions
	MaxPlies  = 1<<16 - 1 // of a game
)

// Validate says in one line why no package has room for a game of this size, or returns
// nil. A network takes two rows and two columns at least; all else works with one.
func (s Spec) Validate() error {
	for _, f := range []struct {
		name    string
		v, most int
	}{
		{"observation planes", s.Shape[0], MaxPlanes},
		{"rows", s.Shape[1], MaxSide},
		{"columns", s.Shape[2], MaxSide},
		{"plies at most", s.MaxPly, MaxPlies},
	} {
		if f.v < 1 || f.v > f.most {
			return fmt.Errorf("env: %s has %d %s, want 1 to %d", s.Name, f.v, f.name, f.most)
		}
	}
	if most := (MaxPlanes+1)*s.Cells() - 1; s.Actions < 1 || s.Actions > most {
		return fmt.Errorf("env: %s has %d actions, want 1 to %d: at most %d planes of %d cells, and those that start on none",
			s.Name, s.Actions, most, MaxPlanes, s.Cells())
	}
	return nil
}

// Limited is a State that knows when its game has reached the length limit, and what
// follows from that.
type Limited interface {
	// Spent reports that the moves that count are used up. Law: it is final, and
	// false before the first action and in games whose Spec is not Uncounted.
	Spent() bool
	// Adjudged reports that the game is over and that its winner was found by a
	// score at the length limit: he has not won as the rules of the game mean it.
	Adjudged() bool
}

// Adjudged reports whether the winner of a game that ended at s was found by a score at
// the length limit.
func Adjudged(s State) bool {
	l, ok := s.(Limited)
	return ok && l.Adjudged()
}

// Truncated reports whether a game that stands at s after that many actions is cut
// off at its length limit: by its rules it goes on. maxPly is Spec.MaxPly.
func Truncated(s State, actions, maxPly int) bool {
	if s.Result() != Ongoing {
		return false
	}
	l, ok := s.(Limited)
	return actions >= maxPly || ok && l.Spent()
}
