package proof

import (
	"context"
	"slices"

	"ludens/env"
)

// Prover searches the positions of a game for proofs. It is used by one
// goroutine at a time. What it answers depends on the questions since Reset.
type Prover struct {
	cfg     Config
	history bool // equal positions may have different histories
	table   table
	levels  []level

	ctx      context.Context
	attacker env.Player // of the question
	about    uint64     // the position that questions are about
	left     int        // of Config.Nodes, for more questions about it
	work     int        // positions made for this one
	wins     int        // of them: won by the attacker, or in one
	limit    int        // and where to stop
	depth    int        // plies at most
	stopped  bool
	seen     int  // positions made, of all questions
	ended    bool // ctx: what is left of the question is unknown

	next    env.State     // scratch of after
	killer  [2]env.Action // by attacker: the reply that last parried what he tried
	probe   [2]env.State  // scratch of leaves
	replies []env.Action
	winning []env.Action
}

// New returns a prover for games of g. It panics if cfg is not valid.
func New(g env.Game, cfg Config) *Prover {
	if err := cfg.Validate(); err != nil {
		panic(err)
	}
	p := &Prover{cfg: cfg, history: !g.Spec().Markovian, levels: make([]level, deepest+2)}
	p.table.grow(smallest)
	p.Reset()
	return p
}

// Reset forgets everything.
func (p *Prover) Reset() {
	p.table.forget()
	p.killer = [2]env.Action{none, none}
	p.left = p.cfg.Nodes
}

// Root returns what is proven of the moves of s, an unfinished position: a move
// that wins; or, if it is proven that there is none, the moves that draw and
// lose. Where no answer is near it returns nothing, and soon. When ctx ends it
// returns what it has found.
func (p *Prover) Root(ctx context.Context, s env.State) []env.Proof {
	p.ctx, p.about, p.left = ctx, s.Key(), p.cfg.Nodes
	me := s.ToMove()
	switch line, a := p.find(s, me, true); a {
	case yes:
		return []env.Proof{{Action: line[0], Result: env.WinFor(me), Plies: p.levels[0].plies - 1, Line: line}}
	case no:
		return p.winless(s)
	}
	return nil
}

// winless returns what is proven of the moves of s, none of which wins.
func (p *Prover) winless(s env.State) (proofs []env.Proof) {
	for _, a := range s.Legal(nil) {
		if p.ctx.Err() != nil {
			break
		}
		if f := p.after(s, a, true); f.Result != env.Ongoing {
			proofs = append(proofs, f)
		}
	}
	return proofs
}

// Move returns what is proven of a legal move of s: that it loses, or how it ends
// the game. Result is Ongoing if nothing is.
func (p *Prover) Move(ctx context.Context, s env.State, a env.Action) env.Proof {
	p.ctx = ctx
	if key := s.Key(); key != p.about {
		p.about, p.left = key, p.cfg.Nodes
	}
	return p.after(s, a, false)
}

// after returns what is proven of a move. If it is known not to win, that it
// cannot lose makes it a draw.
func (p *Prover) after(s env.State, a env.Action, winless bool) env.Proof {
	p.next = s.Copy(p.next)
	p.next.Play(a)
	if r := p.next.Result(); r != env.Ongoing {
		return env.Proof{Action: a, Result: r, Line: []env.Action{a}}
	}
	opponent := s.ToMove().Other()
	f := env.Proof{Action: a}
	switch line, found := p.find(p.next, opponent, winless); found {
	case yes:
		f.Result, f.Line = env.WinFor(opponent), line
	case no:
		f.Result, f.Line = env.Drawn, line
	default:
		return f
	}
	f.Plies, f.Line = p.levels[0].plies, slices.Insert(f.Line, 0, a)
	return f
}

// answer is that to a question.
type answer int

const (
	unknown answer = iota
	beyond         // unknown, but it may be near
	yes
	no
)

// find asks whether attacker can force a win in s, and replays the answer. It
// returns the longest play. A refutation is unknown unless it is wanted. A
// strategy that does not stand the replay rests on what belongs to another
// history: that is forgotten, and the question put once more.
func (p *Prover) find(s env.State, attacker env.Player, refute bool) ([]env.Action, answer) {
	for range 2 {
		p.pose(s, attacker)
		a := p.ask()
		p.left = max(p.cfg.Glance, p.left-p.work)
		if a < yes || a == no && !refute {
			return nil, unknown
		}
		c := claim{attacker, true}
		if a == no {
			c = claim{attacker.Other(), false}
		}
		if p.replay(c) {
			return slices.Clone(p.levels[0].line), a
		}
		if p.work >= p.limit || p.ctx.Err() != nil {
			break
		}
		p.table.forget()
	}
	return nil, unknown
}

// pose puts a question.
func (p *Prover) pose(s env.State, attacker env.Player) {
	p.table.turn++
	p.attacker, p.work, p.wins, p.ended = attacker, 0, 0, p.ctx.Err() != nil
	root := &p.levels[0]
	root.state = s.Copy(root.state)
	root.key = p.keyOf(root.state)
}

// ask searches for the answer for as long as one is near: first for a short one,
// which is easily lost sight of among long ones that look as good.
func (p *Prover) ask() answer {
	if p.endsSoon(p.levels[0].state) {
		return p.deepen(deepest, p.cfg.Endgame, func(uint32) bool { return true })
	}
	a := p.deepen(shallow, p.left/2, p.near)
	if a != beyond {
		return a
	}
	p.table.turn++
	return p.deepen(deepest, p.left, p.near)
}

// deepen searches depth plies deep, and goes on while an answer is near. It is
// beyond if it then lies beyond the depth or the budget.
func (p *Prover) deepen(depth, budget int, near func(pn uint32) bool) answer {
	p.depth = depth
	for p.limit = p.work + p.cfg.Glance; ; p.limit = min(2*p.limit, budget) {
		p.stopped = false
		pn, dn := p.search(0, never, never)
		switch {
		case pn == 0:
			return yes
		case dn == 0:
			return no
		case p.ctx.Err() != nil || !near(pn):
			return unknown
		case !p.stopped || p.limit >= budget:
			return beyond
		}
		p.table.grow(min(p.cfg.Entries, 2*len(p.table.entries)))
	}
}
