package fleet

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ludens/selfplay"
)

// flood brings each record under other numbers, other plans and other identities, and much
// that is none.
func flood(ctx context.Context, o WorkOptions) error {
	rubbish := make([]byte, 64<<10)
	return misbehave(ctx, o, func(w *worker, plan string, number int, record []byte) {
		for n := range 8 {
			w.nc.Publish(w.queue.game(ticket{plan, (number + n + 1) % 40, w.key, w.id}), squeeze(record))
			w.nc.Publish(w.queue.game(ticket{strings.Repeat("ab", tokenLength/2), n, w.key, w.id}), rubbish)
			w.nc.Publish(w.queue.game(ticket{plan, n, w.key, fmt.Sprint("other", n)}), squeeze(record))
			w.nc.Publish(w.queue.game(ticket{plan, number, w.key, w.id}), rubbish[:100])
		}
	})
}

// dawdle brings its games late, and each of them twice.
func dawdle(ctx context.Context, o WorkOptions) error {
	return misbehave(ctx, o, func(w *worker, plan string, number int, record []byte) {
		sleep(ctx, 20*time.Millisecond)
		for range 2 {
			w.nc.Publish(w.queue.game(ticket{plan, number, w.key, w.id}), squeeze(record))
		}
	})
}

// vanish comes under a new identity of its key again and again, takes games and is gone.
func vanish(ctx context.Context, o WorkOptions) error {
	for ctx.Err() == nil {
		short, stop := context.WithTimeout(ctx, 100*time.Millisecond)
		err := misbehave(short, o, func(*worker, string, int, []byte) { stop() })
		stop()
		if err == nil {
			return nil
		}
		sleep(ctx, 10*time.Millisecond)
	}
	return ctx.Err()
}

// hoard takes games for three identities of one key, claims to have none, and plays none.
func hoard(ctx context.Context, o WorkOptions) error {
	var wait sync.WaitGroup
	defer wait.Wait()
	for range 3 {
		wait.Go(func() {
			ctx, stop := context.WithCancelCause(ctx)
			defer stop(nil)
			w := newWorker(o, stop)
			if w.connect() != nil {
				return
			}
			defer w.nc.Close()
			w.plans = []*portion{{playing: -1 << 40}}
			for ; ctx.Err() == nil; sleep(ctx, 5*time.Millisecond) {
				if a, err := w.ask(ctx, ""); err == nil && (a.Over || a.Refused != "") {
					return
				}
			}
		})
	}
	return nil
}

// One of each liar at the same time, a hundred silent connections, and one honest worker: the
// run ends, with the bits of one machine, and the honest worker and the learner play at most 1.5
// times as many games as it has (TestWorkOfAudits shows that more would be noticed). Control:
// without audits the same crowd changes the bits.
func TestAllLiarsAtOnce(t *testing.T) {
	want := aloneHash(t)
	liars := []func(context.Context, WorkOptions) error{lie, flood, dawdle, vanish, hoard}
	for _, share := range []float64{0, 0.02} {
		t.Run(fmt.Sprint(share), func(t *testing.T) {
			l, said, keys := invited(t, 1+len(liars))
			here, elsewhere := 0, playedBy(t, l, keys[0])
			l.o.OnlyLearn, l.o.Audit = true, share
			for range 100 {
				c, err := net.Dial("tcp", l.Address())
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
			}
			ctx, stop := context.WithCancel(t.Context())
			var crowd sync.WaitGroup
			defer crowd.Wait()
			defer stop()
			honest := make(chan error, 1)
			go func() { honest <- Work(ctx, invitedAs(l, said, keys[0], "honest")) }()
			for i, liar := range liars {
				crowd.Go(func() { liar(ctx, invitedAs(l, said, keys[1+i], fmt.Sprint("liar", i))) })
			}
			for end := time.Now().Add(20 * time.Second); l.roster.fit() < 1+len(liars) && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			caught := map[string]bool{}
			r := run(t, func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
				defer func() {
					for _, c := range l.Last().Caught {
						caught[c.Name] = true
					}
					here += l.Last().Here + l.Last().Again
				}()
				return l.Play(ctx, p, m, sink)
			})
			ctx, late := context.WithTimeout(context.Background(), 4*time.Minute)
			defer late()
			if err := r.Loop(ctx); err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			if got := outcome(t, r); (got == want) != (share > 0) {
				t.Errorf("with audits of %v: %.12s, alone %.12s\n%s", share, got, want, said)
			}
			if err := l.Close(true); err != nil {
				t.Error(err)
			}
			if err := <-honest; err != nil {
				t.Errorf("the honest worker ends with %v\n%s", err, said)
			}
			if all := r.Config.Iterations * r.Config.SelfPlay.Games; here+int(elsewhere.Load()) > all*3/2 {
				t.Errorf("with audits of %v the learner plays %d games and the honest worker %d, of a run of %d", share, here, elsewhere.Load(), all)
			}
			if share > 0 && (!caught["liar0"] || caught["honest"] || caught["liar2"]) {
				t.Errorf("caught are %v, want the forger and not those that brought what they played", caught)
			}
		})
	}
}

// A learner that audits every game plays it once more, and says so: with its worker twice the run.
func TestWorkOfAudits(t *testing.T) {
	l, said, keys := invited(t, 1)
	l.o.OnlyLearn, l.o.Audit = true, 1
	elsewhere, here, again := playedBy(t, l, keys[0]), 0, 0
	ended := make(chan error, 1)
	go func() { ended <- Work(context.Background(), invitedAs(l, said, keys[0], "honest")) }()
	for end := time.Now().Add(20 * time.Second); l.roster.fit() < 1 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	r := run(t, func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		share, err := l.PlayBy(ctx, p, m, sink)
		here, again = here+share.Here, again+share.Again
		return err
	})
	if err := r.Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(true); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if all, n := r.Config.Iterations*r.Config.SelfPlay.Games, int(elsewhere.Load()); n < all/2 || again < all/2 || here+n < all || here+again != all || here+again+n <= all*3/2 {
		t.Errorf("of %d games %d come from the worker, %d are played here, and %d once more", all, n, here, again)
	}
}

// playedBy counts the games that a worker with this invitation brings.
func playedBy(t *testing.T, l *Learner, key string) *atomic.Int64 {
	i, err := readInvitation(key)
	if err != nil {
		t.Fatal(err)
	}
	n := new(atomic.Int64)
	if _, err := l.nc.Subscribe(l.queue.queue+".games.*.*."+i.public+".*", func(*nats.Msg) { n.Add(1) }); err != nil {
		t.Fatal(err)
	}
	return n
}

// invitedAs is workOptions for a worker with a key of its own.
func invitedAs(l *Learner, said *lines, key, name string) WorkOptions {
	o := workOptions(l, said)
	o.Invitation, o.Name = key, name
	return o
}
