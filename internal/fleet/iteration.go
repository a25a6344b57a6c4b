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
	// most returns how many games a worker is to have at a time, with that many
	// goroutines, if games take that long (0: unknown).
	most(goroutines int, takes time.Duration) int
	// put puts games first to end-1 into a job.
	put(j *Job, first, end int)
	// place returns that of a game; ok is false if no worker was asked for it.
	place(number int) (place int, ok bool)
	// play plays games by their places, and hands each to own with its record and what
	// makes it count.
	play(ctx context.Context, goroutines int, next selfplay.Numbers, own func(place int, record []byte, count func() error) error) error
	// judge reads a record from elsewhere, holds it against the rules and the plan, and
	// returns what makes it count.
	judge(number int, record []byte) (count func() error, err error)
	// number returns that of the game at a place.
	number(place int) int
	// differs says where two records of a game that both follow the rules differ; "" if
	// they do not.
	differs(number int, theirs, ours []byte) string
	// turn orders the plans that are played at a time: the first is the most urgent.
	turn() int
	// replaces reports whether a game that counts can be made to count again, as another.
	replaces() bool
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
	hands hands
	began time.Time
	there atomic.Bool     // all that the plan names is where workers find it
	names map[string]bool // of the objects that it names; the learner's offering guards it

	// The learner's taking guards these.
	here    int              // games that were played in this process,
	again   int              // and those that were played here though they were there
	brought map[string]int   // games that count, by the member that brought them
	claims  map[int][]claim  // the records there are, by place; the first is held or counts
	waiting map[string][]int // places of games that are held, by key
}

func newIteration(l *Learner, c content, hash string, text []byte, t *tally) *iteration {
	return &iteration{
		l: l, content: c, hash: hash, text: textHash(text), tally: t, began: time.Now(),
		brought: map[string]int{}, claims: map[int][]claim{}, waiting: map[string][]int{},
	}
}

func (it *iteration) offered() bool { return it.there.Load() }

// run returns when all games are there. Whatever goes wrong elsewhere is reported and ends
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

// fill sees to it that want games can be handed out, if there are that many.
func (it *iteration) fill(want int) {
	it.l.taking.Lock()
	defer it.l.taking.Unlock()
	if free := it.tally.free(); free >= 0 && free < want {
		it.tally.grow(it.more(want - free))
	}
}

// playHere plays what no worker does.
func (it *iteration) playHere(ctx context.Context) error {
	for {
		if err := it.settle(); err != nil {
			return err
		}
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

// settle makes held games count if nothing else is left to do.
func (it *iteration) settle() error {
	it.l.taking.Lock()
	defer it.l.taking.Unlock()
	return it.release()
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

// next hands out a game to be played here: one to be audited before all others.
func (it *iteration) next() (number int, ok bool) {
	if number, ok = it.tally.nextAudit(); ok {
		return number, true
	}
	now, slack := time.Now(), 1
	if it.l.urgent(it) {
		return 0, false
	}
	if it.l.o.OnlyLearn && it.others(now) {
		slack = 3 // this machine must, at the end, if no other can
	} else {
		it.fill(1)
		if first, end := it.tally.take(here, 1, now); first < end {
			return first, true
		}
	}
	return it.tally.again(here, now, slack)
}

// others reports whether another machine plays, or will as soon as the plan is offered.
func (it *iteration) others(now time.Time) bool {
	soon := now.Sub(it.began) < bound && !it.l.troubled()
	return (it.offered() || soon) && it.l.roster.fit() > 0
}

// job returns what a worker is to do.
func (it *iteration) job(who string, q question, now time.Time) *Job {
	j := &Job{Kind: it.kind(), Plan: it.hash, Text: it.text}
	players := it.l.roster.fit()
	if !it.l.o.OnlyLearn {
		players++
	}
	// A quarter more than it can play at a time, so that no seat waits for an answer, but
	// no more than its share of what is left, so that the run does not wait for it at the end.
	seats := it.most(q.Goroutines, it.tally.takes())
	most := seats + seats/4 + 1
	it.fill(players * most)
	share := (it.tally.open() + players - 1) / max(1, players)
	var first, end int
	// What it says it has is held against what it was given: records are under way.
	wants, room := min(most, share)-max(0, q.Holds), 2*most-it.tally.holding(who)
	j.Soon = wants > 0 && room <= 0
	if n := min(wants, room); n > 0 {
		first, end = it.tally.take(who, n, now)
	}
	if first == end && q.Holds <= 0 {
		if place, ok := it.tally.again(who, now, 1); ok {
			first, end = place, place+1
		}
	}
	for place := first; place < end; place++ {
		it.hands.add(it.number(place), who)
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
			for _, who := range it.l.roster.sweep(now) {
				it.tally.give(who)
			}
		}
	}
}

// errStray is of a game that its sender was not asked for: of a study before it was
// stopped, say. It is played again; many of them are their key's fault.
var errStray = errors.New("its sender was not asked for this game")

// receive takes a record that a worker brought. What is wrong with it is returned.
func (it *iteration) receive(t ticket, message []byte) error {
	place, ok := it.place(t.game)
	who := member(t.key, t.id)
	if !ok || it.l.roster.refuses(t.key) || !it.hands.has(t.game, who) {
		return errStray
	}
	b, err := unpackGame(message)
	if err != nil {
		return err
	}
	c := claim{key: t.key, who: who, sum: sha256.Sum256(b), message: message}
	c.name, c.alike = it.l.roster.about(who)
	c.alike = selfplay.Steady() && (c.alike || !it.l.o.AnyKernels) // without them no other workers are taken
	if c.count, err = it.judge(t.game, b); err != nil {
		return fmt.Errorf("game %d: %w", t.game, err)
	}
	return it.take(place, c)
}

// errSink is an error of the run itself.
type errSink struct{ error }

func (e errSink) Unwrap() error { return e.error }

// fatal reports whether an error is the run's own.
func fatal(err error) bool { return errors.As(err, new(errSink)) }

// generation is the content of self-play: the games of an iteration of a run.
type generation struct {
	plan     selfplay.Plan
	material selfplay.Material
	with     selfplay.Resources
	sink     selfplay.Sink
}

func (g *generation) turn() int                           { return g.plan.Iteration }
func (g *generation) kind() kind                          { return selfPlay }
func (g *generation) objects() (map[string][]byte, error) { return objectsOf(g.plan, g.material) }
func (g *generation) more(int) (int, bool)                { return 0, true }
func (g *generation) put(j *Job, first, end int)          { j.First, j.End = first, end }

func (g *generation) most(goroutines int, _ time.Duration) int {
	return goroutines * g.plan.Config.Lockstep
}

// place is a game's number. One that is of no game is reported as a fault.
func (g *generation) place(number int) (int, bool) { return number, true }

func (g *generation) play(ctx context.Context, goroutines int, next selfplay.Numbers, own func(int, []byte, func() error) error) error {
	return selfplay.PlayNumbers(ctx, g.plan, g.with, goroutines, next, func(number int, r *selfplay.Record) error {
		return own(number, r.Marshal(), func() error { return g.sink(number, r) })
	})
}

func (g *generation) judge(number int, record []byte) (func() error, error) {
	r, err := selfplay.UnmarshalRecord(record)
	if err == nil {
		err = g.plan.Check(number, r, g.with)
	}
	return func() error { return g.sink(number, r) }, err
}

func (g *generation) number(place int) int { return place }

func (g *generation) replaces() bool { return true }

func (g *generation) differs(_ int, theirs, ours []byte) string {
	a, wrong := selfplay.UnmarshalRecord(theirs)
	b, err := selfplay.UnmarshalRecord(ours)
	if wrong != nil || err != nil {
		return ""
	}
	return selfplay.Difference(g.with.Game, a, b)
}
