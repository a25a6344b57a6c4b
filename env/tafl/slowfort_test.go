package tafl

import (
	"slices"
)

// fort reports whether the king on k has an edge fort.
func (b *book) fort(k square) bool {
	inside := b.spread(k, func(n square) bool {
		if b.men[n] != 0 {
			return b.side(b.men[n]) == 'a'
		}
		return b.enters(n)
	})
	edge := false
	for s := range inside {
		if b.men[s] != 0 && s != k {
			return false
		}
		edge = edge || b.atEdge(s)
	}
	if !edge || len(b.moves(k)) == 0 {
		return false
	}
	return b.EdgeFort == "closed" || b.unbreakable(inside)
}

// enters reports whether attackers may ever be on s or pass over it.
func (b *book) enters(s square) bool {
	return b.stops('a', s) || b.passes('a', s) || b.CampWithin && b.mark(s) == 'A'
}

// unbreakable lets attackers stand wherever they may outside, and looks what they could
// capture, until nothing more falls.
func (b *book) unbreakable(inside map[square]bool) bool {
	for _, man := range b.men {
		if b.side(man) == 'a' && b.leap(man) != "none" && b.leap(man) != "" {
			return false
		}
	}
	wall := map[square]bool{}
	for at, man := range b.men {
		if man != 'k' && b.side(man) == 'd' {
			wall[at] = true
		}
	}
	for {
		fallen := square{-1, -1}
		for v := range wall {
			if b.couldFall(v, inside, wall) {
				fallen = v
			}
		}
		if fallen.row < 0 {
			break
		}
		delete(wall, fallen)
	}
	for s := range inside {
		for _, d := range compass {
			n := s.by(d, 1)
			if b.on(n) && !inside[n] && !wall[n] && (b.men[n] != 0 || b.enters(n)) {
				return false
			}
		}
	}
	return true
}

func (b *book) couldFall(v square, inside, wall map[square]bool) bool {
	outside := func(n square) bool { return b.on(n) && !inside[n] && !wall[n] }
	manned := func(n square) bool {
		if !outside(n) {
			return false
		}
		for _, man := range b.men {
			if b.side(man) == 'a' && b.stops(man, n) {
				return true
			}
		}
		return false
	}
	danger := func(n square) bool {
		if !outside(n) {
			return false
		}
		set := map[byte]Kinds{'T': b.ThroneHostile, 'X': b.CornerHostile, 'A': b.CampHostile, 'D': b.FortHostile}[b.mark(n)]
		return manned(n) || set != "" && among(set, 'd') || b.mark(n) == 'T' && among(b.ThroneAlways, 'd')
	}
	sides, threats := 0, 0
	for _, d := range compass {
		if b.on(v.by(d, 1)) {
			sides++
			if danger(v.by(d, 1)) {
				threats++
			}
		}
	}
	switch b.need(v) {
	case 2:
		for _, d := range compass[:2] {
			if danger(v.by(d, 1)) && danger(v.by(d, -1)) {
				return true
			}
		}
	case 3:
		if threats >= 3 {
			return true
		}
	case 4:
		if threats == sides {
			return true
		}
	}
	if b.Shieldwall == "none" {
		return false
	}
	for _, row := range b.rowsAtEdges('a') {
		if !slices.Contains(row, v) {
			continue
		}
		if b.wallRow(row, v, wall, manned) {
			return true
		}
	}
	return false
}

// wallRow reports whether the part of a row at the edge that still stands, with v in
// it, could be closed in.
func (b *book) wallRow(row []square, v square, wall map[square]bool, manned func(square) bool) bool {
	stands := func(s square) bool { return wall[s] || b.men[s] == 'k' }
	i := slices.Index(row, v)
	low, high := i, i
	for low > 0 && stands(row[low-1]) {
		low--
	}
	for high < len(row)-1 && stands(row[high+1]) {
		high++
	}
	if high == low {
		return false
	}
	step := square{row[1].row - row[0].row, row[1].col - row[0].col}
	for _, s := range row[low : high+1] {
		front := square{step.col, step.row}
		if step.row == 0 && s.row == b.rows-1 || step.col == 0 && s.col == b.cols-1 {
			front = square{-front.row, -front.col}
		}
		if !manned(s.by(front, 1)) {
			return false
		}
	}
	for _, e := range []square{row[low].by(step, -1), row[high].by(step, 1)} {
		if !b.on(e) || !manned(e) && !(b.marks[e] == 'X' && !stands(e)) {
			return false
		}
	}
	return true
}
