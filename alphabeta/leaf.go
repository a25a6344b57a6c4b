package alphabeta

import "ludens/env"

// leaf judges ply i's unfinished position for its mover. It is the only place
// where leaves are judged: what lies within (alpha, beta) is exact, what lies
// outside a bound.
func (ab *Agent) leaf(i int, alpha, beta float32) float32 {
	if !ab.cfg.Quiescence || !ab.knowsLoud {
		return ab.estimate(ab.plies[i].state)
	}
	return ab.quiesce(i, alpha, beta)
}

// quiesce plays loud moves until none pays, and asks the table before.
func (ab *Agent) quiesce(i int, alpha, beta float32) float32 {
	s := ab.plies[i].state
	if i >= maxPly {
		return ab.estimate(s)
	}
	if !ab.cfg.Remembered {
		v, _ := ab.playOut(i, alpha, beta)
		return v
	}
	key := s.Key()
	known := ab.table.find(key)
	if v := fromTable(known.value, i); ab.answers(known, 0) && known.decides(v, alpha, beta) {
		return v
	}
	ab.plies[i].hint = known.best
	v, best := ab.playOut(i, alpha, beta)
	if !ab.over {
		ab.table.store(bound{key: key, value: toTable(v, i), best: best, kind: kindOf(v, alpha, beta)})
	}
	return v
}

// playOut plays loud moves until none pays: the mover may stop at any point
// and take the score as it stands, unless he is pressed. It returns the value, and the move
// that it is of.
func (ab *Agent) playOut(i int, alpha, beta float32) (best float32, choice env.Action) {
	h := &ab.plies[i]
	ab.look(h)
	best, choice = -infinite, nothing
	if h.pressed {
		h.legal = h.state.Legal(h.legal[:0])
		ab.rank(i, h.hint)
	} else {
		if best = ab.stand(h.state, alpha, beta); best >= beta {
			return best, nothing
		}
		ab.rankLoud(h)
	}
	alpha = max(alpha, best)
	for k := range h.moves {
		m := h.pick(k)
		if ab.cfg.Pruning && !h.pressed && m.rank < 0 {
			break
		}
		if v := ab.quietChild(i, m.action, alpha, beta); v > best {
			best, choice = v, m.action
		}
		if ab.over {
			break
		}
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	return best, choice
}

// quietChild plays a at ply i and returns its value for the mover there.
func (ab *Agent) quietChild(i int, a env.Action, alpha, beta float32) float32 {
	here, next := &ab.plies[i], &ab.plies[i+1]
	if ab.outOfTime(len(here.moves)) {
		return 0
	}
	next.state = here.state.Copy(next.state)
	next.state.Play(a)
	here.played = a
	me := here.state.ToMove()
	if r := next.state.Result(); r != env.Ongoing {
		return ending(r, me, i+1)
	}
	if ab.stopped() {
		return 0
	}
	if next.state.ToMove() == me {
		return ab.quiesce(i+1, alpha, beta)
	}
	return -ab.quiesce(i+1, -beta, -alpha)
}

// rankLoud makes the loud moves of h its moves.
func (ab *Agent) rankLoud(h *ply) {
	h.moves = h.moves[:0]
	h.loud = h.noise.Loud(h.loud[:0])
	for _, a := range h.loud {
		m := move{a, rankKnown, true}
		if a != h.hint {
			m.rank = ab.rankOfLoud(h, a)
		}
		h.moves = append(h.moves, m)
	}
}
