package main

import (
	"container/heap"
	"math/rand/v2"
	"slices"
)

// Course is how the iterations of a run went, in seconds per iteration unless it says otherwise.
type Course struct {
	Play  float64 // in which games of self-play were out
	Learn float64
	Busy  float64 // of the workers, all together, for games that counted
	Again int     // ranges that were handed out more than once
	Link  float64 // share of Play in which the server sent or received
	Check float64 // share of Play in which the learner's checking cores were in use
	Match float64 // that the run's matches take
	Whole float64 // that an iteration takes, with its share of the matches
}

// Simulate plays the iterations of a run and learns from them.
func Simulate(p Preset, f Fleet, iterations int, rng *rand.Rand) Course {
	c := simulate(p, f, iterations, rng)
	if p.Iterations == 0 { // without matches
		return c
	}
	bare := p
	bare.Iterations = 0
	// What the learner plays is played on two cores; the longest game is not all of it.
	final := float64(p.Final) * p.Match / 2
	if f.Matches && f.Workers > 0 && p.Final > 0 {
		m := bare
		m.Games, m.Game, m.Learn = p.Final, p.Match, 0
		f := f
		f.Lag, f.Ahead = false, false
		final = simulate(m, f, 1, rng).Whole
	}
	c.Whole += final / float64(p.Iterations)
	c.Match = max(0, c.Whole-simulate(bare, f, iterations, rng).Whole)
	return c
}

// event is something that happens at a time.
type event struct {
	at    float64
	order int // of two at the same time, the one that was foreseen first
	what  func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// batch is a range of games that was handed out together.
type batch struct {
	games   int
	since   float64 // when it was handed out last
	holders int     // workers that play it, as far as the learner knows
	done    bool
}

// plan is games that workers may be handed.
type plan struct {
	number  int     // of the network that plays them
	game    float64 // core seconds
	fresh   int     // games that were not handed out yet
	lost    []int   // ranges whose worker died and that no worker plays
	ranges  []batch // that were handed out
	left    int     // games that were not checked
	then    func()  // once none is left
	contest bool
}

// fleetRun is iterations of a run under way.
type fleetRun struct {
	Preset
	Fleet
	rng *rand.Rand

	now    float64
	coming events
	seen   int // events so far
	ended  bool

	plans    []*plan           // that are not over, those to be played first in front
	over     []bool            // by iteration: its games are there
	begun    int               // iterations whose games may be played, or were
	finished []float64         // when the run stood after that many iterations
	learning bool              // or watching
	has      []map[int]bool    // of each worker, by plan: its network
	sites    []map[int]float64 // of each relay, by plan: when it has the network
	link     []float64         // of each relay: when its link is free
	idle     []bool            // of each worker: it rests
	rests    []int             // of each worker: how often it did

	wire     float64   // when the server's link is free
	checked  []float64 // when the learner's checking cores are free
	sent     float64   // seconds that the link was in use
	checking float64
	playing  float64 // since when games are out
	course   Course
}

// warm is how many iterations are left out at the beginning of a pipeline, before it is full.
const warm = 4

// simulate plays and learns without the matches at the end.
func simulate(p Preset, f Fleet, iterations int, rng *rand.Rand) Course {
	first := 0
	if f.Workers == 0 { // the learner plays alone
		p.NetBytes, p.GameBytes = 0, 0
		f = Fleet{Workers: 1, Cores: f.Cores, Range: f.Range, Wire: f.Wire, Late: f.Late, Checkers: f.Checkers}
	} else if f.Lag {
		first = warm
	}
	n := first + iterations
	r := &fleetRun{Preset: p, Fleet: f, rng: rng, checked: make([]float64, max(1, f.Checkers)), over: make([]bool, n), finished: []float64{0}}
	r.idle, r.rests = make([]bool, f.Workers), make([]int, f.Workers)
	r.has, r.sites, r.link = make([]map[int]bool, f.Workers), make([]map[int]float64, f.Workers/site+1), make([]float64, f.Workers/site+1)
	r.offer()
	for worker := range f.Workers {
		r.has[worker] = map[int]bool{}
		r.after(r.RoundTrip, func() { r.ready(worker) })
	}
	for !r.ended {
		e := heap.Pop(&r.coming).(event)
		r.now = e.at
		e.what()
	}
	c, each := r.course, 1/float64(iterations)
	c.Whole = (r.finished[n] - r.finished[first]) * each
	all := 1 / float64(n)
	c.Link, c.Check = r.sent/c.Play, r.checking/c.Play/float64(len(r.checked))
	c.Play, c.Busy, c.Learn = c.Play*all, c.Busy*all, p.Learn
	return c
}

// offer lets the games of iterations be played whose network is there: with a lag that of the
// iteration before. Ahead of those whose turn it is they may be played only if the fleet can.
func (r *fleetRun) offer() {
	for known := len(r.finished); r.begun < min(known+r.lag(), len(r.over)); r.begun++ {
		if r.begun > 0 && !r.Ahead && !r.over[r.begun-1] {
			return
		}
		k := r.begun
		if len(r.plans) == 0 {
			r.playing = r.now
		}
		r.plans = append(r.plans, &plan{number: k, game: r.Game, fresh: r.Games, left: r.Games, then: func() {
			r.over[k] = true
			r.offer()
			r.learn()
		}})
		r.news()
	}
}

func (r *fleetRun) lag() int {
	if r.Lag {
		return 1
	}
	return 0
}

// learn learns from the games of the next iteration if they are there.
func (r *fleetRun) learn() {
	k := len(r.finished) - 1
	if r.learning || !r.over[k] {
		return
	}
	r.learning = true
	r.after(r.Learn, func() {
		switch {
		case r.Iterations == 0 || (k+1)%r.WatchEvery != 0 || r.Watch == 0:
			r.finish()
		case r.Watching:
			p := &plan{number: -k - 1, game: r.Match, fresh: r.Watch, left: r.Watch, then: r.finish, contest: true}
			r.plans = slices.Insert(r.plans, 0, p)
			r.news()
		default:
			r.after(float64(r.Watch)*r.Match/2, r.finish)
		}
	})
}

// finish ends an iteration.
func (r *fleetRun) finish() {
	r.learning = false
	r.finished = append(r.finished, r.now)
	if r.ended = len(r.finished) > len(r.over); r.ended {
		return
	}
	r.offer()
	r.learn()
}

// fetch returns in how many seconds a worker has the network of a plan: from the server, or from
// the relay of its site, which has it from the server and whose link is as fast.
func (r *fleetRun) fetch(worker, number int) float64 {
	if r.has[worker][number] {
		return 0
	}
	r.has[worker][number] = true
	if !r.Relay {
		return r.transfer(r.NetBytes)
	}
	k := worker / site
	if r.sites[k] == nil {
		r.sites[k] = map[int]float64{}
	}
	there, ok := r.sites[k][number]
	if !ok {
		there = r.now + r.transfer(r.NetBytes)
		r.sites[k][number] = there
	}
	if worker%site == 0 {
		return max(0, there-r.now)
	}
	r.link[k] = max(r.link[k], there, r.now) + r.NetBytes/r.Wire
	return r.link[k] - r.now
}

// site is how many workers come under the key of a relay, itself among them: the run takes no
// more of one key.
const site = 64

func (r *fleetRun) after(seconds float64, what func()) {
	r.seen++
	heap.Push(&r.coming, event{r.now + seconds, r.seen, what})
}

// transfer sends bytes over the server's link, one message after another, and
// returns in how many seconds from now they are there.
func (r *fleetRun) transfer(bytes float64) float64 {
	t := bytes / r.Wire
	r.sent += t
	r.wire = max(r.wire, r.now) + t
	return r.wire - r.now
}

// ready hands a range to a worker, of the first plan that has any: new games, as many as it can
// play at once but no more than its share of what is left; else those of a worker that died; else
// those that are late; else nothing until some may be.
func (r *fleetRun) ready(worker int) {
	wait := float64(asks)
	for _, p := range r.plans {
		if p.fresh > 0 {
			n := min(r.Range, max(1, p.fresh/(2*r.Workers)))
			p.fresh -= n
			p.ranges = append(p.ranges, batch{games: n})
			r.play(worker, p, len(p.ranges)-1)
			return
		}
		if len(p.lost) > 0 {
			i := p.lost[0]
			p.lost = p.lost[1:]
			r.play(worker, p, i)
			return
		}
		next := -1
		for i, b := range p.ranges {
			if !b.done && b.holders < 2 && (next < 0 || b.since < p.ranges[next].since) {
				next = i
			}
		}
		if next < 0 {
			continue // all that is missing is played twice already
		}
		late := p.ranges[next].since + r.patience(p, p.ranges[next].games)
		if r.now >= late {
			r.course.Again++
			r.play(worker, p, next)
			return
		}
		wait = min(wait, late-r.now)
	}
	r.rest(worker, wait)
}

// rest has a worker ask again after some seconds, or as soon as there is news.
func (r *fleetRun) rest(worker int, seconds float64) {
	r.rests[worker]++
	rest := r.rests[worker]
	r.idle[worker] = true
	r.after(seconds, func() {
		if r.rests[worker] == rest {
			r.wake(worker)
		}
	})
}

func (r *fleetRun) wake(worker int) {
	r.rests[worker]++
	r.idle[worker] = false
	r.ready(worker)
}

// news has all workers that rest ask again.
func (r *fleetRun) news() {
	for worker, idle := range r.idle {
		if idle {
			r.rest(worker, r.RoundTrip)
		}
	}
}

// asks is after how many seconds a worker without games asks again.
const asks = 2

// patience is after how many seconds games are late.
func (r *fleetRun) patience(p *plan, games int) float64 {
	return r.Late * (p.game*max(1, float64(games)/float64(r.Cores)) + r.RoundTrip)
}

// play has a worker play a range, if it does not fail before.
func (r *fleetRun) play(worker int, p *plan, i int) {
	b := &p.ranges[i]
	b.since = r.now
	b.holders++
	games := b.games
	seconds := r.rangeSeconds(games, p.game, r.Cores, r.rng)
	took := r.fetch(worker, p.number) + seconds
	if fails := r.rng.ExpFloat64() * r.Failing; r.Failing > 0 && fails < took {
		r.after(fails+r.Away, func() { r.ready(worker) })
		r.after(fails+r.Silent, func() { r.lose(p, i) })
		return
	}
	r.after(r.RoundTrip/2+took, func() {
		r.after(r.transfer(float64(games)*r.GameBytes)+r.RoundTrip/2, func() { r.take(p, i, seconds) })
		r.after(r.RoundTrip, func() { r.ready(worker) })
	})
}

// lose gives a range whose worker died to the next who asks, unless another worker has
// it.
func (r *fleetRun) lose(p *plan, i int) {
	b := &p.ranges[i]
	if b.holders--; !b.done && b.holders == 0 {
		p.lost = append(p.lost, i)
	}
}

// take checks the games of a range, once.
func (r *fleetRun) take(p *plan, i int, seconds float64) {
	b := &p.ranges[i]
	if b.done {
		return
	}
	b.done = true
	if !p.contest {
		r.course.Busy += seconds
	}
	last := 0.0
	for range b.games {
		free := slices.Index(r.checked, slices.Min(r.checked))
		r.checking += r.Check
		r.checked[free] = max(r.checked[free], r.now) + r.Check
		last = max(last, r.checked[free])
	}
	games := b.games
	r.after(last-r.now, func() {
		if p.left -= games; p.left == 0 {
			r.close(p)
		}
	})
}

// close ends a plan whose games are all there.
func (r *fleetRun) close(p *plan) {
	r.plans = slices.DeleteFunc(r.plans, func(other *plan) bool { return other == p })
	if !slices.ContainsFunc(r.plans, func(other *plan) bool { return !other.contest }) && !p.contest {
		r.course.Play += r.now - r.playing
	}
	p.then()
}
