// Package fleet has the games of a run, or of a study, played on many machines.
//
// A [Learner] is the run: its Play is a train.Play, its Contests are an arena.Play for a
// study of agents that meet. It hands out games to
// workers that ask, plays itself, and takes each game from the first that brings it. [Work]
// is a process that asks, plays and brings. Between the two is NATS: a [Server] within
// the learner's process, or one that is there already; a worker may be a relay of both for others.
//
//	ludens.ask.KEY.ID                 a worker asks for games; the answer names a plan and a range of it
//	ludens.news                       something has changed: ask again
//	ludens.games.PLAN.GAME.KEY.ID     a record, kept in the stream ludens_games until its iteration is over;
//	                                  of a plan that is not being played it is not kept
//	object store "ludens"             plans, networks, archives and checkpoints, named by hash
//
// Laws. Which games count is known to the learner alone, by their number in the
// iteration: what comes twice counts once, and what is lost is played again. So every
// message may be lost, repeated or late, and server, workers and learner may be killed
// at any moment. Clocks say only when to stop waiting: no result depends on them.
package fleet

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"ludens/internal/disk"
	"ludens/selfplay"
)

// protocol changes whenever messages do.
const protocol = 4

// Limits of what goes over the network.
const (
	maxAsk     = 8 << 10       // bytes of a question or an answer
	maxPayload = disk.MaxFrame // bytes of a message; a record as in a run's files
	maxGames   = 1 << 30       // bytes of records that wait for the end of their iteration, or of the next
	maxObjects = 3 << 30       // bytes of plans, networks and archives
	maxObject  = 1<<30 + 1<<20 // bytes of one of them: the tensors of a checkpoint
	maxMembers = 1024          // workers
	maxOfKey   = 64            // workers of one key; those of this machine without keys may be all
	maxThreads = 1 << 12       // goroutines of a worker
	maxWord    = 80            // bytes of a name or a version
)

// Limits of time.
const (
	beat    = 2 * time.Second // between two signs of a worker
	silence = 5 * time.Second // after which a worker's games are handed out again
	bound   = 5 * time.Second // of a request to the server
)

// Names of what a run has on a server.
type names struct{ queue string }

func (n names) news() string               { return n.queue + ".news" }
func (n names) learner() string            { return n.queue + ".learner" }
func (n names) ask(key, id string) string  { return n.queue + ".ask." + key + "." + id }
func (n names) stream() string             { return n.queue + "_games" }
func (n names) bucket() string             { return n.queue }
func (n names) gamesOf(plan string) string { return n.queue + ".games." + plan + ".>" }
func (n names) allGames() string           { return n.queue + ".games.>" }
func (n names) inbox(key string) string    { return "_INBOX_" + key }
func (n names) objects() string            { return "OBJ_" + n.queue }
func (n names) game(t ticket) string {
	return fmt.Sprintf("%s.games.%s.%d.%s.%s", n.queue, t.plan, t.game, t.key, t.id)
}
func (n names) asker(subject string) (key, id string, ok bool) {
	parts := strings.Split(strings.TrimPrefix(subject, n.queue+"."), ".")
	if len(parts) != 3 || parts[0] != "ask" {
		return "", "", false
	}
	return parts[1], parts[2], true
}

// member is how the learner names a worker: an identity that it chose, under the key that
// it has. The key alone is what can be trusted or thrown out.
func member(key, id string) string { return key + "/" + id }

// ticket says what a record is of and who brings it.
type ticket struct {
	plan    string // the beginning of the plan's hash
	game    int
	key, id string
}

// readTicket reads the subject of a record.
func (n names) readTicket(subject string) (t ticket, err error) {
	parts := strings.Split(strings.TrimPrefix(subject, n.queue+"."), ".")
	if len(parts) != 5 || parts[0] != "games" {
		return t, fmt.Errorf("a record as %.100q", subject)
	}
	game, err := strconv.Atoi(parts[2])
	if err != nil || game < 0 {
		return t, fmt.Errorf("a record of game %.20q", parts[2])
	}
	return ticket{parts[1], game, parts[3], parts[4]}, nil
}

// planToken is how subjects name a plan.
func planToken(hash string) string { return hash[:tokenLength] }

const tokenLength = 32

// isToken reports whether a word can be a plan's.
func isToken(word string) bool {
	return len(word) == tokenLength && strings.Trim(word, "0123456789abcdef") == ""
}

// kind of a job.
type kind string

const (
	selfPlay kind = "selfplay" // games of a selfplay.Plan
	contest  kind = "contest"  // games of an arena.Plan
)

// question is what a worker says each time that it asks.
type question struct {
	Protocol   int    `json:"protocol"`
	Name       string `json:"name"` // of the machine and the process, for people
	Version    string `json:"version"`
	Arch       string `json:"arch"`
	Kernels    string `json:"kernels"`
	Goroutines int    `json:"goroutines"`
	Holds      int    `json:"holds"`             // games that it has and has not played
	Stuck      bool   `json:"stuck,omitempty"`   // the server does not take what it brings
	Leaving    string `json:"leaving,omitempty"` // why it asks no more

	HoldsOf map[string]int `json:"holds_of,omitempty"` // of those, the games of each plan, if there are several
}

// upTo returns the question as it is to the last of some plans: games of later plans do not
// keep a worker from more urgent ones.
func (q question) upTo(plans []*iteration) question {
	if q.HoldsOf == nil {
		return q
	}
	q.Holds = 0
	for _, it := range plans {
		q.Holds += q.HoldsOf[planToken(it.hash)]
	}
	return q
}

// answer is what it gets.
type answer struct {
	Refused string `json:"refused,omitempty"` // why it cannot help
	Over    bool   `json:"over,omitempty"`    // the run is complete
	// Wanted are the plans whose games are of use, the most urgent first; nil: the learner does
	// not know yet.
	Wanted []string `json:"wanted"`
	*Job
}

// Job is some work: games of a plan. None: nothing at the moment.
type Job struct {
	Kind  kind   `json:"kind"`
	Plan  string `json:"plan"`            // its hash: the records are for this
	Text  string `json:"text"`            // SHA-256 of the plan's text, which is its name as an object
	First int    `json:"first,omitempty"` // of self-play: First to End-1
	End   int    `json:"end,omitempty"`
	Games []int  `json:"games,omitempty"` // of contests, by arena.Plan.Number
	Soon  bool   `json:"soon,omitempty"`  // there are none until more of its records have arrived: ask again soon
}

// numbers returns those of the games; none if no run can ask for them.
func (j *Job) numbers() (all []int) {
	const most = 1 << 20 // games
	switch {
	case j.Kind == contest && !slices.ContainsFunc(j.Games, func(n int) bool { return n < 0 }):
		return j.Games
	case j.Kind == selfPlay && j.First >= 0 && j.End-j.First <= most:
		for n := j.First; n < j.End; n++ {
			all = append(all, n)
		}
	}
	return all
}

// ownKernels name those of this process, as a run's ledger does.
func ownKernels() string { return selfplay.Kernels() + " on " + runtime.GOARCH }

// plain returns a word from elsewhere as people may see it.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
	return s[:min(len(s), maxWord)]
}
