package fleet

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// visitor is a connection that shows a key and a signature.
type visitor struct {
	key, signature, nonce string
	may                   *server.Permissions
}

func (v *visitor) GetOpts() *server.ClientOpts {
	return &server.ClientOpts{Nkey: v.key, Sig: v.signature}
}
func (v *visitor) GetNonce() []byte                            { return []byte(v.nonce) }
func (v *visitor) RegisterUser(u *server.User)                 { v.may = u.Permissions }
func (v *visitor) GetTLSConnectionState() *tls.ConnectionState { return nil }
func (v *visitor) RemoteAddress() net.Addr                     { return nil }
func (v *visitor) Kind() int                                   { return server.CLIENT }
func (v *visitor) GetID() uint64                               { return 1 }

// A connection comes in only by a key that is admitted, with its signature of this
// connection's nonce, and gets what belongs to that key.
func TestDoor(t *testing.T) {
	pair := func() (nkeys.KeyPair, string) {
		k, err := nkeys.CreateUser()
		if err != nil {
			t.Fatal(err)
		}
		public, err := k.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		return k, public
	}
	sign := func(k nkeys.KeyPair, nonce string) string {
		sig, err := k.Sign([]byte(nonce))
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(sig)
	}
	owner, ownerKey := pair()
	worker, workerKey := pair()
	stranger, strangerKey := pair()
	invited := newDoor(ownerKey, &Keys{workers: []string{workerKey}}, names{"q"})
	alone := newDoor(ownerKey, nil, names{"q"})
	for _, c := range []struct {
		name        string
		door        *door
		v           visitor
		in, allowed bool // allowed everything
	}{
		{"the owner", invited, visitor{ownerKey, sign(owner, "n"), "n", nil}, true, true},
		{"a worker", invited, visitor{workerKey, sign(worker, "n"), "n", nil}, true, false},
		{"a stranger", invited, visitor{strangerKey, sign(stranger, "n"), "n", nil}, false, false},
		{"a worker's key, signed by a stranger", invited, visitor{workerKey, sign(stranger, "n"), "n", nil}, false, false},
		{"the owner's key, signed by a worker", invited, visitor{ownerKey, sign(worker, "n"), "n", nil}, false, false},
		{"the signature of another connection", invited, visitor{workerKey, sign(worker, "m"), "n", nil}, false, false},
		{"no signature", invited, visitor{workerKey, "", "n", nil}, false, false},
		{"no key, where keys are wanted", invited, visitor{"", "", "n", nil}, false, false},
		{"the word that stands for no key", invited, visitor{guest, "", "n", nil}, false, false},
		{"no key on this machine alone", alone, visitor{"", "", "n", nil}, true, false},
		{"the word that stands for no key, on this machine alone", alone, visitor{guest, "", "n", nil}, false, false},
	} {
		if got := c.door.Check(&c.v); got != c.in || got && (c.v.may == nil) != c.allowed {
			t.Errorf("%s: admitted %v, permissions %v", c.name, got, c.v.may)
		}
	}
	invited.shut(workerKey)
	if invited.Check(&visitor{workerKey, sign(worker, "n"), "n", nil}) {
		t.Error("a key that was shut out comes in")
	}
}

// admitted returns a worker's key that a server lets in.
func admitted(t *testing.T, s *Server) (nkeys.KeyPair, string) {
	t.Helper()
	k, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, err := k.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	s.door.admitted[public] = permissions(names{"q"}, public)
	return k, public
}

// Shut ends the connections of a key and of no other.
func TestShut(t *testing.T) {
	s, err := serve("127.0.0.1:0", t.TempDir(), "q", nil, true)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	k, public := admitted(t, s)
	own, err := s.connect()
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	ended := make(chan error, 1)
	enter := func() (*nats.Conn, error) {
		return nats.Connect("nats://"+s.Bound, nats.Nkey(public, k.Sign), nats.NoReconnect(), nats.ClosedHandler(func(*nats.Conn) { ended <- nil }))
	}
	if _, err := enter(); err != nil {
		t.Fatal(err)
	}
	if err := s.Shut(public); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("a connection of the key that was shut out goes on")
	}
	if err := own.FlushTimeout(20 * time.Second); err != nil {
		t.Errorf("the owner's connection ended, too: %v", err)
	}
	if _, err := enter(); err == nil {
		t.Error("the key comes in again")
	}
}

// ends returns why a connection ends within a time; nil if it does not.
func ends(enter func(...nats.Option) (*nats.Conn, error), within time.Duration) error {
	ended := make(chan error, 1)
	c, err := enter(nats.ClosedHandler(func(c *nats.Conn) { ended <- c.LastError() }))
	if err != nil {
		return err
	}
	defer c.Close()
	select {
	case err := <-ended:
		return err
	case <-time.After(within):
		return nil
	}
}

// One key cannot take all connections: the others' workers come in, and those of the key again
// when some have ended.
func TestConnectionsAreByKey(t *testing.T) {
	s, err := serve("127.0.0.1:0", t.TempDir(), "q", nil, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	enters := func() func(...nats.Option) (*nats.Conn, error) {
		k, public := admitted(t, s)
		return func(o ...nats.Option) (*nats.Conn, error) {
			o = append(o, nats.Nkey(public, k.Sign), nats.NoReconnect(), nats.Timeout(20*time.Second))
			return nats.Connect("nats://"+s.Bound, o...)
		}
	}
	greedy, other := enters(), enters()
	var all []*nats.Conn
	for n := range maxOpenOfKey {
		c, err := greedy()
		if err != nil {
			t.Fatalf("connection %d: %v", n+1, err)
		}
		defer c.Close()
		all = append(all, c)
	}
	if ends(greedy, 20*time.Second) == nil {
		t.Errorf("a key has more than %d connections", maxOpenOfKey)
	}
	c, err := other()
	if err != nil {
		t.Fatalf("another key: %v", err)
	}
	defer c.Close()
	own, err := s.connect()
	if err != nil {
		t.Fatalf("the owner: %v", err)
	}
	defer own.Close()
	all[0].Close()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if err := ends(greedy, 200*time.Millisecond); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatalf("after one ended: %v", err)
		}
	}
}

// A worker that finds all connections of its key in use ends, and says how many there may be.
func TestOneConnectionTooMany(t *testing.T) {
	l, said, keys := invited(t, 1)
	o := invitedAs(l, said, keys[0], "late")
	i, err := readInvitation(keys[0])
	if err != nil {
		t.Fatal(err)
	}
	for range maxOpenOfKey {
		c, err := nats.Connect(o.URL, nats.Nkey(i.public, i.user.Sign), nats.Secure(i.tls()), nats.Timeout(20*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if err, want := Work(ctx, o), "this key has 128 connections there, which is all that there may be: "; err == nil || !strings.HasPrefix(err.Error(), o.URL+": "+want) {
		t.Errorf("%v, want %q", err, want)
	}
}
