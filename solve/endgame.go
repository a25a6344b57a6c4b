package solve

import (
	"fmt"

	"ludens/env"
)

// Endgame returns g with a numbering of its positions with few men, so that
// these can be solved: see env.Endgames. Its start is not among them.
func Endgame(g env.Game, men string) (env.Game, error) {
	e, ok := g.(env.Endgames)
	if !ok {
		return nil, fmt.Errorf("solve: %s: %w by men", g.Spec().Name, ErrUnnumbered)
	}
	positions, err := e.Endgame(men)
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	notated, _ := g.(env.Notated)
	return endgame{g, notated, positions, men}, nil
}

// endgame is a game of which some positions are numbered.
type endgame struct {
	env.Game
	env.Notated
	positions env.Numbering
	men       string
}

func (e endgame) Numbering() (env.Numbering, error) { return e.positions, nil }

func (e endgame) Spec() env.Spec {
	spec := e.Game.Spec()
	spec.Name += " " + e.men
	return spec
}
