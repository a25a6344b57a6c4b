package alphabeta

import (
	"unsafe"

	"ludens/env"
)

// bound is what the table knows of a position: a value for its mover that is
// exact, or only at least or at most that.
type bound struct {
	key   uint64
	value float32
	best  env.Action
	depth int8
	kind  kind
	age   uint8 // the search that found it, modulo 256
}

type kind uint8

const (
	unknown kind = iota
	exact
	atLeast
	atMost
)

// decides reports whether a known value settles a search with this window.
func (b bound) decides(v, alpha, beta float32) bool {
	return b.kind == exact || b.kind == atLeast && v >= beta || b.kind == atMost && v <= alpha
}

func kindOf(v, alpha, beta float32) kind {
	switch {
	case v <= alpha:
		return atMost
	case v >= beta:
		return atLeast
	}
	return exact
}

// bucket has room for two positions: the one that was searched deepest, and
// the latest other one.
type bucket struct{ deep, late bound }

// table remembers positions (Zobrist 1970; two to a bucket: Breuker, Uiterwijk
// and van den Herik 1996, "TwoDeep"). It grows while it fills.
type table struct {
	buckets []bucket // a power of two
	most    int      // buckets at the end of its growth
	found   int      // bounds that the search of now has put into it
	age     uint8
}

const leastBuckets = 1 << 13

// newTable returns a table that may grow to that many megabytes.
func newTable(megabytes int) *table {
	most := leastBuckets
	for 2*most*int(unsafe.Sizeof(bucket{})) <= megabytes<<20 {
		most *= 2
	}
	return &table{buckets: make([]bucket, leastBuckets), most: most}
}

func (t *table) bucket(key uint64) *bucket { return &t.buckets[key&uint64(len(t.buckets)-1)] }

// find returns what is known of a position, or an unknown bound.
func (t *table) find(key uint64) bound {
	switch b := t.bucket(key); {
	case b.deep.kind != unknown && b.deep.key == key:
		return b.deep
	case b.late.kind != unknown && b.late.key == key:
		return b.late
	}
	return bound{best: nothing}
}

// nothing is the best move where none is known.
const nothing env.Action = -1

// store notes b as found by the search of now.
func (t *table) store(b bound) {
	b.age = t.age
	t.put(b)
	if t.found > len(t.buckets) && len(t.buckets) < t.most { // half full
		t.grow()
	}
}

// begin begins another search.
func (t *table) begin() {
	t.age++
	t.found = 0
}

// put gives b the place of its own earlier bound, or that of the deep one if
// that is no deeper or of an earlier search, or else that of the late one.
func (t *table) put(b bound) {
	at := t.bucket(b.key)
	switch {
	case at.deep.key == b.key && at.deep.kind != unknown:
		at.deep = b
		return
	case b.depth >= at.deep.depth || b.age != at.deep.age:
		at.deep, at.late = b, at.deep
	default:
		at.late = b
	}
	t.found++
}

// grow makes the table four times as large, or as large as it may get.
func (t *table) grow() {
	old := t.buckets
	t.buckets, t.found = make([]bucket, min(4*len(old), t.most)), 0
	for _, b := range old {
		for _, known := range [...]bound{b.late, b.deep} {
			if known.kind != unknown {
				t.put(known)
			}
		}
	}
}
