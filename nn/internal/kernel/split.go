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
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers < 2 {
		f(0, n)
		return
	}
	parts := min(partsEach*workers, n)
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

// partsEach is how many parts there are for each goroutine: whoever is late,
// because the core had something else to do, takes fewer.
const partsEach = 2
