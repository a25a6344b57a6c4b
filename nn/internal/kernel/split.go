package kernel

import (
	"runtime"
	"sync"
)

// Split calls f on parts of [0, n) that together are all of it, on as many
// goroutines as may run at once, and waits for them. What f does for one
// element must not depend on the part it came in.
func Split(n int, f func(from, to int)) {
	parts := min(runtime.GOMAXPROCS(0), n)
	if parts < 2 {
		f(0, n)
		return
	}
	var wait sync.WaitGroup
	for p := range parts {
		wait.Go(func() { f(p*n/parts, (p+1)*n/parts) })
	}
	wait.Wait()
}
