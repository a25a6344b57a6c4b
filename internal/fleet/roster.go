package fleet

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// mostFaults is after how many refused records a key is refused. After the learner was
// killed an honest worker brings some that it was not asked for: one of strayFault of
// them is a fault, and mostStray bytes of them are as many as shut a key out.
const (
	mostFaults = 8
	strayFault = 64
	mostStray  = 64 << 20
)

// roster knows the workers that have come.
type roster struct {
	mu      sync.Mutex
	members map[string]*seen // by member
	keys    map[string]*standing
	tell    func(line string)
}

// standing is what counts for all identities of a key: they choose them themselves.
type standing struct {
	members int
	faults  int
	strays  int    // records that it was not asked for,
	unasked int    // and their bytes
	refused string // why no identity of it is heard; "": they are
}

// seen is a worker as its last question showed it.
type seen struct {
	question
	key     string
	heard   time.Time
	silent  bool // it was not heard for too long, and has no games
	refused string
	ended   bool
}

// Worker is what there is to say of a worker.
type Worker struct {
	Name, Version, Kernels string
	Goroutines             int
	Games                  int           // of the iteration, that count
	Silent                 time.Duration // since the last sign of it
	Gone                   bool          // for too long
}

func newRoster(tell func(string)) *roster {
	return &roster{members: map[string]*seen{}, keys: map[string]*standing{}, tell: tell}
}

// standing returns that of a key. There are no more keys than the server knows.
func (r *roster) standing(key string) *standing {
	if r.keys[key] == nil {
		r.keys[key] = &standing{}
	}
	return r.keys[key]
}

// hear notes a question, and returns why its worker cannot help, "" if it can.
func (r *roster) hear(key, id string, q question, now time.Time, unfit func(question) string) (refused string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	who, k := member(key, id), r.standing(key)
	m := r.members[who]
	switch {
	case k.refused != "":
		return k.refused
	case m == nil && key != guest && k.members >= maxOfKey && !r.forget(key):
		return fmt.Sprintf("there are %d workers of this key, which is all that there may be", maxOfKey)
	case m == nil && len(r.members) >= maxMembers && !r.forget(""):
		return fmt.Sprintf("there are %d workers, which is all that there may be", maxMembers)
	case m == nil:
		m = &seen{key: key}
		r.members[who] = m
		k.members++
		m.refused = unfit(q)
		if m.refused != "" {
			r.tell(fmt.Sprintf("worker %s is refused: %s", q.Name, m.refused))
		} else {
			r.tell(fmt.Sprintf("worker %s has come: ludens %s, %s on %s, %d goroutines", q.Name, q.Version, q.Kernels, q.Arch, q.Goroutines))
		}
	case m.silent && m.refused == "":
		r.tell(fmt.Sprintf("worker %s is heard again", q.Name))
	case q.Stuck && !m.Stuck:
		r.tell(fmt.Sprintf("worker %s cannot bring its games, which go to others: the server does not take them", q.Name))
	}
	m.question, m.heard, m.silent = q, now, false
	return m.refused
}

// forget makes room for one more worker, in place of a silent one; of a key, or of any if
// it is "".
func (r *roster) forget(key string) bool {
	for who, m := range r.members {
		if m.silent && (key == "" || m.key == key) {
			r.remove(who)
			return true
		}
	}
	return false
}

func (r *roster) remove(who string) {
	r.standing(r.members[who].key).members--
	delete(r.members, who)
}

// about returns how a worker named itself, and whether its kernels are those of this process.
func (r *roster) about(who string) (name string, alike bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.members[who]; m != nil {
		return m.Name, m.Kernels+" on "+m.Arch == ownKernels()
	}
	return plain(who), false
}

// of returns the members of a key.
func (r *roster) of(key string) (all []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for who, m := range r.members {
		if m.key == key {
			all = append(all, who)
		}
	}
	return all
}

// refuse hears no identity of a key from now on.
func (r *roster) refuse(key, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shut(key, why)
}

func (r *roster) shut(key, why string) {
	r.standing(key).refused = why
	for _, m := range r.members {
		if m.key == key && m.refused == "" {
			m.refused = why
			r.tell(fmt.Sprintf("worker %s is refused: %s", m.Name, why))
		}
	}
}

// refuses reports whether a key is refused.
func (r *roster) refuses(key string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.standing(key).refused != ""
}

// stray notes a record of that many bytes that its sender was not asked for, and reports
// whether that is a fault.
func (r *roster) stray(key string, bytes int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.standing(key)
	k.strays, k.unasked = k.strays+1, k.unasked+bytes
	return k.strays%strayFault == 0 || k.unasked > mostStray
}

// leave notes that a worker goes.
func (r *roster) leave(who, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.members[who]; m != nil {
		r.remove(who)
		if m.refused == "" && !m.ended {
			r.tell(fmt.Sprintf("worker %s leaves: %s", m.Name, why))
		}
	}
}

// sweep returns the workers that have not been heard for too long since the last call.
func (r *roster) sweep(now time.Time) (silent []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for who, m := range r.members {
		if !m.silent && now.Sub(m.heard) > silence {
			m.silent = true
			silent = append(silent, who)
			if m.refused == "" {
				r.tell(fmt.Sprintf("worker %s was not heard for %v: its games go to others", m.Name, silence))
			}
		}
	}
	return silent
}

// fault notes a record that was refused, and reports whether its key is refused with it.
func (r *roster) fault(key, id string, why error) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.standing(key)
	k.faults++
	if k.refused != "" {
		return false
	}
	if m := r.members[member(key, id)]; m != nil {
		r.tell(fmt.Sprintf("a record of worker %s is refused: %v", m.Name, why))
	} else {
		r.tell(fmt.Sprintf("a record of a worker that never asked is refused (key %s): %v", plain(key), why))
	}
	switch {
	case k.unasked > mostStray:
		r.shut(key, fmt.Sprintf("its key brought %d MB that it was not asked for", k.unasked>>20))
	case k.faults >= mostFaults:
		r.shut(key, fmt.Sprintf("%d records of its key were refused, the last since: %v", k.faults, why))
	}
	return k.refused != ""
}

// fit returns how many workers help.
func (r *roster) fit() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if m.refused == "" && !m.silent && !m.Stuck {
			n++
		}
	}
	return n
}

// end notes that a worker knows that the run is over.
func (r *roster) end(who string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.members[who]; m != nil {
		m.ended = true
	}
}

// waiting returns how many workers do not know yet that the run is over.
func (r *roster) waiting() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if m.refused == "" && !m.silent && !m.ended {
			n++
		}
	}
	return n
}

// all returns the workers that are not refused, by name, with the games that each brought.
func (r *roster) all(brought map[string]int, now time.Time) (all []Worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for who, m := range r.members {
		if m.refused == "" {
			all = append(all, Worker{m.Name, m.Version, m.Kernels + " on " + m.Arch, m.Goroutines, brought[who], now.Sub(m.heard), m.silent})
		}
	}
	slices.SortFunc(all, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// mostLines are printed in a minute: any worker can cause a line, and must not
// fill a terminal with them.
const mostLines = 60

// teller passes lines on, not too many of them.
type teller struct {
	mu    sync.Mutex
	tell  func(line string)
	since time.Time // the beginning of the minute
	lines int       // in it
}

func (t *teller) say(line string) { t.sayAt(line, time.Now()) }

func (t *teller) sayAt(line string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Sub(t.since) >= time.Minute {
		if more := t.lines - mostLines; more > 0 {
			t.tell(fmt.Sprintf("%d lines more about workers were left out", more))
		}
		t.since, t.lines = now, 0
	}
	if t.lines++; t.lines <= mostLines {
		t.tell(line)
	}
}
