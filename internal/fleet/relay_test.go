package fleet

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// reads counts the requests for the contents of objects that reach a learner's server, by
// request.
type reads struct {
	mu  sync.Mutex
	all map[string]int
}

func countReads(t *testing.T, l *Learner) *reads {
	t.Helper()
	r := &reads{all: map[string]int{}}
	_, err := l.nc.Subscribe("$JS.API.DIRECT.GET."+l.queue.objects(), func(m *nats.Msg) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.all[string(m.Data)]++
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// most returns how often the most frequent request came.
func (r *reads) most() (most int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, n := range r.all {
		most = max(most, n)
	}
	return most
}

// relayed starts a worker that relays, and waits until it does; it returns where.
func relayed(t *testing.T, o WorkOptions, said *lines, ended chan<- error) (address string) {
	t.Helper()
	o.Relay = "127.0.0.1:0"
	go func() { ended <- Work(context.Background(), o) }()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		said.mu.Lock()
		for _, line := range said.all {
			if at, ok := strings.CutPrefix(line, "serves other workers at "); ok {
				address = at
			}
		}
		said.mu.Unlock()
		if address != "" {
			return address
		}
	}
	t.Fatalf("no relay:\n%s", said)
	return ""
}

// Three workers behind a fourth that relays: the bits of one machine, the learner sees four
// workers, and each part of an object crosses its wire once. Control: without the relay each
// part crosses once per worker.
func TestRelay(t *testing.T) {
	const workers = 4
	want := aloneHash(t)
	for _, relays := range []bool{true, false} {
		t.Run(fmt.Sprint(relays), func(t *testing.T) {
			l, said := learner(t, func(o *Options) { o.OnlyLearn = true })
			seen, ended := countReads(t, l), make(chan error, workers)
			o, rest := workOptions(l, said), workers
			if relays {
				o.URL, rest = "nats://"+relayed(t, o, said, ended), workers-1
			}
			for range rest {
				go func() { ended <- Work(context.Background(), o) }()
			}
			for end := time.Now().Add(20 * time.Second); l.roster.fit() < workers && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			r := run(t, l.Play)
			if err := r.Loop(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got := outcome(t, r); got != want {
				t.Errorf("%.12s, alone %.12s", got, want)
			}
			last := l.Last()
			if len(last.Workers) != workers || last.Here+brought(last) != 40 || brought(last) == 0 {
				t.Errorf("%d workers brought %d games, the learner played %d:\n%s", len(last.Workers), brought(last), last.Here, said)
			}
			if got := seen.most(); (got == 1) != relays {
				t.Errorf("a part of an object was read %d times", got)
			}
			if err := l.Close(true); err != nil {
				t.Error(err)
			}
			for range workers {
				if err := <-ended; err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A relay with keys of its own: who it has invited comes, others get one line, and so do those
// who relay where they may not.
func TestRelayWithKeys(t *testing.T) {
	l, said, invitations := invited(t, 1)
	l.o.OnlyLearn = true
	dir := filepath.Join(t.TempDir(), "keys")
	own, err := Invite(dir)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ReadKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	open := invitedAs(l, said, invitations[0], "open")
	open.Relay = "0.0.0.0:0"
	if err := Work(t.Context(), open); err == nil || !strings.Contains(err.Error(), "--relay: 0.0.0.0:0 would be open to other machines") {
		t.Errorf("a relay without keys: %v", err)
	}
	ended := make(chan error, 2)
	o := invitedAs(l, said, invitations[0], "relay")
	o.Keys = keys
	address := relayed(t, o, said, ended)
	stranger := WorkOptions{URL: "nats://" + address, Name: "stranger", Version: "test", Goroutines: 1, Load: o.Load, Tell: said.tell, Invitation: invitations[0]}
	if err := Work(t.Context(), stranger); !errors.Is(err, errStranger) {
		t.Errorf("with the invitation of the learner: %v", err)
	}
	guest := stranger
	guest.Name, guest.Invitation = "guest", own
	go func() { ended <- Work(context.Background(), guest) }()
	for end := time.Now().Add(20 * time.Second); l.roster.fit() < 2 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	r := run(t, l.Play)
	if err := r.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got, want := outcome(t, r), aloneHash(t); got != want {
		t.Errorf("%.12s, alone %.12s", got, want)
	}
	if last := l.Last(); len(last.Workers) != 2 || brought(last) == 0 {
		t.Errorf("workers %+v:\n%s", last.Workers, said)
	}
	l.Close(true)
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// No worker of a relay can take the name of another, under its own key or another.
func TestAlias(t *testing.T) {
	seen := map[string]bool{}
	for _, who := range [][2]string{{"A", "1"}, {"A", "2"}, {"B", "1"}, {"A", "1/2"}} {
		seen[alias(who[0], who[1])] = true
	}
	if len(seen) != 4 || !seen[alias("A", "1")] {
		t.Errorf("aliases %v", seen)
	}
}

// A shelf asks once for all who ask at the same time; keeps neither errors nor what is not
// there; and is bounded.
func TestShelf(t *testing.T) {
	var s shelf
	asked := 0
	answer := func(bytes int, status string, err error) func() (*nats.Msg, error) {
		return func() (*nats.Msg, error) {
			asked++
			m := nats.NewMsg("x")
			m.Data = make([]byte, bytes)
			if status != "" {
				m.Header.Set("Status", status)
			}
			return m, err
		}
	}
	get := func(name string, f func() (*nats.Msg, error)) (*nats.Msg, error) { return s.get(t.Context(), name, f) }
	slow, all := make(chan struct{}), sync.WaitGroup{}
	for range 20 {
		all.Go(func() {
			m, err := get("a", func() (*nats.Msg, error) { <-slow; return answer(10, "", nil)() })
			if err != nil || len(m.Data) != 10 {
				t.Errorf("%v, %v", m, err)
			}
		})
	}
	close(slow)
	all.Wait()
	if asked != 1 || s.size != 10 {
		t.Errorf("asked %d times for one part; %d bytes", asked, s.size)
	}
	for range 2 {
		if _, err := get("b", answer(1, "", errors.New("lost"))); err == nil {
			t.Error("no error")
		}
	}
	if asked != 3 {
		t.Errorf("an error was kept: asked %d times", asked)
	}
	if m, err := get("c", answer(0, "404", nil)); err != nil || m.Header.Get("Status") != "404" || len(s.parts) != 0 {
		t.Errorf("%v, %v; %d parts stay", m, err, len(s.parts))
	}
	for n := range 5 {
		get(fmt.Sprint(n), answer(maxShelf/2, "", nil))
		if s.size > maxShelf {
			t.Errorf("%d bytes", s.size)
		}
	}
}
