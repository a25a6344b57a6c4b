package tafl

// shut reports whether square n helps against the man on v.
func (b *book) shut(v, n square) bool {
	if !b.on(n) {
		return false
	}
	victim := b.men[v]
	if b.mark(n) == 'T' && among(b.ThroneAlways, b.class(victim)) {
		return true
	}
	if b.men[n] != 0 {
		return b.foe(v, n)
	}
	set := map[byte]Kinds{'T': b.ThroneHostile, 'X': b.CornerHostile, 'A': b.CampHostile, 'D': b.FortHostile}[b.mark(n)]
	return set != "" && among(set, b.class(victim)) || b.mark(n) == 'T' && victim == 'k' && b.KingCapture == "nielsen"
}

// foe reports whether on n an enemy of the man on v stands who helps by that.
func (b *book) foe(v, n square) bool {
	_, anvil := b.armed(b.men[n])
	return b.men[n] != 0 && b.side(b.men[n]) != b.side(b.men[v]) && anvil
}

// need returns how many sides of the man on v must be shut.
func (b *book) need(v square) int {
	if b.men[v] != 'k' {
		if n := b.Men[string(b.men[v])].Strength; n > 0 {
			return n
		}
		return 2
	}
	on, beside := b.mark(v) == 'T', false
	for _, d := range compass {
		beside = beside || b.mark(v.by(d, 1)) == 'T'
	}
	switch {
	case on && b.StrengthThrone > 0:
		return b.StrengthThrone
	case beside && b.StrengthBeside > 0:
		return b.StrengthBeside
	case b.atEdge(v) && b.StrengthEdge > 0:
		return b.StrengthEdge
	case b.Strength > 0:
		return b.Strength
	}
	switch b.KingCapture {
	case "four":
		if b.atEdge(v) {
			return 5
		}
		return 4
	case "four_edge":
		return 4
	case "nielsen":
		if on || beside {
			return 4
		}
	case "throne4":
		if on {
			return 4
		}
	}
	return 2
}

// surrounded reports whether three or all sides of v are shut; that of a hammer is.
func (b *book) surrounded(v square, hammer square, need int) bool {
	sides, shut := 0, 0
	for _, d := range compass {
		n := v.by(d, 1)
		if b.on(n) {
			sides++
			if n == hammer || b.shut(v, n) {
				shut++
			}
		}
	}
	return need == 3 && shut >= 3 || need == 4 && shut == sides
}

// between reports whether the piece on v stands between enemies of its own accord.
func (b *book) between(v square) bool {
	if need := b.need(v); need != 2 {
		return b.surrounded(v, square{-9, -9}, need)
	}
	for _, d := range compass[:2] {
		x, y := v.by(d, 1), v.by(d, -1)
		if b.shut(v, x) && b.shut(v, y) && (b.foe(v, x) || b.foe(v, y)) {
			return true
		}
	}
	return false
}

// taken returns what falls after move m, which has been made.
func (b *book) taken(m hop) (all []square) {
	mover := b.men[m.to]
	hammer, _ := b.armed(mover)
	found, company := map[square]bool{}, false
	for _, d := range compass {
		v := m.to.by(d, 1)
		if b.men[v] == 0 || b.side(b.men[v]) == b.side(mover) {
			continue
		}
		company = true
		if !hammer {
			continue
		}
		if need := b.need(v); need == 2 && b.shut(v, v.by(d, 1)) || need > 2 && b.surrounded(v, m.to, need) {
			found[v] = true
		}
		if b.Third && b.men[v] != 'k' && b.between(v) {
			found[v] = true
		}
	}
	if !company {
		return nil
	}
	if hammer && b.Shieldwall != "none" {
		for _, row := range b.rowsAtEdges(b.side(mover)) {
			if b.rowFalls(row, m.to) {
				for _, v := range row {
					if b.men[v] != 'k' {
						found[v] = true
					}
				}
			}
		}
	}
	if middle := (square{(m.from.row + m.to.row) / 2, (m.from.col + m.to.col) / 2}); b.leap(mover) == "capture" &&
		max(m.from.row-m.to.row, m.to.row-m.from.row)+max(m.from.col-m.to.col, m.to.col-m.from.col) == 2 && b.men[middle] != 0 {
		found[middle] = true
	}
	if b.Passive {
		rest := b.after(hop{m.to, m.to})
		rest.men[m.to] = mover
		if b.PassiveOrder == "captures" {
			for v := range found {
				delete(rest.men, v)
			}
		}
		if rest.between(m.to) {
			if b.PassiveOrder == "fall" {
				clear(found)
			}
			found[m.to] = true
		}
	}
	for v := range found {
		all = append(all, v)
	}
	return all
}

// rowsAtEdges returns all longest rows at the edges of men who are not of side x.
func (b *book) rowsAtEdges(x byte) (rows [][]square) {
	line := func(from, step square, n int) {
		var row []square
		for i := range n + 1 {
			at := from.by(step, i)
			if man := b.men[at]; i < n && man != 0 && b.side(man) != x {
				row = append(row, at)
			} else if row != nil {
				rows, row = append(rows, row), nil
			}
		}
	}
	line(square{0, 0}, square{0, 1}, b.cols)
	line(square{b.rows - 1, 0}, square{0, 1}, b.cols)
	line(square{0, 0}, square{1, 0}, b.rows)
	line(square{0, b.cols - 1}, square{1, 0}, b.rows)
	return rows
}

// rowFalls reports whether a row falls by the arrival of a piece on c.
func (b *book) rowFalls(row []square, c square) bool {
	if len(row) < 2 {
		return false
	}
	step := square{row[1].row - row[0].row, row[1].col - row[0].col}
	inward := square{step.col, step.row} // down or right
	if step.row == 0 && row[0].row == b.rows-1 || step.col == 0 && row[0].col == b.cols-1 {
		inward = square{-inward.row, -inward.col}
	}
	closes := func(n square) bool { return n == c || b.on(n) && b.foe(row[0], n) }
	part := false
	for _, v := range row {
		if !closes(v.by(inward, 1)) {
			return false
		}
		part = part || !b.ShieldwallFlank && v.by(inward, 1) == c
	}
	open := 0
	for _, e := range []square{row[0].by(step, -1), row[len(row)-1].by(step, 1)} {
		part = part || e == c
		if closes(e) {
			continue
		}
		if b.Shieldwall != "strong" || !b.on(e) || b.mark(e) != 'X' || b.men[e] != 0 {
			return false
		}
		open++
	}
	return part && open < 2
}
