package fleet

import (
	"context"
	"encoding/json"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"ludens/selfplay"
)

// A server elsewhere may come after the run and its worker, and go and come again while they
// play, and have room for little: both say so each time, the worker plays on, and the outcome is that of one machine.
func TestServerComesAndGoes(t *testing.T) {
	want := aloneHash(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at, dir := free.Addr().String(), t.TempDir()
	free.Close()
	l, said := learner(t, func(o *Options) { o.URL, o.Listen, o.OnlyLearn = "nats://"+at, "", true })
	heard := func(line string, times int) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); said.count(line) < times && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		if n := said.count(line); n != times {
			t.Fatalf("%q is said %d times, want %d:\n%s", line, n, times, said)
		}
	}
	serves := func() *server.Server {
		host, port, err := address(at, false)
		if err != nil {
			t.Fatal(err)
		}
		s, err := server.NewServer(&server.Options{Host: host, Port: port, JetStream: true, JetStreamMaxStore: 32 << 20, StoreDir: dir, MaxPayload: maxPayload, NoSigs: true, NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		return s
	}
	heard("no server at nats://"+at, 1)
	s := serves()
	heard("the server is there again", 1)
	o := workOptions(l, said)
	o.URL = "nats://" + at
	ended := make(chan error, 1)
	go func() { ended <- Work(context.Background(), o) }()
	heard("worker test has come", 1)
	elsewhere := 0
	r := run(t, func(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
		if p.Iteration == 2 {
			s.Shutdown()
			s.WaitForShutdown()
			heard("no server at nats://"+at, 2)
			s = serves()
			heard("the server is there again", 2)
		}
		share, err := l.PlayBy(ctx, p, m, sink)
		if p.Iteration >= 2 {
			elsewhere += brought(share)
		}
		return err
	})
	if err := r.Loop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, r); got != want || elsewhere == 0 {
		t.Errorf("%.12s, alone %.12s; %d games of the worker after the server came back\n%s", got, want, elsewhere, said)
	}
	if err := l.Close(true); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	s.Shutdown()
	s.WaitForShutdown()
}

// What a worker calls itself is shown as printable letters, 80 at most.
func TestNamesOfWorkersArePlain(t *testing.T) {
	l, said := learner(t, nil)
	nc, _ := stranger(t, l)
	long := strings.Repeat("n", 2*maxWord)
	text, err := json.Marshal(question{
		Protocol: protocol, Name: "\x1b[31mred" + long, Version: "test", Arch: hereArch, Kernels: hereKernels, Goroutines: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.nc.FlushTimeout(20 * time.Second); err != nil { // so that the server knows who answers
		t.Fatal(err)
	}
	if _, err := nc.Request(l.queue.ask(guest, "red"), text, 20*time.Second); err != nil {
		t.Fatal(err)
	}
	if want := "worker ?[31mred" + long[:maxWord-8] + " has come: ludens test"; !said.has(want) {
		t.Errorf("said %q, want %q", said, want)
	}
}
