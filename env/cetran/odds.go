package cetran

import (
	"fmt"
	"math/bits"
	"slices"

	"ludens/env"
	"ludens/env/seed"
)

// mostPawns is how many pawns can be given as odds.
const mostPawns = 3

// Odds returns one to three pawns, then each officer but the king, in the order
// of the observation planes. Their values are those of material.go.
func (g *Game) Odds() (list []env.Odds) {
	for n := range mostPawns {
		list = append(list, oddsOf(pawn, n+1))
	}
	for _, k := range g.army.men {
		if k != king && k != pawn {
			list = append(list, oddsOf(k, 1))
		}
	}
	return list
}

func oddsOf(k kind, n int) env.Odds {
	return env.Odds{Men: env.Men{Kind: names[k], Count: n}, Value: float64(n * worth[k])}
}

// Without returns the start position of a seed with the given pieces of p taken
// from the board. Neither side is in check: the other side has all its pawns, which
// stop its own pieces from looking out, and p's from looking in. Of two bishops
// on one colour (Cetran 1) the one that is left may convert or not, as if the
// other had been captured before either moved.
func (g *Game) Without(o env.Odds, p env.Player, n uint64) (env.State, error) {
	if !slices.Contains(g.Odds(), o) {
		return nil, fmt.Errorf("cetran: %s cannot begin without %q", g.spec.Name, o)
	}
	s := g.New(n).(*State)
	k := kind(slices.Index(names[:], o.Kind))
	for _, at := range s.drawn(k, p, o.Count, n) {
		s.board.lift(k, p, at)
		if k == bishop {
			s.board.captured(at)
		}
	}
	return s, nil
}

// drawn returns count squares on which pieces of kind k of p stand. The same
// files are drawn for both players' pawns.
func (s *State) drawn(k kind, p env.Player, count int, n uint64) (squares []square) {
	for set := s.board.kind[k] & s.board.men[p]; set != 0; set &= set - 1 {
		squares = append(squares, square(bits.TrailingZeros64(set)))
	}
	seed.New(n).At("odds", 0).Rand().Shuffle(len(squares), func(i, j int) {
		squares[i], squares[j] = squares[j], squares[i]
	})
	return squares[:count]
}
