package fleet

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// A worker takes the games of a job and adds those of the same plan; games of plans that are not
// wanted are dropped, and those of the most urgent plan come first. An answer without a job, or
// with one that no run can ask for, brings no games and wakes no player.
func TestTake(t *testing.T) {
	plan, other := strings.Repeat("a", 64), strings.Repeat("b", 64)
	one, two := planToken(plan), planToken(other)
	w := newWorker(WorkOptions{}, nil)
	for _, c := range []struct {
		name   string
		job    *Job
		wanted []string
		takes  bool
		plans  []string
		games  []int // of the first plan
	}{
		{"no job", nil, nil, false, nil, nil},
		{"no plan", &Job{Kind: selfPlay, End: 2}, nil, false, nil, nil},
		{"a plan too short to name its games", &Job{Kind: selfPlay, Plan: plan[:tokenLength], End: 2}, nil, false, nil, nil},
		{"two games", &Job{Kind: selfPlay, Plan: plan, First: 3, End: 5}, nil, true, []string{one}, []int{3, 4}},
		{"one more of the plan", &Job{Kind: selfPlay, Plan: plan, First: 7, End: 8}, []string{one}, true, []string{one}, []int{3, 4, 7}},
		{"none of the plan", &Job{Kind: selfPlay, Plan: plan}, []string{one}, false, []string{one}, []int{3, 4, 7}},
		{"games before the first", &Job{Kind: selfPlay, Plan: plan, First: -2, End: 1}, []string{one}, false, []string{one}, []int{3, 4, 7}},
		{"another plan", &Job{Kind: selfPlay, Plan: other, First: 1, End: 2}, []string{one, two}, true, []string{one, two}, []int{3, 4, 7}},
		{"the other is more urgent", nil, []string{two, one}, false, []string{two, one}, []int{1}},
		{"the learner does not know", nil, nil, false, []string{two, one}, []int{1}},
		{"the other is over", nil, []string{one}, false, []string{one}, []int{3, 4, 7}},
		{"all are over", nil, []string{}, false, nil, nil},
	} {
		got := w.take(answer{Job: c.job, Wanted: c.wanted})
		var plans []string
		var games []int
		for _, p := range w.plans {
			plans = append(plans, p.token)
		}
		if len(w.plans) > 0 {
			games = w.plans[0].games
		}
		if got != c.takes || !slices.Equal(plans, c.plans) || !slices.Equal(games, c.games) {
			t.Errorf("%s: takes %v, has plans %v, games %v, want %v, %v, %v", c.name, got, plans, games, c.takes, c.plans, c.games)
		}
		woken := false
		select {
		case <-w.work:
			woken = true
		default:
		}
		if woken != c.takes {
			t.Errorf("%s: a player is woken: %v", c.name, woken)
		}
	}
}

// A worker that has none, and whose records are still under way, is to ask again soon;
// one that holds enough, or gets some, is not.
func TestRecordsUnderWayAreWaitedFor(t *testing.T) {
	it, _ := played(t)
	q, now := question{Goroutines: 1}, time.Now()
	it.l.o.OnlyLearn = true
	it.l.roster.hear(guest, "id", q, now, func(question) string { return "" })
	who := member(guest, "id")
	for asked := 1; asked <= 3; asked++ { // 6 games at a time, of which it may have twice as many
		if j := it.job(who, q, now); (j.End > j.First) != (asked < 3) || j.Soon != (asked == 3) {
			t.Errorf("question %d: games %d to %d, soon %v", asked, j.First, j.End, j.Soon)
		}
	}
	for holds, soon := range map[int]bool{5: true, 6: false, 12: false} {
		q.Holds = holds
		if j := it.job(who, q, now); j.Soon != soon {
			t.Errorf("soon %v with %d games", j.Soon, holds)
		}
	}
	it, _ = played(t)
	it.l.o.OnlyLearn, q.Holds = true, 5
	it.l.roster.hear(guest, "id", q, now, func(question) string { return "" })
	for range 11 {
		it.job(who, q, now)
	}
	q.Holds = 0
	if j := it.job(who, q, now); j.End-j.First != 1 || j.Soon {
		t.Errorf("the last game that it may have: games %d to %d, soon %v", j.First, j.End, j.Soon)
	}
}

// A worker that has some of its games gets the others; one that claims fewer than none gets no more.
func TestWhatAWorkerHoldsCounts(t *testing.T) {
	for holds, want := range map[int]int{-1 << 40: 6, -1: 6, 0: 6, 4: 2, 5: 1, 6: 0} {
		it, _ := played(t)
		it.l.o.OnlyLearn = true
		q, now := question{Goroutines: 1, Holds: holds}, time.Now()
		it.l.roster.hear(guest, "id", q, now, func(question) string { return "" })
		if j := it.job(member(guest, "id"), q, now); j.End-j.First != want {
			t.Errorf("holds %d: games %d to %d, want %d games", holds, j.First, j.End, want)
		}
	}
}
