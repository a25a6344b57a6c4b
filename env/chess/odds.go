package chess

import (
	"fmt"
	"slices"

	"ludens/env"
	"ludens/env/seed"
)

// mostPawns is how many men of the kind that is the unit can be given as odds.
const mostPawns = 3

// Odds returns one to three men of the first kind of Material, then one of each other that
// both sides have, in the order of Material, as far as the game can begin without them.
func (g *Game) Odds() []env.Odds { return g.given }

// settleOdds finds what can be given.
func (g *Game) settleOdds() {
	b := &g.New(0).(*State).board
	for i, k := range g.counted() {
		most := min(g.number(b, k, env.First), g.number(b, k, env.Second), mostPawns)
		if i > 0 {
			most = min(most, 1)
		}
		for n := range most {
			o := env.Odds{Men: env.Men{Kind: g.kinds[k].name, Count: n + 1}, Value: float64((n + 1) * g.kinds[k].worth)}
			if g.canLack(o, env.First) && g.canLack(o, env.Second) {
				g.given = append(g.given, o)
			}
		}
	}
}

// canLack reports whether the game can begin without such men of p.
func (g *Game) canLack(o env.Odds, p env.Player) bool {
	s := g.without(o, p, 0)
	return g.validate(&s.board) == nil && s.Result() == env.Ongoing
}

// Without returns the start position of a seed with the given men of p taken from the
// board. Of two bishops on one colour (Cetran 1) the one that is left may convert or not, as
// if the other had been captured before either moved.
func (g *Game) Without(o env.Odds, p env.Player, n uint64) (env.State, error) {
	if !slices.Contains(g.given, o) {
		return nil, fmt.Errorf("chess: %s cannot begin without %q", g.spec.Name, o)
	}
	return g.without(o, p, n), nil
}

func (g *Game) without(o env.Odds, p env.Player, n uint64) *State {
	s := g.New(n).(*State)
	b := &s.board
	squares := slices.DeleteFunc(g.upwards(b.own[p]), func(q square) bool {
		return g.kinds[g.kinds[kindOf(b.at[q])].base].name != o.Kind
	})
	// The same files are drawn for both sides' men.
	seed.New(n).At("odds", 0).Rand().Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	for _, q := range squares[:o.Count] {
		g.lift(b, q)
	}
	g.dropRights(b)
	s.judged, s.found, s.weighed = false, false, false
	return s
}
