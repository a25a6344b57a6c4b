package alphabeta

import "ludens/env"

// move is a legal move and how soon it is tried: the larger its rank the
// sooner.
type move struct {
	action env.Action
	rank   int32
	loud   bool
}

// Ranks: the table's move, loud moves by their gain, the killers and the counter-move,
// quiet moves by their history, and then the loud moves that are likely to lose something.
const (
	rankKnown  int32 = 1 << 30
	rankLoud   int32 = 1 << 28
	rankKiller int32 = 1 << 26
	rankLosing int32 = -1 << 26

	maxHistory  = 1 << 14
	historyStep = 1 << 4 // smaller differences leave moves in the game's own order
	maxGain     = 1 << 24
)

// killers are the last two quiet moves that cut at a ply.
type killers [2]env.Action

func (k *killers) add(a env.Action) {
	if k[0] != a {
		k[0], k[1] = a, k[0]
	}
}

// history is how often a quiet move has been good lately, by player and action,
// in [-maxHistory, maxHistory].
type history [2][]int32

// learn moves the figure of a towards good or bad.
func (h *history) learn(p env.Player, a env.Action, by int32, good bool) {
	h[p][a] = moved(h[p][a], by, good)
}

// rank gives the legal moves of ply i, which are in h.legal, their ranks.
func (ab *Agent) rank(i int, known env.Action) {
	h := &ab.plies[i]
	p, before := h.state.ToMove(), ab.before(i)
	history, counter := ab.history[p], nothing
	if before != nothing {
		counter = ab.replies.counter[p][before]
	}
	h.moves = h.moves[:0]
	for _, a := range h.legal {
		x := history[a]
		if before != nothing {
			x += int32(ab.replies.worth[place(p, before, a)])
		}
		m := move{action: a, rank: x / historyStep}
		if a == counter {
			m.rank = rankKiller
		}
		if a == known {
			m.rank = rankKnown
		}
		h.moves = append(h.moves, m)
	}
	if ab.knowsLoud {
		ab.rankNoise(h)
	}
}

// rankNoise ranks the loud moves and the killers.
func (ab *Agent) rankNoise(h *ply) {
	h.loud = h.noise.Loud(h.loud[:0])
	loud := h.loud
	for j := range h.moves {
		m := &h.moves[j]
		rank := m.rank
		switch {
		case len(loud) > 0 && loud[0] == m.action: // both in increasing order
			m.loud, rank = true, ab.rankOfLoud(h, m.action)
			loud = loud[1:]
		case m.action == h.killers[0]:
			rank = rankKiller + 2
		case m.action == h.killers[1]:
			rank = rankKiller + 1
		}
		if m.rank != rankKnown {
			m.rank = rank
		}
	}
}

func rankOfGain(gain int) int32 {
	gain = min(max(gain, -maxGain), maxGain)
	if gain < 0 {
		return rankLosing + int32(gain)
	}
	return rankLoud + int32(gain)
}

// pick brings the move of highest rank among moves[k:] to k and returns it.
func (h *ply) pick(k int) move {
	best := k
	for j := k + 1; j < len(h.moves); j++ {
		if h.moves[j].rank > h.moves[best].rank {
			best = j
		}
	}
	m := h.moves[best]
	copy(h.moves[k+1:best+1], h.moves[k:best])
	h.moves[k] = m
	return m
}
