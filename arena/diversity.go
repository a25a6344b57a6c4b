package arena

import (
	"maps"
	"math"
	"slices"

	"ludens/stat"
)

// Diversity is how differently games begin.
type Diversity struct {
	Plies   int     // of a game that are looked at, together with where it began
	Random  int     // of these, how many at most the opening played
	Starts  int     // different start positions
	Entropy Measure // of the beginnings, nats: 0 if all are alike
}

// Like returns as if from how many equally likely beginnings the games began.
func (d Diversity) Like() Measure {
	return Measure{math.Exp(d.Entropy.Value), math.Exp(d.Entropy.Low), math.Exp(d.Entropy.High)}
}

// openingPlies make the beginning of a game.
const openingPlies = 4

// diversityOf estimates the entropy of beginnings (Miller 1955, "Note on the
// bias of information estimates", for what few games miss of it):
//
//	H = - sum p ln p + (K - 1) / 2N,   of N games with K different beginnings
//
// with the interval of the standard error of -ln p. Where most of the games that
// were not played would begin as none did (Good 1953: the share of beginnings
// met once), nothing is known above H.
func diversityOf(traces []trace) Diversity {
	d := Diversity{Plies: openingPlies}
	counts, starts := map[string]int{}, map[uint64]bool{}
	for _, t := range traces {
		d.Random = max(d.Random, min(t.Opening, openingPlies))
		counts[t.line(openingPlies)]++
		starts[t.start] = true
	}
	d.Starts = len(starts)
	d.Entropy = entropyOf(slices.Sorted(maps.Values(counts)))
	return d
}

// entropyOf estimates the entropy of beginnings from how often each was met, in
// increasing order.
func entropyOf(sizes []int) Measure {
	games := 0
	for _, size := range sizes {
		games += size
	}
	if games == 0 {
		return Measure{0, 0, math.Inf(1)}
	}
	n, once := float64(games), 0
	h, square := stat.Entropy(sizes), 0.0
	for _, size := range sizes {
		p := float64(size) / n
		square += p * math.Log(p) * math.Log(p)
		if size == 1 {
			once++
		}
	}
	m := normal(h+float64(len(sizes)-1)/(2*n), math.Sqrt(max(0, square-h*h)/n))
	m.Low = max(0, m.Low)
	if 2*once > games {
		m.High = math.Inf(1)
	}
	return m
}
