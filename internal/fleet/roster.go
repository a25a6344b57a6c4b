package fleet

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// mostFaults is after how many refused records a worker is refused.
const mostFaults = 8

// roster knows the workers that have come.
type roster struct {
	mu      sync.Mutex
	members map[string]*member // by id
	tell    func(line string)
}

// member is a worker as its last question showed it.
type member struct {
	question
	id      string
	heard   time.Time
	silent  bool // it was not heard for too long, and has no games
	refused string
	faults  int
	games   int // of this iteration, that count
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

func newRoster(tell func(string)) *roster { return &roster{members: map[string]*member{}, tell: tell} }

// hear notes a question, and returns why its worker cannot help, "" if it can.
func (r *roster) hear(id string, q question, now time.Time, unfit func(question) string) (refused string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.members[id]
	switch {
	case m == nil && len(r.members) >= maxMembers && !r.forget():
		return fmt.Sprintf("there are %d workers, which is all that there may be", maxMembers)
	case m == nil:
		m = &member{id: id}
		r.members[id] = m
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

// forget makes room for one more worker, in place of one that is gone.
func (r *roster) forget() bool {
	for id, m := range r.members {
		if m.silent {
			delete(r.members, id)
			return true
		}
	}
	return false
}

// leave notes that a worker goes.
func (r *roster) leave(id, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.members[id]; m != nil {
		delete(r.members, id)
		if m.refused == "" && !m.ended {
			r.tell(fmt.Sprintf("worker %s leaves: %s", m.Name, why))
		}
	}
}

// sweep returns the workers that have not been heard for too long since the last call.
func (r *roster) sweep(now time.Time) (silent []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, m := range r.members {
		if !m.silent && now.Sub(m.heard) > silence {
			m.silent = true
			silent = append(silent, id)
			if m.refused == "" {
				r.tell(fmt.Sprintf("worker %s was not heard for %v: its games go to others", m.Name, silence))
			}
		}
	}
	return silent
}

// bring notes a game of a worker that counts.
func (r *roster) bring(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.members[id]; m != nil {
		m.games++
	}
}

// fault notes a record that was refused. A worker with too many is refused itself.
func (r *roster) fault(id, key string, why error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.members[id]
	if m == nil {
		r.tell(fmt.Sprintf("a record of nobody who is known is refused (key %s): %v", key, why))
		return
	}
	if m.faults++; m.refused != "" {
		return
	}
	r.tell(fmt.Sprintf("a record of worker %s is refused: %v", m.Name, why))
	if m.faults == mostFaults {
		m.refused = fmt.Sprintf("%d of its records were refused, the last since: %v", m.faults, why)
		r.tell(fmt.Sprintf("worker %s is refused: %s", m.Name, m.refused))
	}
}

// begin begins to count the games of an iteration.
func (r *roster) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		m.games = 0
	}
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
func (r *roster) end(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.members[id]; m != nil {
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

// all returns the workers that are not refused, by name.
func (r *roster) all(now time.Time) (all []Worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.members {
		if m.refused == "" {
			all = append(all, Worker{m.Name, m.Version, m.Kernels + " on " + m.Arch, m.Goroutines, m.games, now.Sub(m.heard), m.silent})
		}
	}
	slices.SortFunc(all, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return all
}
