package kernel

import "unsafe"

// Slab is where the large buffers of one owner come from, such as a trainer's
// activations. The zero Slab is ready, and so is nil, which has no memory of its
// own. One goroutine at a time may Take.
//
// Its memory is Go's, in blocks that begin and end where pages of 2 MiB do, and
// the system is asked to back these with such pages (madvise, Linux): a step of
// training walks through hundreds of megabytes, which are tens of thousands of
// pages of 4 KiB to look up. Where the system refuses there are small pages, and
// nothing else changes. A block is free once no part of it is held.
//
// Neighbours begin an odd number of cache lines past a multiple of 4 KiB from one
// another, though their sizes mostly are such multiples: else reading one and
// writing another at the same place would meet in the same sets of a cache.
type Slab struct {
	rest []byte // of the last block
	size int    // of the last block
}

const (
	largePage    = 2 << 20
	largestBlock = 8 * largePage // of a block that holds several
	cacheLine    = 64
	apart        = 17 * cacheLine
)

// Take returns n zeros that begin on a cache line.
func Take[T Float](s *Slab, n int) []T {
	var number T
	bytes := n * int(unsafe.Sizeof(number))
	switch {
	case n == 0:
		return nil
	case s == nil:
		return floats[T](beginningOn(bytes, bytes+cacheLine, cacheLine))
	}
	return floats[T](s.take(bytes))
}

// floats returns bytes as numbers.
func floats[T Float](bytes []byte) []T {
	var number T
	return unsafe.Slice((*T)(unsafe.Pointer(&bytes[0])), len(bytes)/int(unsafe.Sizeof(number)))
}

// beginningOn returns n of size zeros, from a multiple of unit on.
func beginningOn(n, size, unit int) []byte {
	all := make([]byte, size)
	past := int(uintptr(unsafe.Pointer(&all[0])) % uintptr(unit))
	return all[(unit-past)%unit:][:n]
}

// take returns n bytes.
func (s *Slab) take(n int) []byte {
	if n > len(s.rest) {
		s.grow(n)
	}
	taken := s.rest[:n:n]
	s.rest = s.rest[min((n+cacheLine-1)/cacheLine*cacheLine+apart, len(s.rest)):]
	return taken
}

// grow begins a block with room for n bytes: twice as large as the last one, so
// that what is small stays small.
func (s *Slab) grow(n int) {
	s.size = max(min(2*s.size, largestBlock), (n+largePage-1)/largePage*largePage)
	s.rest = beginningOn(s.size, s.size+largePage, largePage)
	advise(s.rest)
}
