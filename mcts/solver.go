package mcts

import (
	"context"

	"ludens/env"
)

// proof is the result that best play for both sides reaches, if it is known,
// and in how many plies: a bound, since a search does not look for the
// shortest win once it has one.
//
// Proofs are carried up the tree as in MCTS-Solver (Winands, Björnsson and
// Saito 2008, "Monte-Carlo Tree Search Solver"), with draws, and with players
// compared where the paper negates every ply. A simulation ends at a proven
// move and returns the proven result; a move proven lost is not visited again.
type proof struct {
	result env.Result // Ongoing: nothing is proven
	plies  uint16
}

func (p proof) known() bool { return p.result != env.Ongoing }

// lostFor reports that player has lost for certain.
func (p proof) lostFor(player env.Player) bool { return p.result == env.WinFor(player.Other()) }

// rank orders what player can choose from: proven wins, the quickest first;
// then draws and whatever is not proven; then losses, the slowest first.
func (p proof) rank(player env.Player) int {
	const far = 1 << 16
	switch p.result {
	case env.WinFor(player):
		return far - int(p.plies)
	case env.WinFor(player.Other()):
		return int(p.plies) - far
	}
	return 0
}

// verdict gathers the proofs of a position's moves into its own.
type verdict struct {
	mover env.Player
	best  proof
	open  bool // some move is not proven
}

// hear takes note of the proof of one more move.
func (v *verdict) hear(p proof) {
	switch {
	case !p.known():
		v.open = true
	case !v.best.known() || p.rank(v.mover) > v.best.rank(v.mover):
		v.best = p
	}
}

// proof returns what follows for the position: a winning move proves it, and
// so does the best move once all are proven.
func (v *verdict) proof() proof {
	if !v.best.known() || v.open && v.best.result != env.WinFor(v.mover) {
		return proof{}
	}
	return proof{v.best.result, v.best.plies + 1}
}

// prove notes the proof of the last edge of path, and of those above it for
// which it follows.
func (t *Tree) prove(path []int32, p proof) {
	for i := len(path) - 1; p.known(); i-- {
		t.edges[path[i]].proof = p
		if i == 0 {
			return
		}
		p = t.solve(t.edges[path[i-1]].child)
	}
}

// solve returns what the moves of node n prove of it.
func (t *Tree) solve(n int32) proof {
	v := verdict{mover: t.nodes[n].mover}
	for _, e := range t.moves(n) {
		v.hear(e.proof)
	}
	return v.proof()
}

// Know takes note of a proof from elsewhere: that a, a legal action
// at the root, leads to r by best play, at most plies plies after it. What is
// proven already stays. A search must have begun. In a Gumbel search that has gone
// further, halving goes on with as many moves as before.
func (t *Tree) Know(a env.Action, r env.Result, plies int) {
	e := &t.edges[t.edgeOf(a)]
	if e.proof.known() {
		return
	}
	e.proof = proof{r, uint16(plies)}
	t.edges[0].proof = t.solve(0)
	if t.started == 0 {
		t.recordVisits()
	}
}

// glances is how many moves are played out between two looks at a context.
const glances = 16

// lookAhead plays every move of the root, and every reply if no move ends the
// game to the mover's liking, so that few simulations suffice to take a win in
// one and not to leave one: decisive and anti-decisive moves (Teytaud and
// Teytaud 2010, "On the huge benefit of decisive moves in Monte-Carlo tree
// search algorithms"). When ctx ends it leaves the moves that are left unproven.
func (t *Tree) lookAhead(ctx context.Context) {
	if t.cfg.Lookahead > 0 {
		t.probe(ctx, (*Tree).ended)
	}
	if t.cfg.Lookahead > 1 && t.solve(0).result != env.WinFor(t.nodes[0].mover) {
		t.probe(ctx, (*Tree).replies)
	}
	t.edges[0].proof = t.solve(0)
}

// probe asks what is known of the position behind each root move. A loss that
// a kept tree has proven may come sooner than it found out: it is asked, too.
func (t *Tree) probe(ctx context.Context, ask func(*Tree, context.Context, env.State) proof) {
	moves, mover := t.moves(0), t.nodes[0].mover
	for i := range moves {
		e := &moves[i]
		if e.proof.known() && (!e.proof.lostFor(mover) || e.proof.plies <= 1) {
			continue
		}
		if i%glances == 0 && ctx.Err() != nil {
			return
		}
		t.probed[0] = t.root.Copy(t.probed[0])
		t.probed[0].Play(e.action)
		if p := ask(t, ctx, t.probed[0]); p.known() {
			e.proof = p
		}
	}
}

// ended returns the result of s, if it has one that proves anything.
func (t *Tree) ended(_ context.Context, s env.State) proof {
	if r := s.Result(); r != env.Ongoing && t.final(s) {
		return proof{r, 0}
	}
	return proof{}
}

// replies returns what the moves of s prove of it that end the game. Where the
// game says which may win, the others are not looked at. Replies that are left when ctx
// ends are not proven.
func (t *Tree) replies(ctx context.Context, s env.State) proof {
	v := verdict{mover: s.ToMove()}
	if d, ok := s.(env.Decisive); ok {
		t.reply, v.open = d.Decisive(t.reply[:0]), true
	} else {
		t.reply = s.Legal(t.reply[:0])
	}
	for i, a := range t.reply {
		if i%glances == 0 && ctx.Err() != nil {
			return proof{}
		}
		t.probed[1] = s.Copy(t.probed[1])
		t.probed[1].Play(a)
		p := t.ended(ctx, t.probed[1])
		if p.result == env.WinFor(v.mover) {
			return proof{p.result, 1}
		}
		v.hear(p)
	}
	return v.proof()
}
