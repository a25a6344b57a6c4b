package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ludens/agent"
	"ludens/arena"
	"ludens/env/games"
	"ludens/selfplay"
	"ludens/train"
)

// contests is the content of a study: games of agents that meet.
type contests struct {
	plan        arena.Plan
	checkpoints map[string][]byte // objects, by name
	of          map[*arena.Contest]int
	next        func() (arena.Job, bool)
	done        func(arena.Job, arena.Game) (bool, error)

	mu     sync.Mutex
	jobs   []arena.Job // by place
	places map[int]int // by number
}

// Contests has the games of contests played, here and elsewhere: an arena.Play.
func (l *Learner) Contests(ctx context.Context, all []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) error {
	_, err := l.ContestsBy(ctx, all, next, done)
	return err
}

// ContestsBy is Contests, and returns who played them.
func (l *Learner) ContestsBy(ctx context.Context, all []*arena.Contest, next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) (Share, error) {
	c, err := newContests(all, l.pack, next, done)
	if err != nil {
		return Share{}, err
	}
	it := newIteration(l, c, c.plan.Hash(), c.plan.Text(), newOpenTally(l.took()))
	if it.fill(1); it.tally.complete() {
		return Share{}, ctx.Err()
	}
	return l.have(ctx, it)
}

// newContests returns the content of some contests; pack returns a checkpoint as it is
// sent, by its path.
func newContests(all []*arena.Contest, pack func(path string) ([]byte, error), next func() (arena.Job, bool), done func(arena.Job, arena.Game) (bool, error)) (c *contests, err error) {
	c = &contests{of: map[*arena.Contest]int{}, next: next, done: done, checkpoints: map[string][]byte{}, places: map[int]int{}}
	for k, one := range all {
		c.of[one] = k
	}
	sent := map[string]string{} // hashes by path
	c.plan, err = arena.NewPlan(all, func(e agent.Entrant) (string, error) {
		if err := Shareable(e); err != nil {
			return "", err
		}
		switch s := e.Spec; {
		case s.Path == "":
			return s.String(), nil
		case sent[s.Path] == "":
			b, err := pack(s.Path)
			if err != nil {
				return "", err
			}
			sent[s.Path] = textHash(b)
			c.checkpoints[checkpointName(sent[s.Path])] = b
		}
		return e.Spec.At(sent[e.Spec.Path]).String(), nil
	})
	for i, m := range c.plan.Contests {
		c.plan.Contests[i].Variant = games.Text(m.Game)
	}
	return c, err
}

// Shareable returns why other machines cannot play as an agent; nil if they can.
func Shareable(e agent.Entrant) error {
	switch s := e.Spec; {
	case s.Kind == "" || s.Kind == "net":
		return fmt.Errorf("%s cannot be played by others: it has no name that they know", e.Name)
	case s.Time > 0:
		return fmt.Errorf("%s cannot be played by others: what it plays depends on the clock of the machine", e.Name)
	case s.Eval != "" && s.Eval != agent.ShippedEvaluation:
		return fmt.Errorf("%s cannot be played by others: its evaluation is a file of this machine", e.Name)
	case s.Foreign():
		return fmt.Errorf("%s cannot be played by others: it is another program", e.Name)
	case s.Untabled:
		return fmt.Errorf("%s cannot be played by others: its text does not say that it plays without tables", e.Name)
	}
	return nil
}

// pack packs each checkpoint once: a ladder has rounds.
func (l *Learner) pack(path string) (b []byte, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b = l.packed[path]; b == nil {
		if b, err = packCheckpoint(path); err == nil {
			l.packed[path] = b
		}
	}
	return b, err
}

// packCheckpoint returns a checkpoint as it is sent: without what only the learner needs.
func packCheckpoint(path string) ([]byte, error) {
	c, _, err := train.ReadCheckpoint(path)
	if err == nil {
		err = c.Networked()
	}
	if err != nil {
		return nil, err
	}
	c.Learner = nil
	var b bytes.Buffer
	_, err = c.Encode(&b)
	return b.Bytes(), err
}

func (c *contests) kind() kind { return contest }

// turn implements content: the learner waits for a study, whatever it is to train on next.
func (c *contests) turn() int { return -1 }

func (c *contests) objects() (map[string][]byte, error) {
	text := c.plan.Text()
	all := map[string][]byte{planName(textHash(text)): text}
	for name, b := range c.checkpoints {
		all[name] = b
	}
	return all, nil
}

// more asks the study what is to be played next.
func (c *contests) more(want int) (n int, last bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; n < want; n++ {
		j, ok := c.next()
		if !ok {
			return n, true
		}
		c.places[c.plan.Number(c.of[j.Contest], j.Index)] = len(c.jobs)
		c.jobs = append(c.jobs, j)
	}
	return n, false
}

// A worker has games for half a second, so that short ones do not wait for answers; but
// no more of them than an answer has room for.
const (
	supply   = time.Second / 2
	mostEach = 16 // games for each goroutine
	mostSent = 256
)

func (c *contests) most(goroutines int, takes time.Duration) int {
	each := 1
	if takes > 0 {
		each += int(min(mostEach-1, supply/takes))
	}
	return min(goroutines*each, mostSent)
}

func (c *contests) put(j *Job, first, end int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range c.jobs[first:end] {
		j.Games = append(j.Games, c.plan.Number(c.of[a.Contest], a.Index))
	}
}

func (c *contests) place(number int) (place int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	place, ok = c.places[number]
	return place, ok
}

func (c *contests) job(place int) arena.Job {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.jobs[place]
}

func (c *contests) play(ctx context.Context, goroutines int, next selfplay.Numbers, own func(int, []byte, func() error) error) error {
	return sideBySide(ctx, goroutines, next, func(ctx context.Context, place int) error {
		j := c.job(place)
		g, err := j.Contest.Play(ctx, j.Index)
		if err != nil {
			return fmt.Errorf("game %d: %w", j.Index+1, err)
		}
		record, err := packContest(g)
		if err != nil {
			return err
		}
		return own(place, record, c.count(j, g))
	})
}

// count returns what makes a game count.
func (c *contests) count(j arena.Job, g arena.Game) func() error {
	return func() error {
		more, err := c.done(j, g)
		if err == nil && !more {
			return errEnough
		}
		return err
	}
}

func (c *contests) judge(number int, record []byte) (func() error, error) {
	place, ok := c.place(number)
	if !ok {
		return nil, errStray
	}
	var e arena.Entry
	if err := json.Unmarshal(record, &e); err != nil {
		return nil, err
	}
	if e.Game == nil || e.Players != nil || e.A != "" || e.B != "" {
		return nil, errors.New("it is no game of a contest")
	}
	j := c.job(place)
	if err := j.Contest.Check(j.Index, *e.Game); err != nil {
		return nil, err
	}
	return c.count(j, *e.Game), nil
}

func (c *contests) number(place int) int {
	j := c.job(place)
	return c.plan.Number(c.of[j.Contest], j.Index)
}

// replaces implements content: a study has gone on from a game that counts.
func (c *contests) replaces() bool { return false }

func (c *contests) differs(number int, theirs, ours []byte) string {
	var a, b arena.Entry
	place, ok := c.place(number)
	if !ok || json.Unmarshal(theirs, &a) != nil || json.Unmarshal(ours, &b) != nil || a.Game == nil || b.Game == nil {
		return ""
	}
	s, err := (arena.Opening{Seed: b.Game.Seed, Start: b.Game.Start}).State(c.job(place).Contest.Game)
	if err != nil {
		return ""
	}
	for i := range min(len(a.Game.Actions), len(b.Game.Actions)) {
		p, q := a.Game.Actions[i], b.Game.Actions[i]
		if p != q {
			return fmt.Sprintf("ply %d: %s, the agent of the plan plays %s", i+1, s.Format(p), s.Format(q))
		}
		s.Play(q)
	}
	return ""
}

// packContest returns a game as the journal of a folder has it.
func packContest(g arena.Game) ([]byte, error) { return arena.Entry{Game: &g}.MarshalJSON() }

// sideBySide plays the games that next hands out on that many goroutines, until it has
// none or one goes wrong.
func sideBySide(ctx context.Context, goroutines int, next selfplay.Numbers, play func(context.Context, int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var wait sync.WaitGroup
	for range goroutines {
		wait.Go(func() {
			for ctx.Err() == nil {
				n, ok := next()
				if !ok {
					return
				}
				if err := play(ctx, n); err != nil {
					stop(err)
				}
			}
		})
	}
	wait.Wait()
	return context.Cause(ctx)
}
