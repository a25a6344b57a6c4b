package fleet

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// aRoster is one that keeps what it says.
func aRoster() (*roster, *lines) {
	said := &lines{}
	return newRoster(said.tell), said
}

func fits(question) string { return "" }

// ask has a worker ask at a time after start.
func (r *roster) ask(key, id string, at time.Duration) string {
	return r.hear(key, id, question{Name: id, Version: "9", Kernels: "avx2", Arch: "amd64", Goroutines: 3}, after(at), fits)
}

// A worker is said to come once, to fall silent, to be heard again, to be stuck and to leave,
// each once; what is said names it.
func TestRosterSaysWhatBecomesOfAWorker(t *testing.T) {
	r, said := aRoster()
	stuck := question{Name: "w", Stuck: true}
	for i, step := range []struct {
		do      func()
		line    string // "": nothing is said
		fit     int
		waiting int
	}{
		{func() { r.ask("k", "w", 0) }, "worker w has come: ludens 9, avx2 on amd64, 3 goroutines", 1, 1},
		{func() { r.ask("k", "w", time.Second) }, "", 1, 1},
		{func() { r.sweep(after(time.Second + silence)) }, "", 1, 1},
		{func() { r.sweep(after(time.Second + silence + 1)) }, "worker w was not heard for 5s: its games go to others", 0, 0},
		{func() { r.sweep(after(time.Minute)) }, "", 0, 0},
		{func() { r.ask("k", "w", time.Minute) }, "worker w is heard again", 1, 1},
		{func() { r.hear("k", "w", stuck, after(time.Minute), fits) }, "worker w cannot bring its games, which go to others: the server does not take them", 0, 1},
		{func() { r.hear("k", "w", stuck, after(time.Minute), fits) }, "", 0, 1},
		{func() { r.ask("k", "w", time.Minute) }, "", 1, 1},
		{func() { r.leave("k/other", "stopped") }, "", 1, 1},
		{func() { r.leave("k/w", "stopped") }, "worker w leaves: stopped", 0, 0},
		{func() { r.ask("k", "w", time.Hour) }, "worker w has come: ludens 9, avx2 on amd64, 3 goroutines", 1, 1},
		{func() { r.end("k/w"); r.end("k/other") }, "", 1, 0},
		{func() { r.leave("k/w", "over") }, "", 0, 0}, // it knew that the run is over
	} {
		before := len(said.all)
		step.do()
		news := said.all[before:]
		if step.line == "" && len(news) > 0 || step.line != "" && !slices.Equal(news, []string{step.line}) {
			t.Errorf("step %d: said %q, want %q", i+1, news, step.line)
		}
		if r.fit() != step.fit || r.waiting() != step.waiting {
			t.Errorf("step %d: %d fit, %d waiting, want %d, %d", i+1, r.fit(), r.waiting(), step.fit, step.waiting)
		}
	}
}

// A worker that does not fit is said to be refused once, gets the reason each time, is in no
// list and counted nowhere, and goes without a word. Others of its key are heard.
func TestRosterRefusesWhoDoesNotFit(t *testing.T) {
	r, said := aRoster()
	unfit := func(question) string { return "it is old" }
	for range 2 {
		if why := r.hear("k", "w", question{Name: "w"}, start, unfit); why != "it is old" {
			t.Errorf("refused: %q", why)
		}
	}
	if why := r.ask("k", "other", 0); why != "" {
		t.Errorf("another of the key: %q", why)
	}
	r.sweep(after(time.Hour))
	r.ask("k", "other", time.Hour)
	r.hear("k", "w", question{Name: "w"}, after(time.Hour), unfit)
	r.leave("k/w", "refused")
	want := []string{
		"worker w is refused: it is old", "worker other has come: ludens 9, avx2 on amd64, 3 goroutines",
		"worker other was not heard for 5s: its games go to others", "worker other is heard again",
	}
	if !slices.Equal(said.all, want) || r.fit() != 1 || r.waiting() != 1 || len(r.all(nil, start)) != 1 {
		t.Errorf("%d fit, %d waiting; said %q, want %q", r.fit(), r.waiting(), said.all, want)
	}
}

// The list has the workers by name, with their games of this iteration and how long they have
// been silent.
func TestRosterLists(t *testing.T) {
	r, _ := aRoster()
	r.ask("k", "b", 0)
	r.ask("j", "a", 4*time.Second)
	brought := map[string]int{"k/b": 3, "j/a": 1, "j/none": 1}
	silent := r.sweep(after(6 * time.Second))
	list := fmt.Sprint(r.all(brought, after(6*time.Second)))
	if want := "[{a 9 avx2 on amd64 3 1 2s false} {b 9 avx2 on amd64 3 3 6s true}]"; list != want || !slices.Equal(silent, []string{"k/b"}) {
		t.Errorf("%s, silent %q; want %s", list, silent, want)
	}
	if name, alike := r.about("k/b"); name != "b" || alike != (ownKernels() == "avx2 on amd64") {
		t.Errorf("%q, alike %v", name, alike)
	}
	r.hear("k", "c", question{Name: "c", Kernels: hereKernels, Arch: hereArch}, start, fits)
	if name, alike := r.about("k/c"); name != "c" || !alike {
		t.Errorf("%q, alike %v, with the kernels of this process", name, alike)
	}
	if name, alike := r.about("k/\x1bnone"); name != "k/?none" || alike {
		t.Errorf("of a worker that never came: %q, %v", name, alike)
	}
	if got := r.of("k"); len(got) != 2 || slices.Contains(got, "j/a") {
		t.Errorf("members of a key: %q", got)
	}
}

// A key has at most 64 workers, and the roster 1,024 of all keys. A silent one makes room: of
// its own key where that is full. Guests may be all.
func TestRosterMakesRoom(t *testing.T) {
	r, _ := aRoster()
	for n := range maxOfKey {
		if why := r.ask("k", fmt.Sprint(n), time.Duration(n)); why != "" {
			t.Fatalf("worker %d: %s", n+1, why)
		}
	}
	if why, want := r.ask("k", "more", 0), "there are 64 workers of this key, which is all that there may be"; why != want {
		t.Errorf("%q, want %q", why, want)
	}
	if why := r.ask("k", "7", 0); why != "" {
		t.Errorf("one of them: %s", why)
	}
	if why := r.ask("j", "one", 0); why != "" {
		t.Errorf("of another key: %s", why)
	}
	r.members["j/one"].silent = true
	if why := r.ask("k", "more", 0); why == "" {
		t.Error("a silent worker of another key makes room")
	}
	r.members["k/5"].silent = true
	if why := r.ask("k", "more", 0); why != "" || r.members["k/5"] != nil || r.members["j/one"] == nil {
		t.Errorf("in place of a silent one of its key: %q", why)
	}
	if why := r.ask("k", "5", 0); why == "" {
		t.Error("there is room for one more than was made")
	}
	r.leave("k/6", "stopped")
	if why := r.ask("k", "5", 0); why != "" {
		t.Errorf("after one left: %s", why)
	}
	for n := len(r.members); n < maxMembers; n++ {
		if why := r.ask(guest, fmt.Sprint(n), 0); why != "" {
			t.Fatalf("worker %d: %s", n+1, why)
		}
	}
	if why := r.ask(guest, "new", 0); why != "" || r.members["j/one"] != nil {
		t.Errorf("in place of a silent one: %q", why)
	}
	if why, want := r.ask(guest, "newer", 0), "there are 1024 workers, which is all that there may be"; why != want {
		t.Errorf("%q, want %q", why, want)
	}
}

// The eighth refused record of a key refuses it, whichever of its workers brought them, and
// every worker of it is said to be refused. A record of a worker that never asked counts, too.
func TestRosterCountsFaultsByKey(t *testing.T) {
	r, said := aRoster()
	r.ask("k", "a", 0)
	r.ask("k", "b", 0)
	r.ask("j", "c", 0)
	wrong := errors.New("rubbish")
	for n := 1; n <= mostFaults; n++ {
		if refused := r.fault("k", []string{"a", "b", "never"}[n%3], wrong); refused != (n == mostFaults) || r.refuses("k") != refused {
			t.Errorf("record %d: refused %v", n, refused)
		}
	}
	if r.fault("k", "a", wrong) {
		t.Error("the key is refused once more")
	}
	for _, line := range []string{
		"a record of worker a is refused: rubbish", "a record of a worker that never asked is refused (key k): rubbish",
		"worker a is refused: 8 records of its key were refused, the last since: rubbish", "worker b is refused: 8 records",
	} {
		if !said.has(line) {
			t.Errorf("%q is not said:\n%s", line, said)
		}
	}
	if n := len(said.all); n != 3+mostFaults+2 {
		t.Errorf("%d lines:\n%s", n, said)
	}
	if r.refuses("j") || r.fit() != 1 || r.ask("k", "new", 0) == "" || r.ask("j", "d", 0) != "" {
		t.Errorf("%d fit, want those of another key", r.fit())
	}
	r.refuse("j", "it lied")
	r.refuse("j", "it lied again")
	if why := r.ask("j", "c", 0); !strings.HasPrefix(why, "it lied") || r.fit() != 0 || said.has("it lied again") {
		t.Errorf("%q, %d fit:\n%s", why, r.fit(), said)
	}
}

// One of 64 records that were not asked for is a fault, and each beyond 64 MB of them.
func TestRosterCountsStrays(t *testing.T) {
	r, _ := aRoster()
	for n := 1; n <= 3*strayFault; n++ {
		if fault := r.stray("k", 1); fault != (n%64 == 0) {
			t.Errorf("record %d: a fault %v", n, fault)
		}
	}
	const most = 64 << 20
	if r.stray("j", most) {
		t.Error("64 MB of another key are a fault")
	}
	if r.fault("j", "x", errStray) {
		t.Error("and refuse it")
	}
	if !r.stray("j", 1<<20) || !r.fault("j", "x", errStray) || r.standing("j").refused != "its key brought 65 MB that it was not asked for" {
		t.Errorf("65 MB: %q", r.standing("j").refused)
	}
}
