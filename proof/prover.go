// Package proof finds what can be forced: mates, escapes from them, the last
// plies of a game that is filling up.
//
// A question is a position and an attacker: can he force a win? The search is
// df-pn (Nagai 2002, "Df-pn algorithm for searching AND/OR trees and its
// applications"), E60 of docs/method.md, with the 1+epsilon trick (Pawlewicz and
// Lew 2007, "Improving depth-first PN-search: 1+epsilon trick") and first numbers
// that tell a check or a threat from a quiet move (df-pn+; Nagai and Imai 1999).
// Turns need not alternate: a position is the attacker's if it is his turn.
//
// # What a proof is worth
//
// A table of positions is not to be believed where a game has a history: the
// third occurrence draws, and the same position may be met by another path (the
// graph-history interaction problem; Kishimoto and Müller 2004, "A general
// solution to the graph history interaction problem"). So the table only
// proposes. The law is:
//
//	Nothing leaves the package that has not been replayed: the strategy, one move
//	in each position of its player, is played from the real position with its
//	real history against every reply, until each game has ended by the rules, as
//	was claimed.
//
// What leads back to a position of the path is neither won nor refuted; a proof
// cannot rest on it. What an earlier question refuted is forgotten, unless the
// game is Markovian (env.Spec); what it proved is tried again, and replayed again.
//
// A refutation is replayed, too: "he cannot force a win" is a strategy of the
// other side, which never loses. Endless play would refute, but it is nothing that
// a replay sees the end of: draws are proven where all games end.
//
// Spec.MaxPly is not a rule: a State does not know how long its record is. A proven
// win may thus come after a game has been cut off, which is then a truncation as
// it would be after any other move. Cetro's cap is a rule, known to its States: what
// it decides is proven like any other end.
//
// # What a proof costs
//
// A question may cost Config.Glance, and more only while an answer is near: while
// the proof number is small and won positions are met, up to Config.Nodes for all
// questions about a position; or where the game must soon be over (env.Bounded) and
// its smallest tree fits, up to Config.Endgame.
package proof

import (
	"context"
	"fmt"
	"math"
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

// Config says what a question may cost. The unit is a position made by a move, 10
// to 100 ns; to ask a position for its moves counts as four.
type Config struct {
	// Glance is what it may cost where no answer is near. Default 150.
	Glance int
	// Nodes is what it may cost while one is near, all questions about a position
	// together. Default 20,000.
	Nodes int
	// Endgame is what it may cost where the game must soon be over. Default 400,000.
	Endgame int
	// Entries of the table at most, a power of two; each takes 40 bytes. It begins
	// with 2,048 and grows as answers come near. Default 65,536.
	Entries int
}

// Defaults returns the configuration that its field comments describe: that of an
// agent with a hundred simulations.
func Defaults() Config {
	return Config{Glance: 150, Nodes: 20_000, Endgame: 400_000, Entries: 1 << 16}
}

// For returns the configuration beside a search of that many simulations: a glance
// costs as much as one or two of them with a small network, and an answer that is
// near no more than about all of them.
func For(simulations int) Config {
	cfg, n := Defaults(), min(max(simulations, 100), 1600)
	cfg.Glance *= n / 100
	cfg.Nodes *= n / 100
	return cfg
}

// Validate says in one line what is wrong with c, or returns nil.
func (c Config) Validate() error {
	switch {
	case c.Glance < 1 || c.Nodes < c.Glance || c.Endgame < c.Glance:
		return fmt.Errorf("proof: glance = %d, nodes = %d, endgame = %d, want at least 1, and the first the least", c.Glance, c.Nodes, c.Endgame)
	case c.Entries < smallest || c.Entries&(c.Entries-1) != 0:
		return fmt.Errorf("proof: entries = %d, want a power of two from %d on", c.Entries, smallest)
	}
	return nil
}

// smallest is with how many entries a table begins.
const smallest = 1 << 11

// The largest proof number at which an answer is near, and how many glances may
// go by before a won position is met.
const (
	smallNumber = 4
	patience    = 8
)

// near reports whether the proof number of a question, and what was met on the
// way, speak for a win.
func (p *Prover) near(pn uint32) bool {
	return pn <= smallNumber && (p.wins > 0 || p.work < patience*p.cfg.Glance)
}

// endsSoon reports whether the game must be over so soon that the smallest tree
// which could settle it, of b^(n/2) positions for n plies with b moves each (Knuth
// and Moore 1975, "An analysis of alpha-beta pruning"), fits Config.Endgame.
func (p *Prover) endsSoon(s env.State) bool {
	b, ok := s.(env.Bounded)
	if !ok {
		return false
	}
	p.replies = s.Legal(p.replies[:0])
	return float64(b.Left())/2*math.Log(float64(len(p.replies))) <= math.Log(float64(p.cfg.Endgame))
}
