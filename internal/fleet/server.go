package fleet

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Limits of a server.
const (
	maxConnections = 4096            // those that have not spoken yet among them
	maxOpenOfKey   = 2 * maxOfKey    // connections of one key: an old one may end after its worker is back
	speakBound     = 2 * time.Second // in which a connection must show its key
	maxSubjects    = 16              // subscriptions of a connection
	maxLog         = 4 << 20
	startBound     = 20 * time.Second
)

// guest is the key that subjects name where workers show none.
const guest = "guest"

// Server is NATS with JetStream within this process.
type Server struct {
	nats  *server.Server
	log   *serverLog
	owner nkeys.KeyPair // of the learner, made anew each time

	door *door

	Bound string // the address that it is bound to
	Safe  bool   // TLS and nkeys: others may come
}

// serve begins to serve a queue at an address, HOST:PORT, and keeps what it must in a
// folder. With keys it talks TLS, to workers that have one. Without, it serves this
// machine alone, and an address of any other is an error. It stores objects and records if
// it is to: a relay's does not.
func serve(listen, dir, queue string, keys *Keys, stores bool) (*Server, error) {
	host, port, err := address(listen, keys != nil)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s := &Server{Safe: keys != nil}
	if s.owner, err = nkeys.CreateUser(); err != nil {
		return nil, err
	}
	public, err := s.owner.PublicKey()
	if err != nil {
		return nil, err
	}
	s.door = newDoor(public, keys, names{queue})
	if s.log, err = newServerLog(filepath.Join(dir, "server.log")); err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: "ludens", Host: host, Port: port, NoSigs: true, NoLog: false,
		JetStream: stores, StoreDir: dir, JetStreamMaxStore: maxGames + maxObjects + 1<<20, JetStreamMaxMemory: 64 << 20,
		SyncAlways: true, DisableJetStreamBanner: true, // an acknowledged record is on the disk
		MaxPayload: maxPayload, MaxConn: maxConnections, MaxSubs: maxSubjects, MaxPending: 4 * maxPayload,
		PingInterval: 10 * time.Second, AuthTimeout: speakBound.Seconds(),
		CustomClientAuthentication: s.door, AlwaysEnableNonce: true,
	}
	if keys != nil {
		o.TLS, o.TLSConfig, o.TLSTimeout = true, keys.tls(), speakBound.Seconds()
	}
	if err := s.start(o); err != nil {
		return nil, errors.Join(err, s.log.Close())
	}
	return s, nil
}

// Free returns nil if a server can be at an address.
func Free(listen string, keys *Keys) error {
	host, port, err := address(listen, keys != nil)
	if err == nil {
		_, err = probe(host, port)
	}
	return err
}

// probe returns a port that is free; port itself unless that is 0.
func probe(host string, port int) (int, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

func (s *Server) start(o *server.Options) (err error) {
	// The server takes an address that is in use for the end of its process.
	if o.Port, err = probe(o.Host, o.Port); err != nil {
		return err
	}
	if s.nats, err = server.NewServer(o); err != nil {
		return err
	}
	s.door.setOpen(s.openOf)
	s.nats.SetLoggerV2(s.log, false, false, false)
	s.nats.Start()
	if !s.nats.ReadyForConnections(startBound) {
		s.nats.Shutdown()
		return fmt.Errorf("the NATS server does not start at %s: %s", net.JoinHostPort(o.Host, strconv.Itoa(o.Port)), s.log.last())
	}
	s.Bound = s.nats.Addr().String()
	return nil
}

// address reads HOST:PORT. Without a host it is every address if others may come, else
// this machine's own.
func address(listen string, safe bool) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("address %q: want HOST:PORT, as in :4222", listen)
	}
	if host == "" && safe {
		return "0.0.0.0", port, nil
	}
	if host == "" {
		return "127.0.0.1", port, nil
	}
	if ip := net.ParseIP(host); !safe && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", 0, fmt.Errorf("%s would be open to other machines, and there are no keys: make some with `ludens work --invite`", listen)
	}
	return host, port, nil
}

// permissions are a worker's: it asks, hears news and answers to itself, reads objects
// and brings games in its own name.
func permissions(n names, key string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			n.ask(key, "*"), n.queue + ".games.*.*." + key + ".*",
			"$JS.API.STREAM.INFO." + n.objects(), "$JS.API.DIRECT.GET." + n.objects(), "$JS.API.DIRECT.GET." + n.objects() + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{n.inbox(key) + ".>", n.news()}},
	}
}

// Shut closes the server to a key: its connections end, and it cannot come again until
// the server is started anew.
func (s *Server) Shut(key string) error {
	s.door.shut(key) // before the list, so that none of its connections comes after it
	all, err := s.connectionsOf(key)
	for _, id := range all {
		_ = s.nats.DisconnectClientByID(id) // an error is that it has ended by itself
	}
	return err
}

// connectionsOf returns the connections of a key, by number.
func (s *Server) connectionsOf(key string) (all []uint64, err error) {
	open, err := s.nats.Connz(&server.ConnzOptions{Username: true, Limit: maxConnections})
	if err != nil {
		return nil, err
	}
	for _, c := range open.Conns {
		if c.AuthorizedUser == key {
			all = append(all, c.Cid)
		}
	}
	return all, nil
}

// openOf returns how many connections a key has.
func (s *Server) openOf(key string) int {
	all, _ := s.connectionsOf(key) // of a server that ends nothing is known
	return len(all)
}

// connect returns the learner's own connection.
func (s *Server) connect(o ...nats.Option) (*nats.Conn, error) {
	public, err := s.owner.PublicKey()
	if err != nil {
		return nil, err
	}
	return nats.Connect("", append(o, nats.InProcessServer(s.nats), nats.Nkey(public, s.owner.Sign))...)
}

// Close stops serving.
func (s *Server) Close() error {
	s.nats.Shutdown()
	ctx, cancel := context.WithTimeout(context.Background(), startBound)
	defer cancel()
	down := make(chan struct{})
	go func() { s.nats.WaitForShutdown(); close(down) }()
	select {
	case <-down:
	case <-ctx.Done():
	}
	return s.log.Close()
}

// serverLog keeps what the server says in a file of bounded length, and off the
// terminal.
type serverLog struct {
	mu   sync.Mutex
	file *os.File
	size int
	said string // the last that was worse than a notice
}

func newServerLog(path string) (*serverLog, error) {
	f, err := os.Create(path)
	return &serverLog{file: f}, err
}

func (l *serverLog) say(bad bool, level, format string, v ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := fmt.Sprintf(format, v...)
	if bad {
		l.said = line
	}
	if l.size += len(level) + len(line) + 2; l.size <= maxLog {
		fmt.Fprintf(l.file, "%s %s\n", level, line) // a log that cannot be written stops nothing
	}
}

func (l *serverLog) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said
}

func (l *serverLog) Noticef(format string, v ...any) { l.say(false, "note", format, v...) }
func (l *serverLog) Warnf(format string, v ...any)   { l.say(true, "warning", format, v...) }
func (l *serverLog) Errorf(format string, v ...any)  { l.say(true, "error", format, v...) }
func (l *serverLog) Fatalf(format string, v ...any)  { l.say(true, "fatal", format, v...) }
func (l *serverLog) Debugf(string, ...any)           {}
func (l *serverLog) Tracef(string, ...any)           {}

// Close ends the log.
func (l *serverLog) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.size = maxLog
	return l.file.Close()
}

// door decides which connections the server admits, by their keys. It is the server's
// custom authentication rather than its list of users, because that list changes only by
// a reload of all options, and version 2.15.2 of the server reads options while it
// reloads them (stream.getDirectRequest): a data race.
type door struct {
	mu       sync.Mutex
	owner    string
	admitted map[string]*server.Permissions // by public key; guest admits a connection that shows none
	open     func(key string) int           // how many connections it has, one that asks among them; nil: none
}

// newDoor returns a door for the owner, who may do everything, and for workers, each in
// its own name; without workers' keys for guests.
func newDoor(owner string, keys *Keys, n names) *door {
	d := &door{owner: owner, admitted: map[string]*server.Permissions{owner: nil}}
	if keys == nil {
		d.admitted[guest] = permissions(n, guest)
		return d
	}
	for _, w := range keys.workers {
		d.admitted[w] = permissions(n, w)
	}
	return d
}

// Check implements server.Authentication: a connection shows a key that is admitted and
// has signed this connection's nonce with it. A worker's key has at most
// maxOpenOfKey at a time, which leaves room for others: one more expires as it comes, by which
// its worker knows the reason.
func (d *door) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	key := o.Nkey
	if key == "" {
		key = guest
	} else if !signed(key, o.Sig, c.GetNonce()) {
		return false
	}
	d.mu.Lock()
	may, ok := d.admitted[key]
	open := d.open
	d.mu.Unlock()
	if !ok {
		return false
	}
	u := &server.User{Permissions: may}
	if key != guest && key != d.owner && open != nil && open(key) > maxOpenOfKey {
		u.ConnectionDeadline = time.Now()
	}
	c.RegisterUser(u)
	return true
}

// setOpen says how connections are counted.
func (d *door) setOpen(open func(key string) int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = open
}

func signed(key, signature string, nonce []byte) bool {
	public, err := nkeys.FromPublicKey(key)
	if err != nil {
		return false
	}
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	return err == nil && public.Verify(nonce, sig) == nil
}

// shut admits a key no longer.
func (d *door) shut(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.admitted, key)
}
