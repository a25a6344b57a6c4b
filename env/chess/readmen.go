package chess

import (
	"cmp"
	"slices"
	"strings"

	"ludens/env"
)

// readMen gives the kinds of the file their places, those that are promoted behind the
// officers, in the order of the letters otherwise.
func (g *Game) readMen() error {
	if len(g.keys.Men) == 0 {
		return wrongf("men", "no men: want a table for each kind, as [men.K]")
	}
	for letter := range g.keys.Men {
		if len(letter) != 1 || letter[0] < 'A' || letter[0] > 'Z' {
			return wrongf("men."+letter, "[men.%s]: want one capital letter", letter)
		}
		g.letters++
		g.order += letter
	}
	sorted := []byte(g.order)
	rank := func(c byte) int {
		m := g.keys.Men[string(c)]
		switch {
		case m.Royal:
			return 0
		case m.Promotes == "":
			return 1
		}
		return 2
	}
	slices.SortFunc(sorted, func(a, b byte) int { return cmp.Or(rank(a)-rank(b), int(a)-int(b)) })
	g.order = string(sorted)
	if g.cetran = g.armyOf(); g.cetran != nil {
		g.order = g.cetran.order
	}
	for i := range g.drawing {
		if c := g.drawing[i]; isLetter(c) && g.kindOf(c) == noKind {
			return wrongf("board", "%q stands in the drawing, and there is no [men.%s]", c, strings.ToUpper(string(c)))
		}
	}
	return nil
}

// kindOf returns the kind of the file that a letter stands for, of either case.
func (g *Game) kindOf(letter byte) kind {
	if letter >= 'a' {
		letter -= 'a' - 'A'
	}
	if i := strings.IndexByte(g.order, letter); i >= 0 {
		return kind(i)
	}
	return noKind
}

// kindsOf reads letters of kinds.
func (g *Game) kindsOf(key, letters string) (list []kind, err error) {
	for i := range letters {
		k := g.kindOf(letters[i])
		if k == noKind || letters[i] > 'Z' || slices.Contains(list, k) {
			return nil, wrongf(key, "%s = %q: want some of the letters %s, each once", key[strings.LastIndexByte(key, '.')+1:], clip(letters), g.order)
		}
		list = append(list, k)
	}
	return list, nil
}

// readKinds reads what the file says of each kind.
func (g *Game) readKinds() (err error) {
	for i := range g.order {
		letter := g.order[i : i+1]
		m := g.keys.Men[letter]
		key := "men." + letter + "."
		w := ware{letter: letter[0], royal: m.Royal, may: m.Choice == "may", limit: m.Limit, worth: m.Worth,
			oneAFile: m.OneAFile, noMate: m.NoMate, mostAFile: m.MostAFile, explodes: explosions[m.Explodes], base: kind(i), was: noKind, free: noKind, bound: noKind}
		if w.legs, err = parseMoves(m.Moves); err != nil {
			return wrongf(key+"moves", "moves = %q: %v", m.Moves, err)
		}
		if err := g.readPromotes(&w, kind(i), key, m); err != nil {
			return err
		}
		w.petrifies = m.Petrifies
		spares, err := g.kindsOf(key+"spares", m.Spares)
		if err != nil {
			return err
		}
		for _, k := range spares {
			w.spares.add(k)
		}
		if err := g.readPlaces(&w, key, m); err != nil {
			return err
		}
		g.kinds = append(g.kinds, w)
	}
	return g.christen()
}

// explosions are the words for how a kind takes them.
var explosions = map[string]uint8{"": alwaysExplodes, "always": alwaysExplodes, "captures": explodesItself, "never": neverExplodes}

// readPromotes reads what men of a kind may become.
func (g *Game) readPromotes(w *ware, k kind, key string, m Man) (err error) {
	if w.by[env.First], err = g.kindsOf(key+"promotes", m.Promotes); err != nil {
		return err
	}
	if w.by[env.Second] = w.by[env.First]; m.PromotesSecond != "" {
		if w.by[env.Second], err = g.kindsOf(key+"promotes_second", strings.Trim(m.PromotesSecond, "-")); err != nil {
			return err
		}
	}
	w.promotes = slices.Clone(w.by[env.First])
	for _, to := range w.by[env.Second] {
		if !slices.Contains(w.promotes, to) {
			w.promotes = append(w.promotes, to)
		}
	}
	if slices.Contains(w.promotes, k) {
		return wrongf(key+"promotes", "promotes = %q: it cannot become what it is", m.Promotes)
	}
	return nil
}

// settleForward finds the kinds of which no move can be taken back: all of them go ahead,
// and no such man comes from hand or by promotion.
func (g *Game) settleForward() {
	for i := range g.kinds {
		w := &g.kinds[i]
		w.forward = !g.keys.Drops && !slices.ContainsFunc(w.legs, func(l leg) bool {
			return l.sissa || slices.ContainsFunc(l.vectors, func(v vector) bool { return v.dy <= 0 })
		}) && !slices.ContainsFunc(g.kinds, func(other ware) bool { return slices.Contains(other.promotes, w.base) })
	}
}

// readPlaces reads the regions of a kind.
func (g *Game) readPlaces(w *ware, key string, m Man) (err error) {
	for _, r := range []struct {
		key, text, second string
		region            *[2]set
		otherwise         [2]set
	}{
		{"initial", m.Initial, m.InitialSecond, &w.initial, g.homes(w.letter)},
		{"stays", m.Stays, m.StaysSecond, &w.stays, [2]set{g.whole(), g.whole()}},
		{"avoids", m.Avoids, m.AvoidsSecond, &w.avoids, [2]set{}},
		{"drops_in", m.DropsIn, m.DropsInSecond, &w.dropsIn, [2]set{g.whole(), g.whole()}},
		{"within", m.Within, "", &w.within, [2]set{g.whole(), g.whole()}},
	} {
		if *r.region, err = g.regions(key+r.key, r.text, key+r.key+"_second", r.second, r.otherwise); err != nil {
			return err
		}
	}
	w.initialFar, err = g.regions(key+"initial_far", m.InitialFar, key+"initial_far_second", m.InitialFarSecond, w.initial)
	return err
}

// homes returns where men of a letter stand in the drawing.
func (g *Game) homes(letter byte) (s [2]set) {
	for i := range g.drawing {
		switch g.drawing[i] {
		case letter:
			s[env.First].add(square(i))
		case letter + 'a' - 'A':
			s[env.Second].add(square(i))
		}
	}
	return s
}

// regions reads the regions of the two sides.
func (g *Game) regions(key, text, key2, text2 string, otherwise [2]set) (s [2]set, err error) {
	s = otherwise
	if text != "" {
		lines, err := g.lines(text)
		if err != nil {
			return s, wrongf(key, "%v", err)
		}
		s = [2]set{lines.without(g.holes), g.flipped(lines).without(g.holes)}
	}
	if text2 != "" {
		if s[env.Second], err = g.region(text2); err != nil {
			return s, wrongf(key2, "%v", err)
		}
	}
	return s, nil
}

// readBehind adds the kinds behind those of the file: promoted men who are again what
// they were once they are captured, and bishops that have not moved.
func (g *Game) readBehind() error {
	g.behind = map[[2]kind]kind{}
	for k := range kind(g.letters) {
		if w := g.kinds[k]; g.keys.CapturesToHand && !g.keys.KeepsPromotion || g.keys.Demotes {
			for _, to := range w.promotes {
				g.behind[[2]kind{k, to}] = g.add(to, func(v *ware) {
					v.was, v.promotes, v.by, v.mark = k, nil, [2][]kind{}, g.markOf(k, to)
					if g.keys.Demotes {
						v.promotes, v.by, v.may = []kind{k}, [2][]kind{{k}, {k}}, w.may
					}
				})
			}
		}
		if !g.keys.Men[g.order[k:k+1]].Converts {
			continue
		}
		if g.keys.Castling != "" {
			return wrongf("castling", "castling does not go together with men who convert")
		}
		g.kinds[k].free = g.add(k, func(v *ware) { v.legs, v.converts = append(slices.Clone(v.legs), step()), true })
		g.kinds[k].bound = g.add(k, func(v *ware) { v.legs, v.converts = []leg{step()}, true })
		for _, behind := range []kind{g.kinds[k].free, g.kinds[k].bound} {
			g.kinds[behind].free, g.kinds[behind].bound = g.kinds[k].free, g.kinds[k].bound
		}
	}
	if len(g.kinds) > mostKinds {
		return wrongf("men", "%d kinds of men, promoted ones counted by what they were: want at most %d", len(g.kinds), mostKinds)
	}
	return nil
}

// step is one square along a rank or file.
func step() leg {
	return leg{vectors: directed(atoms['W'][0], nil), quiet: true, capture: true}
}

// add adds a kind like another and returns its place.
func (g *Game) add(base kind, change func(*ware)) kind {
	w := g.kinds[base]
	w.base = base
	change(&w)
	g.kinds = append(g.kinds, w)
	return kind(len(g.kinds) - 1)
}

// markOf returns how positions write a promoted man: +P if what he was determines what he
// is, Q~ if what he is determines what he was, and Q~P else.
func (g *Game) markOf(from, to kind) string {
	origins := 0
	for _, w := range g.kinds[:g.letters] {
		if slices.Contains(w.promotes, to) {
			origins++
		}
	}
	switch {
	case origins > 1 && len(g.kinds[from].promotes) == 1:
		return "+" + g.order[from:from+1]
	case origins == 1:
		return g.order[to:to+1] + "~"
	}
	return g.order[to:to+1] + "~" + g.order[from:from+1]
}
