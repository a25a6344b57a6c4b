package alphabeta

import (
	"math"
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

// Values are for the mover, in [-1, 1]: a win is worth 1 less hurry for each
// ply it takes, an unfinished position less than any win.
const (
	maxPly = 2 * MaxDepth // of a line, quiescence included

	won      = float32(1)
	hurry    = float32(1.0 / 2048)
	infinite = float32(2)
	// glance keeps an estimate below every win that a search can reach.
	glance = won - (maxPly+1)*hurry
)

// ending returns what a game that is over at ply i is worth to p.
func ending(r env.Result, p env.Player, i int) float32 {
	return r.For(p) * (won - float32(i)*hurry)
}

// estimate returns what an unfinished position is worth to its mover at a
// glance.
func (ab *Agent) estimate(s env.State) float32 {
	if ab.cfg.Evaluation != nil {
		return ofLogit(ab.cfg.Evaluation.Evaluate(s))
	}
	return glance * env.Estimate(s, s.ToMove())
}

// ofLogit returns the value x / (|x| + 2) of a logit x, which is as steep at 0 as the
// expected result, tanh(x/2), and still distinguishes large advantages.
func ofLogit(x float32) float32 { return glance * x / (max(x, -x) + 2) }

// Logit returns the logit of a value that is neither a win nor a loss.
func Logit(v float32) float32 {
	v = min(max(v/glance, -0.999), 0.999)
	return 2 * v / (1 - max(v, -v))
}

// raised returns the value that is by logits above v.
func raised(v, by float32) float32 { return ofLogit(Logit(v) + by) }

// decided reports whether v is a win or a loss.
func decided(v float32) bool { return v > glance || v < -glance }

// above returns the next value: [v, above(v)) holds v alone.
func above(v float32) float32 {
	switch b := math.Float32bits(v); {
	case v == 0:
		return math.SmallestNonzeroFloat32
	case v > 0:
		return math.Float32frombits(b + 1)
	default:
		return math.Float32frombits(b - 1)
	}
}

// toTable turns a win counted from the root into one counted from ply i, and
// fromTable back: the same position may be met at several plies.
func toTable(v float32, i int) float32   { return shiftWin(v, float32(i)*hurry) }
func fromTable(v float32, i int) float32 { return shiftWin(v, -float32(i)*hurry) }

func shiftWin(v, by float32) float32 {
	switch {
	case v > glance:
		return v + by
	case v < -glance:
		return v - by
	}
	return v
}
