package stat

import (
	"math/bits"
	"slices"
)

// Fraction chooses runs of a grid of factors with given numbers of levels, and returns
// the levels of every run. It is a fractional factorial design: from fewer runs than
// the grid has it lets main effects be estimated and, where runs allow, interactions
// of two.
//
// Where all factors have two levels and runs is a power of two, the design is regular:
// 2^(k-p) with the fewest words of three letters, and then of four (Fries and Hunter
// 1980, "Minimum aberration 2^(k-p) designs"; longer words do not matter here). Where
// the ways to choose are many, it is one with few. Else it is found by exchange, see
// scatter. Equal arguments have equal designs.
//
// runs must be more than the main effects, and fewer than the grid has.
func Fraction(levels []int, runs int) [][]int {
	two := !slices.ContainsFunc(levels, func(n int) bool { return n != 2 })
	if two && bits.OnesCount(uint(runs)) == 1 {
		return regular(len(levels), bits.TrailingZeros(uint(runs)))
	}
	return scatter(levels, runs)
}

// regular returns the 2^base runs of a design of k factors: base factors run through
// all their levels, each other is the parity of some of them.
func regular(k, base int) (runs [][]int) {
	columns := generators(k, base)
	for run := range 1 << base {
		levels := make([]int, k)
		for i, c := range columns {
			levels[i] = bits.OnesCount(uint(run&c)) % 2
		}
		runs = append(runs, levels)
	}
	return runs
}

// mostTried is how many choices of generators are compared at most.
const mostTried = 100_000

// generators returns for each factor the set of base factors whose parity it is. All
// choices are compared if they are few, else one column is chosen after the other.
func generators(k, base int) []int {
	var columns, words []int
	for i := range base {
		columns = append(columns, 1<<(base-1-i))
	}
	for size := base; size > 1; size-- { // long words first
		for c := 1; c < 1<<base; c++ {
			if bits.OnesCount(uint(c)) == size {
				words = append(words, c)
			}
		}
	}
	if choices(len(words), k-base) <= mostTried {
		best := append(slices.Clone(columns), words[:k-base]...)
		least := aberration(best)
		choose(columns, words, k, func(c []int) {
			if a := aberration(c); less(a, least) {
				best, least = slices.Clone(c), a
			}
		})
		return best
	}
	for len(columns) < k {
		columns = append(columns, shortest(columns, words))
	}
	return columns
}

// shortest returns the word that makes the best design of one more column.
func shortest(columns, words []int) (best int) {
	var least [2]int
	for _, w := range words {
		if slices.Contains(columns, w) {
			continue
		}
		if a := aberration(append(slices.Clone(columns), w)); best == 0 || less(a, least) {
			best, least = w, a
		}
	}
	return best
}

// choose visits all ways to make k columns by adding words.
func choose(columns, words []int, k int, visit func([]int)) {
	if len(columns) == k {
		visit(columns)
		return
	}
	for i := range words {
		choose(append(columns[:len(columns):len(columns)], words[i]), words[i+1:], k, visit)
	}
}

// choices returns n over k, or more than mostTried where it is more.
func choices(n, k int) int {
	c := 1
	k = min(k, n-k) // up to the half they only grow
	for i := range k {
		if c = c * (n - i) / (i + 1); c > mostTried*(k+1) {
			break
		}
	}
	return c
}

// aberration counts the words of three and of four letters: columns whose parities
// add up to nothing. With one of three a main effect is an interaction of two, with one
// of four two interactions of two are one.
func aberration(columns []int) (words [2]int) {
	pairs := map[int]int{}
	for i, c := range columns {
		for _, d := range columns[:i] {
			pairs[c^d]++
		}
	}
	for _, c := range columns {
		words[0] += pairs[c]
	}
	for _, n := range pairs {
		words[1] += n * (n - 1) / 2
	}
	return [2]int{words[0] / 3, words[1] / 3}
}

func less(a, b [2]int) bool { return slices.Compare(a[:], b[:]) < 0 }
