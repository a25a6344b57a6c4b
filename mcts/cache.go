package mcts

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"ludens/env"
	"ludens/env/seed"
)

// Cache remembers the answers of another evaluator, of whom it may hold one
// network's only: new weights take a new Cache. Results are the same with and
// without it, since an evaluator's answer depends on the position alone.
type Cache struct {
	next   Evaluator
	slots  []answer
	shards [64]shard    // shards[i] guards slots[j] where j%64 == i
	known  atomic.Int64 // leaves answered from memory
	asked  atomic.Int64 // leaves passed on
	spares sync.Pool    // of *unknown
}

// answer is what is remembered of a position, at the slot its key leads to.
// The newest answer takes the slot.
type answer struct {
	key, moves uint64 // moves: a hash, so that equal keys of unequal positions show
	value      float32
	drawn      float32
	prior      []float32
}

// shard guards some of the slots and has room for their priors.
type shard struct {
	sync.Mutex
	room []float32
}

// unknown are the leaves of one call that the cache has no answer to.
type unknown struct {
	leaves []Leaf
	at     []int // their places among the leaves asked for
}

// NewCache returns a Cache of next that holds that many positions. It panics if
// there is no room for one.
func NewCache(next Evaluator, positions int) *Cache {
	if positions < 1 {
		panic(fmt.Sprintf("mcts: a cache of %d positions", positions))
	}
	return &Cache{next: next, slots: make([]answer, positions)}
}

// Evaluate answers what it remembers and asks the other evaluator the rest, in
// one call.
func (c *Cache) Evaluate(ctx context.Context, leaves []Leaf) error {
	u, _ := c.spares.Get().(*unknown)
	if u == nil {
		u = new(unknown)
	}
	defer c.put(u)
	for i := range leaves {
		if !c.recall(&leaves[i]) {
			u.leaves = append(u.leaves, leaves[i])
			u.at = append(u.at, i)
		}
	}
	c.known.Add(int64(len(leaves) - len(u.leaves)))
	c.asked.Add(int64(len(u.leaves)))
	if len(u.leaves) == 0 {
		return nil
	}
	if err := c.next.Evaluate(ctx, u.leaves); err != nil {
		return err
	}
	for j, i := range u.at {
		leaves[i].Value, leaves[i].Drawn = u.leaves[j].Value, u.leaves[j].Drawn
		c.remember(&leaves[i])
	}
	return nil
}

// put returns u to the pool without the states it points to.
func (c *Cache) put(u *unknown) {
	clear(u.leaves)
	u.leaves, u.at = u.leaves[:0], u.at[:0]
	c.spares.Put(u)
}

// Counts returns how many leaves were answered from memory, and how many not.
func (c *Cache) Counts() (hits, misses int64) {
	return c.known.Load(), c.asked.Load()
}

// recall fills the answer in, if it is known.
func (c *Cache) recall(l *Leaf) bool {
	key := l.State.Key()
	a, s := c.slot(key)
	s.Lock()
	known := a.key == key && len(a.prior) == len(l.Legal) && a.moves == hashMoves(l.Legal)
	if known {
		l.Value, l.Drawn = a.value, a.drawn
		copy(l.Prior, a.prior)
	}
	s.Unlock()
	return known
}

// remember keeps an answer.
func (c *Cache) remember(l *Leaf) {
	key, moves := l.State.Key(), hashMoves(l.Legal)
	a, s := c.slot(key)
	s.Lock()
	if cap(a.prior) < len(l.Prior) {
		a.prior = s.carve(max(len(l.Prior), 2*cap(a.prior)))
	}
	a.key, a.moves, a.value, a.drawn = key, moves, l.Value, l.Drawn
	a.prior = append(a.prior[:0], l.Prior...)
	s.Unlock()
}

// slot returns the one place where a position may be, and its shard.
func (c *Cache) slot(key uint64) (*answer, *shard) {
	i := seed.Mix(key) % uint64(len(c.slots))
	return &c.slots[i], &c.shards[i%uint64(len(c.shards))]
}

// carve returns room for at least n priors, a part of what is allocated for
// many positions at a time.
func (s *shard) carve(n int) []float32 {
	const line, lump = 16, 4096
	n = (n + line - 1) / line * line
	if len(s.room) < n {
		s.room = make([]float32, max(n, lump))
	}
	carved := s.room[:n:n]
	s.room = s.room[n:]
	return carved
}

// hashMoves hashes a list of moves: they are the digits of a number.
func hashMoves(legal []env.Action) uint64 {
	const base = 0x9e3779b97f4a7c15
	h := uint64(len(legal))
	for _, a := range legal {
		h = h*base + uint64(a)
	}
	return seed.Mix(h)
}
