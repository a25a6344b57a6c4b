package record

import (
	"errors"
	"maps"
	"slices"

	"ludens/env"
)

// Within returns the record up to the end of the game by the rules of g, and the moves that
// come after it. Servers without one of the rules let people play on; then the result is
// that of the rules, and what was claimed is left out. The error is Replay's of what remains.
func (r Record) Within(g env.Game) (within Record, after []string, err error) {
	plies := 0
	_, err = r.Replay(g, func(ply int, _ env.State, _ env.Action) error {
		plies = ply + 1
		return nil
	})
	if !errors.Is(err, env.ErrOver) {
		return r, nil, err
	}
	after = r.Moves[plies:]
	r.Moves, r.Result, r.Ending = r.Moves[:plies], env.Ongoing, ""
	r.Comments = maps.Clone(r.Comments)
	maps.DeleteFunc(r.Comments, func(at int, _ string) bool { return at > plies })
	r.Variations = slices.DeleteFunc(slices.Clone(r.Variations), func(v env.Variation) bool { return v.After >= plies })
	return r, after, nil
}
