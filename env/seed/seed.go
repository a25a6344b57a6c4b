// Package seed hands out random streams named by path, never by order of
// asking: seed.New(7).At("game", 12).At("ply", 3) is the same stream at
// every call, in any order.
package seed

import "math/rand/v2"

// Seed names a random stream. It is a value: At makes a new one.
type Seed uint64

// New returns the root of all the streams of one run.
func New(n uint64) Seed { return Seed(Mix(n ^ 0x6c7564656e73)) }

// At returns the stream called name and i below s.
func (s Seed) At(name string, i int) Seed {
	h := uint64(s)
	for _, b := range []byte(name) {
		h = Mix(h ^ uint64(b))
	}
	return Seed(Mix(h ^ 0x100<<8 ^ uint64(i)<<16))
}

// Uint64 returns the stream's own number, fit to seed something else.
func (s Seed) Uint64() uint64 { return Mix(uint64(s)) }

// Rand returns a fresh generator at the start of the stream.
func (s Seed) Rand() *rand.Rand { return rand.New(rand.NewPCG(uint64(s), Mix(uint64(s)))) }

// Mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection
// whose every output bit depends on every input bit.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
