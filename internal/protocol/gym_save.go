package protocol

import (
	"errors"
	"fmt"
	"slices"

	"ludens/env"
)

// gymSave is an episode as its beginning and its actions: restore makes it again, with
// all the history that the rules look at.
type gymSave struct {
	Seed     uint64       `json:"seed"`
	Position *string      `json:"position"` // that was set; none: the game's own start, by the seed
	Actions  []env.Action `json:"actions"`
	Now      *string      `json:"now"` // the position that they lead to, as text; none if the game has no texts
}

// save returns what restore needs.
func (e *Episodes) save(o gymOrder) (any, error) {
	r, err := e.row(o)
	if err != nil {
		return nil, err
	}
	s := gymSave{Seed: r.seed, Actions: append([]env.Action{}, r.played...)}
	if n, ok := e.game.(env.Notated); ok {
		now := n.Position(r.state)
		s.Now = &now
		if r.start != nil {
			start := n.Position(r.start)
			s.Position = &start
		}
	}
	return s, nil
}

// restore puts a row where an episode stands that began at a position, or at the game's
// own start, and went on with some actions.
func (e *Episodes) restore(o gymOrder) (any, error) {
	if o.Row < 0 || o.Row >= len(e.rows) {
		return nil, fmt.Errorf("row: %d; there are %d", o.Row, len(e.rows))
	}
	start, err := e.position(o.Position)
	if err != nil {
		return nil, err
	}
	if err := e.playable(o, start); err != nil {
		return nil, err
	}
	if !e.rows[o.Row].continued(o, start) {
		dismiss(e.rows[o.Row : o.Row+1])
	}
	e.begin(o.Row, o.Seed, start)
	for _, a := range o.Actions {
		e.play(o.Row, env.Action(a))
	}
	return e.view([]int{o.Row}), nil
}

// continued reports whether what is restored is the row's own episode, further on: the
// programs that play in it stay.
func (r *episode) continued(o gymOrder, start env.State) bool {
	if r.state == nil || r.seed != o.Seed || (r.start == nil) != (start == nil) || len(o.Actions) < len(r.played) {
		return false
	}
	if start != nil && start.Key() != r.start.Key() {
		return false
	}
	for i, a := range r.played {
		if int(a) != o.Actions[i] {
			return false
		}
	}
	return true
}

// position reads a position; nil for none.
func (e *Episodes) position(text *string) (env.State, error) {
	if text == nil {
		return nil, nil
	}
	n, ok := e.game.(env.Notated)
	if !ok {
		return nil, fmt.Errorf("position: %s has no texts of positions", e.spec.Name)
	}
	s, err := n.ParsePosition(*text)
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	return s, nil
}

// playable returns the error of playing an order's actions one after the other, if one
// of them is illegal.
func (e *Episodes) playable(o gymOrder, start env.State) error {
	s := start
	if s == nil {
		s = e.game.New(o.Seed)
	} else {
		s = s.Copy(nil)
	}
	var legal []env.Action
	for ply, a := range o.Actions {
		if env.Truncated(s, ply, e.spec.MaxPly) || s.Result() != env.Ongoing {
			return fmt.Errorf("actions: %w after %d", env.ErrOver, ply)
		}
		legal = s.Legal(legal[:0])
		if _, ok := slices.BinarySearch(legal, env.Action(a)); !ok || int(env.Action(a)) != a {
			return fmt.Errorf("actions: %w %d at ply %d", env.ErrIllegal, a, ply)
		}
		s.Play(env.Action(a))
	}
	return nil
}

// ongoing returns an episode that is not over.
func (e *Episodes) ongoing(o gymOrder) (*episode, error) {
	r, err := e.row(o)
	if err == nil && len(r.legal) == 0 {
		err = errors.New("the episode is over: there is nothing to think about")
	}
	return r, err
}
