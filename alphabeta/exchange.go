package alphabeta

import "ludens/env"

// rankOfLoud ranks a loud move: by its gain or, where that is a loss on sight, by what the
// exchange brings.
func (ab *Agent) rankOfLoud(h *ply, a env.Action) int32 {
	gain := h.noise.Gain(a)
	if gain >= 0 || !ab.exchanges {
		return rankOfGain(gain)
	}
	if gain = h.state.(env.Exchanging).Exchange(a); gain > 0 {
		gain *= gainOfPawn
	}
	return rankOfGain(gain)
}

// gainOfPawn is what a captured pawn counts in Gain.
const gainOfPawn = 16

// lossPlies is up to which depth moves are left out that lose by an exchange.
const lossPlies = 6

// loses reports whether a move of a ply near the leaves loses too much by an exchange to be
// tried in a null window: a loud one more than a pawn a ply, a quiet one half as much.
func (ab *Agent) loses(h *ply, m move, depth int, alpha, beta float32) bool {
	switch {
	case !ab.exchanges || depth > lossPlies || h.pressed || beta > above(alpha) || m.rank >= rankKiller:
		return false
	case m.loud:
		return int(m.rank-rankLosing) < -depth
	}
	return h.state.(env.Exchanging).Exchange(m.action) < -depth/2
}
