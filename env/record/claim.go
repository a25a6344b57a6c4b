package record

import (
	"errors"
	"fmt"
	"strings"

	"ludens/env"
)

// ErrClaim is wrapped where a record says something that did not happen: a
// capture, check, mate, a result.
var ErrClaim = errors.New("false claim")

// deny returns an error if a claim of text about a is false.
func deny(s env.State, a env.Action, text string) error {
	if text == s.Format(a) {
		return nil
	}
	if err := env.Deny(s, a, text); err != nil {
		return fmt.Errorf("%w in %s: %w", ErrClaim, clip(text), err)
	}
	return nil
}

// denyEnd returns an error if r claims another end than that of the position s
// to which its moves lead: a result that the rules contradict, or an ending in
// words of the game that is not this one. A game may also be resigned, agreed or
// broken off, which no position shows.
func (r *Record) denyEnd(g env.Game, s env.State) error {
	if by := s.Result(); by != env.Ongoing && r.Result != env.Ongoing && by != r.Result {
		return fmt.Errorf("record: %w %s: result %q, but by the rules it is %q", ErrClaim, r.atEnd(), r.Result, by)
	}
	d, ok := env.As[env.Described](g)
	x, explained := s.(env.Explained)
	if r.Ending == "" || !ok || !explained {
		return nil
	}
	for _, e := range d.Book().Endings {
		if strings.HasPrefix(r.Ending, e.Words) && !strings.HasPrefix(x.Ending(), e.Words) {
			return fmt.Errorf("record: %w %s: ending %s, but by the rules %s", ErrClaim, r.atEnd(), clip(r.Ending), orGoesOn(x.Ending()))
		}
	}
	return nil
}

// atEnd says where in the record its end is.
func (r *Record) atEnd() string {
	if len(r.Moves) == 0 {
		return "before any move"
	}
	return "after move " + place(len(r.Moves)-1)
}

func orGoesOn(ending string) string {
	if ending == "" {
		return "the game goes on"
	}
	return "it is " + clip(ending)
}
