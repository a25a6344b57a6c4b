package proof

import "ludens/env"

// claim is that a player has a strategy which wins, or else one that never loses.
type claim struct {
	player env.Player
	wins   bool
}

// met reports whether a game has ended as claimed.
func (c claim) met(r env.Result) bool {
	return r == env.WinFor(c.player) || !c.wins && r == env.Drawn
}

// said reports whether an entry says so.
func (c claim) said(e *entry) bool { return c.wins && e.pn == 0 || !c.wins && e.dn == 0 }

// replay plays the strategy that the table holds for a claim about level 0
// against every reply, and reports whether all games end as claimed. Level 0 then
// has the play in which the other side does best, or longest. It gives up after as many positions as the answer
// has cost, and Config.Nodes.
func (p *Prover) replay(c claim) bool {
	p.limit, p.depth, p.stopped = 2*p.work+p.cfg.Nodes, deepest, false
	return p.stands(0, c)
}

// stands replays the position of level d.
func (p *Prover) stands(d int, c claim) bool {
	l := &p.levels[d]
	l.plies, l.line = 0, l.line[:0]
	if l.end = l.state.Result(); l.end != env.Ongoing {
		return c.met(l.end)
	}
	if d >= deepest || p.work >= p.limit || p.ctx.Err() != nil {
		return false
	}
	l.key = p.keyOf(l.state)
	if e := p.table.find(l.key); e != nil && e.played && c.said(e) {
		l.plies, l.end, l.line = int(e.plies), e.end, append(l.line, e.action)
		return true
	}
	if l.state.ToMove() == c.player {
		l.legal = append(l.legal[:0], p.strategy(d, c))
	} else {
		l.legal = l.state.Legal(l.legal[:0])
	}
	for _, a := range l.legal {
		if a == none || !p.standsAfter(d, a, c) {
			return false
		}
	}
	p.note(l, c)
	return true
}

// standsAfter replays a move of level d.
func (p *Prover) standsAfter(d int, a env.Action, c claim) bool {
	l, next := &p.levels[d], &p.levels[d+1]
	next.state = p.play(next.state, l.state, a)
	if !p.stands(d+1, c) {
		return false
	}
	better := float32(0) // for who replies
	if len(l.line) > 0 {
		better = l.end.For(c.player) - next.end.For(c.player)
	}
	if len(l.line) == 0 || better > 0 || better == 0 && len(next.line) >= len(l.line) {
		l.end, l.line = next.end, append(append(l.line[:0], a), next.line...)
	}
	l.plies = max(l.plies, next.plies+1)
	return true
}

// strategy returns the move that the claim stands on at level d, or none. What
// the table does not have is searched for.
func (p *Prover) strategy(d int, c claim) env.Action {
	key := p.levels[d].key
	if e := p.table.find(key); e != nil && c.said(e) && e.action != none {
		return e.action
	}
	if c.wins {
		if a := p.winAtOnce(p.levels[d].state); a != none {
			return a
		}
	}
	p.search(d, never, never)
	if e := p.table.find(key); e != nil && c.said(e) {
		return e.action
	}
	return none
}

// note remembers that a position was replayed, if no history can change that.
func (p *Prover) note(l *level, c claim) {
	if p.history {
		return
	}
	e := entry{key: l.key, dn: never, work: 1, action: l.line[0], plies: uint16(l.plies), end: l.end, played: true}
	if !c.wins {
		e.pn, e.dn = never, 0
	}
	if old := p.table.find(l.key); old != nil {
		e.work = old.work
	}
	p.table.put(e)
}
