package main

import (
	"container/heap"
	"math/rand/v2"
	"slices"
)

// Course is how an iteration went, in seconds unless it says otherwise.
type Course struct {
	Play  float64 // from the first hand-out until the last game was checked
	Learn float64
	Busy  float64 // of the workers, all together, for games that counted
	Again int     // ranges that were handed out more than once
	Link  float64 // share of Play in which the server sent or received
	Check float64 // share of Play in which the learner's checking cores were in use
	Match float64 // that the run's matches take, per iteration
	Whole float64 // that an iteration of the run takes, with its share of the matches
}

// whole returns how long an iteration of a run takes. With a lag the learner learns, and plays
// the match during training, while others play the games of the next iteration.
func (p Preset) whole(f Fleet, play, watch, final float64) float64 {
	turn := func(learner float64) float64 {
		if f.Lag && f.Workers > 0 {
			return max(play, learner)
		}
		return play + learner
	}
	if p.Iterations == 0 { // without matches
		return turn(p.Learn)
	}
	watched := 1 / float64(p.WatchEvery)
	return (1-watched)*turn(p.Learn) + watched*turn(p.Learn+watch) + final/float64(p.Iterations)
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

// iteration is one iteration under way.
type iteration struct {
	Preset
	Fleet
	rng *rand.Rand

	now    float64
	coming events
	seen   int // events so far

	fresh  int     // games that were not handed out yet
	lostIn []int   // ranges whose worker died and that no worker plays
	ranges []batch // that were handed out
	left   int     // games not done

	wire     float64   // when the server's link is free
	relayed  float64   // in how many seconds the last relay has the network
	checked  []float64 // when the learner's checking cores are free
	sent     float64   // seconds that the link was in use
	checking float64
	course   Course
}

// Simulate plays an iteration of a run and learns from it.
func Simulate(p Preset, f Fleet, rng *rand.Rand) Course {
	c := simulate(p, f, rng)
	// What the learner plays is played on two cores; the longest game is not all of it.
	watch, final := float64(p.Watch)*p.Match/2, float64(p.Final)*p.Match/2
	if f.Matches && f.Workers > 0 && p.Final > 0 {
		m := p
		m.Games, m.Game = p.Final, p.Match
		final = simulate(m, f, rng).Play
	}
	c.Learn, c.Whole = p.Learn, p.whole(f, c.Play, watch, final)
	c.Match = c.Whole - p.whole(f, c.Play, 0, 0)
	return c
}

// simulate plays games.
func simulate(p Preset, f Fleet, rng *rand.Rand) Course {
	it := &iteration{Preset: p, Fleet: f, rng: rng, fresh: p.Games, left: p.Games, checked: make([]float64, max(1, f.Checkers))}
	if f.Workers == 0 { // the learner plays alone
		it.Workers, it.RoundTrip, it.NetBytes, it.GameBytes, it.Failing = 1, 0, 0, 0, 0
	}
	for worker := range it.Workers {
		it.after(it.RoundTrip+it.fetch(worker), it.ready)
	}
	for it.left > 0 {
		e := heap.Pop(&it.coming).(event)
		it.now = e.at
		e.what()
	}
	it.course.Play = slices.Max(it.checked)
	it.course.Link, it.course.Check = it.sent/it.course.Play, it.checking/it.course.Play/float64(len(it.checked))
	return it.course
}

// fetch returns in how many seconds a worker has the network: from the server, or from the relay
// of its site, which has it from the server and whose link is as fast.
func (it *iteration) fetch(worker int) float64 {
	if !it.Relay {
		return it.transfer(it.NetBytes)
	}
	if worker%site == 0 {
		it.relayed = it.transfer(it.NetBytes)
	}
	return it.relayed + float64(worker%site)*it.NetBytes/it.Wire
}

// site is how many workers come under the key of a relay, itself among them: the run takes no
// more of one key.
const site = 64

func (it *iteration) after(seconds float64, what func()) {
	it.seen++
	heap.Push(&it.coming, event{it.now + seconds, it.seen, what})
}

// transfer sends bytes over the server's link, one message after another, and
// returns in how many seconds from now they are there.
func (it *iteration) transfer(bytes float64) float64 {
	t := bytes / it.Wire
	it.sent += t
	it.wire = max(it.wire, it.now) + t
	return it.wire - it.now
}

// ready hands a range to a worker: new games, as many as it can play at once but no
// more than its share of what is left; else those of a worker that died; else those
// that are late; else nothing until some may be.
func (it *iteration) ready() {
	if it.fresh > 0 {
		n := min(it.Range, max(1, it.fresh/(2*it.Workers)))
		it.fresh -= n
		it.ranges = append(it.ranges, batch{games: n})
		it.play(len(it.ranges) - 1)
		return
	}
	if len(it.lostIn) > 0 {
		i := it.lostIn[0]
		it.lostIn = it.lostIn[1:]
		it.play(i)
		return
	}
	next := -1
	for i, r := range it.ranges {
		if !r.done && r.holders < 2 && (next < 0 || r.since < it.ranges[next].since) {
			next = i
		}
	}
	switch {
	case next < 0:
		it.after(asks, it.ready) // all that is missing is played twice already
	case it.now >= it.ranges[next].since+it.patience(it.ranges[next].games):
		it.course.Again++
		it.play(next)
	default:
		it.after(min(asks, it.ranges[next].since+it.patience(it.ranges[next].games)-it.now), it.ready)
	}
}

// asks is after how many seconds a worker without games asks again.
const asks = 2

// patience is after how many seconds games are late.
func (it *iteration) patience(games int) float64 {
	return it.Late * (it.Game*max(1, float64(games)/float64(it.Cores)) + it.RoundTrip)
}

// play has a worker play a range, if it does not fail before.
func (it *iteration) play(i int) {
	r := &it.ranges[i]
	r.since = it.now
	r.holders++
	games := r.games
	seconds := it.rangeSeconds(games, it.Cores, it.rng)
	if fails := it.rng.ExpFloat64() * it.Failing; it.Failing > 0 && fails < seconds {
		it.after(fails+it.Away, it.ready)
		it.after(fails+it.Silent, func() { it.lost(i) })
		return
	}
	it.after(it.RoundTrip/2+seconds, func() {
		it.after(it.transfer(float64(games)*it.GameBytes)+it.RoundTrip/2, func() { it.take(i, seconds) })
		it.after(it.RoundTrip, it.ready)
	})
}

// lost gives a range whose worker died to the next who asks, unless another worker has
// it.
func (it *iteration) lost(i int) {
	r := &it.ranges[i]
	if r.holders--; !r.done && r.holders == 0 {
		it.lostIn = append(it.lostIn, i)
	}
}

// take checks the games of a range, once.
func (it *iteration) take(i int, seconds float64) {
	r := &it.ranges[i]
	if r.done {
		return
	}
	r.done = true
	it.left -= r.games
	it.course.Busy += seconds
	for range r.games {
		free := slices.Index(it.checked, slices.Min(it.checked))
		it.checking += it.Check
		it.checked[free] = max(it.checked[free], it.now) + it.Check
	}
}
