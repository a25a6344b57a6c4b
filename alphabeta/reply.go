package alphabeta

import "ludens/env"

// replies is how good quiet moves have been lately after the move before them, and which one
// was the last that cut (counter-moves, Uiterwijk 1992; continuation history of later engines).
// Moves share places by a hash of both.
type replies struct {
	worth   []int16 // in [-maxHistory, maxHistory]
	counter [2][]env.Action
}

const replyBits = 16

func newReplies(actions int) *replies {
	r := &replies{worth: make([]int16, 1<<replyBits)}
	for p := range r.counter {
		r.counter[p] = make([]env.Action, actions)
		for a := range r.counter[p] {
			r.counter[p][a] = nothing
		}
	}
	return r
}

// place is that of p's answer a to a move.
func place(p env.Player, before, a env.Action) uint32 {
	return (uint32(before+1)*0x9E3779B1 ^ uint32(a+1)*0x85EBCA6B ^ uint32(p)*0xC2B2AE35) * 0x27D4EB2F >> (32 - replyBits)
}

// before returns the move that led to ply i, or nothing.
func (ab *Agent) before(i int) env.Action {
	if i == 0 || ab.replies == nil {
		return nothing
	}
	return ab.plies[i-1].played
}

// bonus is how far a cut at a depth moves the figures of moves.
func (ab *Agent) bonus(depth int) int32 {
	if ab.replies != nil {
		return int32(min(160*depth, 1600))
	}
	return int32(min(depth*depth, 400))
}

// moved returns a figure in [-maxHistory, maxHistory] moved towards good or bad.
func moved(x, by int32, good bool) int32 {
	if x -= x * by / maxHistory; good {
		return x + by
	}
	return x - by
}
