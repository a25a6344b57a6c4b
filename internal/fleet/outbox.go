package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// bringers bring records at the same time: the server answers once one is on its disk.
const bringers = 4

// outbox brings records to the server, each until the server has it or it is no longer
// wanted.
type outbox struct {
	w     *worker
	mail  chan parcel
	stuck atomic.Bool // the server does not take records, which was reported
}

type parcel struct {
	ticket
	record []byte
}

func newOutbox(w *worker) *outbox { return &outbox{w: w, mail: make(chan parcel, 1024)} }

// put takes a record. It waits while very many wait to be brought.
func (o *outbox) put(ctx context.Context, t ticket, record []byte) {
	select {
	case o.mail <- parcel{t, record}:
	case <-ctx.Done():
	}
}

func (o *outbox) start(ctx context.Context, wait *sync.WaitGroup) {
	for range bringers {
		wait.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case p := <-o.mail:
					o.bring(ctx, p)
				}
			}
		})
	}
}

// kept is what the server answers to a record that it has from this worker already.
const kept = "maximum messages per subject exceeded"

// bring brings a record. An answer that does not come may have been lost after the
// record was kept: that is why the server keeps one of a worker only.
func (o *outbox) bring(ctx context.Context, p parcel) {
	for ctx.Err() == nil && o.w.wants(p.plan) {
		within, cancel := context.WithTimeout(ctx, bound)
		_, err := o.w.js.PublishMsg(within, &nats.Msg{Subject: o.w.queue.game(p.ticket), Data: p.record})
		cancel()
		switch {
		case err == nil, strings.Contains(err.Error(), kept):
			o.stuck.Store(false)
			return
		case errors.Is(err, jetstream.ErrNoStreamResponse):
			poke(o.w.wake) // the run has another plan by now: the answer says so
		case errors.Is(err, nats.ErrMaxPayload):
			o.w.o.Tell(fmt.Sprintf("%s: game %d has %d bytes, and the server takes messages of %d: it is left to others",
				o.w.o.URL, p.game, len(p.record), o.w.nc.MaxPayload()))
			return
		case o.w.nc.IsConnected() && ctx.Err() == nil && !o.stuck.Swap(true):
			o.w.o.Tell(fmt.Sprintf("%s: the server does not take games: %s; trying on", o.w.o.URL, plainly(err.Error())))
		}
		sleep(ctx, time.Second)
	}
}
