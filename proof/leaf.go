package proof

import (
	"cmp"
	"slices"

	"ludens/env"
)

// asking is what a question for moves counts, in positions made.
const asking = 4

// threatened is the first proof number of a position whose mover has to parry a
// threat.
const threatened = 2

// look returns what a position looks like at first:
//
//	attacker to move: proven if he wins at once, as far as the game says where to
//	                  look (env.Decisive); else pn = dn = 1
//	defender to move: dn = 1, pn = his replies; or threatened, if the attacker
//	                  would win at once after some; or proven, if after all
func (p *Prover) look(s env.State) entry {
	e := entry{pn: 1, dn: 1, action: none}
	if s.ToMove() == p.attacker {
		if e.action = p.winAtOnce(s); e.action != none {
			e.pn, e.dn = 0, never
		}
		return e
	}
	p.replies = s.Legal(p.replies[:0])
	p.work += asking
	e.pn = uint32(len(p.replies))
	if _, ok := s.(env.Decisive); ok {
		if e.pn = p.unanswered(s); e.pn == 0 {
			e.dn = never
		}
	}
	return e
}

// winAtOnce returns a move of the attacker that ends the game in his favour, or
// none.
func (p *Prover) winAtOnce(s env.State) env.Action {
	d, ok := s.(env.Decisive)
	if !ok {
		return none
	}
	p.winning = d.Decisive(p.winning[:0])
	p.work += asking
	for _, a := range p.winning {
		if p.ended {
			break
		}
		p.probe[1] = p.play(p.probe[1], s, a)
		if p.probe[1].Result() == env.WinFor(p.attacker) {
			p.wins++
			return a
		}
	}
	return none
}

// unanswered tries replies of the defender up to the first that does not lose at
// once: he faces no threat if it is the first of all. That which last parried
// something comes first, since one reply parries most moves without a threat.
func (p *Prover) unanswered(s env.State) uint32 {
	killer := &p.killer[p.attacker]
	if i, ok := slices.BinarySearchFunc(p.replies, *killer, cmp.Compare[env.Action]); ok {
		p.replies[0], p.replies[i] = p.replies[i], p.replies[0]
	}
	for i, a := range p.replies {
		p.probe[0] = p.play(p.probe[0], s, a)
		if p.losesAtOnce(p.probe[0]) {
			continue
		}
		*killer = a
		if i == 0 {
			return uint32(len(p.replies))
		}
		return threatened
	}
	return 0
}

// losesAtOnce reports whether the defender has lost by a reply, or will by the
// next move.
func (p *Prover) losesAtOnce(s env.State) bool {
	if r := s.Result(); r != env.Ongoing {
		return r == env.WinFor(p.attacker)
	}
	return s.ToMove() == p.attacker && p.winAtOnce(s) != none
}
