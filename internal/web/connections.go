package web

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// connections is a listener that accepts a limited number of connections at a time. One that
// serves no request, because its client is idle or slow to ask, makes room for
// the next; the one that has waited longest goes first.
type connections struct {
	net.Listener
	most int // in all
	each int // of one address that is not this machine's

	mu   sync.Mutex
	free sync.Cond // a connection has ended or is idle
	here map[*connection]bool
	shut bool
}

// connection is one of a client.
type connection struct {
	net.Conn
	of     *connections
	client string    // his address, without the port
	serves bool      // a handler is at work on a request of his
	since  time.Time // that is so
}

func newConnections(l net.Listener, most, each int) *connections {
	c := &connections{Listener: l, most: most, each: each, here: map[*connection]bool{}}
	c.free.L = &c.mu
	return c
}

// Accept waits until there is room. A client that has his share of it, all in
// use, is turned away.
func (c *connections) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
		v := &connection{Conn: conn, of: c, client: host, since: time.Now()}
		if c.admit(v) {
			return v, nil
		}
		conn.Close()
	}
}

// admit takes a connection in, if need be in the place of another.
func (c *connections) admit(v *connection) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !Local(v.RemoteAddr()) && c.count(v.client) >= c.each && !c.evict(v.client) {
		return false
	}
	for len(c.here) >= c.most && !c.evict("") {
		if c.shut {
			return false
		}
		c.free.Wait()
	}
	c.here[v] = true
	return true
}

func (c *connections) count(client string) (n int) {
	for v := range c.here {
		if v.client == client {
			n++
		}
	}
	return n
}

// evict ends the connection, of a client or of any (""), that has waited
// longest without being served. It returns false if there is none.
func (c *connections) evict(client string) bool {
	var oldest *connection
	for v := range c.here {
		if !v.serves && (client == "" || v.client == client) && (oldest == nil || v.since.Before(oldest.since)) {
			oldest = v
		}
	}
	if oldest == nil {
		return false
	}
	delete(c.here, oldest)
	oldest.Conn.Close()
	return true
}

// Close ends the listener; who waits for room is turned away.
func (c *connections) Close() error {
	c.mu.Lock()
	c.shut = true
	c.free.Broadcast()
	c.mu.Unlock()
	return c.Listener.Close()
}

// Close gives the connection's room back.
func (v *connection) Close() error {
	v.of.mu.Lock()
	delete(v.of.here, v)
	v.of.free.Broadcast()
	v.of.mu.Unlock()
	return v.Conn.Close()
}

// serve notes that a request is served, or is not any more. It returns false if
// the connection had to make room.
func (v *connection) serve(serves bool) bool {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	v.serves, v.since = serves, time.Now()
	v.of.free.Broadcast()
	return v.of.here[v]
}

// connectionKey is a connection's in the context of its requests.
type connectionKey struct{}

func withConnection(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, conn)
}

// noting lets connections know on which of them requests are served: once the request is
// there with its body, so that a client that sends half of one makes room.
func noting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := r.Context().Value(connectionKey{}).(*connection)
		if r.ContentLength != 0 {
			body, err := io.ReadAll(io.LimitReader(r.Body, mostBody+1)) // the handler refuses what is longer
			if err != nil {
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		if v.serve(true) {
			next.ServeHTTP(w, r)
		}
		v.serve(false)
	})
}

// Local reports whether an address is of this machine alone.
func Local(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// Limits of the server. A page in use keeps one or two connections; a browser
// opens six at most.
const (
	mostConnections = 512
	mostOfClient    = 64
	farewell        = 2 * time.Second
)

// Serve answers at l, which it closes, until ctx ends.
func Serve(ctx context.Context, l net.Listener, c Config) error {
	defer l.Close()
	page, err := newPage(ctx, c)
	if err != nil {
		return err
	}
	s := &http.Server{
		Handler: noting(page), ConnContext: withConnection, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 2 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(newConnections(l, mostConnections, mostOfClient)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer stop()
	if s.Shutdown(last) != nil {
		s.Close()
	}
	<-failed
	return nil
}

// stream sends JSON values, one a line, each at once.
type stream struct {
	w     http.ResponseWriter
	begun bool
}

// patience is how long a reader may take for a line: a search does not keep its
// seat for one who has stopped reading.
const patience = 2 * time.Second

// send sends a value. Its error means that the client no longer reads.
func (s *stream) send(v any) error {
	if !s.begun {
		s.begun = true
		s.w.Header().Set("Content-Type", "application/x-ndjson")
	}
	c := http.NewResponseController(s.w)
	if err := c.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if err := json.NewEncoder(s.w).Encode(v); err != nil {
		return err
	}
	return c.Flush()
}

// fail sends an error: as an answer of its own if nothing has been sent.
func (s *stream) fail(err error) {
	if !s.begun {
		failed(s.w, err)
		return
	}
	s.send(map[string]string{"error": plainly(err)}) // an error means that the client is gone
}
