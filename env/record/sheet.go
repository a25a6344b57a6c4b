package record

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
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

// MostFrames is how many positions a film has: of a longer game the last.
const MostFrames = 300

// Hundredths of a second that a film shows a position.
const (
	frameTime = 80
	lastTime  = 300
)

// Film returns the game up to the position after ply moves, move by move; at draws the
// position after a number of moves, and an error of it ends the film.
func (s *Sheet) Film(ply int, at func(ply int) (diagram.Diagram, error)) diagram.Film {
	first := max(0, ply+1-MostFrames)
	return diagram.Film{N: ply + 1 - first, Each: frameTime, Last: lastTime, Frame: func(i int) (diagram.Diagram, error) {
		return at(first + i)
	}}
}

// Move returns the move that led to the position after ply moves as a list numbers it,
// "3. d5c5" or "3… b2b4"; "" for the start.
func (s *Sheet) Move(ply int) string {
	if ply == 0 {
		return ""
	}
	return fmt.Sprintf("%d%s %s", (ply+1)/2, []string{"…", "."}[ply%2], s.record.Moves[ply-1])
}

// checkVariations returns an error if the variations of a line of that many moves are
// too many or too deep, or replace no move of their line.
func checkVariations(moves int, all []env.Variation) error {
	left := env.MostVariedMoves
	return checkBranches(0, moves, all, env.DeepestVariations, &left)
}

func checkBranches(from, to int, all []env.Variation, depth int, left *int) error {
	if len(all) > 0 && depth == 0 {
		return fmt.Errorf("variations within each other more than %d deep", env.DeepestVariations)
	}
	for _, v := range all {
		if *left -= len(v.Moves); *left < 0 {
			return fmt.Errorf("more than %d moves in variations", env.MostVariedMoves)
		}
		if v.After < from || v.After >= to || len(v.Moves) == 0 {
			return fmt.Errorf("a variation of %d moves after %d: want at least one, in the place of one of the moves %d to %d of its line", len(v.Moves), v.After, from+1, to)
		}
		if err := checkBranches(v.After, v.After+len(v.Moves), v.Variations, depth-1, left); err != nil {
			return err
		}
	}
	return nil
}

// follow returns variations of the game with their moves as the game writes them. The
// error of an illegal one is as Replay's.
func (s *Sheet) follow(all []env.Variation) (written []env.Variation, err error) {
	if err := checkVariations(s.Ply(), all); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, v := range all {
		w, err := followOne(s.At(v.After).Copy(nil), v)
		if err != nil {
			return nil, err
		}
		written = append(written, w)
	}
	return written, nil
}

// followOne plays a variation from the position s, which it changes.
func followOne(s env.State, v env.Variation) (env.Variation, error) {
	w := env.Variation{After: v.After, Comments: v.Comments}
	for i, text := range v.Moves {
		ply := v.After + i
		for _, inner := range v.Variations {
			if inner.After != ply {
				continue
			}
			x, err := followOne(s.Copy(nil), inner)
			if err != nil {
				return w, err
			}
			w.Variations = append(w.Variations, x)
		}
		a, err := ParseMove(s, text)
		if err != nil {
			return w, fmt.Errorf("record: variation of move %s: move %s: %w", place(v.After), place(ply), err)
		}
		w.Moves = append(w.Moves, s.Format(a))
		s.Play(a)
	}
	return w, nil
}
