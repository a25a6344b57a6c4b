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

// iteration is one iteration under way.
type iteration struct {
	Preset
	Fleet
	rng *rand.Rand

	now    float64
	coming events
	seen   int // events so far

	waiting []int     // ranges that nobody plays
	since   []float64 // by range: when it was handed out last
	holders []int     // by range: workers that play it, as far as the learner knows
	done    []bool
	left    int // ranges not done

	wire, checked float64 // when the server's link and the learner are free
	sent          float64 // seconds that the link was in use
	checking      float64
	course        Course
}

// Simulate plays an iteration and learns from it.
func Simulate(p Preset, f Fleet, rng *rand.Rand) Course {
	ranges := (p.Games + f.Range - 1) / f.Range
	it := &iteration{
		Preset: p, Fleet: f, rng: rng, left: ranges,
		since: make([]float64, ranges), holders: make([]int, ranges), done: make([]bool, ranges),
	}
	for i := range ranges {
		it.waiting = append(it.waiting, i)
	}
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

// ready hands a range to a worker: one that nobody plays, else one that is late,
// else nothing until one may be.
func (it *iteration) ready() {
	if len(it.waiting) > 0 {
		i := it.waiting[0]
		it.waiting = it.waiting[1:]
		it.play(i)
		return
	}
	patience, next := it.patience(), -1
	for i := range it.done {
		if !it.done[i] && it.holders[i] < 2 && (next < 0 || it.since[i] < it.since[next]) {
			next = i
		}
	}
	switch {
	case next < 0:
		it.after(patience, it.ready) // all that is missing is played twice already
	case it.now >= it.since[next]+patience:
		it.course.Again++
		it.play(next)
	default:
		it.after(it.since[next]+patience-it.now, it.ready)
	}
}

// patience is after how many seconds a range is late.
func (it *iteration) patience() float64 {
	return it.Late * (it.Game*float64(it.Range)/float64(it.Cores) + it.RoundTrip)
}

// play has a worker play a range, if it does not fail before.
func (it *iteration) play(i int) {
	it.since[i] = it.now
	it.holders[i]++
	games := min(it.Range, it.Games-i*it.Range)
	seconds := it.rangeSeconds(games, it.Cores, it.rng)
	if fails := it.rng.ExpFloat64() * it.Failing; it.Failing > 0 && fails < seconds {
		it.after(fails+it.Away, it.ready)
		it.after(it.patience(), func() { it.lost(i) })
		return
	}
	it.after(it.RoundTrip/2+seconds, func() {
		it.after(it.transfer(float64(games)*it.GameBytes)+it.RoundTrip/2, func() { it.take(i, games, seconds) })
		it.after(it.RoundTrip, it.ready)
	})
}

// lost puts a range whose worker died back, unless somebody else has it.
func (it *iteration) lost(i int) {
	if it.holders[i]--; !it.done[i] && it.holders[i] == 0 {
		it.waiting = append(it.waiting, i)
	}
}

// take checks the games of a range, once.
func (it *iteration) take(i, games int, seconds float64) {
	if it.done[i] {
		return
	}
	it.done[i], it.left = true, it.left-1
	it.course.Busy += seconds
	work := float64(games) * it.Check
	it.checking += work
	it.checked = max(it.checked, it.now) + work
}
