package chess

import "ludens/env"

// connected reports whether men of p stand as Keys.Connect and Keys.ConnectSquare ask.
func (g *Game) connected(b *board, p env.Player) bool {
	k := &g.keys
	is := func(q square, ok bool) bool {
		return ok && b.at[q] != 0 && ownerOf(b.at[q]) == p && g.connects.has(g.kinds[kindOf(b.at[q])].base)
	}
	for q := range square(g.cells) {
		if !is(q, true) {
			continue
		}
		for _, v := range g.connectLines() {
			if k.Connect > 0 && g.inLine(q, v, is) >= k.Connect {
				return true
			}
		}
		if k.ConnectSquare > 0 && g.squareFrom(q, k.ConnectSquare, is) {
			return true
		}
	}
	return false
}

// connectLines are the directions in which lines count, one of each two opposite ones.
func (g *Game) connectLines() []vector {
	all := []vector{{1, 0}, {0, 1}, {1, 1}, {1, -1}}
	if g.keys.ConnectLines == "straight" {
		return all[:2]
	}
	return all
}

// inLine counts the men from q on in a direction, to the first that is none of them, or to
// the edge where others may lie between.
func (g *Game) inLine(q square, v vector, is func(q square, ok bool) bool) (n int) {
	for x, y := g.file(q), g.rank(q); ; x, y = x+v.dx, y+v.dy {
		to, ok := g.at(x, y)
		switch {
		case is(to, ok):
			n++
		case !g.keys.ConnectApart || x < 0 || y < 0 || x >= g.cols || y >= g.rows:
			return n
		}
	}
}

// squareFrom reports whether such men fill a square to the right of q and ahead of it.
func (g *Game) squareFrom(q square, side int, is func(q square, ok bool) bool) bool {
	for dx := range side {
		for dy := range side {
			if to, ok := g.at(g.file(q)+dx, g.rank(q)+dy); !is(to, ok) {
				return false
			}
		}
	}
	return true
}

// mayLand returns the squares where Keys.DropOnto allows a drop, of those that are empty.
func (g *Game) mayLand(b *board) set {
	switch g.keys.DropOnto {
	case "stack":
		return g.firstEmpty(b, vector{0, 1})
	case "edge":
		var s set
		for _, v := range []vector{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			t := g.firstEmpty(b, v)
			for i := range s {
				s[i] |= t[i]
			}
		}
		return s
	}
	return g.whole()
}

// firstEmpty returns the empty squares that are reached from an edge in a direction: where
// men lie at the edge itself none is but with a stack, which grows from below.
func (g *Game) firstEmpty(b *board, v vector) (s set) {
	for i := range max(g.rows, g.cols) {
		x, y := i, 0
		if v.dx != 0 {
			x, y = 0, i
		}
		if v.dx < 0 {
			x = g.cols - 1
		}
		if v.dy < 0 {
			y = g.rows - 1
		}
		last := nowhere
		for ; ; x, y = x+v.dx, y+v.dy {
			q, ok := g.at(x, y)
			if g.keys.DropOnto == "stack" {
				if ok && b.at[q] == 0 {
					s.add(q)
				}
				if !ok || b.at[q] == 0 {
					break
				}
				continue
			}
			if !ok || b.at[q] != 0 {
				break
			}
			last = q
		}
		if last != nowhere {
			s.add(last)
		}
	}
	return s
}
