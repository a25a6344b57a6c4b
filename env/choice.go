package env

import (
	"math"
	"math/bits"
)

// Choices numbers the sets of k squares among n: the combinatorial number system (Lehmer
// 1964). Choices[n][k] is how many there are; the greatest number stands for more.
type Choices [][]uint64

// NewChoices returns the numbers for up to n squares and k of them.
func NewChoices(n, k int) Choices {
	c := make(Choices, n+1)
	for i := range c {
		c[i] = make([]uint64, k+1)
		c[i][0] = 1
		for j := 1; i > 0 && j <= k; j++ {
			sum, over := bits.Add64(c[i-1][j-1], c[i-1][j], 0)
			if over > 0 {
				sum = math.MaxUint64
			}
			c[i][j] = sum
		}
	}
	return c
}

// Rank numbers a set among those of as many squares of free, and takes it out of free.
//
//	set, free: words of 64 squares, the same number of both
func (c Choices) Rank(set, free []uint64) (r uint64) {
	k, below := 1, 0
	for w, word := range set {
		for rest := word; rest != 0; rest &= rest - 1 {
			at := below + bits.OnesCount64(free[w]&(rest&-rest-1))
			r += c[at][k]
			k++
		}
		below += bits.OnesCount64(free[w])
		free[w] &^= word
	}
	return r
}

// Unrank is the inverse of Rank for k squares, which it adds to set and takes out of free.
func (c Choices) Unrank(r uint64, k int, set, free []uint64) {
	at := 0
	for _, word := range free {
		at += bits.OnesCount64(word)
	}
	for w := len(free) - 1; w >= 0; w-- {
		for rest := free[w]; rest != 0 && k > 0; {
			top := uint64(1) << (63 - bits.LeadingZeros64(rest))
			rest &^= top
			at--
			if n := c[at][k]; n <= r {
				r -= n
				k--
				set[w] |= top
				free[w] &^= top
			}
		}
	}
}
