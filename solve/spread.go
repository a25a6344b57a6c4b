package solve

import (
	"context"
	"sync"
	"sync/atomic"
)

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
