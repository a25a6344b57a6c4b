package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ludens/selfplay"
)

// played is an iteration of a small run without players, and its records.
func played(t testing.TB) (*iteration, []*selfplay.Record) {
	t.Helper()
	var plan selfplay.Plan
	var material selfplay.Material
	stop := errors.New("enough")
	r := run(t, func(_ context.Context, p selfplay.Plan, m selfplay.Material, _ selfplay.Sink) error {
		plan, material = p, m
		return stop
	})
	if err := r.Loop(context.Background()); !errors.Is(err, stop) {
		t.Fatal(err)
	}
	plan, material, err := plan.Sent(r.Game, material)
	if err != nil {
		t.Fatal(err)
	}
	with, err := plan.Open(r.Game, material)
	if err != nil {
		t.Fatal(err)
	}
	records, keep := selfplay.Collect(plan)
	if err := selfplay.Play(context.Background(), plan, with, 1, keep); err != nil {
		t.Fatal(err)
	}
	l := &Learner{roster: newRoster(func(string) {}), o: Options{Tell: func(string) {}}}
	_, sink := selfplay.Collect(plan)
	return newIteration(l, &generation{plan, material, with, sink}, plan.Hash(), plan.Text(), newTally(plan.First, plan.End, 0)), records
}

// self is what the iteration is of.
func (it *iteration) self() *generation { return it.content.(*generation) }

// A message that is cut, flipped, of another game or against the rules counts for
// nothing, and the one that is right does. No message makes the learner stop.
func TestHostileRecordsAreRefused(t *testing.T) {
	it, records := played(t)
	good := packGame(records[5])
	it.hand("id")
	bring := func(game int, message []byte) error {
		return it.receive(ticket{planToken(it.hash), game, guest, "id"}, message)
	}
	for n := range good {
		if bring(5, good[:n]) == nil {
			t.Errorf("a message cut after %d of %d bytes counts", n, len(good))
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		bad := bytes.Clone(records[5].Marshal())
		bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
		bring(7, squeeze(bad)) // never right: it is of game 5
	}
	for _, wrong := range []struct {
		name string
		game int
		with func(r *selfplay.Record)
	}{
		{"another game's", 6, func(*selfplay.Record) {}},
		{"no game's", 40, func(*selfplay.Record) {}},
		{"a game's below 0", -1, func(*selfplay.Record) {}},
		{"an illegal move", 5, func(r *selfplay.Record) { r.Plies[len(r.Plies)-1].Action = r.Plies[0].Action }},
		{"another winner", 5, func(r *selfplay.Record) { r.Result ^= 3 }},
		{"cut short", 5, func(r *selfplay.Record) { r.Plies = r.Plies[:len(r.Plies)-1] }},
		{"another start", 5, func(r *selfplay.Record) { r.Seed++ }},
		{"a handicap", 5, func(r *selfplay.Record) { r.Handicap[0] = 0.5; r.Handicap[1] = 0 }},
		{"a value", 5, func(r *selfplay.Record) { r.Plies[len(r.Plies)-1].Value = 7 }},
	} {
		r, err := selfplay.UnmarshalRecord(records[5].Marshal())
		if err != nil {
			t.Fatal(err)
		}
		wrong.with(r)
		if bring(wrong.game, packGame(r)) == nil {
			t.Errorf("%s: it counts", wrong.name)
		}
	}
	if bring(5, squeeze(make([]byte, 9<<20))) == nil {
		t.Error("a message of 9 MiB counts")
	}
	if left := it.tally.open(); left != 40 {
		t.Fatalf("%d games are open, want all 40", left)
	}
	if err := bring(5, good); err != nil {
		t.Fatal(err)
	}
	if err := bring(5, good); err != nil {
		t.Errorf("the same once more: %v", err)
	}
	other := *records[5]
	other.Evaluations++
	// Without audits it says nothing of who brought it, however often.
	for range 2 * mostFaults {
		m := &jetstream.RawStreamMsg{Subject: it.l.queue.game(ticket{planToken(it.hash), 5, guest, "id"}), Data: packGame(&other)}
		if err := it.check(t.Context(), forgetful{}, m, func(err error) { t.Error(err) }); err != nil {
			t.Fatal(err)
		}
	}
	if it.l.roster.refuses(guest) {
		t.Error("its key is refused")
	}
	if err := bring(5, packGame(&other)); !errors.Is(err, errUnsettled) {
		t.Errorf("another record of the same game: %v", err)
	}
}

// forgetful is a stream of which messages are deleted.
type forgetful struct{ jetstream.Stream }

func (forgetful) DeleteMsg(context.Context, uint64) error { return nil }

// What a worker reads is held against the rules and the hash that names it, wherever it
// is cut.
func TestDamagedMaterialIsRefused(t *testing.T) {
	it, records := played(t)
	net, err := packNet(it.self().material.Network)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := unpackNet(net); err != nil || n.Hash() != it.self().plan.Network.Hash {
		t.Fatalf("a network comes back as another: %v", err)
	}
	for n := range len(net) {
		if _, err := unpackNet(net[:n]); err == nil {
			t.Fatalf("a network cut after %d of %d bytes is read", n, len(net))
		}
	}
	archive := packArchive(records)
	back, err := unpackArchive(archive, len(records), it.self().with.Game)
	if err != nil || selfplay.Archive(3, back) != selfplay.Archive(3, records) {
		t.Fatalf("an archive comes back as another: %v", err)
	}
	for n := range len(archive) {
		if back, err := unpackArchive(archive[:n], len(records), it.self().with.Game); err == nil && len(back) == len(records) {
			t.Fatalf("an archive cut after %d of %d bytes is read", n, len(archive))
		}
	}
	bad := *records[0]
	bad.Plies = append([]selfplay.Ply(nil), bad.Plies...)
	bad.Plies[1].Action = bad.Plies[0].Action
	if _, err := unpackArchive(packArchive([]*selfplay.Record{&bad}), 1, it.self().with.Game); err == nil {
		t.Error("an archive with an illegal move is read")
	}
}

// stranger is a connection that has what a worker has, and no manners.
func stranger(t *testing.T, l *Learner, o ...nats.Option) (nc *nats.Conn, denied func() bool) {
	t.Helper()
	var mu sync.Mutex
	count, seen := 0, 0
	o = append(o, nats.CustomInboxPrefix(l.queue.inbox(guest)), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		mu.Lock()
		defer mu.Unlock()
		if errors.Is(err, nats.ErrPermissionViolation) {
			count++
		}
	}))
	nc, err := nats.Connect("nats://"+l.Address(), o...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc, func() bool {
		nc.Flush()
		for range 100 {
			mu.Lock()
			more := count > seen
			seen = count
			mu.Unlock()
			if more {
				return true
			}
			time.Sleep(time.Millisecond)
		}
		return false
	}
}

// A worker asks, reads and brings games, and may do nothing else.
func TestWorkersMayDoNothingElse(t *testing.T) {
	l, _ := learner(t, nil)
	nc, denied := stranger(t, l)
	q := l.queue
	token := strings.Repeat("a", tokenLength)
	for _, subject := range []string{q.ask(guest, "x"), q.game(ticket{token, 3, guest, "x"}), "$JS.API.STREAM.INFO.OBJ_ludens"} {
		nc.Publish(subject, []byte("{}"))
		if denied() {
			t.Errorf("a worker may not publish to %s", subject)
		}
	}
	for _, subject := range []string{
		q.news(), q.learner(), q.ask("other", "x"), q.game(ticket{token, 3, "other", "x"}), "$O.ludens.C.x",
		"$JS.API.STREAM.DELETE.ludens_games", "$JS.API.STREAM.PURGE.ludens_games", "$JS.API.STREAM.CREATE.x", "$JS.API.STREAM.MSG.DELETE.ludens_games",
		"$JS.API.STREAM.MSG.GET.ludens_games", "$JS.API.DIRECT.GET.ludens_games", "$JS.API.CONSUMER.CREATE.OBJ_ludens", "$JS.API.INFO", "$SYS.REQ.SERVER.PING", "anything",
	} {
		nc.Publish(subject, []byte("{}"))
		if !denied() {
			t.Errorf("a worker may publish to %s", subject)
		}
	}
	for _, subject := range []string{">", "ludens.>", "ludens.games.>", "$O.>", "_INBOX.>", q.inbox("other") + ".>"} {
		if _, err := nc.Subscribe(subject, func(*nats.Msg) {}); err == nil && !denied() {
			t.Errorf("a worker may listen to %s", subject)
		}
	}
}

// A worker that brings rubbish in each game's place changes nothing: it is refused, and
// so is the worker.
func TestRubbishChangesNothing(t *testing.T) {
	want := aloneHash(t)
	l, said := learner(t, nil)
	nc, _ := stranger(t, l)
	ctx, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	defer wait.Wait()
	defer stop()
	wait.Go(func() {
		text, _ := json.Marshal(question{Protocol: protocol, Name: "rubbish", Version: "test", Arch: hereArch, Kernels: hereKernels, Goroutines: 8})
		for ctx.Err() == nil {
			m, err := nc.Request(l.queue.ask(guest, "rubbish"), text, time.Second)
			var a answer
			if err != nil || json.Unmarshal(m.Data, &a) != nil || a.Job == nil {
				time.Sleep(time.Millisecond)
				continue
			}
			for n := a.First; n < a.End; n++ {
				nc.Publish(l.queue.game(ticket{planToken(a.Plan), n, guest, "rubbish"}), []byte("rubbish"))
			}
		}
	})
	const thrownOut = "worker rubbish is refused: 8 records of its key"
	r := run(t, func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		return l.Play(ctx, p, m, func(game int, r *selfplay.Record) error {
			for end := time.Now().Add(time.Second); !said.has(thrownOut) && time.Now().Before(end); { // so that there is time for mischief
				time.Sleep(time.Millisecond)
			}
			return sink(game, r)
		})
	})
	if err := r.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, r); got != want {
		t.Errorf("%.12s, alone %.12s", got, want)
	}
	if !said.has("a record of worker rubbish is refused") || !said.has(thrownOut) {
		t.Errorf("nobody was told:\n%s", said)
	}
}
