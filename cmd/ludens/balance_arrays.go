package main

import (
	"fmt"
	"slices"

	"ludens/env"
	"ludens/internal/exit"
)

// maxArrays is how many arrays are ranked at most.
const maxArrays = 100_000

// ranked is the flag of how many arrays there are.
func (b *balancing) ranked() amount { return amount{"arrays", b.arrays, 1, maxArrays} }

// readArrays returns the arrays of --array as the game writes them.
func (b *balancing) readArrays() (names []string, err error) {
	if err := b.oneStrength("arrays", "arrays are compared"); err != nil {
		return nil, err
	}
	g, ok := b.Game.(env.Arrayed)
	if !ok {
		return nil, nil // the study says why not
	}
	for _, text := range b.given {
		a, err := g.ParseArray(text)
		if err != nil {
			return nil, fmt.Errorf("--array: %w", err)
		}
		if slices.Contains(names, a) {
			return nil, exit.Usagef("--array %s is named twice", a)
		}
		names = append(names, a)
	}
	return names, nil
}
