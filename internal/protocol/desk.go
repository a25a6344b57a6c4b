// Package protocol lets other programs use our agents: boards that speak CECP
// (XBoard, WinBoard), UCI or OTEP (OpenTafl), scripts that speak JSON, and
// learners that want the environments themselves.
//
//   - [UCI] and [CECP]: the games whose positions chess programs read.
//   - [OTEP]: the tafl family.
//   - [JSON]: every game, many positions at once.
//   - [Gym]: every game as an environment, many episodes in one message.
//
// Each reads lines until the other side is done with it and answers what it
// cannot understand in the protocol's own form of an error: garbage never ends
// a session. docs/protocols.md shows them at work.
package protocol

import (
	"cmp"
	"context"
	"io"
	"time"

	"ludens/analysis"
	"ludens/env"
	"ludens/env/tafl"
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
	endless bool           // its move waits until it is stopped
	kept    *analysis.Kept // what searches of this game have found
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
		d.forget()
	}
	return err
}

// forget begins another game, of which nothing was found yet. None thinks.
func (d *desk) forget() {
	if d.kept != nil {
		d.kept.Close()
	}
	d.kept = new(analysis.Kept)
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
	defer d.forget()
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
	l.Kept = d.kept
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

// Engine is who plays.
type Engine struct {
	Name string // as the other program shows it
	Game env.Game
	Seed uint64 // of the first start position, where it is drawn; later games take the seeds that follow
	// Open returns who thinks about a game with what he is given. It is asked for Game,
	// and by OTEP for others of its family that the other program wants to play.
	Open func(g env.Game, r Resources) (analysis.Analyst, error)
	// Resources are those of the start. By UCI and CECP the other program may change
	// them.
	Resources Resources
	// Shallow says that the agent searches no lines of play: a limit of depth is refused.
	Shallow bool
	// Single says that the agent has one thread, whatever it is given.
	Single bool
	// ReadGame reads the file of a game, whose name it returns: from then on games.Make knows
	// it. nil: no files are read.
	ReadGame func(path string) (name string, err error)
	// Workers is how many positions JSON thinks about at the same time.
	Workers int
}

// Resources are what one search may use.
type Resources struct {
	Threads   int // that evaluate leaves at the same time; 0 and 1: one
	Megabytes int // of memory, about; 0: the engine's default
}

// spoken names the protocols of a game.
func spoken(g env.Game) string {
	switch g := g.(type) {
	case *tafl.Game:
		if g.Classic() {
			return "otep and json"
		}
	case chesslike:
		return "cecp, uci and json"
	}
	return "json"
}

// chesslike is a game whose positions chess programs read and write.
type chesslike interface {
	env.Game
	env.Notated
	env.FENWriter
}

// threads returns how many an engine may be given.
func (e Engine) threads() int {
	if e.Single {
		return 1
	}
	return analysis.MaxThreads
}
