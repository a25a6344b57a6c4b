package alphabeta

import (
	"context"
	"math"
	"slices"

	"ludens/env"
)

// search returns the value of ply i's unfinished position for its mover,
// looking depth plies further: fail-soft principal variation search (Marsland
// and Campbell 1982). skip says that the mover may skip his turn.
func (ab *Agent) search(i, depth int, alpha, beta float32, skip bool) float32 {
	if ab.stopped() {
		return 0
	}
	if depth <= 0 {
		return ab.leaf(i, alpha, beta)
	}
	if soonest := won - float32(i+1)*hurry; soonest <= alpha {
		return soonest
	}
	here := &ab.plies[i]
	key := here.state.Key()
	known := ab.table.find(key)
	if v := fromTable(known.value, i); ab.answers(known, depth) && known.decides(v, alpha, beta) {
		return v
	}
	ab.look(here)
	if ab.cfg.Unguided && ab.knowsLoud && known.best == nothing && depth >= leastUnguided {
		depth--
	}
	if here.gauged = ab.margins && !here.pressed && beta <= above(alpha); here.gauged {
		ab.gauge(here, depth, beta)
		if v := ab.ahead(here, depth, beta); skip && v >= beta {
			return v
		}
	}
	if skip && ab.skips {
		if v := ab.skip(i, depth, alpha, beta); v >= beta {
			return v
		}
	}

	best, choice, loud, floor := -infinite, known.best, false, alpha
	if score, futile := ab.futile(here, depth, alpha, beta); futile {
		best = score
		here.legal = here.noisy(here.legal[:0])
	} else {
		here.legal = here.state.Legal(here.legal[:0])
	}
	ab.rank(i, known.best)
	for k := range here.moves {
		m := here.pick(k)
		if best > -glance && (ab.margins && here.late(m, k, depth, alpha, beta) || ab.loses(here, m, depth, alpha, beta)) {
			continue
		}
		if v := ab.child(i, k, depth, alpha, beta); v > best {
			best, choice, loud = v, m.action, m.loud
		}
		if ab.over {
			break
		}
		if alpha = max(alpha, best); alpha >= beta {
			ab.learn(i, k, depth)
			break
		}
	}
	if !ab.over {
		kind := kindOf(best, floor, beta)
		ab.correct(here, depth, best, kind, loud && kind != atMost)
		ab.table.store(bound{key: key, value: toTable(best, i), best: choice, depth: int8(depth), kind: kind})
	}
	return best
}

// stopped counts a position and reports whether there is no time for it.
func (ab *Agent) stopped() bool {
	if ab.over {
		return true
	}
	ab.nodes++
	ab.work++
	ab.over = ab.ended() || ab.most > 0 && ab.nodes > ab.most
	return ab.over
}

// glances is the work between two looks at the context.
const glances = 64

// wide is how many moves of a position count as one position more for each that is played:
// to play one may take as long as to list all.
const wide = 32

// outOfTime counts the work of playing one of that many moves and reports whether there is no
// time for it.
func (ab *Agent) outOfTime(moves int) bool {
	ab.work += moves / wide
	ab.over = ab.over || ab.ended()
	return ab.over
}

// ended looks now and then whether the context has ended, or the limit of the first ply.
func (ab *Agent) ended() bool {
	if ab.work-ab.looked < glances {
		return false
	}
	ab.looked = ab.work
	return ab.ctx.Err() != nil || ab.limit != nil && ab.work >= grace && ab.limit.Err() != nil
}

// answers reports whether what the table knows is worth a search of this depth.
func (ab *Agent) answers(known bound, depth int) bool {
	return known.kind != unknown && (int(known.depth) == depth || ab.deeper && int(known.depth) > depth)
}

// look asks the ply's game about its position.
func (ab *Agent) look(h *ply) {
	if ab.knowsLoud {
		h.noise = h.state.(env.Tactical)
		h.pressed = h.noise.Pressed()
	}
}

// child plays the k-th move of ply i and returns its value for the mover there.
// All but the first have to show by a null window, and late ones at a reduced
// depth, that they may be better.
func (ab *Agent) child(i, k, depth int, alpha, beta float32) float32 {
	here, next := &ab.plies[i], &ab.plies[i+1]
	if ab.outOfTime(len(here.legal)) {
		return 0
	}
	next.state = here.state.Copy(next.state)
	here.played = here.moves[k].action
	next.state.Play(here.played)
	if r := ab.outcome(next.state); r != env.Ongoing {
		return ending(r, here.state.ToMove(), i+1)
	}
	if k == 0 {
		return ab.below(i, depth-1, alpha, beta)
	}
	less, null := ab.reduction(i, k, depth), above(alpha)
	v := ab.below(i, depth-1-less, alpha, null)
	if less > 0 && v > alpha {
		v = ab.below(i, depth-1, alpha, null)
	}
	if v > alpha && v < beta {
		v = ab.below(i, depth-1, alpha, beta)
	}
	return v
}

// outcome returns the result of a position or, if that counts, what repeating it leads to.
func (ab *Agent) outcome(s env.State) env.Result {
	r := s.Result()
	if r == env.Ongoing && ab.twofold {
		r = s.(env.Recurrent).Recurs()
	}
	return r
}

// below searches ply i+1 and returns its value for the mover of ply i.
func (ab *Agent) below(i, depth int, alpha, beta float32) float32 {
	if ab.plies[i].state.ToMove() == ab.plies[i+1].state.ToMove() {
		return ab.search(i+1, depth, alpha, beta, true)
	}
	return -ab.search(i+1, depth, -beta, -alpha, true)
}

// learn notes that the k-th move of ply i cut, and those before it did not.
func (ab *Agent) learn(i, k, depth int) {
	h := &ab.plies[i]
	if h.moves[k].loud {
		return
	}
	p, before, by := h.state.ToMove(), ab.before(i), ab.bonus(depth)
	h.killers.add(h.moves[k].action)
	for j, m := range h.moves[:k+1] {
		if m.loud {
			continue
		}
		ab.history.learn(p, m.action, by, j == k)
		if before != nothing {
			x := &ab.replies.worth[place(p, before, m.action)]
			*x = int16(moved(int32(*x), by, j == k))
		}
	}
	if before != nothing {
		ab.replies.counter[p][before] = h.moves[k].action
	}
}

// reduction returns by how many plies less the k-th move of ply i, which has
// been played, is searched at first: the later the move and the deeper the
// search the more, but not if it is loud, a killer, presses or answers a threat. With
// Exchanges loud moves that lose are reduced, too; with Replies good ones less and bad ones more.
func (ab *Agent) reduction(i, k, depth int) int {
	h := &ab.plies[i]
	m := h.moves[k]
	if !ab.cfg.Reductions || !ab.knowsLoud || depth < 3 || k < 3 || h.pressed || m.loud && !(ab.exchanges && m.rank < 0) || m.rank >= rankKiller {
		return 0
	}
	if ab.plies[i+1].state.(env.Tactical).Pressed() {
		return 0
	}
	less := int(reductions[min(depth, MaxDepth)][min(k, len(reductions[0])-1)])
	if ab.replies != nil && !m.loud {
		less -= int(m.rank) / reducedBy
	}
	return max(0, min(less, depth-2))
}

// reducedBy is the rank of a quiet move that is searched a ply deeper, and of one that is a
// ply less.
const reducedBy = 10240 / historyStep

// leastUnguided is from which depth on a move to begin with is worth a ply.
const leastUnguided = 4

// reductions are 1/2 + ln(depth) ln(k) / 2, rounded down.
var reductions = func() (table [MaxDepth + 1][64]int8) {
	for depth := 1; depth < len(table); depth++ {
		for k := 1; k < len(table[0]); k++ {
			table[depth][k] = int8(0.5 + math.Log(float64(depth))*math.Log(float64(k))/2)
		}
	}
	return table
}()

// skip lets the mover skip his turn, in a null window, if that may be enough for
// beta, and returns what it found, or -infinite (null move: Donninger 1993).
func (ab *Agent) skip(i, depth int, alpha, beta float32) float32 {
	h := &ab.plies[i]
	if depth < 2 || beta > above(alpha) || decided(beta) || h.pressed || !ab.reached(h, beta) {
		return -infinite
	}
	next := &ab.plies[i+1]
	next.state = h.state.Copy(next.state)
	if !next.state.(env.Tactical).Skip() {
		return -infinite
	}
	h.played = nothing
	v := -ab.search(i+1, depth-3-depth/4, -beta, -alpha, false)
	if decided(v) { // by an opponent who has moved twice
		return min(v, beta)
	}
	return v
}

// futile reports whether no quiet move can raise the score to alpha at the last
// ply, and what the score is; with margins, at the last plies.
func (ab *Agent) futile(h *ply, depth int, alpha, beta float32) (score float32, futile bool) {
	if !ab.prunes || depth > ab.shallow() || beta > above(alpha) || h.pressed {
		return 0, false
	}
	if ab.margins {
		score = ofLogit(h.logit + ab.gained(depth))
	} else {
		score = ab.estimate(h.state)
	}
	return score, score <= alpha
}

// noisy appends the loud moves and those that may win at once.
func (h *ply) noisy(dst []env.Action) []env.Action {
	h.loud = h.noise.Loud(h.loud[:0])
	n, loud := len(dst), h.loud
	dst = h.state.(env.Decisive).Decisive(dst)
	dst = append(dst, loud...)
	slices.Sort(dst[n:])
	return dst[:n+len(slices.Compact(dst[n:]))]
}

// Choices searches as ActWithin does and then asks of each other move whether it loses
// little: margin at most and, where the choice wins or loses by force, nothing. Moves are
// those that do, the choice first, each with an equal share of the policy; those that
// nothing was found out about when limit ended are left out.
func (ab *Agent) Choices(ctx, limit context.Context, s env.State, margin float32) (env.Decision, error) {
	d, err := ab.ActWithin(ctx, limit, s)
	if err != nil {
		return d, err
	}
	least := d.Value
	if !decided(d.Value) {
		least = max(d.Value-margin, -glance) // what loses by force loses more
	}
	all := []env.Action{d.Action}
	for _, m := range ab.plies[0].moves {
		if ab.over {
			break
		}
		if m.action != d.Action && ab.reaches(m.action, d.Depth, least) {
			all = append(all, m.action)
		}
	}
	for _, a := range all {
		d.Moves = append(d.Moves, env.MoveStats{Action: a, Policy: 1 / float32(len(all)), Value: d.Value})
	}
	d.Simulations = ab.nodes
	return d, ctx.Err()
}

// reaches reports by a null window whether a move of the root, searched to a depth, is
// worth least or more.
func (ab *Agent) reaches(a env.Action, depth int, least float32) bool {
	here, next := &ab.plies[0], &ab.plies[1]
	next.state = here.state.Copy(next.state)
	next.state.Play(a)
	if r := next.state.Result(); r != env.Ongoing {
		return ending(r, here.state.ToMove(), 1) >= least
	}
	return ab.below(0, depth-1, -above(-least), least) >= least && !ab.over
}
