package proof

import (
	"slices"

	"ludens/env"
	"ludens/env/seed"
)

const (
	// never is the number of what cannot be any more; far that of what leads back
	// to the path or too deep, and so is neither proven nor refuted.
	never = 1 << 30
	far   = 1 << 24

	// deepest is how many plies a search and a strategy may have.
	deepest = 96
	// shallow is how deep a search looks at first: for wins in four.
	shallow = 7

	// slack: a position is followed until its number exceeds that of the next best
	// by a part of 1/slack, and 1.
	slack = 4
)

// level is the workspace of one ply.
type level struct {
	state    env.State
	key      uint64
	legal    []env.Action
	children []child

	// Of replay: the play that is best for who replies, how it ends, and the plies
	// of the longest. The line is short of its end where that was replayed before.
	line  []env.Action
	end   env.Result
	plies int
}

// child is a move and the numbers of the position behind it.
type child struct {
	action env.Action
	pn, dn uint32
}

// salts tell the attackers' questions about a position apart.
var salts = [2]uint64{
	env.First:  seed.New(2002).At("proof", 0).Uint64(),
	env.Second: seed.New(2002).At("proof", 1).Uint64(),
}

func (p *Prover) keyOf(s env.State) uint64 { return s.Key() ^ salts[p.attacker] }

// search is MID of df-pn: it works on the position of level d until its proof
// number reaches pnMax, its disproof number dnMax, or the question's limit is
// reached, and returns both numbers.
func (p *Prover) search(d int, pnMax, dnMax uint32) (pn, dn uint32) {
	l, before := &p.levels[d], p.work
	attack := l.state.ToMove() == p.attacker
	p.expand(d, attack)
	for {
		v := l.sum(attack)
		done := v.pn == 0 || v.dn == 0 || v.pn >= pnMax || v.dn >= dnMax || v.least >= far
		if !done && !p.stopped {
			p.stopped = p.work >= p.limit || p.ended || p.ctx.Err() != nil
		}
		if done || p.stopped {
			p.table.put(entry{key: l.key, pn: v.pn, dn: v.dn, work: uint32(p.work-before) + 1, action: l.children[v.best].action})
			return v.pn, v.dn
		}
		if l.children[v.best].action == none {
			p.expandRest(d)
			continue
		}
		c, next := &l.children[v.best], &p.levels[d+1]
		next.state = p.play(next.state, l.state, c.action)
		next.key = p.keyOf(next.state)
		if attack {
			c.pn, c.dn = p.search(d+1, min(pnMax, v.bound()), dnMax-v.dn+c.dn)
		} else {
			c.pn, c.dn = p.search(d+1, pnMax-v.pn+c.pn, min(dnMax, v.bound()))
		}
	}
}

// view is what the children of a position say of it.
type view struct {
	pn, dn uint32
	best   int    // the child to work on, or that decides
	least  uint32 // its number: pn if it is the attacker's turn, else dn
	rival  uint32 // the next best child's
}

// bound is the number up to which the best child is worked on.
func (v view) bound() uint32 { return v.rival + v.rival/slack + 1 }

// sum returns E60 for the children of l.
func (l *level) sum(attack bool) view {
	v := view{least: never + 1, rival: never}
	total := uint32(0)
	for i := range l.children {
		c := &l.children[i]
		number, other := c.pn, c.dn
		if !attack {
			number, other = c.dn, c.pn
		}
		total = min(total+other, never)
		switch {
		case number < v.least:
			v.best, v.rival, v.least = i, min(v.least, never), number
		case number < v.rival:
			v.rival = number
		}
	}
	if v.least == 0 {
		total = never
	}
	v.pn, v.dn = v.least, total
	if !attack {
		v.pn, v.dn = total, v.least
	}
	return v
}

// rest is the number of the attacker's moves that are not decisive, as long as
// they have not been looked at: checks with few replies come first.
const rest = 3

// expand sets the children of level d, up to the first that decides. Where the
// attacker is to move and the game names the decisive moves, the others are
// one child without an action.
func (p *Prover) expand(d int, attack bool) {
	l := &p.levels[d]
	l.children = l.children[:0]
	p.work += asking
	if s, ok := l.state.(env.Decisive); ok && attack {
		l.legal = s.Decisive(l.legal[:0])
		if !p.add(d, attack, l.legal) {
			l.children = append(l.children, child{none, rest, rest})
		}
		return
	}
	l.legal = l.state.Legal(l.legal[:0])
	p.add(d, attack, l.legal)
}

// expandRest puts the moves that are not decisive in the place of the last child.
func (p *Prover) expandRest(d int) {
	l := &p.levels[d]
	l.children = l.children[:len(l.children)-1]
	p.replies = l.state.Legal(p.replies[:0])
	p.work += asking
	quiet := slices.DeleteFunc(p.replies, func(a env.Action) bool { return slices.Contains(l.legal, a) })
	l.legal = append(l.legal[:0], quiet...)
	p.add(d, true, l.legal)
}

// add adds children to level d up to the first that decides, and reports whether
// there is one. When the context ends it leaves the rest to one child without an action,
// of which nothing is known.
func (p *Prover) add(d int, attack bool, actions []env.Action) (decided bool) {
	l, next := &p.levels[d], &p.levels[d+1]
	for _, a := range actions {
		if p.ended {
			l.children = append(l.children, child{none, 1, 1})
			return true
		}
		next.state = p.play(next.state, l.state, a)
		c := child{action: a}
		c.pn, c.dn = p.numbers(d+1, next.state)
		l.children = append(l.children, c)
		if attack && c.pn == 0 || !attack && c.dn == 0 {
			return true
		}
	}
	return false
}

// glances is how many positions are made between two looks at the context.
const glances = 16

// play returns the position behind a move, made in dst.
func (p *Prover) play(dst, s env.State, a env.Action) env.State {
	p.work++
	if p.seen++; p.seen%glances == 0 {
		p.ended = p.ended || p.ctx.Err() != nil
	}
	dst = s.Copy(dst)
	dst.Play(a)
	return dst
}

// numbers returns those of a position at level d: by the rules, the table or its
// looks.
func (p *Prover) numbers(d int, s env.State) (pn, dn uint32) {
	switch r := s.Result(); r {
	case env.Ongoing:
	case env.WinFor(p.attacker):
		p.wins++
		return 0, never
	default:
		return never, 0
	}
	key := p.keyOf(s)
	if d >= p.depth || p.onPath(d, key) {
		return far, far
	}
	if e := p.table.find(key); e != nil && p.believes(e) {
		return e.pn, e.dn
	}
	e := p.look(s)
	e.key, e.work = key, 1
	p.table.put(e)
	return e.pn, e.dn
}

// onPath reports whether a position stands on the path to level d.
func (p *Prover) onPath(d int, key uint64) bool {
	for i := range d {
		if p.levels[i].key == key {
			return true
		}
	}
	return false
}

// believes reports whether an entry may be used. What an earlier question refuted
// may have been so with its history only; what it found leading back or too deep
// was so for it alone.
func (p *Prover) believes(e *entry) bool {
	switch {
	case e.turn == p.table.turn || e.pn == 0:
		return true
	case e.dn == 0:
		return !p.history
	}
	return e.pn < far && e.dn < far
}
