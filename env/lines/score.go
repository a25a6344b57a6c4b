package lines

import (
	"math"
	"math/bits"

	"ludens/env"
)

// Score implements env.Scored: who is nearer to a winning row, and to enough captures.
// Each place for a row of k cells without an enemy stone is worth 4^(n-k) to the side
// that has n > 0 stones there; captured stones are worth their share of what wins. With
// the sums a and b the score is (a - b) / (a + b + 1). Where rows lose, its sign turns.
func (s *State) Score(p env.Player) float32 {
	g, side := s.game, s.sideOf(p)
	score := g.balance(s.promise(side), s.promise(1-side))
	if g.capturing != nil {
		wins := float64(g.rules.CaptureWins)
		a, b := float64(s.captured[side])/wins, float64(s.captured[1-side])/wins
		score = (score + (a - b)) / 2
	}
	return float32(max(-1, min(1, score)))
}

// balance returns the score of a player whose rows promise a, and the other's b.
func (g *Game) balance(a, b float64) float64 {
	_, sign := g.aim()
	return sign * (a - b) / (a + b + 1)
}

// aim returns the length of the rows to be had, and 1, or to be avoided, and -1.
func (g *Game) aim() (length int, sign float64) {
	length = g.rules.Length
	switch {
	case g.verdicts[length] == winning:
		return length, 1
	case length < maxSide && g.verdicts[length+1] == winning:
		return length + 1, 1
	}
	return length, -1
}

// promise returns the sum over the places for a row of a side.
func (s *State) promise(side int8) float64 {
	g := s.game
	var own, free [2 * words]uint64 // nothing behind the board
	for i := range words {
		own[i], free[i] = s.stones[side][i], g.cells[i]&^s.stones[1-side][i]
	}
	return g.promise(own[:], free[:], g.words, g.steps)
}

// promise returns the sum over the places for a row, by the stones of a side and the
// cells without an enemy stone: words of both, and empty ones behind them.
func (g *Game) promise(own, free []uint64, words int, steps []int) (sum float64) {
	length, _ := g.aim()
	var places [maxSide + 1]int // for a row, by how many stones it has
	for _, step := range steps {
		for i := range words {
			row, count := ^uint64(0), [5]uint64{} // 64 places at a time; the stones of each by bits
			for n := 0; n < length && row != 0; n++ {
				at, shift := i+n*step>>6, n*step&63
				row &= free[at]>>shift | free[at+1]<<(64-shift)
				for bit, carry := 0, own[at]>>shift|own[at+1]<<(64-shift); carry != 0; bit++ {
					count[bit], carry = count[bit]^carry, count[bit]&carry
				}
			}
			for n := 1; n <= length && row != 0; n++ {
				places[n] += bits.OnesCount64(exactly(row, &count, n))
			}
		}
	}
	for n, many := range places[:length+1] {
		sum += float64(many) * math.Ldexp(1, 2*(n-length))
	}
	return sum
}

// exactly returns the bits of w where the count is n.
func exactly(w uint64, count *[5]uint64, n int) uint64 {
	for bit := range count {
		if n>>bit&1 != 0 {
			w &= count[bit]
		} else {
			w &^= count[bit]
		}
	}
	return w
}
