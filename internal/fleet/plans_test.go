package fleet

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"ludens/selfplay"
)

// With a lag workers go on with the games of the next iteration while the last of this one are
// out: one worker keeps its games of iteration 1 until a game of iteration 2 is there. The
// outcome is that of one machine. Control: where the next plan is only played after this one,
// that worker waits in vain.
func TestTwoPlansAtATime(t *testing.T) {
	want := aloneWith(t, 1)
	for _, ahead := range []bool{true, false} {
		t.Run(fmt.Sprint(ahead), func(t *testing.T) {
			l, said := learner(t, func(o *Options) { o.OnlyLearn = true })
			ctx, stop := context.WithCancel(t.Context())
			var workers sync.WaitGroup
			defer workers.Wait()
			defer stop()
			var mu sync.Mutex
			first, waited, early, turn := "", 0, 0, new(sync.Mutex)
			next := make(chan struct{})
			slow := func(w *worker, plan string, number int, record []byte) {
				mu.Lock()
				hold := plan == first && waited == 0
				if hold {
					waited++
				}
				mu.Unlock()
				if hold {
					select {
					case <-next:
					case <-time.After(800 * time.Millisecond): // before the game is late
					}
				}
				w.nc.Publish(w.queue.game(ticket{plan, number, w.key, w.id}), squeeze(record))
			}
			workers.Go(func() { misbehave(ctx, workOptions(l, said), slow) })
			workers.Go(func() { Work(ctx, workOptions(l, said)) })
			for end := time.Now().Add(20 * time.Second); l.roster.fit() < 2 && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			r := run(t, func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
				if !ahead {
					turn.Lock()
					defer turn.Unlock()
				}
				mu.Lock()
				if p.Iteration == 1 {
					first = planToken(p.Hash())
				}
				mu.Unlock()
				over := false
				err := l.Play(ctx, p, m, func(game int, r *selfplay.Record) error {
					if p.Iteration == 2 && !over {
						over = true
						close(next)
					}
					return sink(game, r)
				})
				mu.Lock()
				defer mu.Unlock()
				select {
				case <-next:
					if p.Iteration == 1 {
						early++
					}
				default:
				}
				return err
			})
			r.Config.Lag = 1
			if err := r.Loop(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got := outcome(t, r); got != want {
				t.Errorf("%.12s, alone %.12s", got, want)
			}
			if waited == 0 || (early > 0) != ahead {
				t.Errorf("%d games were held back; games of the next iteration came before the last of this one: %v, want %v\n%s", waited, early > 0, ahead, said)
			}
		})
	}
}

// twoPlans returns a learner that plays two plans, of the same games, and a worker of it.
func twoPlans(t *testing.T, change func(*Options)) (l *Learner, it, next *iteration, ask func(holds, holdsNext int) *Job) {
	t.Helper()
	played, _ := played(t)
	l, _ = learner(t, change)
	l.o.OnlyLearn = true
	it, next = played.on(l), played.on(l)
	later := next.self().plan
	later.Iteration++
	next.self().plan, next.hash = later, later.Hash()
	l.begin(next) // whichever begins first
	l.begin(it)
	it.there.Store(true)
	next.there.Store(true)
	return l, it, next, func(holds, holdsNext int) *Job {
		q := question{Protocol: protocol, Name: "x", Version: "test", Arch: hereArch, Kernels: hereKernels, Goroutines: 1, Holds: holds + holdsNext}
		q.HoldsOf = map[string]int{planToken(it.hash): holds, planToken(next.hash): holdsNext}
		a := l.answer(guest, "id", q, time.Now())
		if a.Job == nil || !slices.Equal(a.Wanted, []string{planToken(it.hash), planToken(next.hash)}) {
			t.Fatalf("refused %q, wanted %v", a.Refused, a.Wanted)
		}
		return a.Job
	}
}

// A worker gets the games of the earlier plan until all have a player, then those of the later
// one; those that another worker gave back come before them, however many games of the later
// plan it has.
func TestTheEarlierPlanIsMoreUrgent(t *testing.T) {
	_, it, next, ask := twoPlans(t, nil)
	it.tally.take("other", 38, time.Now())
	for _, c := range []struct {
		name             string
		holds, holdsNext int
		plan             *iteration
		games            []int
	}{
		{"the last of the earlier", 0, 0, it, []int{38, 39}},
		{"then of the later", 2, 0, next, []int{0, 1, 2, 3}},
		{"as many as it can play", 2, 4, it, nil},
	} {
		if j := ask(c.holds, c.holdsNext); j.Plan != c.plan.hash || !slices.Equal(j.numbers(), c.games) {
			t.Errorf("%s: games %v of %.4s, want %v of %.4s", c.name, j.numbers(), j.Plan, c.games, c.plan.hash)
		}
	}
	it.tally.give("other")
	if j := ask(0, 6); j.Plan != it.hash || len(j.numbers()) == 0 {
		t.Errorf("games %v of %.4s, want some of the earlier plan, which were given back", j.numbers(), j.Plan)
	}
}

// Records of both plans count after the learner was stopped, whichever plan it comes to first,
// and what a plan before them left goes. A worker that has games of the later plan meanwhile
// keeps them. Control: a record of a plan that is neither is gone.
func TestBothPlansOutliveTheLearner(t *testing.T) {
	dir := t.TempDir()
	_, records := played(t)
	l, it, next, _ := twoPlans(t, func(o *Options) { o.Dir = dir })
	ctx := context.Background()
	for _, one := range []*iteration{it, next} {
		if err := one.hands.begin(dir, one.hash); err != nil {
			t.Fatal(err)
		}
		one.hand("a")
		if err := one.offer(ctx); err != nil {
			t.Fatal(err)
		}
		publish(t, l, one, "a", records[:20])
	}
	if err := l.Close(false); err != nil {
		t.Fatal(err)
	}
	again, _ := learner(t, func(o *Options) { o.Dir = dir })
	for _, one := range []*iteration{it.on(again), next.on(again)} {
		if err := one.hands.begin(dir, one.hash); err != nil {
			t.Fatal(err)
		}
		again.begin(one)
		if wanted := again.wanted(again.playing()); !slices.Contains(wanted, planToken(next.hash)) {
			t.Errorf("wanted are %v, not the later plan", wanted)
		}
		if left := harvested(t, one, 20); left != 20 {
			t.Errorf("plan %.4s: %d games are left, want 20", one.hash, left)
		}
	}
	third := it.on(again)
	third.self().plan.Iteration += 2
	third.hash = third.self().plan.Hash()
	for n := range mostKept - 1 { // plans that come after them
		last := third.on(again)
		last.self().plan.Iteration += n
		last.hash = last.self().plan.Hash()
		again.end(again.playing()[0], true)
		again.begin(last)
		third = last
	}
	if err := third.offer(ctx); err != nil {
		t.Fatal(err)
	}
	s, err := again.stream(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := s.Info(ctx); err != nil || info.State.Msgs != 20 {
		t.Errorf("%+v, %v: want the 20 records of the later plan, and none of the earlier", info.State, err)
	}
}

// A worker's goroutines share the games of a plan; those without go on with the next plan, and a
// game of a more urgent plan begins at once though all goroutines are at later ones.
func TestGoroutinesGoOnWithTheNextPlan(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	w := newWorker(WorkOptions{Goroutines: 2}, nil)
	var seats sync.WaitGroup
	w.ctx, w.seats = ctx, &seats
	type at struct {
		plan string
		game int
	}
	begun, release := make(chan at, 8), map[string]chan struct{}{}
	for _, plan := range []string{"a", "b", "c"} {
		j := Job{Kind: selfPlay, Plan: fmt.Sprintf("%064s", plan), Text: plan}
		release[plan] = make(chan struct{})
		w.mu.Lock()
		p := w.portion(j)
		w.mu.Unlock()
		p.token, p.text = plan, plan // it is open
		p.player.play = func(ctx context.Context, goroutines int, next selfplay.Numbers, _ func(int, []byte)) error {
			for n, ok := next(); ok; n, ok = next() {
				begun <- at{plan, n}
				select {
				case <-release[plan]:
				case <-ctx.Done():
				}
			}
			return nil
		}
	}
	give := func(plan string, games ...int) {
		w.mu.Lock()
		for _, p := range w.plans {
			if p.token == plan {
				p.games = append(p.games, games...)
			}
		}
		w.order([]string{"a", "b", "c"})
		w.mu.Unlock()
		poke(w.work)
	}
	for range w.o.Goroutines {
		seats.Go(w.sit)
	}
	expect := func(what string, want ...at) {
		t.Helper()
		for len(want) > 0 {
			select {
			case got := <-begun:
				i := slices.Index(want, got)
				if i < 0 {
					t.Fatalf("%s: game %d of %s begins, want %v", what, got.game, got.plan, want)
				}
				want = slices.Delete(want, i, i+1)
			case <-time.After(10 * time.Second):
				t.Fatalf("%s: %v do not begin", what, want)
			}
		}
		select {
		case got := <-begun:
			t.Fatalf("%s: game %d of %s begins, too", what, got.game, got.plan)
		case <-time.After(20 * time.Millisecond):
		}
	}
	give("b", 1)
	expect("one game", at{"b", 1})
	give("c", 2, 3)
	expect("the other goroutine goes on with the next plan", at{"c", 2})
	give("a", 4, 5)
	expect("one more goroutine for the most urgent plan", at{"a", 4})
	close(release["b"])
	expect("a goroutine that is done plays the most urgent", at{"a", 5})
	close(release["a"])
	expect("and goes on with the next", at{"c", 3})
	stop()
	seats.Wait()
}

// No goroutine takes more than its share of a plan's games, so that all cores play.
func TestGoroutinesShareGames(t *testing.T) {
	w := newWorker(WorkOptions{Goroutines: 2}, nil)
	p := w.portion(Job{Kind: selfPlay, Plan: fmt.Sprintf("%064d", 1)})
	p.games = []int{1, 2, 3}
	var mine [2]int
	for _, c := range []struct{ goroutine, game int }{{0, 1}, {0, 2}, {0, 0}, {1, 3}, {1, 0}} {
		if game, ok := w.next(p, &mine[c.goroutine]); game != c.game || ok != (c.game > 0) {
			t.Errorf("goroutine %d gets game %d, want %d", c.goroutine, game, c.game)
		}
	}
}
