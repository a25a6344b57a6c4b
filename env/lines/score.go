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
	length, sign := s.game.aim()
	side := s.sideOf(p)
	a, b := s.promise(side, length), s.promise(1-side, length)
	score := sign * (a - b) / (a + b + 1)
	if s.game.capturing != nil {
		wins := float64(s.game.rules.CaptureWins)
		a, b := float64(s.captured[side])/wins, float64(s.captured[1-side])/wins
		score = (score + (a - b)) / 2
	}
	return float32(max(-1, min(1, score)))
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

// promise returns the sum over the places for a row of length cells.
func (s *State) promise(side int8, length int) (sum float64) {
	g := s.game
	for _, step := range g.steps {
		free := g.cells.minus(s.stones[1-side])
		row := free
		var count [5]set // of own stones, by bits
		for i := range length {
			row = row.and(free.ahead(i * step))
			carry := s.stones[side].ahead(i * step)
			for bit := range count {
				count[bit], carry = count[bit].xor(carry), count[bit].and(carry)
				if carry.empty() {
					break
				}
			}
		}
		for n := 1; n <= length; n++ {
			sum += float64(row.with(&count, n)) * math.Ldexp(1, 2*(n-length))
		}
	}
	return sum
}

// with returns for how many places of s the count is n.
func (s set) with(count *[5]set, n int) (places int) {
	for i, w := range s {
		for bit := range count {
			if n>>bit&1 != 0 {
				w &= count[bit][i]
			} else {
				w &^= count[bit][i]
			}
		}
		places += bits.OnesCount64(w)
	}
	return places
}
