package kernel

import (
	"slices"
	"time"
)

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
