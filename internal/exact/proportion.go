package exact

import (
	"ludens/solve"
	"ludens/stat"
)

// Proportion is k of n with its 95 % interval.
type Proportion struct {
	Positions int     `json:"positions"`
	Count     int     `json:"count"`
	Share     float64 `json:"share"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
}

// NewProportion returns count of that many positions, with Wilson's interval.
func NewProportion(count, positions int) Proportion {
	p := Proportion{Positions: positions, Count: count}
	if positions > 0 {
		p.Share = float64(count) / float64(positions)
	}
	p.Low, p.High = stat.Wilson(count, positions)
	return p
}

// Kept is in how many positions the move kept what the position was worth: of
// all, and of those in which a wrong move could be made.
type Kept struct {
	All      Proportion `json:"all"`
	Decisive Proportion `json:"decisive"`
}

func newKept(all, decisive solve.Tally) Kept {
	return Kept{NewProportion(all.Kept, all.Positions), NewProportion(decisive.Kept, decisive.Positions)}
}
