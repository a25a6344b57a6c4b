package hnefatafl

import (
	"slices"
	"strings"

	"ludens/env"
)

// OTN implements env.OTNWriter: as package tafl writes it, rank 1 first, t for attackers, T
// for defenders, K for the king; other men have their letter, a capital on the king's side.
// It has no side to move.
func (g *Game) OTN(s env.State) string {
	rows, _, _ := strings.Cut(g.Position(s), " ")
	return "/" + strings.Map(g.toOTN, upsideDown(rows)) + "/"
}

// fromOTN returns the rows of OTN as Position writes them, the top row first.
func (g *Game) fromOTN(text string) string {
	rows := upsideDown(strings.TrimSuffix(strings.TrimPrefix(text, "/"), "/"))
	return strings.Map(func(c rune) rune {
		for k := attacker; int(k) < len(g.kinds); k++ {
			if own := rune(g.kinds[k].letter); g.toOTN(own) == c {
				return own
			}
		}
		if c >= '0' && c <= '9' || c == '/' {
			return c
		}
		return '?' // no letter of a piece
	}, rows)
}

// toOTN returns a letter of ours as OTN has it.
func (g *Game) toOTN(c rune) rune {
	k, ok := g.kindOf(byte(c))
	switch {
	case !ok:
		return c
	case k == attacker:
		return 't'
	case k == defender:
		return 'T'
	case g.kinds[k].side == kingsSide:
		return c - 'a' + 'A'
	}
	return c
}

// upsideDown turns the order of rows around.
func upsideDown(rows string) string {
	all := strings.Split(rows, "/")
	slices.Reverse(all)
	return strings.Join(all, "/")
}
