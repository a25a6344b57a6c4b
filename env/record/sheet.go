package record

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/env"
)

// Sheet is a game with its score sheet: positions, and the record of how they
// came about. It is used by one goroutine at a time.
type Sheet struct {
	record Record
	game   env.Game
	states []env.State // before each move of the record, and now
}

// NewSheet returns the sheet of a game that stands where r ends; g is the game
// that r.Game names. It fails where Replay does.
func NewSheet(g env.Game, r Record) (*Sheet, error) {
	s := &Sheet{record: r, game: g}
	s.record.Moves, s.record.Comments = nil, maps.Clone(r.Comments)
	last, err := r.Replay(g, func(_ int, before env.State, a env.Action) error {
		s.states = append(s.states, before.Copy(nil))
		s.record.Moves = append(s.record.Moves, before.Format(a))
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.states = append(s.states, last)
	if s.record.Variations, err = s.follow(r.Variations); err != nil {
		return nil, err
	}
	if s.record.Result == env.Ongoing {
		s.close()
		s.record.Ending = cmp.Or(s.record.Ending, r.Ending)
	}
	return s, nil
}

// Record returns what has been played, the moves as the game writes them. It
// shares its slices with the sheet: it is valid until the next move.
func (s *Sheet) Record() Record { return s.record }

// State returns the position. It must not be changed.
func (s *Sheet) State() env.State { return s.states[len(s.states)-1] }

// At returns the position after that many moves. It must not be changed.
func (s *Sheet) At(ply int) env.State { return s.states[ply] }

// Ply returns the number of moves played.
func (s *Sheet) Ply() int { return len(s.record.Moves) }

// Over reports whether the game has ended: by its rules, by resignation or
// forfeit, or cut off at its length limit.
func (s *Sheet) Over() bool {
	return s.record.Result != env.Ongoing || s.State().Result() != env.Ongoing || s.cut()
}

// Play makes a legal move in a game that is not over.
func (s *Sheet) Play(a env.Action) {
	before := s.State()
	next := before.Copy(nil)
	next.Play(a)
	s.record.Moves = append(s.record.Moves, before.Format(a))
	s.states = append(s.states, next)
	s.close()
}

// PlayText makes the moves of a text, as Parse reads them, until one of them is
// not legal.
func (s *Sheet) PlayText(text string) error {
	moves, err := Parse(strings.NewReader(text))
	if err != nil {
		return err
	}
	for i, text := range moves.Moves {
		a, err := ParseMove(s.State(), text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		s.Play(a)
	}
	return nil
}

// Resign ends a game that is not over as lost for p.
func (s *Sheet) Resign(p env.Player) {
	s.record.Result = env.WinFor(p.Other())
	s.record.Ending = s.game.Spec().Roles[p] + " resigned"
}

// Forfeit ends a game that is not over as lost for p, for a reason in a few words.
func (s *Sheet) Forfeit(p env.Player, reason string) {
	s.record.Result = env.WinFor(p.Other())
	s.record.Ending = s.game.Spec().Roles[p] + " forfeit: " + reason
}

// TakeBack goes back to the position after that many moves: the game is open
// again.
func (s *Sheet) TakeBack(ply int) {
	s.record.Moves = s.record.Moves[:ply]
	s.states = s.states[:ply+1]
	s.close()
	for at := range s.record.Comments {
		if at > ply {
			delete(s.record.Comments, at)
		}
	}
	s.record.Variations = slices.DeleteFunc(s.record.Variations, func(v env.Variation) bool { return v.After >= ply })
}

// close notes how the position ends the game, if it does.
func (s *Sheet) close() {
	s.record.Result, s.record.Ending = s.State().Result(), ""
	switch x, ok := s.State().(env.Explained); {
	case s.record.Result == env.Ongoing && s.cut():
		s.record.Ending = fmt.Sprintf("cut off after %d plies", s.Ply())
	case s.record.Result != env.Ongoing && ok:
		s.record.Ending = x.Ending()
	}
}

// cut reports whether the game has been cut off at its length limit.
func (s *Sheet) cut() bool { return env.Truncated(s.State(), s.Ply(), s.game.Spec().MaxPly) }
