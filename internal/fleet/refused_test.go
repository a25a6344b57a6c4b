package fleet

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ludens/nn"
	"ludens/selfplay"
)

var hereArch, hereKernels = runtime.GOARCH, nn.Path()

// invited returns a learner with keys, and invitations to it.
func invited(t *testing.T, invitations int) (l *Learner, said *lines, all []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "keys")
	for range invitations {
		i, err := Invite(dir)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, i)
	}
	keys, err := ReadKeys(dir)
	if err != nil || len(keys.workers) != invitations {
		t.Fatalf("%d keys, %v", len(keys.workers), err)
	}
	for _, name := range []string{certificateName, workersName} {
		if s, err := os.Stat(filepath.Join(dir, name)); err != nil || s.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v: want it for its owner alone", name, s.Mode(), err)
		}
	}
	l, said = learner(t, func(o *Options) { o.Keys = keys })
	return l, said, all
}

// With keys, a worker with an invitation plays; all others get the reason of the refusal.
func TestOnlyInvitedWorkersPlay(t *testing.T) {
	want := aloneHash(t)
	l, said, invitations := invited(t, 2)
	l.o.OnlyLearn = true
	other, err := Invite(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	seed, _, _ := strings.Cut(other, ":")
	_, pin, _ := strings.Cut(invitations[0], ":")
	for _, c := range []struct{ key, want string }{
		{"", "wants an invitation"},
		{other, "not the one of the invitation"},
		{seed + ":" + pin, "does not know this key"},
		{"SUABC:" + pin, "no invitation"},
		{filepath.Join(t.TempDir(), "none"), "no invitation"},
	} {
		o := workOptions(l, said)
		o.Invitation = c.key
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		if err := Work(ctx, o); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("key %.10q: %v, want one line with %q", c.key, err, c.want)
		}
		stop()
	}
	file := filepath.Join(t.TempDir(), "invitation")
	if err := os.WriteFile(file, []byte(invitations[1]+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 2)
	for _, key := range []string{invitations[0], file} {
		o := workOptions(l, said)
		o.Invitation = key
		go func() { ended <- Work(context.Background(), o) }()
	}
	for end := time.Now().Add(10 * time.Second); l.roster.fit() < 2 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	r := run(t, l.Play)
	if err := r.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, r); got != want || brought(l.Last()) == 0 {
		t.Errorf("%.12s, alone %.12s; %d games of the learner's own\n%s", got, want, l.Last().Here, said)
	}
	if err := l.Close(true); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// A worker of another version or with other kernels gets that answer in one line, and so is
// the learner. --any-kernels takes the latter.
func TestUnlikeWorkersAreRefused(t *testing.T) {
	l, said := learner(t, nil)
	o := workOptions(l, said)
	o.Version = "of old"
	err := Work(context.Background(), o)
	if !errors.Is(err, errRefused) || !strings.Contains(err.Error(), "the run is of ludens test, the worker is of old") {
		t.Errorf("%v", err)
	}
	if !said.has("worker test is refused", "of old") {
		t.Errorf("the learner does not say it:\n%s", said)
	}
	q := question{Protocol: protocol, Name: "x", Version: "test", Arch: "vax", Kernels: "vector", Goroutines: 1}
	if a := l.answer(guest, "1", q, time.Now()); !strings.Contains(a.Refused, "has vector on vax") {
		t.Errorf("other kernels: %+v", a)
	}
	l.o.AnyKernels = true
	if a := l.answer(guest, "2", q, time.Now()); a.Refused != "" {
		t.Errorf("any kernels: %+v", a)
	}
	q.Protocol++
	if a := l.answer(guest, "3", q, time.Now()); a.Refused == "" {
		t.Error("another protocol is taken")
	}
}

// A worker with other rules of the game cannot help.
func TestOtherRulesAreRefused(t *testing.T) {
	p := selfplay.NewPlan(makeGame(t, "tictactoe"), selfplay.Config{Games: 1}, 1)
	if _, err := gameOf(p.Game, p.Rules, ""); err != nil {
		t.Fatal(err)
	}
	p.Rules = strings.Repeat("0", 64)
	if _, err := gameOf(p.Game, p.Rules, ""); err == nil || !strings.Contains(err.Error(), "other rules of tictactoe") {
		t.Errorf("%v", err)
	}
	p.Game = "no-such-game"
	if _, err := gameOf(p.Game, p.Rules, ""); err == nil || !strings.Contains(err.Error(), "a game that this ludens does not have") {
		t.Errorf("%v", err)
	}
}

// An address that is in use, cannot be, or would be open to others without keys is
// refused before anything begins.
func TestAddresses(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	for _, c := range []struct{ at, want string }{
		{busy.Addr().String(), "in use"}, {"4222", "want HOST:PORT"}, {":x", "want HOST:PORT"}, {":70000", "want HOST:PORT"},
		{"0.0.0.0:0", "there are no keys"}, {"192.0.2.1:0", "there are no keys"}, {"example.org:0", "there are no keys"},
	} {
		if err := Free(c.at, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.at, err, c.want)
		}
		if _, err := Open(Options{Listen: c.at, Dir: t.TempDir(), Tell: func(string) {}}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.at, err, c.want)
		}
	}
	for _, at := range []string{":0", "localhost:0", "127.0.0.1:0", "[::1]:0"} {
		if err := Free(at, nil); err != nil && !strings.Contains(err.Error(), "cannot assign") {
			t.Errorf("%s: %v", at, err)
		}
	}
	if host, _, err := address(":4222", false); err != nil || host != "127.0.0.1" {
		t.Errorf("without keys :4222 is at %s, %v", host, err)
	}
}

// Where there is no server a worker ends with one line, and a run goes on alone.
func TestNoServer(t *testing.T) {
	want := aloneHash(t)
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "nats://" + nobody.Addr().String()
	nobody.Close()
	err = Work(context.Background(), WorkOptions{URL: url, Version: "test", Goroutines: 1, Tell: func(string) {}})
	if err == nil || !strings.Contains(err.Error(), url) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	l, said := learner(t, func(o *Options) { o.URL, o.Listen = url, "" })
	r := run(t, l.Play)
	if err := r.Loop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, r); got != want {
		t.Errorf("%.12s, alone %.12s", got, want)
	}
	if len(said.all) != 1 || !said.has("no server at "+url) {
		t.Errorf("said:\n%s", said)
	}
}

// A server that hangs up while a learner connects is one that is not there yet; a malformed
// address is an error.
func TestServerHangsUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	_, said := learner(t, func(o *Options) { o.URL, o.Listen = "nats://"+l.Addr().String(), "" })
	if !said.has("no server at") {
		t.Errorf("said:\n%s", said)
	}
	for _, url := range []string{"nats://127.0.0.1:port", "ftp://127.0.0.1:1\x7f"} {
		if _, err := Open(Options{URL: url, Tell: func(string) {}}); err == nil {
			t.Errorf("%q is an address", url)
		}
	}
}

// Two runs cannot have one queue of one server: the second gets the name of the first.
func TestTwoRunsOnOneQueue(t *testing.T) {
	l, _ := learner(t, nil)
	ctx := context.Background()
	first, second := &Learner{queue: l.queue, nc: l.nc}, &Learner{queue: l.queue, nc: l.nc}
	if err := first.alone(ctx); err != nil {
		t.Fatal(err)
	}
	if err := second.alone(ctx); err == nil || !strings.Contains(err.Error(), "another run has the queue") {
		t.Errorf("%v", err)
	}
	if err := first.alone(ctx); err != nil {
		t.Errorf("the first: %v", err)
	}
}

// However much there is to say, a minute has its lines, and the next one says how many
// were left out.
func TestNobodyFillsTheTerminal(t *testing.T) {
	said := &lines{}
	y := &teller{tell: said.tell}
	for i := range 1000 {
		y.sayAt("rubbish", start.Add(time.Duration(i)*time.Millisecond))
	}
	if len(said.all) != mostLines {
		t.Errorf("%d lines, want %d", len(said.all), mostLines)
	}
	y.sayAt("news", start.Add(time.Minute))
	if want := "940 lines more about workers were left out"; said.all[mostLines] != want || said.all[mostLines+1] != "news" {
		t.Errorf("%q, want %q and the news", said.all[mostLines:], want)
	}
}
