package main

import (
	"container/heap"
	"math/rand/v2"
)

// Course is how an iteration went, in seconds unless it says otherwise.
type Course struct {
	Play  float64 // from the first hand-out until the last game was checked
	Learn float64
	Busy  float64 // of the workers, all together, for games that counted
	Again int     // ranges that were handed out more than once
	Link  float64 // share of Play in which the server sent or received
	Check float64 // share of Play in which the learner checked games
}

// Seconds is how long the iteration took.
func (c Course) Seconds() float64 { return c.Play + c.Learn }

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

	wire, checked float64 // when the server's link and the learner are free
	sent          float64 // seconds that the link was in use
	checking      float64
	course        Course
}

// Simulate plays an iteration and learns from it.
func Simulate(p Preset, f Fleet, rng *rand.Rand) Course {
	it := &iteration{Preset: p, Fleet: f, rng: rng, fresh: p.Games, left: p.Games}
	if f.Workers == 0 { // the learner plays alone
		it.Workers, it.RoundTrip, it.NetBytes, it.GameBytes, it.Failing = 1, 0, 0, 0, 0
	}
	for range it.Workers {
		it.after(it.RoundTrip+it.transfer(it.NetBytes), it.ready)
	}
	for it.left > 0 {
		e := heap.Pop(&it.coming).(event)
		it.now = e.at
		e.what()
	}
	it.course.Play, it.course.Learn = it.checked, p.Learn
	it.course.Link, it.course.Check = it.sent/it.checked, it.checking/it.checked
	return it.course
}

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
	work := float64(r.games) * it.Check
	it.checking += work
	it.checked = max(it.checked, it.now) + work
}
