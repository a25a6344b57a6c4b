package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ludens/env"
	"ludens/selfplay"
)

// DefaultQueue is the name under which a run is found where no other is given.
const DefaultQueue = "ludens"

// DefaultAudit is the share of games that is audited where no other is given.
const DefaultAudit = 0.02

// CheckQueue returns what is wrong with a name that cannot be part of a subject.
func CheckQueue(name string) error {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	if name == "" || len(name) > 40 || strings.Trim(name, letters) != "" {
		return fmt.Errorf("%q: want 1 to 40 letters, digits and -", name)
	}
	return nil
}

// Options are how a learner has games played.
type Options struct {
	Game       env.Game // of the run; nil: it plays contests only
	Goroutines int      // that play here

	// A server of its own, at Listen, that keeps its files in Dir and has Keys (nil:
	// none); or one that is there already, at URL, with Credentials, a file of NATS.
	Listen, Dir      string
	Keys             *Keys
	URL, Credentials string
	Queue            string // DefaultQueue where it is empty

	Version string // of this program: workers have the same
	// AnyKernels takes games that were played with other kernels than this process has:
	// their last bits differ, and with them the outcome.
	AnyKernels bool
	// OnlyLearn plays no games here while other machines play.
	OnlyLearn bool
	// Audit is the share of each key's games that is played again here, in [0, 1]; 0: none,
	// and every record that follows the rules counts.
	Audit float64
	// Expelled are keys that brought a forged record before: they are not heard.
	Expelled []string
	Tell     func(line string) // what there is to say; called from any goroutine
}

// Learner is a run that has its games played by any worker.
type Learner struct {
	o      Options
	queue  names
	server *Server // nil: it is elsewhere
	nc     *nats.Conn
	js     jetstream.JetStream
	roster *roster

	offering sync.Mutex // held while a plan is put where workers find it
	taking   sync.Mutex // held while a game is made to count, or becomes known

	mu      sync.Mutex
	now     []*iteration      // that are played, the most urgent first
	kept    []string          // plans of self-play whose records are kept, the latest last
	done    map[string]bool   // plans whose games are all there
	over    bool              // nothing will be played any more
	put     map[string]bool   // objects that are there
	packed  map[string][]byte // checkpoints of contests, by path
	lost    bool              // the connection is, and that was reported
	sole    bool              // no other run has the queue
	wrong   string            // with the server, as it was reported; "": nothing
	typical time.Duration     // that the games of the plan took that was done last; 0: unknown
	last    Share
	trusts  map[string]*trust // by key
	caught  []Caught          // in this iteration
}

// Share is who played the games of an iteration.
type Share struct {
	Here    int // games played in this process
	Again   int // games played here once more, to compare them with what was brought
	Workers []Worker
	Took    time.Duration
	Caught  []Caught // keys that were expelled
}

// Add adds who played later games.
func (s *Share) Add(more Share) {
	games := map[string]int{}
	for _, w := range s.Workers {
		games[w.Name] = w.Games
	}
	s.Here, s.Again, s.Took, s.Workers = s.Here+more.Here, s.Again+more.Again, s.Took+more.Took, slices.Clone(more.Workers)
	s.Caught = append(s.Caught, more.Caught...)
	for i := range s.Workers {
		s.Workers[i].Games += games[s.Workers[i].Name]
	}
}

// Open begins to serve, or connects. A server elsewhere that cannot be reached is
// reported, and looked for until it can.
func Open(o Options) (l *Learner, err error) {
	o.Queue = cmp.Or(o.Queue, DefaultQueue)
	o.Tell = (&teller{tell: o.Tell}).say
	l = &Learner{o: o, queue: names{o.Queue}, put: map[string]bool{}, packed: map[string][]byte{}, roster: newRoster(o.Tell)}
	if o.Dir != "" {
		l.kept = handedOut(o.Dir)
	}
	watch := []nats.Option{
		nats.Name("ludens learner"), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(bound),
		nats.DisconnectErrHandler(func(*nats.Conn, error) { l.setLost(true) }),
		nats.ReconnectHandler(func(*nats.Conn) { l.setLost(false) }),
		nats.ConnectHandler(func(*nats.Conn) { l.setLost(false) }),
	}
	if o.URL == "" {
		if l.server, err = serve(o.Listen, o.Dir, o.Queue, o.Keys, true); err != nil {
			return nil, fmt.Errorf("--listen: %w", err)
		}
		l.nc, err = l.server.connect(watch...)
	} else {
		if o.Credentials != "" {
			watch = append(watch, credentials(o.Credentials))
		}
		l.nc, err = nats.Connect(o.URL, watch...)
		if unreachable(err) {
			l.setLost(true)
			l.nc, err = nats.Connect(o.URL, append(watch, nats.RetryOnFailedConnect(true))...)
		}
	}
	for _, key := range o.Expelled {
		if key == guest {
			continue // it is every process of this machine
		}
		l.roster.refuse(key, "its key brought a forged record before")
		l.shut(key)
	}
	if err == nil {
		l.js, err = jetstream.New(l.nc)
	}
	if err == nil {
		_, err = l.nc.Subscribe(l.queue.ask("*", "*"), l.hear)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", cmp.Or(o.URL, o.Listen), err), l.Close(false))
	}
	return l, nil
}

// unreachable reports whether an error is of a server that is not there, or goes while it
// is asked, which may change: not of an address that cannot be, or of a key.
func unreachable(err error) bool {
	var network *net.OpError
	for _, passing := range []error{nats.ErrNoServers, nats.ErrTimeout, nats.ErrConnectionClosed, nats.ErrStaleConnection, io.EOF, io.ErrUnexpectedEOF} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return errors.As(err, &network)
}

// setLost reports when the server goes and when it comes back.
func (l *Learner) setLost(lost bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over || l.lost == lost {
		return
	}
	l.lost = lost
	if !lost {
		l.o.Tell("the server is there again")
		return
	}
	l.o.Tell(fmt.Sprintf("no server at %s: the run goes on alone, and looks for it", l.o.URL))
}

// Address returns where workers of this machine find the learner's own server; "" if
// it has none.
func (l *Learner) Address() string {
	if l.server == nil {
		return ""
	}
	return l.server.Bound
}

// Safe reports whether workers of other machines may come.
func (l *Learner) Safe() bool { return l.server == nil || l.server.Safe }

// Close informs the workers whether the run is over, and ends.
func (l *Learner) Close(over bool) error {
	l.mu.Lock()
	l.over = over
	l.mu.Unlock()
	if l.nc != nil {
		if over && l.nc.IsConnected() {
			l.nc.Publish(l.queue.news(), nil) // who misses it asks soon
			for end := time.Now().Add(beat + time.Second); l.roster.waiting() > 0 && time.Now().Before(end); {
				time.Sleep(10 * time.Millisecond)
			}
			l.forget()
			l.nc.FlushTimeout(bound)
		}
		l.mu.Lock()
		l.over = true // a lost connection is no news from here on
		l.mu.Unlock()
		l.nc.Close()
	}
	if l.server != nil {
		return l.server.Close()
	}
	return nil
}

// forget removes the records of the last iteration, which is saved.
func (l *Learner) forget() {
	ctx, cancel := context.WithTimeout(context.Background(), bound)
	defer cancel()
	if s, err := l.js.Stream(ctx, l.queue.stream()); err == nil {
		s.Purge(ctx) // what stays is removed by the next run
	}
}

// Last returns who played the games of the last iteration.
func (l *Learner) Last() Share {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// hear answers a worker's question.
func (l *Learner) hear(m *nats.Msg) {
	key, id, ok := l.queue.asker(m.Subject)
	// An answer goes to who asked: a worker that names another's inbox gets none.
	if !ok || len(m.Data) > maxAsk || len(m.Reply) <= len(l.queue.inbox(key)) || m.Reply[:len(l.queue.inbox(key))] != l.queue.inbox(key) {
		return
	}
	var q question
	if err := json.Unmarshal(m.Data, &q); err != nil {
		return
	}
	q.Name, q.Version, q.Arch, q.Kernels = plain(q.Name), plain(q.Version), plain(q.Arch), plain(q.Kernels)
	text, err := json.Marshal(l.answer(key, id, q, time.Now()))
	if err == nil {
		m.Respond(text) // a lost answer is asked for again
	}
}

func (l *Learner) answer(key, id string, q question, now time.Time) answer {
	who := member(key, id)
	plans := l.playing()
	l.mu.Lock()
	over := l.over
	l.mu.Unlock()
	if q.Leaving != "" {
		for _, it := range plans {
			it.tally.give(who)
		}
		l.roster.leave(who, plain(q.Leaving))
		return answer{}
	}
	if refused := l.roster.hear(key, id, q, now, l.unfit); refused != "" {
		return answer{Refused: refused}
	}
	if over {
		l.roster.end(who)
		return answer{Over: true}
	}
	a := answer{Wanted: l.wanted(plans)}
	for i, it := range plans {
		switch {
		case q.Stuck:
			it.tally.give(who)
		case it.offered():
			j := it.job(who, q.upTo(plans[:i+1]), now)
			if a.Job == nil || len(j.numbers()) > 0 || j.Soon {
				a.Job = j
			}
			if len(j.numbers()) > 0 {
				return a
			}
		}
	}
	return a
}

// unfit returns why a worker cannot help with this run, "" if it can.
func (l *Learner) unfit(q question) string {
	here := ownKernels()
	switch theirs := q.Kernels + " on " + q.Arch; {
	case q.Protocol != protocol || q.Version != l.o.Version:
		return fmt.Sprintf("the run is of ludens %s, the worker is %s", plain(l.o.Version), q.Version)
	case theirs != here && !l.o.AnyKernels:
		return fmt.Sprintf("the run takes games of %s only, the worker has %s: see --kernels and --device, and --any-kernels of the run", here, theirs)
	case q.Goroutines < 1 || q.Goroutines > maxThreads:
		return fmt.Sprintf("it has %d goroutines, want 1 to %d", q.Goroutines, maxThreads)
	}
	return ""
}

// Play has the games of a plan played, here and elsewhere: a train.Play.
func (l *Learner) Play(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) error {
	_, err := l.PlayBy(ctx, p, m, sink)
	return err
}

// PlayBy is Play, and returns who played the games.
func (l *Learner) PlayBy(ctx context.Context, p selfplay.Plan, m selfplay.Material, sink selfplay.Sink) (Share, error) {
	var err error
	if !l.o.AnyKernels { // a worker may have a device
		if p, m, err = p.Sent(l.o.Game, m); err != nil {
			return Share{}, err
		}
	}
	with, err := p.Open(l.o.Game, m)
	if err != nil {
		return Share{}, err
	}
	return l.have(ctx, newIteration(l, &generation{p, m, with, sink}, p.Hash(), p.Text(), newTally(p.First, p.End, l.took())))
}

// have has the games of an iteration played.
func (l *Learner) have(ctx context.Context, it *iteration) (Share, error) {
	if err := it.hands.begin(l.o.Dir, it.hash); err != nil {
		l.o.Tell("what is handed out cannot be kept, so games that are out when the run is killed are played again: " + err.Error())
	}
	defer it.hands.close()
	l.begin(it)
	err := it.run(ctx)
	l.end(it, err == nil)
	share := Share{Here: it.here, Again: it.again, Workers: l.roster.all(it.brought, time.Now()), Took: time.Since(it.began)}
	l.mu.Lock()
	defer l.mu.Unlock()
	share.Caught, l.caught = l.caught, nil
	l.last = share
	return share, err
}

// fault notes a record that was refused, and throws out a key that has too many.
func (l *Learner) fault(t ticket, why error) {
	if l.roster.fault(t.key, t.id, why) {
		l.shut(t.key)
	}
}

// expel throws out a key whose record is not what the plan's networks play.
func (l *Learner) expel(c Caught) {
	l.mu.Lock()
	l.caught = append(l.caught, c)
	l.mu.Unlock()
	l.o.Tell(fmt.Sprintf("a record of worker %s is forged: %s; %d games of its key are played again", c.Name, c.Proof, c.Again))
	if c.Kept > 0 {
		l.o.Tell(fmt.Sprintf("%d games of its key had counted before, and were not audited", c.Kept))
	}
	l.roster.refuse(c.Key, "its key brought a forged record: "+c.Proof)
	l.shut(c.Key)
}

// shut closes the server to a key.
func (l *Learner) shut(key string) {
	if l.server == nil || key == guest {
		return
	}
	if err := l.server.Shut(key); err != nil {
		l.o.Tell("the server stays open to key " + plain(key) + ": " + plainly(err.Error()))
	}
}

// took returns how long games took in the iteration before.
func (l *Learner) took() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.typical
}
