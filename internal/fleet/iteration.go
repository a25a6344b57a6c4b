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

// content is a plan of some kind, with what it takes to play its games here and to
// judge those that come from elsewhere. Places are the tally's numbers.
type content interface {
	kind() kind
	// objects returns what workers must have, by name; the plan's text is among it.
	objects() (map[string][]byte, error)
	// more returns how many games have become known, and whether these were the last.
	more(want int) (n int, last bool)
	// most returns how many games somebody is to have at a time, who has so many
	// goroutines, where games take so long (0: nobody knows).
	most(goroutines int, takes time.Duration) int
	// put puts games first to end-1 into a job.
	put(j *Job, first, end int)
	// place returns that of a game; ok is false if nobody was asked for it.
	place(number int) (place int, ok bool)
	// play plays games by their places, and hands each to own with its record and what
	// makes it count.
	play(ctx context.Context, goroutines int, next selfplay.Numbers, own func(place int, record []byte, count func() error) error) error
	// judge reads a record from elsewhere, holds it against the rules and the plan, and
	// returns what makes it count.
	judge(number int, record []byte) (count func() error, err error)
}

// errEnough is returned by what makes a game count if no more are wanted.
var errEnough = errors.New("enough")

// iteration is one Play of a learner.
type iteration struct {
	l *Learner
	content
	hash  string // of the plan
	text  string // of its text
	tally *tally
	began time.Time
	there atomic.Bool // all that the plan names is where workers find it

	taking sync.Mutex // held while a game is made to count, or becomes known
	here   int        // games that were played in this process
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
func (it *iteration) accept(place int, count func() error, who string, sum [sha256.Size]byte) (counts bool, err error) {
	it.taking.Lock()
	defer it.taking.Unlock()
	if _, there := it.tally.known(place); there || it.tally.complete() {
		return false, nil
	}
	err = count()
	if err != nil && !errors.Is(err, errEnough) {
		return false, err
	}
	if who == here {
		it.here++
	}
	counts = it.tally.arrive(place, who, sum, time.Now())
	if err != nil {
		it.tally.finish()
	}
	return counts, nil
}

// fill sees to it that so many games can be handed out, if there are so many.
func (it *iteration) fill(want int) {
	it.taking.Lock()
	defer it.taking.Unlock()
	if free := it.tally.free(); free >= 0 && free < want {
		it.tally.grow(it.more(want - free))
	}
}

// playHere plays what nobody else does.
func (it *iteration) playHere(ctx context.Context) error {
	for {
		if number, ok := it.next(); ok {
			err := it.play(ctx, it.l.o.Goroutines, beginning(number, it.next), it.own)
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
func (it *iteration) own(place int, record []byte, count func() error) error {
	_, err := it.accept(place, count, here, sha256.Sum256(record))
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
	} else {
		it.fill(1)
		if first, end := it.tally.take(here, 1, now); first < end {
			return first, true
		}
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
	j := &Job{Kind: it.kind(), Plan: it.hash, Text: it.text}
	players := it.l.roster.fit()
	if !it.l.o.OnlyLearn {
		players++
	}
	// A quarter more than it can play at a time, so that no seat waits for an answer, but
	// no more than its share of what is left, so that nobody waits for it at the end.
	seats := it.most(q.Goroutines, it.tally.takes())
	most := seats + seats/4 + 1
	it.fill(players * most)
	share := (it.tally.open() + players - 1) / max(1, players)
	var first, end int
	if most = min(most, share) - q.Holds; most > 0 {
		first, end = it.tally.take(id, most, now)
	}
	if first == end && q.Holds == 0 {
		if place, ok := it.tally.again(id, now, 1); ok {
			first, end = place, place+1
		}
	}
	it.put(j, first, end)
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

// errStray is of a game that nobody was asked for: of a study before it was stopped. It
// is played again, and nobody's fault.
var errStray = errors.New("nobody was asked for this game")

// receive takes a record that a worker brought. What is wrong with it is returned.
func (it *iteration) receive(t ticket, message []byte) error {
	b, err := unpackGame(message)
	if err != nil {
		return err
	}
	place, ok := it.place(t.game)
	if !ok {
		return errStray
	}
	sum := sha256.Sum256(b)
	if is, there := it.tally.known(place); there {
		if is != sum {
			return fmt.Errorf("game %d has come before, and was another", t.game)
		}
		return nil
	}
	count, err := it.judge(t.game, b)
	if err != nil {
		return fmt.Errorf("game %d: %w", t.game, err)
	}
	counts, err := it.accept(place, count, t.id, sum)
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
