package fleet

import (
	"encoding/base64"
	"sync"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// door decides which connections the server admits, by their keys. It is the server's
// custom authentication rather than its list of users, because that list changes only by
// a reload of all options, and version 2.15.2 of the server reads options while it
// reloads them (stream.getDirectRequest): a data race.
type door struct {
	mu       sync.Mutex
	admitted map[string]*server.Permissions // by public key; guest admits a connection that shows none
}

// newDoor returns a door for the owner, who may do everything, and for workers, each in
// its own name; without workers' keys for guests.
func newDoor(owner string, keys *Keys, n names) *door {
	d := &door{admitted: map[string]*server.Permissions{owner: nil}}
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
// has signed this connection's nonce with it.
func (d *door) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	key := o.Nkey
	if key == "" {
		key = guest
	} else if !signed(key, o.Sig, c.GetNonce()) {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	may, ok := d.admitted[key]
	if ok {
		c.RegisterUser(&server.User{Permissions: may})
	}
	return ok
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
