package chess

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ludens/env"
	"ludens/env/seed"
)

// The kinds of positions that Start draws.
const (
	odds     = "odds"    // a start that lacks up to a fifth of its men on either side
	sparse   = "sparse"  // a start of which either side has kept some share
	few      = "few"     // the royal men and up to five others, anywhere
	bareKing = "endgame" // a bare king against one with officers, anywhere
	mating   = "mate"    // a bare king against one with the one officer that must mate him
)

// Starts returns the kinds of positions that Start draws: those with a bare king where each
// side has one, and none that the game has not, as one piece against a king cannot mate or
// no man can be taken off a board with one man a side, or none.
func (g *Game) Starts() []string {
	kinds := []string{odds, sparse, few, bareKing, mating}
	if g.royalMen(env.First) != 1 || g.royalMen(env.Second) != 1 {
		kinds = kinds[:3]
	}
	empty := g.start.own[env.First].count() <= 1 && g.start.own[env.Second].count() <= 1 // nothing to take off
	return slices.DeleteFunc(kinds, func(kind string) bool {
		return empty && (kind == odds || kind == sparse) || g.tryStart(kind, 1, rand.New(rand.NewPCG(0, 0)), mostTries/20) == nil
	})
}

// mostTries is how often a position is drawn anew until it is one to begin from.
const mostTries = 10_000

// Start draws a position of a kind. A level below 1 takes off fewer men, or puts fewer on.
// A game that has none of a kind begins at its start.
func (g *Game) Start(kind string, level float64, rng *rand.Rand) env.State {
	if s := g.tryStart(kind, level, rng, mostTries); s != nil {
		return s
	}
	return g.New(rng.Uint64())
}

// tryStart draws a position to begin from, or returns nil after that many failures.
func (g *Game) tryStart(kind string, level float64, rng *rand.Rand, tries int) *State {
	for range tries {
		s := g.sketch(kind, level, rng)
		b := &s.board
		s.goOnChecking()
		if g.validate(b) == nil && (g.keys.Checking || !g.inCheck(b, b.toMove)) && s.Result() == env.Ongoing {
			return s
		}
	}
	return nil
}

// sketch draws a position that may be illegal or over.
func (g *Game) sketch(kind string, level float64, rng *rand.Rand) *State {
	switch kind {
	case odds:
		return g.lighten(rng, func() float64 { return float64(rng.IntN(int(3*level+1.5))) / 15 })
	case sparse:
		return g.lighten(rng, func() float64 { return level * rng.Float64() })
	}
	s := g.blank()
	strong := env.Player(rng.IntN(2))
	if kind == mating {
		level = 0
	}
	if kind != mating || rng.IntN(2) != 0 || !g.corner(&s.board, strong, rng) {
		g.scatterRoyals(&s.board, rng)
	}
	for range 1 + rng.IntN(int(4*level+1.5)) {
		k, p := g.others[rng.IntN(len(g.others))], strong
		if kind == few && rng.IntN(2) == 0 {
			p = p.Other()
		}
		if kind == bareKing || kind == mating {
			k = g.heavy[rng.IntN(len(g.heavy))]
		}
		g.scatter(&s.board, k, p, rng)
	}
	g.part(&s.board)
	if rng.IntN(2) == 0 {
		s.board.pass()
	}
	return s
}

// settleStarts finds the kinds that are put on a board for Start: all but royal ones, and
// those that mate; with the officers those that a man may become.
func (g *Game) settleStarts() {
	for k := range kind(g.letters) {
		w := &g.kinds[k]
		if w.royal {
			continue
		}
		g.others = append(g.others, k)
		for _, to := range w.promotes {
			if !g.kinds[to].royal && !slices.Contains(g.heavy, to) {
				g.heavy = append(g.heavy, to)
			}
		}
	}
	if g.others == nil {
		g.others = []kind{0}
	}
	if g.heavy == nil {
		g.heavy = g.others
	}
}

// royalsOf returns the royal men that p has at the start.
func (g *Game) royalsOf(p env.Player) (list []kind) {
	g.start.royals[p].each(func(q square) { list = append(list, kindOf(g.start.at[q])) })
	return list
}

// scatterRoyals puts the royal men of both sides anywhere.
func (g *Game) scatterRoyals(b *board, rng *rand.Rand) {
	for p := range env.Player(2) {
		for _, k := range g.royalsOf(p) {
			g.scatter(b, k, p, rng)
		}
	}
}

// corner puts the king of strong within three squares of the other, who stands on the
// border: the end of a mate, from which its beginning is learned. It returns false, without
// a draw, where kings keep to parts of the board.
func (g *Game) corner(b *board, strong env.Player, rng *rand.Rand) bool {
	var kings [2]kind
	for p := range env.Player(2) {
		kings[p] = g.royalsOf(p)[0]
		if g.kinds[kings[p]].stays != [2]set{g.whole(), g.whole()} {
			return false
		}
	}
	var border []square
	for _, q := range g.upwards(g.whole()) {
		if x, y := g.file(q), g.rank(q); x == 0 || y == 0 || x == g.cols-1 || y == g.rows-1 {
			border = append(border, q)
		}
	}
	bare := border[rng.IntN(len(border))]
	g.put(b, kings[strong.Other()], strong.Other(), bare)
	near := slices.DeleteFunc(g.upwards(g.whole()), func(q square) bool {
		far := max(abs(g.file(q)-g.file(bare)), abs(g.rank(q)-g.rank(bare)))
		return far < 2 || far > 3
	})
	if len(near) == 0 {
		g.lift(b, bare)
		return false
	}
	g.put(b, kings[strong], strong, near[rng.IntN(len(near))])
	return true
}

// upwards returns the squares of a set from the first rank on, each from the first file on.
func (g *Game) upwards(s set) (list []square) {
	for rank := range g.rows {
		for q := square((g.rows - 1 - rank) * g.cols); q < square((g.rows-rank)*g.cols); q++ {
			if s.has(q) {
				list = append(list, q)
			}
		}
	}
	return list
}

// lighten draws a start and takes from each side the share of its men, royal ones aside,
// that missing draws for it.
func (g *Game) lighten(rng *rand.Rand, missing func() float64) *State {
	s := g.New(rng.Uint64()).(*State)
	b := &s.board
	for p := range env.Player(2) {
		men := g.upwards(b.own[p].without(b.royals[p]))
		for n := int(missing()*float64(len(men)) + 0.5); n > 0; n-- {
			i := rng.IntN(len(men))
			g.lift(b, men[i])
			men = slices.Delete(men, i, i+1)
		}
	}
	for q := range square(g.cells) {
		if x := b.at[q]; x != 0 && g.traits[kindOf(x)].converts {
			g.lift(b, q)
			g.put(b, g.kinds[kindOf(x)].base, ownerOf(x), q)
		}
	}
	g.dropRights(b)
	s.judged, s.found, s.weighed = false, unfound, false
	return s
}

// dropRights takes the castlings back whose men are not there.
func (g *Game) dropRights(b *board) {
	rights := b.rights
	for i := range b.castles.list {
		if c := &b.castles.list[i]; b.at[c.king] != c.kingPiece || b.at[c.rook] != c.rookPiece {
			rights &^= 1 << i
		}
	}
	b.castlings(rights)
}

// scatter puts a man of p on a free square where he can stand, if there is one.
func (g *Game) scatter(b *board, k kind, p env.Player, rng *rand.Rand) {
	free := slices.DeleteFunc(g.upwards(g.whole()), func(q square) bool { return b.at[q] != 0 || !g.stands[pieceOf(k, p)].has(q) })
	if len(free) > 0 {
		g.put(b, k, p, free[rng.IntN(len(free))])
	}
}

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
	s.judged, s.found, s.weighed = false, unfound, false
	return s
}
