package web

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// desk lets few searches think at a time and has the others wait in line. A long
// search gives way now and then, so that short ones need not wait for its end.
type desk struct {
	mu    sync.Mutex
	seats int // free
	begun int // searches that have sat down and not left; they hold memory

	mostBegun, mostNew int
	newcomers, resting queue
}

// queue is who waits, the first first. A ticket is closed when its holder may
// sit down.
type queue []chan struct{}

// errBusy is the answer to newcomers when the line is full.
var errBusy = errors.New("the machine is busy with other games: try again in a moment")

// keptTrees is how many searches may be begun for each seat.
const keptTrees = 8

func newDesk(seats, line int) *desk {
	return &desk{seats: seats, mostBegun: keptTrees * seats, mostNew: line}
}

// sit waits for a seat. Who gets one must leave.
func (d *desk) sit(ctx context.Context) error {
	d.mu.Lock()
	if len(d.newcomers) >= d.mostNew {
		d.mu.Unlock()
		return errBusy
	}
	ticket := d.join(&d.newcomers)
	d.mu.Unlock()
	return d.wait(ctx, ticket, &d.newcomers)
}

// leave frees the seat for good.
func (d *desk) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.begun--
	d.seats++
	d.call()
}

// giveWay lets those who wait think for a while. If ctx ends meanwhile the seat
// is lost, and must not be left again.
func (d *desk) giveWay(ctx context.Context) error {
	d.mu.Lock()
	if len(d.newcomers)+len(d.resting) == 0 {
		d.mu.Unlock()
		return nil
	}
	d.begun--
	d.seats++
	ticket := d.join(&d.resting)
	d.mu.Unlock()
	return d.wait(ctx, ticket, &d.resting)
}

// join stands in a line and calls who may sit down.
func (d *desk) join(q *queue) chan struct{} {
	ticket := make(chan struct{})
	*q = append(*q, ticket)
	d.call()
	return ticket
}

// call fills free seats: with newcomers, unless too many have begun already, and
// else with those who gave way.
func (d *desk) call() {
	for d.seats > 0 {
		switch {
		case len(d.newcomers) > 0 && d.begun+len(d.resting) < d.mostBegun:
			d.newcomers = d.newcomers.next()
		case len(d.resting) > 0:
			d.resting = d.resting.next()
		default:
			return
		}
		d.seats--
		d.begun++
	}
}

// next calls the first and returns the others.
func (q queue) next() queue {
	close(q[0])
	return q[1:]
}

// wait waits for a ticket to be called; when ctx ends it gives it back.
func (d *desk) wait(ctx context.Context, ticket chan struct{}, q *queue) error {
	select {
	case <-ticket:
		return nil
	case <-ctx.Done():
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.Index(*q, ticket); i >= 0 {
		*q = slices.Delete(*q, i, i+1)
		return ctx.Err()
	}
	d.begun-- // it was called at the same moment
	d.seats++
	d.call()
	return ctx.Err()
}
