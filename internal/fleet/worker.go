package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"ludens/selfplay"
)

// WorkOptions are how a worker works.
type WorkOptions struct {
	URL         string
	Invitation  string // what Invite returned, or a file with it; "": none
	Credentials string // a file of NATS, for a server that wants it
	Queue       string // DefaultQueue where it is empty
	Name        string // of this machine and process, for people
	Version     string // of this program
	Goroutines  int
	Load        Load
	// Relay is an address at which it serves other workers what it gets of the run, with Keys of
	// this machine (nil: to its own processes); "": none.
	Relay string
	Keys  *Keys
	Tell  func(line string) // what there is to say; called from any goroutine
}

// Errors that end a worker.
var (
	errRefused = errors.New("the run does not take this worker")
	errOver    = errors.New("the run is over")
)

// Work plays games for a run until that is over or ctx ends. An error says why this
// worker cannot help. A run or a server that is gone is waited for.
func Work(ctx context.Context, o WorkOptions) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := newWorker(o, stop)
	if o.Relay != "" { // a wrong address is reported before a server that is not there
		if err := Free(o.Relay, o.Keys); err != nil {
			return fmt.Errorf("--relay: %w", err)
		}
	}
	if err := w.connect(); err != nil {
		return err
	}
	defer w.nc.Close()
	if o.Relay != "" {
		r, err := openRelay(w.nc, w.queue, w.key, o.Relay, o.Keys)
		if err != nil {
			return err
		}
		defer r.end(func() bool { return errors.Is(context.Cause(ctx), errOver) })
		if w.objects, err = r.library(); err != nil {
			return err
		}
		o.Tell("serves other workers at " + r.server.Bound)
	}
	var wait sync.WaitGroup
	w.ctx, w.seats = ctx, &wait
	for range o.Goroutines {
		wait.Go(w.sit)
	}
	w.out.start(ctx, &wait)
	w.converse(ctx)
	wait.Wait()
	w.leave(context.Cause(ctx))
	if err := context.Cause(ctx); !errors.Is(err, errOver) {
		return err
	}
	return nil
}

// worker is a Work.
type worker struct {
	o       WorkOptions
	queue   names
	key, id string
	nc      *nats.Conn
	js      jetstream.JetStream
	objects jetstream.JetStream // where it reads objects
	out     *outbox
	stop    context.CancelCauseFunc
	wake    chan struct{}   // ask now
	work    chan struct{}   // there is something to play
	ctx     context.Context // of the call
	seats   *sync.WaitGroup // of the goroutines that play
	stock   stock

	mu    sync.Mutex
	plans []*portion // whose games it has, the most urgent first
	busy  int        // goroutines that play
	alone string     // why the server does not answer, as it was reported
}

func newWorker(o WorkOptions, stop context.CancelCauseFunc) *worker {
	w := &worker{o: o, queue: names{cmp.Or(o.Queue, DefaultQueue)}, key: guest, id: nuid.Next(), stop: stop, wake: make(chan struct{}, 1), work: make(chan struct{}, 1)}
	w.ctx = context.Background()
	w.out = newOutbox(w)
	return w
}

// poke wakes the goroutine that waits on c.
func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// How often a worker asks at most: where it may get something, and where it has just
// got nothing.
const (
	soon  = 10 * time.Millisecond
	later = 100 * time.Millisecond
)

// converse asks for games until ctx ends.
func (w *worker) converse(ctx context.Context) {
	for ctx.Err() == nil {
		a, err := w.ask(ctx, "")
		w.tellOf(err)
		rest, wait := later, beat
		switch {
		case err != nil:
		case a.Refused != "":
			w.stop(fmt.Errorf("%w: %s", errRefused, plainly(a.Refused)))
		case a.Over:
			w.stop(errOver)
		case w.take(a):
			rest = soon
		case a.Job != nil && a.Soon:
			wait = later
		}
		sleep(ctx, rest)
		select {
		case <-ctx.Done():
		case <-w.wake:
		case <-time.After(wait - rest):
		}
	}
}

// plainly returns a line from elsewhere as people may see it.
func plainly(s string) string {
	var b strings.Builder
	for len(s) > 0 && b.Len() < 4*maxWord {
		n := min(len(s), maxWord)
		b.WriteString(plain(s[:n]))
		s = s[n:]
	}
	return b.String()
}

// ask asks once.
func (w *worker) ask(ctx context.Context, leaving string) (a answer, err error) {
	q := question{
		Protocol: protocol, Name: w.o.Name, Version: w.o.Version, Arch: runtime.GOARCH, Kernels: selfplay.Kernels(),
		Goroutines: w.o.Goroutines, Stuck: w.out.stuck.Load(), Leaving: leaving,
	}
	q.Holds, q.HoldsOf = w.holds()
	text, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	ctx, cancel := context.WithTimeout(ctx, beat)
	defer cancel()
	m, err := w.nc.RequestWithContext(ctx, w.queue.ask(w.key, w.id), text)
	if err != nil {
		return a, err
	}
	if len(m.Data) > maxAsk {
		return a, fmt.Errorf("an answer of %d bytes, want at most %d", len(m.Data), maxAsk)
	}
	err = json.Unmarshal(m.Data, &a)
	return a, err
}

// tellOf reports once that there is no answer, and once that there is one again.
func (w *worker) tellOf(err error) {
	text := ""
	switch {
	case err == nil:
	case !w.nc.IsConnected():
		text = "the server is gone"
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		text = "no run answers"
	case errors.Is(err, context.Canceled), errors.Is(err, nats.ErrConnectionClosed):
		return
	default:
		text = plainly(err.Error())
	}
	if text == w.alone {
		return
	}
	w.alone = text
	if text == "" {
		w.o.Tell(w.o.URL + ": the run answers")
	} else {
		w.o.Tell(w.o.URL + ": " + text + "; waiting")
	}
}

// leave says that this worker goes.
func (w *worker) leave(err error) {
	if errors.Is(err, errOver) || errors.Is(err, errRefused) || !w.nc.IsConnected() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	why := "stopped"
	if !errors.Is(err, context.Canceled) {
		why = err.Error()
	}
	w.ask(ctx, plain(why)) // if it is lost, this worker is missed soon
}
