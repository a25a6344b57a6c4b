// Package kernel holds the inner loops of the networks, as plain as Go can say
// them without being slow.
//
// Activations of the trunk live on a [Board]: channels last, with a border of
// zeros, so that a 3x3 convolution never asks where the edge is. Heads work on
// matrices of n rows. Every result of a row is computed from that row alone and
// in one fixed order of additions, so that it does not depend, to the last bit,
// on the rest of its batch, on the number of workers, or on the architecture:
// products that a compiler could fuse with the following addition are rounded
// explicitly, T(a*b) + c.
//
// Functions trust their callers: lengths and shapes are laws in the comments,
// and breaking one panics with an index out of range.
package kernel

// Float is what networks count in: float32 at work, float64 where a gradient is
// held against differences.
type Float interface{ float32 | float64 }

// Lanes is how many outputs the inner loops compute side by side. Packed
// weights are padded with zeros to a multiple of it.
const Lanes = 4

// lanes rounds n up to whole groups of Lanes, and returns their number.
func lanes(n int) int { return (n + Lanes - 1) / Lanes }
