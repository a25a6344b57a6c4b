package protocol

import (
	"cmp"
	"context"
	"io"
	"time"

	"ludens/analysis"
	"ludens/env"
)

// desk is where one program is served that plays one game at a time: it hears
// lines and thinks about at most one position. Everything happens on one
// goroutine, but for the thinking itself.
type desk struct {
	ctx     context.Context
	out     printer
	analyst analysis.Analyst
	open    func(r Resources) (analysis.Analyst, error)
	has     Resources  // the analyst
	events  chan event // of the analysis under way; nil: there is none
	stop    context.CancelFunc
	endless bool // its move waits until it is stopped
}

// event is what an analysis says: a report on the way, or the last one.
type event struct {
	report analysis.Report
	err    error
	last   bool
}

// front is a protocol.
type front interface {
	// hear obeys a line. It reports whether the other program has said goodbye.
	hear(line string) (quit bool)
	// news gets what an analysis has found so far, decided how it ended.
	news(r analysis.Report)
	decided(r analysis.Report, err error)
}

// openDesk returns a desk with the engine's analyst of g.
func openDesk(ctx context.Context, e Engine, g env.Game, out io.Writer) (desk, error) {
	d := desk{ctx: ctx, out: printer{w: out}}
	d.open = func(r Resources) (analysis.Analyst, error) { return e.Open(g, r) }
	return d, d.give(e.Resources)
}

// give replaces the analyst by one with other resources. None thinks.
func (d *desk) give(r Resources) error {
	a, err := d.open(r)
	if err == nil {
		d.analyst, d.has = a, r
	}
	return err
}

// take replaces the analyst by the engine's of another game. None thinks.
func (d *desk) take(e Engine, g env.Game) error {
	open := d.open
	d.open = func(r Resources) (analysis.Analyst, error) { return e.Open(g, r) }
	err := d.give(d.has)
	if err != nil {
		d.open = open
	}
	return err
}

// serve hears lines until the other program says goodbye, its lines end or ctx
// does. Where they end, a move that is being thought about is still made, but
// soon: scripts end so, and programs that have died.
func (d *desk) serve(f front, in io.Reader) error {
	lines := readLines(d.ctx, in)
	var enough <-chan time.Time // since the lines have ended
	defer d.halt()
	for d.out.err == nil {
		if lines == nil && (d.events == nil || d.endless) {
			break
		}
		select {
		case <-d.ctx.Done():
			return d.ctx.Err()
		case line, more := <-lines:
			if !more {
				lines, enough = nil, time.After(moment)
			} else if f.hear(line) {
				return d.out.err
			}
		case e := <-d.events:
			d.pass(f, e)
		case <-enough:
			if d.events != nil {
				d.stop()
			}
		}
	}
	return cmp.Or(d.out.err, d.ctx.Err())
}

// moment is how long an engine thinks on when the other program is gone.
const moment = time.Second

// pass passes an event to f.
func (d *desk) pass(f front, e event) {
	switch {
	case e.last:
		d.stop()
		d.events = nil
		f.decided(e.report, e.err)
	default:
		f.news(e.report)
	}
}

// think starts an analysis of s. None is under way.
func (d *desk) think(s env.State, l analysis.Limits) {
	ctx, stop := context.WithCancel(d.ctx)
	events, analyst, s := make(chan event), d.analyst, s.Copy(nil)
	d.events, d.stop, d.endless = events, stop, l.Endless
	go func() {
		r, err := analyst.Analyse(ctx, s, l, func(r analysis.Report) {
			select {
			case events <- event{report: r}:
			case <-ctx.Done():
			}
		})
		events <- event{report: r, err: err, last: true}
	}()
}

// thinking reports whether an analysis is under way.
func (d *desk) thinking() bool { return d.events != nil }

// halt stops the analysis under way, if there is one, and returns what it found.
func (d *desk) halt() (analysis.Report, error) {
	if d.events == nil {
		return analysis.Report{}, nil
	}
	d.stop()
	for {
		if e := <-d.events; e.last {
			d.events = nil
			return e.report, e.err
		}
	}
}

// clock is what a player knows of his time.
type clock struct {
	left      time.Duration // until the next control; 0: unknown
	increment time.Duration // for each move
	moves     int           // until the next control; 0: it is for the rest of the game
}

// allot returns the time for the next move: an even share of what is left for
// the moves to come, thirty of them if their number is unknown, and most of the
// increment; never more than half of what is left, or nine tenths for the last
// move of a control, and always less by the time that a message may take.
func (c clock) allot() time.Duration {
	moves := c.moves
	if moves <= 0 || moves > usualMoves {
		moves = usualMoves
	}
	share := c.left/time.Duration(moves) + c.increment*4/5
	most := c.left / 2
	if moves == 1 {
		most = c.left * 9 / 10
	}
	share = min(share, most)
	return max(share-lag, min(c.left/4, leastTime), 1)
}

const (
	usualMoves = 30
	lag        = 40 * time.Millisecond
	leastTime  = 10 * time.Millisecond
)
