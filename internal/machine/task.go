// Package machine measures this machine and this process on it: CPU time of work, which
// other processes disturb little, free memory and disk space, and the revision of the
// source that the program was built from.
package machine

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

// Within runs work, and returns the CPU time that it took: of the calling goroutine, of
// the goroutines that Join by the context that work is given, and what is Charged to it.
// While it runs, each of these goroutines has a thread of its own; what other goroutines
// do, and waiting, is not counted.
//
// With a limit the context ends when that much CPU time is spent. It finds that out when
// its Err is asked, and must be asked by the goroutine that it was made for. Contexts
// derived from it end with it, but do not ask.
func Within(ctx context.Context, limit time.Duration, work func(context.Context)) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	t := &task{limit: limit}
	if of, ok := ctx.Value(key{}).(*worker); ok {
		t.parent = of.task
	}
	w := &worker{Context: ctx, task: t, limited: limit > 0, seen: Wall(), used: thread()}
	if w.limited {
		w.Context, w.enough = context.WithCancel(ctx)
		defer w.enough()
	}
	work(w)
	w.count()
	return time.Duration(t.spent.Load())
}

// Join counts the CPU time of the calling goroutine, from here to leave, to the task of
// ctx, if there is one. The goroutine has to ask the context that Join returns, not ctx.
func Join(ctx context.Context) (_ context.Context, leave func()) {
	of, ok := ctx.Value(key{}).(*worker)
	if !ok {
		return ctx, func() {}
	}
	runtime.LockOSThread()
	w := &worker{Context: ctx, task: of.task, joined: true, seen: Wall(), used: thread()}
	if whose, ok := ctx.(*worker); ok { // which must not be asked here: it is another thread's
		w.Context, w.limited, w.enough = whose.Context, whose.limited, whose.enough
	}
	return w, func() {
		w.count()
		runtime.UnlockOSThread()
	}
}

// Charge counts CPU time that another process has taken to the task of ctx, if there is
// one.
func Charge(ctx context.Context, d time.Duration) {
	if of, ok := ctx.Value(key{}).(*worker); ok {
		of.task.charge(d)
	}
}

// task is work whose CPU time is counted.
type task struct {
	parent *task // that it is a part of; nil: of none
	limit  time.Duration
	spent  atomic.Int64
}

// charge adds to t and to all that it is a part of.
func (t *task) charge(d time.Duration) {
	for ; t != nil; t = t.parent {
		t.spent.Add(int64(d))
	}
}

// worker is the context of one goroutine at work on a task, with a thread of its own.
type worker struct {
	context.Context
	task    *task
	limited bool // it ends with the task's limit
	joined  bool // its thread is not that of a task around this one
	enough  context.CancelFunc
	seen    time.Duration // on the wall, when it was counted last
	used    time.Duration // by its thread until then
}

// key is that of a worker among the values of its context.
type key struct{}

func (w *worker) Value(k any) any {
	if _, ours := k.(key); ours {
		return w
	}
	return w.Context.Value(k)
}

// apart is the least time on the wall between two readings of a thread's clock: no more
// CPU time can be used by the thread in between.
const apart = 20 * time.Microsecond

// Err ends the context when the task's limit is spent.
func (w *worker) Err() error {
	if err := w.Context.Err(); err != nil || !w.limited {
		return err
	}
	if now := Wall(); now-w.seen >= apart {
		w.seen = now
		w.count()
	}
	if time.Duration(w.task.spent.Load()) < w.task.limit {
		return nil
	}
	w.enough()
	return context.DeadlineExceeded
}

// count charges what the thread has used since it was counted last. The thread that
// began a task is counted by the tasks around it, too.
func (w *worker) count() {
	now := thread()
	d := now - w.used
	w.used = now
	if w.joined {
		w.task.charge(d)
	} else {
		w.task.spent.Add(int64(d))
	}
}

// Clock returns the time since some moment.
type Clock func() time.Duration

var started = time.Now()

// Wall returns the time since the process began.
func Wall() time.Duration { return time.Since(started) }

// ClockOf returns what work on that many threads is timed by: CPUTime where it is one,
// else Wall.
func ClockOf(threads int) Clock {
	if threads == 1 {
		return CPUTime
	}
	return Wall
}

// Time returns how long work takes.
func (c Clock) Time(work func() error) (time.Duration, error) {
	start := c()
	err := work()
	return max(1, c()-start), err
}

// Allowance is a budget of CPU time for each of many moves. A move that took more, since
// an evaluation is not interrupted, makes the next ones shorter; one that
// took less does not make them longer.
type Allowance struct {
	Each time.Duration
	debt time.Duration
}

// Next returns how much the next move may take: a quarter of Each at least.
func (a *Allowance) Next() time.Duration { return max(a.Each-a.debt, a.Each/4, 1) }

// Spent notes what a move has taken.
func (a *Allowance) Spent(d time.Duration) { a.debt = min(max(a.debt+d-a.Each, 0), a.Each) }
