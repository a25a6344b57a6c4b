package machine

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"
	"time"
)

// burn keeps a core busy until ctx ends, or for so much CPU time of its own thread.
func burn(ctx context.Context, d time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for began := thread(); thread()-began < d && ctx.Err() == nil; {
	}
}

func needThreads(t *testing.T) {
	t.Helper()
	if err := CheckThreadTime(); err != nil {
		t.Skip(err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows counts in steps of 15.6 ms")
	}
}

// What a task is charged is what its own goroutines do: not sleep, not what others do at
// the same time; of those that join all of it, and what it is charged for processes.
func TestWithinCounts(t *testing.T) {
	needThreads(t)
	const ms = time.Millisecond
	for _, test := range []struct {
		name      string
		work      func(context.Context)
		low, high time.Duration
	}{
		{"sleep", func(context.Context) { time.Sleep(60 * ms) }, 0, 20 * ms},
		{"work", func(ctx context.Context) { burn(ctx, 60*ms) }, 60 * ms, 75 * ms},
		{"another's work", func(context.Context) {
			var wait sync.WaitGroup
			wait.Go(func() { burn(context.Background(), 60*ms) })
			wait.Wait()
		}, 0, 20 * ms},
		{"work that joins", func(ctx context.Context) {
			var wait sync.WaitGroup
			for range 2 {
				wait.Go(func() {
					own, leave := Join(ctx)
					defer leave()
					burn(own, 30*ms)
				})
			}
			wait.Wait()
		}, 60 * ms, 80 * ms},
		{"a part", func(ctx context.Context) {
			Within(ctx, 0, func(ctx context.Context) {
				own, leave := Join(ctx) // on the same thread: counted as another's would be
				burn(own, 30*ms)
				leave()
			})
		}, 30 * ms, 80 * ms},
		{"charged", func(ctx context.Context) {
			Within(ctx, 0, func(ctx context.Context) { Charge(ctx, time.Hour) })
		}, time.Hour, time.Hour + 20*ms},
	} {
		if got := Within(context.Background(), 0, test.work); got < test.low || got > test.high {
			t.Errorf("%s: %v, want %v to %v", test.name, got, test.low, test.high)
		}
	}
	Charge(context.Background(), time.Hour) // of no task
	if ctx, leave := Join(context.Background()); ctx != context.Background() {
		t.Error("joined no task")
	} else {
		leave()
	}
}

// A limit ends the context of the task, its parts and its threads when it is spent, and
// not when as much time has passed.
func TestWithinLimit(t *testing.T) {
	needThreads(t)
	const limit = 20 * time.Millisecond
	ended := func(ctx context.Context) bool { return ctx.Err() != nil }
	Within(context.Background(), limit, func(ctx context.Context) {
		time.Sleep(2 * limit)
		if ended(ctx) {
			t.Error("sleep has used the limit up")
		}
		derived, stop := context.WithCancel(ctx)
		defer stop()
		for !ended(ctx) {
		}
		if !ended(derived) || context.WithoutCancel(ctx).Err() != nil {
			t.Error("a derived context goes on, or one that is to go on ends")
		}
	})
	for threads := 1; threads <= 3; threads++ {
		spent := Within(context.Background(), limit, func(ctx context.Context) {
			var wait sync.WaitGroup
			for range threads - 1 {
				wait.Go(func() {
					own, leave := Join(ctx)
					defer leave()
					burn(own, time.Minute)
				})
			}
			burn(ctx, time.Minute)
			wait.Wait()
		})
		if spent < limit || spent > limit+limit/4 {
			t.Errorf("%d threads: %v, want %v", threads, spent, limit)
		}
	}
	spent := Within(context.Background(), limit, func(ctx context.Context) { // a part ends before it
		part := Within(ctx, limit/4, func(ctx context.Context) { burn(ctx, time.Minute) })
		if part < limit/4 || part > limit/2 || ended(ctx) {
			t.Errorf("a part of %v has used %v; the whole has ended: %v", limit/4, part, ended(ctx))
		}
		burn(ctx, time.Minute)
	})
	if spent < limit || spent > limit+limit/4 {
		t.Errorf("with a part: %v, want %v", spent, limit)
	}
	gone, stop := context.WithCancel(context.Background())
	stop()
	Within(gone, limit, func(ctx context.Context) {
		if ctx.Err() != context.Canceled {
			t.Errorf("in a context that has ended: %v", ctx.Err())
		}
	})
}

// A move that takes too much shortens the next ones, one that takes less lengthens none.
func TestAllowance(t *testing.T) {
	a := Allowance{Each: 100}
	for i, move := range []struct{ next, spent time.Duration }{{100, 130}, {70, 90}, {80, 10}, {100, 10}, {100, 900}, {25, 90}, {25, 0}, {100, 100}} {
		if got := a.Next(); got != move.next {
			t.Errorf("move %d: %d, want %d", i+1, got, move.next)
		}
		a.Spent(move.spent)
	}
	if none := (&Allowance{}).Next(); none <= 0 {
		t.Errorf("an allowance of nothing ends no move: %v", none)
	}
}

// The CPU time of a process is that of its children, too, those that have ended among
// them, and of no other.
func TestProcess(t *testing.T) {
	if err := CheckProcessTime(); err != nil {
		t.Skip(err)
	}
	const busy = `i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done`
	used := func(script string) time.Duration {
		c := exec.Command("sh", "-c", script+"; echo done; read x")
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Skip(err)
		}
		defer c.Wait()
		defer in.Close()
		if _, err := out.Read(make([]byte, 8)); err != nil {
			t.Fatal(err)
		}
		d, err := ProcessTime(c.Process.Pid)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	alone := used(busy)
	if asleep := used("sleep 0.2"); asleep > alone/2 {
		t.Errorf("asleep: %v, at work %v", asleep, alone)
	}
	for name, script := range map[string]string{
		"a child that has ended": "sh -c '" + busy + "'; true",
		"a child that lives":     "(" + busy + "; echo done; read y; read z)",
	} {
		if got := used(script); got < alone/2 {
			t.Errorf("%s: %v, alone %v", name, got, alone)
		}
	}
	if _, err := ProcessTime(1 << 22); err == nil {
		t.Error("a process that is none has CPU time")
	}
	if d, err := ProcessTime(os.Getpid()); err != nil || d < CPUTime()/2 || d > CPUTime()+time.Minute {
		t.Errorf("this process: %v, %v; want %v", d, err, CPUTime())
	}
}
