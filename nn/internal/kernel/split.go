package kernel

import (
	"runtime"
	"sync"
	"sync/atomic"
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
