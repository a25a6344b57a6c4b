package record

import (
	"fmt"

	"ludens/env"
)

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
