package fleet

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ludens/selfplay"
)

// publish brings records as a worker does.
func publish(t *testing.T, l *Learner, it *iteration, id string, records []*selfplay.Record) {
	t.Helper()
	for n, r := range records {
		if _, err := l.js.Publish(context.Background(), l.queue.game(ticket{planToken(it.hash), n, guest, id}), packGame(r)); err != nil {
			t.Fatal(err)
		}
	}
}

// on returns a fresh iteration of the same plan on another learner.
func (it *iteration) on(l *Learner) *iteration {
	_, sink := selfplay.Collect(it.self().plan)
	g := *it.self()
	g.sink = sink
	return newIteration(l, &g, it.hash, g.plan.Text(), newTally(g.plan.First, g.plan.End, 0))
}

// hand notes that all games of an iteration were handed to guests.
func (it *iteration) hand(ids ...string) {
	for n := range it.self().plan.Games() {
		for _, id := range ids {
			it.hands.add(n, member(guest, id))
		}
	}
}

// harvested harvests until that many games are left, and returns how many are.
func harvested(t *testing.T, it *iteration, left int) int {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { it.harvest(ctx, func(error) {}); close(done) }()
	for end := time.Now().Add(20 * time.Second); it.tally.open() > left && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	stop()
	<-done
	return it.tally.open()
}

// Records are checked side by side: while one is being counted others are read and held
// against the rules.
func TestRecordsAreCheckedSideBySide(t *testing.T) {
	played, records := played(t)
	for cores, want := range map[int]bool{1: false, 4: true} {
		l, said := learner(t, func(o *Options) { o.Goroutines = cores })
		it := played.on(l)
		it.hand("a")
		content := &slow{generation: it.self(), second: make(chan struct{})}
		it.content = content
		if err := it.offer(context.Background()); err != nil {
			t.Fatal(err)
		}
		publish(t, l, it, "a", records)
		if left := harvested(t, it, 0); left != 0 || content.both.Load() != want {
			t.Errorf("%d cores: two records at once %v, want %v; %d games are left\n%s", cores, content.both.Load(), want, left, said)
		}
	}
}

// slow judges the first record when the second has come, or after a while.
type slow struct {
	*generation
	judged atomic.Int32
	second chan struct{}
	both   atomic.Bool
}

func (s *slow) judge(number int, record []byte) (func() error, error) {
	switch s.judged.Add(1) {
	case 1:
		select {
		case <-s.second:
			s.both.Store(true)
		case <-time.After(time.Second):
		}
	case 2:
		close(s.second)
	}
	return s.generation.judge(number, record)
}

// What was brought before the learner and its server were stopped counts when they are
// there again, and what another plan left is gone.
func TestWhatWasBroughtIsNotLost(t *testing.T) {
	played, records := played(t)
	dir := t.TempDir()
	first, _ := learner(t, func(o *Options) { o.Dir = dir })
	old, it := played.on(first), played.on(first)
	old.hash = strings.Repeat("ab", 32)
	if err := old.offer(context.Background()); err != nil {
		t.Fatal(err)
	}
	publish(t, first, old, "a", records[:3])
	if err := it.offer(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := it.hands.begin(dir, it.hash); err != nil {
		t.Fatal(err)
	}
	it.hand("a")
	publish(t, first, it, "b", records[:5]) // which was handed nothing
	publish(t, first, it, "a", records[:25])
	if err := first.Close(false); err != nil {
		t.Fatal(err)
	}

	second, said := learner(t, func(o *Options) { o.Dir = dir })
	it = played.on(second)
	if err := it.hands.begin(dir, it.hash); err != nil {
		t.Fatal(err)
	}
	if left := harvested(t, it, 15); left != 15 {
		t.Errorf("%d games are left, want 15\n%s", left, said)
	}
	s, err := second.stream(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if info, err := s.Info(context.Background()); err != nil || info.State.Msgs != 25 {
		t.Errorf("%+v, %v: want the 25 records of the plan", info.State, err)
	}
}

// Two workers bring the same games, one of them wrong ones of some: the right ones
// count, whichever comes first.
func TestTheRightOnesCount(t *testing.T) {
	played, records := played(t)
	l, said := learner(t, nil)
	it := played.on(l)
	if err := it.offer(context.Background()); err != nil {
		t.Fatal(err)
	}
	wrong := append([]*selfplay.Record(nil), records...)
	wrong[3], wrong[9] = records[4], records[8]
	it.hand("a", "b")
	publish(t, l, it, "a", wrong)
	publish(t, l, it, "b", records)
	if left := harvested(t, it, 0); left != 0 {
		t.Errorf("%d games are left, want none\n%s", left, said)
	}
	if !said.has("game 3: selfplay:") || !said.has("game 9: selfplay:") || said.has("game 5") {
		t.Errorf("said:\n%s", said)
	}
}

// A worker that repeats itself learns that the server has the record.
func TestRepeatedRecordsAreKeptOnce(t *testing.T) {
	played, records := played(t)
	l, _ := learner(t, nil)
	it := played.on(l)
	if err := it.offer(context.Background()); err != nil {
		t.Fatal(err)
	}
	publish(t, l, it, "a", records[:1])
	_, err := l.js.Publish(context.Background(), l.queue.game(ticket{planToken(it.hash), 0, guest, "a"}), packGame(records[0]))
	if err == nil || !strings.Contains(err.Error(), kept) {
		t.Errorf("%v, want %q", err, kept)
	}
}

// A worker that may not do what it must is reported at once, and does not wait for answers.
func TestDeniedWorkersEnd(t *testing.T) {
	l, said := learner(t, nil)
	o := workOptions(l, said)
	o.Queue = "other"
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	if err := Work(ctx, o); err == nil || !strings.Contains(err.Error(), "does not let this worker work") {
		t.Errorf("%v", err)
	}
}

// What a worker fetches is what its name says.
func TestObjectsAreHeldAgainstTheirNames(t *testing.T) {
	played, _ := played(t)
	l, _ := learner(t, nil)
	it := played.on(l)
	ctx := context.Background()
	if err := it.offer(ctx); err != nil {
		t.Fatal(err)
	}
	job := Job{Kind: selfPlay, Plan: it.hash, Text: it.text}
	if err := new(player).read(ctx, l.js, l.queue, job); err != nil {
		t.Fatal(err)
	}
	store, err := l.js.ObjectStore(ctx, l.queue.bucket())
	if err != nil {
		t.Fatal(err)
	}
	all, err := it.objects()
	if err != nil {
		t.Fatal(err)
	}
	if all[int8Name(it.self().plan.Network.Sent)] == nil {
		t.Error("the network is not sent as it plays, in int8")
	}
	for name, b := range all {
		bad := append([]byte(nil), b...)
		bad[len(bad)/2] ^= 1
		for _, content := range [][]byte{bad, b[:len(b)/2], {}} {
			if _, err := store.PutBytes(ctx, name, content); err != nil {
				t.Fatal(err)
			}
			if new(player).read(ctx, l.js, l.queue, job) == nil {
				t.Errorf("%.20s: %d other bytes are taken for it", name, len(content))
			}
		}
		if _, err := store.PutBytes(ctx, name, b); err != nil {
			t.Fatal(err)
		}
	}
}

// Messages under the names of other plans take no disk, and those under the plan's own
// that were not asked for shut their key out before they take much. Control: messages of
// the same size under the plan's name do take disk, until they are read.
func TestFloodsTakeNoDisk(t *testing.T) {
	played, _ := played(t)
	l, said := learner(t, nil)
	it := played.on(l)
	ctx := context.Background()
	if err := it.offer(ctx); err != nil {
		t.Fatal(err)
	}
	nc, _ := stranger(t, l)
	flood := func(token string, messages int) {
		big := make([]byte, maxPayload-1<<10)
		for n := range messages {
			if err := nc.Publish(l.queue.game(ticket{token, n, guest, "x"}), big); err != nil {
				t.Fatal(err)
			}
		}
		if err := nc.FlushTimeout(20 * time.Second); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() uint64 {
		s, err := l.stream(ctx)
		if err != nil {
			t.Fatal(err)
		}
		info, err := s.Info(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return info.State.Bytes
	}
	for i := range 6 {
		flood(fmt.Sprintf("%032x", i), 1)
	}
	if n := kept(); n != 0 {
		t.Errorf("%d bytes under the names of other plans are kept", n)
	}
	flood(planToken(it.hash), 3)
	for end := time.Now().Add(20 * time.Second); kept() < 3*(maxPayload-1<<10) && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if n := kept(); n < 3*(maxPayload-1<<10) {
		t.Errorf("%d bytes under the plan's name are kept", n)
	}
	harvest, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() { it.harvest(harvest, func(error) {}); close(done) }()
	for n, end := 3, time.Now().Add(60*time.Second); !l.roster.refuses(guest) && time.Now().Before(end); n++ {
		flood(planToken(it.hash), n+1)
		time.Sleep(10 * time.Millisecond)
	}
	for end := time.Now().Add(20 * time.Second); kept() > 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	<-done
	if why := l.roster.standing(guest).refused; why != "its key brought 71 MB that it was not asked for" { // the ninth message
		t.Errorf("its key is shut out: %q", why)
	}
	if n := kept(); n > 0 || !said.has("is refused (key guest): its sender was not asked for this game") {
		t.Errorf("%d bytes are kept; said:\n%s", n, said)
	}
}
