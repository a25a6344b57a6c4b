package kernel

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Split calls f on parts of [0, n) that together are all of it, on as many
// goroutines as may run at once, and waits for them. What f does for one
// element must not depend on the part it came in.
func Split(n int, f func(from, to int)) {
	if simulation != nil {
		simulation.split(n, f)
		return
	}
	workers := min(runtime.GOMAXPROCS(0), n)
	parts := partsOf(n, workers)
	if parts < 2 {
		f(0, n)
		return
	}
	var next atomic.Int64
	work := func() {
		for p := int(next.Add(1)) - 1; p < parts; p = int(next.Add(1)) - 1 {
			f(p*n/parts, (p+1)*n/parts)
		}
	}
	var wait sync.WaitGroup
	for range workers - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// partsEach is how many parts there are for each goroutine: one that is late,
// because the core had something else to do, takes fewer.
const partsEach = 4

// partsOf returns in how many parts that many workers do n elements.
func partsOf(n, workers int) int {
	if workers < 2 {
		return min(1, n)
	}
	return min(partsEach*workers, n)
}

// chunkBoards is how many boards are worked on together: few enough that they
// stay in a cache from one loop to the next, enough that weights are read less
// often.
const chunkBoards = 8

// SplitBoards is Split for n boards, chunk after chunk.
func SplitBoards(n int, f func(from, to int)) {
	Split((n+chunkBoards-1)/chunkBoards, func(from, to int) {
		for k := from; k < to; k++ {
			f(k*chunkBoards, min((k+1)*chunkBoards, n))
		}
	})
}

// sectionBoards is how many boards a sum runs over before it is joined with the
// sums of others: enough that joining costs little, few enough that there is a
// section for each of several cores.
const sectionBoards = 2 * chunkBoards

// sections returns how many there are in n boards.
func sections(n int) int { return (n + sectionBoards - 1) / sectionBoards }

// splitSections is SplitBoards, but has one goroutine at a time for a section,
// in order.
func splitSections(n int, f func(section, from, to int)) {
	Split(sections(n), func(first, last int) {
		for s := first; s < last; s++ {
			end := min((s+1)*sectionBoards, n)
			for from := s * sectionBoards; from < end; from += chunkBoards {
				f(s, from, min(from+chunkBoards, end))
			}
		}
	})
}

// Course is how long a computation takes on several threads, each with a core to itself,
// by the time that its parts take on one.
type Course struct {
	Serial   time.Duration // outside of Split
	Parallel time.Duration // within, on one thread
	Critical time.Duration // within, from the first part of each Split to the end of its last
	Splits   int           // that have more than one part
}

// Gain returns how many times as fast the threads are as one, if each Split costs them that
// much more: to wake, and to wait for the last.
func (c Course) Gain(each time.Duration) float64 {
	alone := c.Serial + c.Parallel
	return float64(alone) / float64(c.Serial+c.Critical+time.Duration(c.Splits)*each)
}

// Simulate runs f once on one thread, with its Splits in the parts that they have on that
// many threads. In the simulation a part goes to the thread that is free first, as in Split.
// clock is the CPU time of the process, which does nothing else: what other programs take of
// a core does not count. No other goroutine may use Split meanwhile.
//
// What it leaves out: two cores share caches and memory. A step on two threads costs more
// CPU time than on one, which can be measured on a busy machine.
func Simulate(threads int, clock func() time.Duration, f func()) Course {
	s := &simulated{free: make([]time.Duration, threads), clock: clock}
	simulation = s
	defer func() { simulation = nil }()
	start := clock()
	f()
	s.course.Serial = clock() - start - s.course.Parallel
	return s.course
}

// simulation is under way unless it is nil.
var simulation *simulated

type simulated struct {
	course Course
	free   []time.Duration // when each thread is free, in one Split
	clock  func() time.Duration
	within bool // of a Split
}

// split is Split.
func (s *simulated) split(n int, f func(from, to int)) {
	if s.within || n == 0 {
		f(0, n)
		return
	}
	s.within = true
	defer func() { s.within = false }()
	clear(s.free)
	parts := partsOf(n, len(s.free))
	for p := range parts {
		start := s.clock()
		f(p*n/parts, (p+1)*n/parts)
		took := s.clock() - start
		s.course.Parallel += took
		first := slices.Index(s.free, slices.Min(s.free))
		s.free[first] += took
	}
	s.course.Critical += slices.Max(s.free)
	if parts > 1 {
		s.course.Splits++
	}
}
