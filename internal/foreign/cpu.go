package foreign

import (
	"context"
	"runtime"
	"time"

	"ludens/internal/machine"
)

// An engine with a budget of CPU time is given more time on the wall than it will need,
// and stopped when its processes have used the budget: movetime, st and the clock
// of OTEP are wall time, and no protocol knows CPU time. A machine under load then slows
// the engine down and does not weaken it. What it uses between the word and its move is
// taken off the moves that follow (machine.Allowance).

// roomy is how much longer than its CPU time an engine may think on the wall: it may have
// a tenth of a core.
const roomy = 10

// told returns the limits that the engine is given in its own words.
func (l Limits) told() Limits {
	if l.CPU {
		l.Time, l.CPU = roomy*l.Time+UsualTime, false
	}
	return l
}

// metered has the engine do something, charges what CPU time it uses to ctx, and stops it
// when it has used its budget, if l has one of CPU time.
func (p *Player) metered(ctx context.Context, l Limits, do func() error) error {
	pid := p.process.cmd.Process.Pid
	began, err := machine.ProcessTime(pid)
	if err != nil { // it has ended, or cannot be measured here: Start has refused budgets
		return do()
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		if l.CPU {
			p.watch(pid, began+p.allowance.Next(), over)
		}
	}()
	err = do()
	close(over)
	<-ended
	if now, gone := machine.ProcessTime(pid); gone == nil {
		p.allowance.Spent(now - began)
		machine.Charge(ctx, now-began)
	}
	return err
}

// soonest is the least time between two looks at a process: a look takes some 20 µs.
const soonest = 300 * time.Microsecond

// watch stops the engine when its process has used that much CPU time, unless the
// engine is done before. It says so once: an engine may answer the word twice if it hears it
// twice, and one that has missed it ends by the time limit that it was given.
func (p *Player) watch(pid int, most time.Duration, over <-chan struct{}) {
	for {
		used, err := machine.ProcessTime(pid)
		if err != nil {
			return
		}
		if used >= most {
			p.process.say("%s", p.speaker.stop())
			return
		}
		again := time.NewTimer(max(soonest, (most-used)/time.Duration(runtime.NumCPU())))
		select {
		case <-over:
			again.Stop()
			return
		case <-again.C:
		}
	}
}
