package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// relay stands between a run and the workers of a site, which connect to it as they would to
// the run. What they ask and bring is passed on under the relay's key, so the run sees each of
// them, and holds the relay's key to what they do. Objects are read from the run once, and kept:
// a network crosses the run's wire once per site, not once per worker.
//
// It changes nothing that it passes on, so a worker checks what it reads as always. It stores
// nothing: a record is acknowledged when the run's server has it.
type relay struct {
	queue  names
	key    string     // under which the run knows the relay
	up     *nats.Conn // to the run
	down   *nats.Conn // to the workers, of the server's owner
	server *Server
	dir    string // of the server's log
	shelf  shelf
	ctx    context.Context
	stop   context.CancelFunc
}

// atOnce bounds the messages of each kind that are under way.
const atOnce = 256

// openRelay begins to serve at an address what up reaches; keys are of this machine's server,
// nil if only its own processes may come.
func openRelay(up *nats.Conn, queue names, key, listen string, keys *Keys) (r *relay, err error) {
	r = &relay{queue: queue, key: key, up: up}
	r.ctx, r.stop = context.WithCancel(context.Background())
	if r.dir, err = os.MkdirTemp("", "ludens-relay-*"); err != nil {
		return nil, err
	}
	if r.server, err = serve(listen, r.dir, queue.queue, keys, false); err == nil {
		r.down, err = r.server.connect(nats.Name("ludens relay"))
	}
	if err == nil {
		err = r.subscribe()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--relay: %w", err), r.close())
	}
	return r, nil
}

func (r *relay) subscribe() error {
	objects := r.queue.objects()
	for subject, answer := range map[string]func(*nats.Msg) (*nats.Msg, error){
		r.queue.ask("*", "*"):                  r.ask,
		r.queue.queue + ".games.*.*.*.*":       r.bring,
		"$JS.API.STREAM.INFO." + objects:       r.pass,
		"$JS.API.DIRECT.GET." + objects:        r.read,
		"$JS.API.DIRECT.GET." + objects + ".>": r.read,
	} {
		slots := make(chan struct{}, atOnce)
		_, err := r.down.Subscribe(subject, func(m *nats.Msg) {
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				r.respond(m, answer)
			}()
		})
		if err != nil {
			return err
		}
	}
	_, err := r.up.Subscribe(r.queue.news(), func(m *nats.Msg) { r.down.Publish(m.Subject, m.Data) }) // who misses it asks soon
	return err
}

// respond sends an answer to who asked; none if there is none in time, which is asked for again.
func (r *relay) respond(m *nats.Msg, answer func(*nats.Msg) (*nats.Msg, error)) {
	a, err := answer(m)
	if errors.Is(err, nats.ErrNoResponders) {
		a, err = nats.NewMsg(m.Reply), nil
		a.Header.Set("Status", "503") // as a server says it
	}
	if err == nil && a != nil {
		m.RespondMsg(&nats.Msg{Header: a.Header, Data: a.Data})
	}
}

// send asks the run's server.
func (r *relay) send(subject string, data []byte) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(r.ctx, bound)
	defer cancel()
	return r.up.RequestWithContext(ctx, subject, data)
}

// alias is how the run knows a worker of the relay: no worker can take the name of another.
func alias(key, id string) string {
	sum := sha256.Sum256([]byte(member(key, id)))
	return hex.EncodeToString(sum[:12])
}

// ask passes a worker's question on. An answer goes to who asked.
func (r *relay) ask(m *nats.Msg) (*nats.Msg, error) {
	key, id, ok := r.queue.asker(m.Subject)
	if !ok || len(m.Data) > maxAsk || !strings.HasPrefix(m.Reply, r.queue.inbox(key)+".") {
		return nil, nil
	}
	return r.send(r.queue.ask(r.key, alias(key, id)), m.Data)
}

// bring passes a record on, and returns the acknowledgement of the run's server.
func (r *relay) bring(m *nats.Msg) (*nats.Msg, error) {
	t, err := r.queue.readTicket(m.Subject)
	if err != nil || !isToken(t.plan) || !strings.HasPrefix(m.Reply, r.queue.inbox(t.key)+".") {
		return nil, nil
	}
	t.key, t.id = r.key, alias(t.key, t.id)
	return r.send(r.queue.game(t), m.Data)
}

// pass passes a request on as it is.
func (r *relay) pass(m *nats.Msg) (*nats.Msg, error) { return r.send(m.Subject, m.Data) }

// read returns a part of an object, from the shelf if it is there.
func (r *relay) read(m *nats.Msg) (*nats.Msg, error) {
	return r.shelf.get(r.ctx, m.Subject+" "+string(m.Data), func() (*nats.Msg, error) { return r.pass(m) })
}

// library returns the objects as the workers of the relay see them.
func (r *relay) library() (jetstream.JetStream, error) { return jetstream.New(r.down) }

// end ends the relay. If the run is over, its workers are to hear that first.
func (r *relay) end(over func() bool) {
	const own = 1 // connection
	for end := time.Now().Add(2 * beat); over() && r.server.nats.NumClients() > own && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	r.close() // what its log says is of no use any more
}

// close ends the relay; not the connection to the run.
func (r *relay) close() (err error) {
	r.stop()
	if r.down != nil {
		r.down.Close()
	}
	if r.server != nil {
		err = r.server.Close()
	}
	return errors.Join(err, os.RemoveAll(r.dir))
}

// maxShelf bounds what a relay keeps, in bytes.
const maxShelf = 256 << 20

// shelf keeps answers about objects, which are named by hash and do not change. A part that is
// no longer there shows that the objects were put there anew: then the shelf is cleared. The
// zero value is empty.
type shelf struct {
	mu    sync.Mutex
	parts map[string]*part
	size  int
}

// part is an answer, or one that is being asked for.
type part struct {
	there  chan struct{}
	answer *nats.Msg // nil: there was none
	err    error
}

// get returns an answer, which fetch gets once for all who want it at the same time.
func (s *shelf) get(ctx context.Context, request string, fetch func() (*nats.Msg, error)) (*nats.Msg, error) {
	s.mu.Lock()
	p := s.parts[request]
	if p != nil {
		s.mu.Unlock()
		select {
		case <-p.there:
			return p.answer, p.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	p = &part{there: make(chan struct{})}
	if s.parts == nil {
		s.parts = map[string]*part{}
	}
	s.parts[request] = p
	s.mu.Unlock()
	p.answer, p.err = fetch()
	close(p.there)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case p.err != nil:
		if s.parts[request] == p {
			delete(s.parts, request)
		}
	case p.answer.Header.Get("Status") != "":
		s.parts, s.size = nil, 0
	case s.size+len(p.answer.Data) > maxShelf:
		s.parts, s.size = nil, 0
	default:
		s.size += len(p.answer.Data)
	}
	return p.answer, p.err
}
