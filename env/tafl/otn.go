package tafl

import (
	"errors"
	"fmt"
	"strings"

	"ludens/env"
)

// OTN writes the pieces as a positional record of OpenTafl's notation, with t
// for attackers, T for defenders and K for the king:
//
//	/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
//
// It has no side to move. Rank 1 comes first, as in OpenTafl's own reader and
// writer (PositionSerializer and Coord in its source): the specification does
// not say.
func (g *Game) OTN(s env.State) string {
	rows := g.rows(&s.(*State).board, func(k kind) byte { return "tTK"[k] })
	return "/" + strings.Join(reversed(rows), "/") + "/"
}

// ParseOTN reads what OTN writes, as a position in which mover is next.
func (g *Game) ParseOTN(text string, mover env.Player) (env.State, error) {
	b, err := g.parseOTN(strings.TrimSpace(text))
	if err != nil {
		return nil, fmt.Errorf("tafl: OTN %q: %w", text, err)
	}
	return g.place(b, g.sideOf(mover)), nil
}

func (g *Game) parseOTN(text string) (board, error) {
	record := strings.TrimSuffix(strings.TrimPrefix(text, "/"), "/")
	return g.parseRows(reversed(strings.Split(record, "/")), readOTN)
}

func reversed(rows []string) []string {
	turned := make([]string, 0, len(rows))
	for i := range rows {
		turned = append(turned, rows[len(rows)-1-i])
	}
	return turned
}

// readOTN returns the kind of a letter of OTN.
func readOTN(letter byte) (kind, error) {
	switch letter {
	case 't':
		return attacker, nil
	case 'T':
		return defender, nil
	case 'K':
		return king, nil
	}
	return 0, errors.New("is none of t (attacker), T (defender), K (king) or 1 to 9")
}
