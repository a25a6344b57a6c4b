package tafl

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// OTN writes the pieces as a positional record of OpenTafl's notation, with t for
// attackers, T for defenders and K for the king; other men have their letter, a capital
// on the king's side:
//
//	/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
//
// It has no side to move. Rank 1 comes first, as in OpenTafl's own reader and writer
// (PositionSerializer and Coord in its source): the specification does not say.
func (g *Game) OTN(s env.State) string {
	rows := strings.Split(g.rowsOf(s.(*State).board, g.otnLetter), "/")
	slices.Reverse(rows)
	return "/" + strings.Join(rows, "/") + "/"
}

// otnLetter returns that of a kind.
func (g *Game) otnLetter(k kind) byte {
	switch letter := g.kinds[k].letter; {
	case k <= king:
		return "tTK"[k]
	case g.kinds[k].side == kingsSide:
		return letter - 'a' + 'A'
	default:
		return letter
	}
}

// ParseOTN reads what OTN writes, as a position in which mover is next.
func (g *Game) ParseOTN(text string, mover env.Player) (env.State, error) {
	b, err := g.parseOTN(strings.TrimSpace(text))
	if err != nil {
		return nil, fmt.Errorf("tafl: OTN %q: %w", text, err)
	}
	return g.place(b, g.sideOf(mover), g.beyond), nil
}

func (g *Game) parseOTN(text string) (board, error) {
	rows := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "/"), "/"), "/")
	slices.Reverse(rows)
	return g.parseRows(rows, g.otnLetter)
}
