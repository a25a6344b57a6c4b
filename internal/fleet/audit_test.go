package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ludens/arena"
	"ludens/env"
	"ludens/env/seed"
	"ludens/nn"
	"ludens/selfplay"
)

// forge returns a record that follows the rules and is not what the plan's network plays:
// the first position that is learned from has another value and another policy.
func forge(record []byte) []byte {
	r, err := selfplay.UnmarshalRecord(record)
	if err != nil {
		return record
	}
	for i := range r.Plies {
		if p := r.Plies[i].Policy; len(p) > 1 {
			r.Plies[i].Value = -r.Plies[i].Value / 2
			p[0].Probability, p[len(p)-1].Probability = p[len(p)-1].Probability, p[0].Probability
			return r.Marshal()
		}
	}
	return record
}

// lie asks for games as a worker does, plays them, and brings forgeries of them.
func lie(ctx context.Context, o WorkOptions) error {
	return misbehave(ctx, o, func(w *worker, plan string, number int, record []byte) {
		w.js.Publish(ctx, w.queue.game(ticket{plan, number, w.key, w.id}), squeeze(forge(record)))
	})
}

// misbehave asks for games as a worker does, plays them, and brings them in its own way. It ends
// once the server has been gone for several questions.
func misbehave(ctx context.Context, o WorkOptions, bring func(w *worker, plan string, number int, record []byte)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := newWorker(o, stop)
	if err := w.connect(); err != nil {
		return err
	}
	defer w.nc.Close()
	p, unheard := player{load: o.Load}, 0
	for ctx.Err() == nil {
		a, err := w.ask(ctx, "")
		if unheard++; err == nil || w.nc.IsConnected() {
			unheard = 0
		}
		switch {
		case unheard > 3:
			return nil
		case err == nil && a.Refused != "":
			return fmt.Errorf("%w: %s", errRefused, a.Refused)
		case err == nil && a.Over:
			return nil
		case err != nil || a.Job == nil || len(a.numbers()) == 0:
			time.Sleep(5 * time.Millisecond)
			continue
		}
		all := a.numbers()
		next := func() (int, bool) {
			if len(all) == 0 {
				return 0, false
			}
			number := all[0]
			all = all[1:]
			return number, true
		}
		if err := p.read(ctx, w.js, w.queue, *a.Job); err != nil {
			continue
		}
		p.play(ctx, 1, next, func(number int, record []byte) { bring(w, planToken(a.Plan), number, record) })
	}
	return context.Cause(ctx)
}

// A worker that forges its records is thrown out by its key at its first game, with the
// proof, and the outcome is that of one machine. Control: without audits the same worker
// changes the outcome.
func TestForgersAreCaught(t *testing.T) {
	want := aloneHash(t)
	for _, share := range []float64{0, 0.02} {
		t.Run(fmt.Sprint(share), func(t *testing.T) {
			l, said, keys := invited(t, 2)
			l.o.OnlyLearn, l.o.Audit = true, share
			var ends [2]chan error
			for i, work := range []func(context.Context, WorkOptions) error{Work, lie} {
				o := workOptions(l, said)
				o.Invitation, o.Name = keys[i], fmt.Sprint("w", i)
				ends[i] = make(chan error, 1)
				go func() { ends[i] <- work(t.Context(), o) }()
			}
			for end := time.Now().Add(20 * time.Second); l.roster.fit() < len(keys) && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			var caught []Caught
			r := run(t, func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
				defer func() { caught = append(caught, l.Last().Caught...) }()
				return l.Play(ctx, p, m, sink)
			})
			if err := r.Loop(context.Background()); err != nil {
				t.Fatal(err)
			}
			var liar error
			if share > 0 { // the server turns it away; one that is gone would be waited for
				liar = <-ends[1]
			}
			if err := l.Close(true); err != nil {
				t.Error(err)
			}
			honest := <-ends[0]
			if got := outcome(t, r); (got == want) != (share > 0) {
				t.Errorf("with audits of %v: %.12s, alone %.12s", share, got, want)
			}
			if share == 0 {
				<-ends[1]
				return
			}
			if len(caught) != 1 || caught[0].Name != "w1" || !strings.Contains(caught[0].Proof, "the plan's network expects") || caught[0].Again == 0 || caught[0].Kept != 0 {
				t.Errorf("caught %+v", caught)
			}
			if honest != nil || liar == nil || strings.Contains(liar.Error(), "\n") {
				t.Errorf("the honest worker ends with %v, the other with %v", honest, liar)
			}
			if !said.has("a record of worker w1 is forged: game ") {
				t.Errorf("said:\n%s", said)
			}
		})
	}
}

// A worker that brings games of two matches by other agents than those that meet, though they follow
// the rules from the right opening, is thrown out, and the games are those of one machine. Control:
// without audits it changes them.
func TestForgedMatchesAreCaught(t *testing.T) {
	g, s := makeGame(t, "connect4"), seed.New(4)
	meeting := func(a, b string) *arena.Contest {
		return &arena.Contest{Game: g, A: entrant(t, a), B: entrant(t, b), Openings: arena.Balanced(g, 3, s), Seed: s}
	}
	match := func(play arena.Play) []arena.Game {
		contests := []*arena.Contest{meeting("mcts:20", "greedy"), meeting("greedy", "mcts:10")}
		all := []*arena.Series{arena.NewSeries(8, nil), arena.NewSeries(7, nil)}
		if err := arena.Matches(t.Context(), contests, all, 1, play, func(arena.Game) error { return nil }); err != nil {
			t.Fatal(err)
		}
		return append(all[0].Games(), all[1].Games()...)
	}
	want, others := match(nil), meeting("random", "random")
	forger := func(ctx context.Context, o WorkOptions) error {
		return misbehave(ctx, o, func(w *worker, plan string, number int, _ []byte) {
			played, err := others.Play(ctx, number/2)
			if err != nil {
				return
			}
			if record, err := packContest(played); err == nil {
				w.js.Publish(ctx, w.queue.game(ticket{plan, number, w.key, w.id}), squeeze(record))
			}
		})
	}
	for _, share := range []float64{0, 0.02} {
		l, said, keys := invited(t, 2)
		l.o.OnlyLearn, l.o.Audit, l.o.Game = true, share, nil
		ctx, stop := context.WithCancel(t.Context())
		var workers sync.WaitGroup
		for i, work := range []func(context.Context, WorkOptions) error{Work, forger} {
			workers.Go(func() { work(ctx, invitedAs(l, said, keys[i], fmt.Sprint("w", i))) })
		}
		for end := time.Now().Add(20 * time.Second); l.roster.fit() < len(keys) && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		got := match(l.Contests)
		stop()
		workers.Wait()
		if reflect.DeepEqual(got, want) != (share > 0) {
			t.Errorf("with audits of %v: got\n%v\nalone\n%v\n%s", share, got, want, said)
		}
		if caught := l.Last().Caught; (len(caught) == 1 && caught[0].Name == "w1" && strings.Contains(caught[0].Proof, "the agent of the plan plays")) != (share > 0) {
			t.Errorf("with audits of %v: caught %+v\n%s", share, caught, said)
		}
	}
}

// shaky is a device whose bits depend on the batch.
type shaky struct{ selfplay.Device }

func (shaky) Name() string { return "shaky" }
func (shaky) Batch() int   { return 1 }
func (shaky) Steady() bool { return false }
func (shaky) Engine(g env.Game, n *nn.Net) (selfplay.Inferer, error) {
	return selfplay.EngineFor(g, n, nil), nil
}

// Where the learner's device does not repeat its bits, a record that differs is no forgery:
// nothing is compared. Control: TestForgersAreCaught, where the same worker is thrown out.
func TestUnsteadyGamesAreNotCompared(t *testing.T) {
	selfplay.UseDevice(shaky{})
	defer selfplay.UseDevice(nil)
	l, said, keys := invited(t, 1)
	l.o.OnlyLearn, l.o.Audit = true, 1
	o := workOptions(l, said)
	o.Invitation = keys[0]
	var end error
	var workers sync.WaitGroup
	workers.Go(func() { end = lie(t.Context(), o) })
	for end := time.Now().Add(20 * time.Second); l.roster.fit() < 1 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // without its only worker the run would wait
	defer stop()
	r := run(t, l.Play)
	if err := r.Loop(ctx); err != nil {
		t.Error(err)
	}
	if err := l.Close(true); err != nil {
		t.Error(err)
	}
	workers.Wait()
	if caught := l.Last().Caught; end != nil || len(caught) > 0 {
		t.Errorf("the worker ends with %v, caught %+v", end, caught)
	}
}

// A worker that forges one game in four is caught sooner or later, and which of its games
// counted before is reported. The chance that it escapes is that of docs/scale.md.
func TestSeldomForgersAreCaught(t *testing.T) {
	played, records := played(t)
	caught, escaped := 0, 0.0
	const trials, forged = 200, 10
	for trial := range trials {
		l := &Learner{roster: newRoster(func(string) {}), o: Options{Tell: func(string) {}, Audit: 0.1}}
		l.trustOf("k").brought = 1000 // it has been honest for long
		it := played.on(l)
		for n := range records {
			it.hands.add(n, member("k", "id"))
		}
		for n, r := range records {
			message := packGame(r)
			if n%4 == 0 {
				message = squeeze(forge(r.Marshal()))
			}
			if err := it.receive(ticket{planToken(it.hash), n, "k", "id"}, message); err != nil {
				t.Fatal(err)
			}
		}
		for place, ok := it.tally.nextAudit(); ok; place, ok = it.tally.nextAudit() {
			if err := it.own(place, records[place].Marshal(), func() error { return it.self().sink(place, records[place]) }); err != nil {
				t.Fatal(err)
			}
		}
		if len(l.caught) > 0 {
			caught++
		} else if !it.tally.complete() {
			t.Fatalf("trial %d: %d games are left, and nothing is audited", trial, it.tally.open())
		}
	}
	escaped = escape(0.1, forged)
	if got := 1 - float64(caught)/trials; got < escaped-0.12 || got > escaped+0.12 { // 3.5 standard deviations
		t.Errorf("%.2f of the forgers of %d games escaped, want %.2f", got, forged, escaped)
	}
}

// Two different records of one game are settled by playing it, whichever came first.
func TestDisputesAreSettled(t *testing.T) {
	played, records := played(t)
	for _, first := range []string{"liar", "honest"} {
		l := &Learner{roster: newRoster(func(string) {}), o: Options{Tell: func(string) {}, Audit: 1e-9}}
		l.trustOf("liar").brought, l.trustOf("honest").brought = 1e9, 1e9
		it := played.on(l)
		bring := func(key string) error {
			it.hands.add(5, member(key, "id"))
			message := packGame(records[5])
			if key == "liar" {
				message = squeeze(forge(records[5].Marshal()))
			}
			return it.receive(ticket{planToken(it.hash), 5, key, "id"}, message)
		}
		second := map[string]string{"liar": "honest", "honest": "liar"}[first]
		if bring(first) != nil || bring(second) != nil {
			t.Fatal("a record that follows the rules is refused")
		}
		place, ok := it.tally.nextAudit()
		if !ok || place != 5 {
			t.Fatalf("%s first: no audit of game 5", first)
		}
		if err := it.own(5, records[5].Marshal(), func() error { return it.self().sink(5, records[5]) }); err != nil {
			t.Fatal(err)
		}
		if !l.roster.refuses("liar") || l.roster.refuses("honest") || it.tally.stateOf(5) != counted {
			t.Errorf("%s first: the liar is refused: %v, the honest one: %v; game 5 is in state %d",
				first, l.roster.refuses("liar"), l.roster.refuses("honest"), it.tally.stateOf(5))
		}
	}
}

// A record of a game that the learner has played, and that is another, has the learner
// play it once more: the sender is expelled with the proof, and the learner never is.
// Control: a record that is the same changes nothing.
func TestLateForgeriesAreCaught(t *testing.T) {
	played, records := played(t)
	l := &Learner{roster: newRoster(func(string) {}), o: Options{Tell: func(string) {}, Audit: 1e-9}}
	it := played.on(l)
	own := func() {
		if err := it.own(5, records[5].Marshal(), func() error { return it.self().sink(5, records[5]) }); err != nil {
			t.Fatal(err)
		}
	}
	bring := func(key string, message []byte) {
		it.hands.add(5, member(key, "id"))
		if err := it.receive(ticket{planToken(it.hash), 5, key, "id"}, message); err != nil {
			t.Fatal(err)
		}
	}
	own()
	bring("honest", packGame(records[5]))
	if _, ok := it.tally.nextAudit(); ok {
		t.Fatal("a record that is the learner's own is disputed")
	}
	bring("liar", squeeze(forge(records[5].Marshal())))
	if place, ok := it.tally.nextAudit(); !ok || place != 5 {
		t.Fatal("no audit of game 5")
	}
	own()
	if len(l.caught) != 1 || l.caught[0].Key != "liar" || !strings.HasPrefix(l.caught[0].Proof, "game 5, ply ") || l.roster.refuses("honest") || it.tally.stateOf(5) != counted || it.here != 1 {
		t.Errorf("caught %+v; game 5 is in state %d, %d games were played here", l.caught, it.tally.stateOf(5), it.here)
	}
}

// What a proof has of a record is one line of printable characters, and short.
func TestProofsAreBounded(t *testing.T) {
	played, records := played(t)
	it := played.on(&Learner{roster: newRoster(func(string) {})})
	it.content = wordy{it.content}
	got := it.proof(5, claim{message: packGame(records[5])}, nil)
	if len(got) > maxProof || strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r > '~' }) || !strings.HasPrefix(got, "game 5, x?[31mx") {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

// wordy says much of a difference.
type wordy struct{ content }

func (wordy) differs(int, []byte, []byte) string { return strings.Repeat("x\x1b[31mx\n", 1000) }

// The table of docs/scale.md is that of Escape.
func TestTableOfEscapes(t *testing.T) {
	doc, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	missing := func(escape func(float64, int) float64) (n int) {
		for _, share := range []float64{0.01, 0.02, 0.05, 0.2} {
			row := fmt.Sprintf("| %g %% |", 100*share)
			for _, forged := range []int{1, 10, 50, 100, 250, 500} {
				row += fmt.Sprintf(" %.2g |", 100*escape(share, forged))
			}
			if !strings.Contains(string(doc), row) {
				t.Logf("want %s", row)
				n++
			}
		}
		return n
	}
	if n := missing(Escape); n > 0 {
		t.Errorf("docs/scale.md lacks %d rows", n)
	}
	if n := missing(func(share float64, forged int) float64 { return Escape(share, forged+1) }); n != 4 {
		t.Errorf("of another formula it lacks %d rows, want all 4", n)
	}
}

// A record from a member that was not handed its game counts for nothing, and many of
// them shut its key out.
func TestOnlyWhoWasAskedMayBring(t *testing.T) {
	it, records := played(t)
	bring := func(n int) error {
		return it.receive(ticket{planToken(it.hash), n, guest, "flood"}, packGame(records[n]))
	}
	for n := range records {
		if err := bring(n); err != errStray {
			t.Fatalf("game %d: %v, want %v", n, err, errStray)
		}
	}
	if it.tally.open() != len(records) {
		t.Errorf("%d games are open, want all %d", it.tally.open(), len(records))
	}
	it.hands.add(3, member(guest, "other"))
	if err := bring(3); err != errStray {
		t.Errorf("a game that another member has: %v", err)
	}
	it.hands.add(3, member(guest, "flood"))
	if err := bring(3); err != nil || it.tally.open() != len(records)-1 {
		t.Errorf("a game that it was handed: %v", err)
	}
	faults := 0
	for range strayFault * mostFaults {
		if it.l.roster.stray(guest, 0) && it.l.roster.fault(guest, "flood", errStray) {
			faults++
		}
	}
	if faults != 1 || !it.l.roster.refuses(guest) {
		t.Errorf("shut out %d times after %d strays, want once", faults, strayFault*mostFaults)
	}
}

// Identities are chosen freely, so what is limited is limited for their key.
func TestLimitsAreByKey(t *testing.T) {
	r := newRoster(func(string) {})
	fit := func(question) string { return "" }
	now := start
	for i := range 2 * maxOfKey {
		refused := r.hear("a", fmt.Sprint(i), question{}, now, fit)
		if (refused == "") != (i < maxOfKey) {
			t.Errorf("identity %d of a key: %q", i, refused)
		}
	}
	if refused := r.hear("b", "1", question{}, now, fit); refused != "" {
		t.Errorf("another key: %q", refused)
	}
	for i := range mostFaults {
		if shut := r.fault("a", fmt.Sprint(i), errStray); shut != (i == mostFaults-1) {
			t.Errorf("fault %d, each of another identity: shut out %v", i+1, shut)
		}
	}
	if r.hear("a", "1", question{}, now, fit) == "" || r.hear("b", "1", question{}, now, fit) != "" {
		t.Error("want every identity of the first key refused, and the second key heard")
	}
}

// A member that claims to hold what it likes gets no more than its share, and what it
// does not play is played by others.
func TestStallersStopNobody(t *testing.T) {
	want := aloneHash(t)
	l, said := learner(t, nil)
	nc, _ := stranger(t, l)
	ctx, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	defer wait.Wait()
	defer stop()
	// A liar, one that forgets what it has, and an honest one whose player hangs.
	for id, holds := range map[string]int{"s1": -1 << 40, "s2": 0, "s3": 64} {
		wait.Go(func() {
			text, _ := json.Marshal(question{Protocol: protocol, Name: id, Version: "test", Arch: hereArch, Kernels: hereKernels, Goroutines: 64, Holds: holds})
			for ctx.Err() == nil {
				nc.Request(l.queue.ask(guest, id), text, time.Second)
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	for end := time.Now().Add(10 * time.Second); l.roster.fit() < 3 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	r := run(t, l.Play)
	ended := make(chan error, 1)
	go func() { ended <- r.Loop(context.Background()) }()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(5 * time.Minute):
		t.Fatalf("the run stands still\n%s", said)
	}
	if got := outcome(t, r); got != want {
		t.Errorf("%.12s, alone %.12s", got, want)
	}
}

// Connections that say nothing keep no worker out.
func TestSilentConnections(t *testing.T) {
	l, said, keys := invited(t, 1)
	for range 300 {
		c, err := net.Dial("tcp", l.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	o := workOptions(l, said)
	o.Invitation = keys[0]
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Work(ctx, o) }()
	for end := time.Now().Add(20 * time.Second); l.roster.fit() < 1 && time.Now().Before(end); {
		select {
		case err := <-ended:
			t.Fatalf("the worker ends: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	if l.roster.fit() != 1 {
		t.Errorf("the worker is not heard\n%s", said)
	}
	stop()
	<-ended
}

// escape returns the chance that that many forged games of a key, which was trusted before,
// all escape audits of a share: (1-share)^forged.
func escape(share float64, forged int) float64 { return math.Pow(1-share, float64(forged)) }
