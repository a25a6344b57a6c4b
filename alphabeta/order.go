package alphabeta

import "ludens/env"

// move is a legal move and how soon it is tried: the larger its rank the
// sooner.
type move struct {
	action env.Action
	rank   int32
	loud   bool
}

// Ranks: the table's move, loud moves by their gain, the killers, quiet moves by
// their history, and then the loud moves that are likely to lose something.
const (
	rankKnown  int32 = 1 << 30
	rankLoud   int32 = 1 << 28
	rankKiller int32 = 1 << 26
	rankLosing int32 = -1 << 26

	maxHistory = 1 << 14
	maxGain    = 1 << 24
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

// learn moves the figure of a towards good or bad, the deeper the search the
// further.
func (h *history) learn(p env.Player, a env.Action, depth int, good bool) {
	by := int32(min(depth*depth, 400))
	x := &h[p][a]
	if *x -= *x * by / maxHistory; good {
		*x += by
	} else {
		*x -= by
	}
}

// rank gives the legal moves of ply i, which are in h.legal, their ranks.
func (ab *Agent) rank(i int, known env.Action) {
	h := &ab.plies[i]
	h.moves = h.moves[:0]
	if h.loud = h.loud[:0]; h.noise != nil {
		h.loud = h.noise.Loud(h.loud)
	}
	loud := h.loud
	p := h.state.ToMove()
	for _, a := range h.legal {
		m := move{action: a}
		if len(loud) > 0 && loud[0] == a {
			m.loud, m.rank = true, rankOfGain(h.noise.Gain(a))
			loud = loud[1:]
		} else if a == h.killers[0] {
			m.rank = rankKiller + 1
		} else if a == h.killers[1] {
			m.rank = rankKiller
		} else {
			m.rank = ab.history[p][a]
		}
		if a == known {
			m.rank = rankKnown
		}
		h.moves = append(h.moves, m)
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
	h.moves[k], h.moves[best] = h.moves[best], h.moves[k]
	return h.moves[k]
}
