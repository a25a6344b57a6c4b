package race

import (
	"maps"
	"slices"
	"strings"
)

// steps and jumps return the moves of a side, each once.
func (b *slow) steps(side string) (moves []string) {
	for from, man := range b.men {
		if owner(man) != side {
			continue
		}
		for _, a := range b.step[side] {
			if to, ok := b.beyond(from, a, 1); ok && b.men[to] == 0 && !b.locked(man, from, to) {
				moves = append(moves, b.names[from]+"-"+b.names[to])
			}
		}
	}
	return moves
}

func (b *slow) jumps(side string) (moves []string) {
	for _, from := range b.squares {
		man := b.men[from]
		if man == 0 || owner(man) != side {
			continue
		}
		delete(b.men, from)
		met := map[square]bool{from: true}
		b.leap(man, from, met)
		b.men[from] = man
		delete(met, from)
		for to := range met {
			moves = append(moves, b.names[from]+"-"+b.names[to])
		}
	}
	return moves
}

// leap notes where jumps bring a man from a square.
func (b *slow) leap(man byte, from square, met map[square]bool) {
	for _, a := range b.jump[owner(man)] {
		over, _ := b.beyond(from, a, 1)
		to, ok := b.beyond(from, a, 2)
		if !ok || b.men[over] == 0 || b.men[to] != 0 || met[to] || b.locked(man, from, to) {
			continue
		}
		if own := owner(b.men[over]) == owner(man); b.Over == "own" && !own || b.Over == "enemy" && own {
			continue
		}
		met[to] = true
		if b.Chain {
			b.leap(man, to, met)
		}
	}
}

// reserve returns how many men a side has to put on the board yet.
func (b *slow) reserve(side string) int {
	if b.Reserve == 0 {
		return 0
	}
	n := 0
	for man, count := range b.count {
		if owner(man) == side {
			n += count
		}
	}
	return n - b.alive(side)
}

func (b *slow) alive(side string) (n int) {
	for _, man := range b.men {
		if owner(man) == side {
			n++
		}
	}
	return n
}

// carried returns the book after a man's move, with nothing else changed.
func (b *slow) carried(m string) *slow {
	c := *b
	c.men = maps.Clone(b.men)
	from, to, ok := strings.Cut(m, "-")
	if !ok {
		return &c
	}
	p, q := b.named[from], b.named[to]
	over := square{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}
	if b.Capture && max(p[0]-q[0], q[0]-p[0], p[1]-q[1], q[1]-p[1]) == 2 && owner(b.men[over]) != owner(b.men[p]) {
		delete(c.men, over)
	}
	c.men[q] = c.men[p]
	delete(c.men, p)
	return &c
}

// stalled reports that a side can do nothing.
func (b *slow) stalled(side string) bool {
	return b.reserve(side) == 0 && len(b.jumps(side))+len(b.steps(side)) == 0
}

// open returns the jumps and the steps that a side may play, and those of the reserve.
func (b *slow) open(side string) (puts, jumps, steps []string) {
	if b.reserve(side) > 0 {
		for at := range b.region {
			if b.men[at] == 0 {
				puts = append(puts, b.names[at])
			}
		}
		return puts, nil, nil
	}
	jumps, steps = b.jumps(side), b.steps(side)
	if !b.Blocking {
		smothers := func(m string) bool { return b.carried(m).stalled(enemy(side)) }
		jumps, steps = slices.DeleteFunc(jumps, smothers), slices.DeleteFunc(steps, smothers)
	}
	return nil, jumps, steps
}

// legal returns the legal moves, sorted.
func (b *slow) legal() []string {
	if b.end != "" {
		return nil
	}
	if len(b.binds) > 1 {
		return []string{"accept", "veto"}
	}
	puts, jumps, steps := b.open(b.side)
	moves := slices.Concat(puts, jumps)
	if len(jumps) == 0 || b.binds != "d" && b.Demand != "always" {
		moves = append(moves, steps...)
	}
	if len(moves) == 0 {
		moves = []string{"pass"}
	}
	if b.Demand == "flag" && len(puts) == 0 {
		for _, m := range slices.Clone(moves) {
			c := b.carried(m)
			if you := enemy(b.side); c.reserve(you) == 0 && len(c.jumps(you)) > 0 && len(c.steps(you)) > 0 {
				moves = append(moves, m+"!")
			}
		}
	}
	slices.Sort(moves)
	return moves
}

// play makes a legal move.
func (b *slow) play(m string) {
	b.tried = false
	plain, demanded := strings.CutSuffix(m, "!")
	from, to, moves := strings.Cut(plain, "-")
	binds := map[bool]string{true: "d", false: "-"}[demanded]
	switch {
	case m == "accept":
		b.side = enemy(b.side)
		b.finish("-")
	case m == "veto":
		from, to, _ := strings.Cut(b.binds, "-")
		b.men[b.named[from]] = b.men[b.named[to]]
		delete(b.men, b.named[to])
		b.side, b.binds = enemy(b.side), "d"
		b.tried = true
	case moves:
		_, jumps, steps := b.open(b.side)
		omitted := b.Demand == "veto" && slices.Contains(steps, plain) && len(jumps) > 0
		b.men = b.carried(plain).men
		if omitted {
			b.side, b.binds = enemy(b.side), from+"-"+to
			b.tried = true
			break
		}
		b.finish(binds)
	case plain == "pass":
		b.finish(binds)
	default:
		for man := range b.count {
			if owner(man) == b.side {
				b.men[b.named[plain]] = man
			}
		}
		b.finish(binds)
	}
	b.repeat()
}
