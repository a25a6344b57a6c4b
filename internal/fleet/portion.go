package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// portion is the games of a plan that a worker has.
//
// A worker has as many goroutines as it is to use, and may have games of several plans: the last
// of an iteration, the first of the next, a match beside them. A goroutine that has no game of a
// plan left goes on with the next plan, while others still play the first: none waits, and none
// slows another down.
type portion struct {
	player
	job     Job
	token   string             // of the plan
	games   []int              // to be played
	playing int                // that are
	seats   int                // goroutines that play them
	ctx     context.Context    // ends when they are of no use any more
	drop    context.CancelFunc // ends it
	wrong   string             // why they cannot be played now, as it was reported
}

// mostPlans are how many plans a worker has games of.
const mostPlans = 4

// take takes what an answer brings, and returns whether it brings games. Games of plans that are
// not wanted are of no use any more.
func (w *worker) take(a answer) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.order(a.Wanted)
	if a.Job == nil || len(a.Plan) <= tokenLength {
		return false
	}
	more := a.numbers()
	if len(more) == 0 {
		return false
	}
	p := w.portion(*a.Job)
	p.games = append(p.games, more...)
	poke(w.work)
	return true
}

// portion returns the games of a job's plan.
func (w *worker) portion(j Job) *portion {
	token := planToken(j.Plan)
	for _, p := range w.plans {
		if p.token == token {
			return p
		}
	}
	if len(w.plans) == mostPlans {
		w.plans[0].drop()
		w.plans = w.plans[1:]
	}
	p := &portion{job: j, token: token, player: player{load: w.o.Load, stock: &w.stock}}
	p.ctx, p.drop = context.WithCancel(w.ctx)
	w.plans = append(w.plans, p)
	return p
}

// order drops the plans that are not wanted, and brings the most urgent to the front; nil: the
// learner does not know yet. If all goroutines play games of later plans than the first that has
// any, one more begins to play that.
func (w *worker) order(wanted []string) {
	if wanted != nil {
		w.plans = slices.DeleteFunc(w.plans, func(p *portion) bool {
			of := slices.Contains(wanted, p.token)
			if !of {
				p.drop()
			}
			return !of
		})
		slices.SortStableFunc(w.plans, func(a, b *portion) int {
			return slices.Index(wanted, a.token) - slices.Index(wanted, b.token)
		})
	}
	for _, p := range w.plans {
		if p.seats > 0 {
			return
		}
		if len(p.games) > 0 {
			if w.busy > 0 && w.busy >= w.o.Goroutines {
				w.enter(p)
				w.seats.Go(func() { w.play(p) })
			}
			return
		}
	}
}

// holds returns how many games a worker has and has not played, and how many of each plan.
func (w *worker) holds() (all int, of map[string]int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	of = map[string]int{}
	for _, p := range w.plans {
		n := len(p.games) + p.playing
		all, of[p.token] = all+n, n
	}
	return all, of
}

// wants reports whether games of a plan are still of use.
func (w *worker) wants(token string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.ContainsFunc(w.plans, func(p *portion) bool { return p.token == token })
}

// sit plays what there is until the work ends.
func (w *worker) sit() {
	for w.ctx.Err() == nil {
		if p := w.first(); p != nil {
			w.play(p)
			continue
		}
		poke(w.wake)
		select {
		case <-w.ctx.Done():
		case <-w.work:
		}
	}
}

// first returns the most urgent games, for a goroutine that is to play them; nil: there are none.
func (w *worker) first() *portion {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.plans {
		if len(p.games) > 0 {
			w.enter(p)
			return p
		}
	}
	return nil
}

func (w *worker) enter(p *portion) { p.seats, w.busy = p.seats+1, w.busy+1 }

func (w *worker) exit(p *portion) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p.seats, w.busy = p.seats-1, w.busy-1
}

// play plays games of a plan as long as there are any for this goroutine, which has entered.
func (w *worker) play(p *portion) {
	defer w.exit(p)
	err := p.read(p.ctx, w.objects, w.queue, p.job)
	mine := 0
	if err == nil {
		err = p.player.play(p.ctx, 1, func() (int, bool) { return w.next(p, &mine) }, func(number int, record []byte) {
			w.out.put(p.ctx, ticket{p.token, number, w.key, w.id}, squeeze(record))
			w.mu.Lock()
			defer w.mu.Unlock()
			p.playing, mine = p.playing-1, mine-1
		})
	}
	w.mu.Lock()
	p.playing -= mine // those that were cut off
	w.mu.Unlock()
	switch {
	case err == nil || p.ctx.Err() != nil:
	case errors.As(err, new(errUnfit)):
		w.stop(err)
	default:
		w.report(p, err)
		sleep(p.ctx, respite)
	}
}

// report says once why games cannot be played now.
func (w *worker) report(p *portion, err error) {
	w.mu.Lock()
	again := p.wrong == err.Error()
	p.wrong = err.Error()
	w.mu.Unlock()
	if !again {
		w.o.Tell(fmt.Sprintf("%s: %v; trying again", w.o.URL, err))
	}
}

// next hands out a game of a plan to a goroutine that plays that many already, no more than its
// share, and asks for more in time. More urgent games are played first.
func (w *worker) next(p *portion, mine *int) (number int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(p.games) == 0 || p.ctx.Err() != nil {
		poke(w.wake)
		return 0, false
	}
	for _, other := range w.plans {
		if other == p {
			break
		}
		if len(other.games) > 0 {
			return 0, false
		}
	}
	if all := len(p.games) + p.playing; *mine*w.o.Goroutines >= all {
		return 0, false
	}
	number, p.games = p.games[0], p.games[1:]
	p.playing, *mine = p.playing+1, *mine+1
	if len(p.games) > 0 {
		poke(w.work)
	}
	if len(p.games) <= p.playing/8 {
		poke(w.wake)
	}
	return number, true
}
