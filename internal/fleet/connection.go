package fleet

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// connect connects a worker to its server. A connection that is lost later is made
// again.
func (w *worker) connect() (err error) {
	o := []nats.Option{
		nats.Name(w.o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(bound),
		nats.ErrorHandler(w.serverError), nats.ClosedHandler(func(nc *nats.Conn) { w.stop(w.explain(nc.LastError())) }),
		nats.ReconnectHandler(func(*nats.Conn) { poke(w.wake) }),
	}
	if w.o.Invitation != "" {
		i, err := readInvitation(w.o.Invitation)
		if err != nil {
			return err
		}
		w.key = i.public
		o = append(o, nats.Nkey(i.public, i.user.Sign), nats.Secure(i.tls()))
	}
	if w.o.Credentials != "" {
		o = append(o, credentials(w.o.Credentials))
	}
	o = append(o, nats.CustomInboxPrefix(w.queue.inbox(w.key)))
	if w.nc, err = nats.Connect(w.o.URL, o...); err != nil {
		return w.explain(err)
	}
	if _, err = w.nc.Subscribe(w.queue.news(), func(*nats.Msg) { poke(w.wake) }); err != nil {
		return err
	}
	w.js, err = jetstream.New(w.nc)
	w.objects = w.js
	return err
}

// explain says what an error of the connection means for people.
func (w *worker) explain(err error) error {
	switch text := fmt.Sprint(err); {
	case err == nil:
		return errors.New("the connection was closed")
	case errors.Is(err, nats.ErrNoServers):
		return fmt.Errorf("%s: no server there", w.o.URL)
	case errors.Is(err, errStranger):
		return fmt.Errorf("%s: %w", w.o.URL, errStranger)
	case expired(err) && w.o.Invitation != "":
		return fmt.Errorf("%s: this key has %d connections there, which is all that there may be: end a worker, or let one serve the others (`ludens work --relay`)", w.o.URL, maxOpenOfKey)
	case expired(err):
		return fmt.Errorf("%s: the credentials have expired: ask for others over there", w.o.URL)
	case errors.Is(err, nats.ErrAuthorization), strings.Contains(text, "nkeys not supported"):
		return fmt.Errorf("%s: the server does not know this key: ask for an invitation (`ludens work --invite` over there)", w.o.URL)
	case errors.Is(err, nats.ErrSecureConnRequired), strings.Contains(text, "x509"), strings.Contains(text, "tls:"):
		return fmt.Errorf("%s: the server wants an invitation: --key with what `ludens work --invite` prints over there", w.o.URL)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("%s: the server there is of its own machine only, and has no keys: work without --key, or make some by `ludens work --invite`", w.o.URL)
	default:
		return fmt.Errorf("%s: %w", w.o.URL, err)
	}
}

// expired reports whether the server ends a connection because it has had its time: at once where
// its key has too many (door).
func expired(err error) bool {
	return errors.Is(err, nats.ErrAuthExpired) || strings.Contains(strings.ToLower(fmt.Sprint(err)), nats.AUTHENTICATION_EXPIRED_ERR)
}

// serverError hears what the server does not let this worker do: all that the worker
// itself would see is that no answer comes, or that the connection ends.
func (w *worker) serverError(_ *nats.Conn, _ *nats.Subscription, err error) {
	switch {
	case errors.Is(err, nats.ErrPermissionViolation):
		w.stop(fmt.Errorf("%s: the server does not let this worker work: %w", w.o.URL, err))
	case expired(err):
		w.stop(w.explain(err))
	}
}
