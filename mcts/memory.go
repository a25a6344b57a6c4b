package mcts

import "reflect"

// Sizes in bytes of what a search and a cache are made of.
var (
	nodeBytes   = sizeOf[node]()
	edgeBytes   = sizeOf[edge]()
	flightBytes = sizeOf[flight]()
	answerBytes = sizeOf[answer]()
)

func sizeOf[T any]() float64 { return float64(reflect.TypeFor[T]().Size()) }

// TreeBytes returns about how many bytes a [Tree] takes at most, in a game whose
// positions have that many moves on average.
func (c Config) TreeBytes(moves float64) float64 {
	const arenas, action = 2, 8 // the tree, and what of it is kept; a legal move and its prior
	tree := arenas * float64(c.Simulations) * (nodeBytes + moves*(edgeBytes+action))
	return tree + float64(max(1, c.Leaves))*(flightBytes+moves*action)
}

// CacheBytes returns how many bytes a [Cache] of that many positions takes, of
// which some are remembered with that many moves on average.
func CacheBytes(positions, remembered, moves float64) float64 {
	const prior = 4
	return positions*answerBytes + min(positions, remembered)*moves*prior
}
