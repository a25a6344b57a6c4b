package chess

import (
	"math/rand/v2"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/seed"
)

// mostDraws is how often an order of men is drawn anew until it keeps the constraints.
const mostDraws = 10_000

// readShuffle reads the region whose men are drawn.
func (g *Game) readShuffle() error {
	if g.keys.Shuffle == "" {
		return nil
	}
	s, err := g.region(g.keys.Shuffle)
	if err != nil {
		return wrongf("shuffle", "%v", err)
	}
	s.each(func(q square) {
		if isLetter(g.drawing[q]) && sideOf(g.drawing[q]) == env.First {
			g.shuffled[env.First] = append(g.shuffled[env.First], q)
			opposite := g.flip(q)
			if g.keys.Draw == "central" {
				opposite = square(g.cells - 1 - int(q))
			}
			g.shuffled[env.Second] = append(g.shuffled[env.Second], opposite)
		}
	})
	var men [2][mostLetters]int
	for p := range env.Player(2) {
		for _, q := range g.shuffled[p] {
			if c := g.drawing[q]; isLetter(c) && sideOf(c) == p {
				men[p][g.kindOf(c)]++
			} else {
				return wrongf("shuffle", "no man of %s on %s, whose men are drawn", colours[p], g.name(q))
			}
		}
	}
	if g.keys.Draw != "independent" && men[0] != men[1] {
		return wrongf("draw", "draw = %q: the two sides have other men there; want independent", g.keys.Draw)
	}
	if err := g.checkDrawnCastling(); err != nil {
		return err
	}
	g.numbered = g.cetran != nil && g.draws(g.cetran.officers)
	return nil
}

// draws reports whether the men drawn are the officers of a back rank, who may stand in any
// order.
func (g *Game) draws(o Officers) bool {
	for p := range env.Player(2) {
		var men []byte
		for _, q := range g.shuffled[p] {
			men = append(men, g.drawing[q])
		}
		slices.Sort(men)
		if !strings.EqualFold(string(men), string(o)) {
			return false
		}
	}
	return !slices.ContainsFunc(g.kinds, func(w ware) bool {
		return w.within != [2]set{g.whole(), g.whole()} || g.keys.Men[string(w.letter)].Colours || g.keys.Men[string(w.letter)].Between != ""
	})
}

// arrays numbers the orders that are drawn, where they are numbered.
func (g *Game) arrays() Arrays {
	return Arrays{g.cetran.officers, Draw(slices.Index([]string{Independent: "independent", Mirror: "mirror", Central: "central"}, g.keys.Draw))}
}

// menOf returns the men of an array on the squares where they are drawn.
func (g *Game) menOf(a Array) [2]string {
	if g.keys.Draw == "central" { // whose squares begin with the last file
		a.Black = reversed(a.Black)
	}
	return [2]string{a.White, strings.ToLower(a.Black)}
}

// settleDraw finds an order of each side's men that keeps the constraints.
func (g *Game) settleDraw() error {
	rng := seed.New(0).Rand()
	for p := range env.Player(2) {
		if g.sure[p] = g.drawOrder(p, rng); g.sure[p] == "" && len(g.shuffled[p]) > 0 {
			return wrongf("shuffle", "none of %d orders of %s's men keeps what within, between and colours ask for", mostDraws, colours[p])
		}
	}
	return nil
}

// drawn draws the letters of both sides' men on their squares.
func (g *Game) drawn(rng *rand.Rand) (men [2]string) {
	for p := range env.Player(2) {
		if p == env.Second && g.keys.Draw != "independent" {
			men[p] = strings.ToLower(men[env.First])
			continue
		}
		if men[p] = g.drawOrder(p, rng); men[p] == "" {
			men[p] = g.sure[p]
		}
	}
	return men
}

// drawOrder draws an order of p's men until it keeps the constraints; "" if none does.
func (g *Game) drawOrder(p env.Player, rng *rand.Rand) string {
	squares := g.shuffled[p]
	men := make([]byte, len(squares))
	for i, q := range squares {
		men[i] = g.drawing[q]
	}
	for range mostDraws {
		rng.Shuffle(len(men), func(i, j int) { men[i], men[j] = men[j], men[i] })
		if g.keeps(p, men) {
			return string(men)
		}
	}
	return ""
}

// keeps reports whether an order of men keeps within, between and colours.
func (g *Game) keeps(p env.Player, men []byte) bool {
	if !g.keepsBetween(p, men) {
		return false
	}
	var light, dark [mostLetters]int
	for i, c := range men {
		q, k := g.shuffled[p][i], g.kindOf(c)
		if !g.kinds[k].within[p].has(q) {
			return false
		}
		if g.dark(q) {
			dark[k]++
		} else {
			light[k]++
		}
	}
	for k := range g.letters {
		if n := light[k] + dark[k]; n > 1 && (light[k] == 0 || dark[k] == 0) && g.keys.Men[g.order[k:k+1]].Colours {
			return false
		}
	}
	return true
}

// lay puts drawn men on their squares.
func (g *Game) lay(b *board, men [2]string) {
	for p := range env.Player(2) {
		for _, q := range g.shuffled[p] {
			g.lift(b, q)
		}
		for i, q := range g.shuffled[p] {
			g.put(b, g.kindOf(men[p][i]), p, q)
		}
	}
	g.unconverted(b)
}
