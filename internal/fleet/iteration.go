package fleet

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"ludens/selfplay"
)

// here is who plays in the learner's process.
const here = ""

// iteration is one Play of a learner.
type iteration struct {
	l        *Learner
	plan     selfplay.Plan
	hash     string // of the plan
	text     string // of its text
	with     selfplay.Resources
	material selfplay.Material
	tally    *tally
	began    time.Time
	there    atomic.Bool // all that the plan names is where workers find it

	taking sync.Mutex // held while a game is handed to sink
	sink   selfplay.Sink
	here   int // games that were played in this process
}

func (it *iteration) offered() bool { return it.there.Load() }

// run returns when all games are there. Whatever goes wrong elsewhere is told and ends
// nothing: the games are then played here.
func (it *iteration) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { it.harvest(ctx, stop) })
	wait.Go(func() { it.sweep(ctx) })
	wait.Go(func() {
		if err := it.playHere(ctx); err != nil {
			stop(err)
		}
	})
	select {
	case <-it.tally.done:
	case <-ctx.Done():
	}
	err := context.Cause(ctx)
	stop(nil)
	wait.Wait()
	return err
}

// accept takes a game that was brought, unless it is there already.
func (it *iteration) accept(number int, r *selfplay.Record, who string, sum [sha256.Size]byte) (counts bool, err error) {
	it.taking.Lock()
	defer it.taking.Unlock()
	if _, there := it.tally.known(number); there {
		return false, nil
	}
	if err := it.sink(number, r); err != nil {
		return false, err
	}
	if who == here {
		it.here++
	}
	return it.tally.arrive(number, who, sum, time.Now()), nil
}

// playHere plays what nobody else does.
func (it *iteration) playHere(ctx context.Context) error {
	for {
		if number, ok := it.next(); ok {
			err := selfplay.PlayNumbers(ctx, it.plan, it.with, it.l.o.Goroutines, beginning(number, it.next), it.own)
			if it.tally.complete() {
				return nil
			}
			if err != nil {
				return err
			}
		}
		select {
		case <-it.tally.done:
			return nil
		case <-ctx.Done():
			return nil
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// own takes a game that was played here.
func (it *iteration) own(number int, r *selfplay.Record) error {
	_, err := it.accept(number, r, here, sha256.Sum256(r.Marshal()))
	return err
}

// beginning hands out a game, and then what next does.
func beginning(number int, next selfplay.Numbers) selfplay.Numbers {
	var once atomic.Bool
	return func() (int, bool) {
		if !once.Swap(true) {
			return number, true
		}
		return next()
	}
}

// next hands out a game to be played here.
func (it *iteration) next() (number int, ok bool) {
	now, slack := time.Now(), 1
	if it.l.o.OnlyLearn && it.others(now) {
		slack = 3 // somebody must, at the end, if nobody else can
	} else if first, end := it.tally.take(here, 1, now); first < end {
		return first, true
	}
	return it.tally.again(here, now, slack)
}

// others tells whether somebody else plays, or will as soon as the plan is offered.
func (it *iteration) others(now time.Time) bool {
	soon := now.Sub(it.began) < bound && !it.l.troubled()
	return (it.offered() || soon) && it.l.roster.fit() > 0
}

// job returns what a worker is to do.
func (it *iteration) job(id string, q question, now time.Time) *Job {
	j := &Job{Kind: selfPlay, Plan: it.hash, Text: it.text}
	players := it.l.roster.fit()
	if !it.l.o.OnlyLearn {
		players++
	}
	// A quarter more than it can play at a time, so that no seat waits for an answer, but
	// no more than its share of what is left, so that nobody waits for it at the end.
	seats := q.Goroutines * it.plan.Config.Lockstep
	share := (it.tally.open() + players - 1) / max(1, players)
	if most := min(seats+seats/4+1, share) - q.Holds; most > 0 {
		j.First, j.End = it.tally.take(id, most, now)
	}
	if j.First == j.End && q.Holds == 0 {
		if number, ok := it.tally.again(id, now, 1); ok {
			j.First, j.End = number, number+1
		}
	}
	return j
}

// sweep hands out again what silent workers have.
func (it *iteration) sweep(ctx context.Context) {
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-every.C:
			for _, id := range it.l.roster.sweep(now) {
				it.tally.give(id)
			}
		}
	}
}

// receive takes a record that a worker brought. What is wrong with it is returned.
func (it *iteration) receive(t ticket, message []byte) error {
	b, err := unpackGame(message)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	if is, there := it.tally.known(t.game); there {
		if is != sum {
			return fmt.Errorf("game %d has come before, and was another", t.game)
		}
		return nil
	}
	r, err := selfplay.UnmarshalRecord(b)
	if err == nil {
		err = it.plan.Check(t.game, r, it.with)
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", t.game, err)
	}
	counts, err := it.accept(t.game, r, t.id, sum)
	if err != nil {
		return errSink{err}
	}
	if counts {
		it.l.roster.bring(t.id)
	}
	return nil
}

// errSink is an error of the run itself.
type errSink struct{ error }

func (e errSink) Unwrap() error { return e.error }

// fatal tells whether an error is the run's own.
func fatal(err error) bool { return errors.As(err, new(errSink)) }
