package solve

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"
)

// kernel looks at the moves of a block of positions. It is used by one
// goroutine.
type kernel struct {
	// By whether moves yield: who has one, and who has one that is good.
	any, good [2]block

	none  block // positions without a move
	bound block // those of bound movers with a good move, or a good pass
	free  block // those of free movers
}

// scan looks at the positions of row m, block b. A move is good if children has,
// after flipping all bits, the position after it.
func (k *kernel) scan(s *Pairs, m, b int, children *matrix, flip uint64) {
	k.any, k.good = [2]block{}, [2]block{}
	for _, step := range s.steps[m] {
		class := 0
		if step.Yields {
			class = 1
		}
		over := anywhere
		if step.Over >= 0 {
			over = step.Over
		}
		k.any[class].follow(&k.good[class], s.squares.block(step.Into, b), s.squares.block(over, b), children.block(step.To, b), flip)
	}
	pass := children.block(m, b)
	for w := range k.none {
		k.none[w] = ^(k.any[0][w] | k.any[1][w])
		good := k.good[0][w] | k.none[w]&(pass[w]^flip)
		k.free[w] = good | k.good[1][w]
		k.bound[w] = good | k.good[1][w]&^k.any[0][w]
	}
}

// follow adds one move.
func (any *block) follow(good, into, over, after *block, flip uint64) {
	for w := range any {
		legal := over[w] &^ into[w]
		any[w] |= legal
		good[w] |= legal & (after[w] ^ flip)
	}
}

// begin finds the positions of level 0: those in which the game is over.
func (s *Pairs) begin() {
	var all sync.Mutex
	s.rows(func(k *kernel, m int) {
		absent, over := s.beginRow(k, m)
		all.Lock()
		defer all.Unlock()
		s.tally.Absent += absent
		s.tally.Over += over
	})
	s.tally.Bound.ByLevel, s.tally.Free.ByLevel = []uint64{0}, []uint64{0}
}

func (s *Pairs) beginRow(k *kernel, m int) (absent, over uint64) {
	for b := range s.before[m] {
		var found block
		s.vacant(m, b, &found)
		if s.pairing.Goal(m) {
			s.settle(m, b, &found, noPosition)
			absent += uint64(found.count())
		} else {
			k.scan(s, m, b, s.won, 0) // who can move does not depend on it; lost is being written
			s.keepOver(m, b, &found, &k.none)
			s.settle(m, b, &found, gameOver)
			over += uint64(found.count())
		}
		if s.freeDecided != nil {
			*s.freeDecided.block(m, b) = *s.decided.block(m, b)
		}
	}
	return absent, over
}

// keepOver leaves of a block the positions in which the game is over, if its
// mover has no move in those of none.
func (s *Pairs) keepOver(m, b int, found, none *block) {
	for w, goal := range s.squares.block(goals, b) {
		for stuck := found[w] & none[w] &^ goal; stuck != 0; stuck &= stuck - 1 {
			if bit := bits.TrailingZeros64(stuck); s.cannotMove(b*columns+w*64+bit, m) {
				goal |= 1 << bit
			}
		}
		found[w] &= goal
	}
}

// Next works out the next level. It returns how many positions of bound movers
// are of it; after a level without any there is no other.
func (s *Pairs) Next() uint64 {
	level := s.tally.Level + 1
	var all sync.Mutex
	var bound, free finding
	s.rows(func(k *kernel, m int) {
		b, f := s.nextRow(k, m, level)
		all.Lock()
		defer all.Unlock()
		bound.add(b)
		free.add(f)
	})
	if s.freeDecided == nil { // nothing yields
		free = bound
	}
	_, _, news := s.children(level)
	clear(news)
	s.tally.Bound.add(bound)
	s.tally.Free.add(free)
	s.tally.Level, s.tally.Done = level, bound.count == 0
	return bound.count
}

// children returns what a level follows from: in which positions a move is good,
// after flipping the bits, and where these have changed.
func (s *Pairs) children(level int) (after *matrix, flip uint64, news changes) {
	if level%2 == 1 {
		return s.lost, 0, s.lostNews
	}
	return s.won, ^uint64(0), s.wonNews
}

// nextRow settles the positions of a row that are of a level, and says which
// those are of bound and of free movers.
func (s *Pairs) nextRow(k *kernel, m, level int) (bound, free finding) {
	after, flip, news := s.children(level)
	changed := news[m]
	for _, step := range s.steps[m] {
		changed |= news[step.To]
	}
	v := worth(level)
	if level%2 == 0 {
		v = -v
	}
	for ; changed != 0; changed &= changed - 1 {
		b := bits.TrailingZeros64(changed)
		if s.settled(m, b) {
			continue
		}
		k.scan(s, m, b, after, flip)
		if s.freeDecided != nil {
			decided := s.freeDecided.block(m, b)
			k.free.keepNew(decided, flip)
			free.add(s.finding(m, b, &k.free))
			decided.add(&k.free)
		}
		k.bound.keepNew(s.decided.block(m, b), flip)
		bound.add(s.finding(m, b, &k.bound))
		s.settle(m, b, &k.bound, v)
	}
	return bound, free
}

// settled reports whether all positions of a block are decided.
func (s *Pairs) settled(m, b int) bool {
	free := s.decided
	if s.freeDecided != nil {
		free = s.freeDecided
	}
	open := uint64(0)
	for w, decided := range s.decided.block(m, b) {
		open |= ^(decided & free.block(m, b)[w])
	}
	return open == 0
}

// keepNew turns the positions with a good move into those of the level: the ones
// with, or if flip the ones without, that are not decided yet.
func (b *block) keepNew(decided *block, flip uint64) {
	for w := range b {
		b[w] = (b[w] ^ flip) &^ decided[w]
	}
}

func (s *Pairs) finding(m, b int, found *block) finding {
	for w, word := range found {
		if word != 0 {
			o := b*columns + w*64 + bits.TrailingZeros64(word)
			return finding{uint64(found.count()), uint64(m)*uint64(s.n) + uint64(o)}
		}
	}
	return finding{}
}

// settle decides positions of row m, block b, for bound movers. It is called by
// who works on the row.
func (s *Pairs) settle(m, b int, found *block, v worth) {
	if *found == (block{}) {
		return
	}
	var vacant block
	s.vacant(m, b, &vacant)
	at, decided := m*s.perRow+int(s.before[m][b]), s.decided.block(m, b)
	for w, word := range found {
		decided[w] |= word
		for ; word != 0; word &= word - 1 {
			s.table[at+bits.OnesCount64(vacant[w]&(word&-word-1))] = v
			s.mark(m, b*columns+w*64+bits.TrailingZeros64(word), v)
		}
		at += bits.OnesCount64(vacant[w])
	}
}

// mark says in the columns of m what a position is worth.
func (s *Pairs) mark(m, o int, v worth) {
	switch {
	case v == noPosition:
	case v == gameOver || v < 0:
		s.lost.add(o, m)
		s.lostNews.add(o, m)
	default:
		s.won.add(o, m)
		s.wonNews.add(o, m)
	}
}

// chunk is how many positions a goroutine takes at a time where they are many.
const chunk = 1 << 14

// spread has workers goroutines do all of 0 to n, chunk at a time, and waits
// for them. seen, if not nil, is called with how many are done, one call at a
// time. It returns the first error, or that of ctx.
func spread(ctx context.Context, workers int, n, chunk uint64, seen func(done uint64), work func(worker int, low, high uint64) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Uint64
	var report sync.Mutex
	var all sync.WaitGroup
	done := uint64(0)
	for w := range workers {
		all.Go(func() {
			for low := next.Add(chunk) - chunk; low < n && ctx.Err() == nil; low = next.Add(chunk) - chunk {
				high := min(low+chunk, n)
				if err := work(w, low, high); err != nil {
					cancel(err)
					return
				}
				report.Lock()
				if done += high - low; seen != nil {
					seen(done)
				}
				report.Unlock()
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
