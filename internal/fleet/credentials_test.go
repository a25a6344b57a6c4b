package fleet

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// signer is a key of an operator, an account or a user.
type signer struct {
	nkeys.KeyPair
	public string
}

func newSigner(t *testing.T, create func() (nkeys.KeyPair, error)) signer {
	t.Helper()
	k, err := create()
	if err != nil {
		t.Fatal(err)
	}
	public, err := k.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return signer{k, public}
}

// A server of others that wants credentials is shown those of the file, as it is at each
// connection. Control: a user of an account that the server does not know, and a file that is
// none, are refused.
func TestCredentials(t *testing.T) {
	operator := newSigner(t, nkeys.CreateOperator)
	known, unknown := newSigner(t, nkeys.CreateAccount), newSigner(t, nkeys.CreateAccount)
	signed := func(c jwt.Claims, by signer) string {
		t.Helper()
		text, err := c.Encode(by.KeyPair)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	accounts := &server.MemAccResolver{}
	if err := accounts.Store(known.public, signed(jwt.NewAccountClaims(known.public), operator)); err != nil {
		t.Fatal(err)
	}
	trusted, err := jwt.DecodeOperatorClaims(signed(jwt.NewOperatorClaims(operator.public), operator))
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, TrustedOperators: []*jwt.OperatorClaims{trusted}, AccountResolver: accounts})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not listen")
	}
	file := filepath.Join(t.TempDir(), "user.creds")
	put := func(account signer) {
		t.Helper()
		user := newSigner(t, nkeys.CreateUser)
		seed, err := user.Seed()
		if err != nil {
			t.Fatal(err)
		}
		text, err := jwt.FormatUserConfig(signed(jwt.NewUserClaims(user.public), account), seed)
		if err == nil {
			err = os.WriteFile(file, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	shown := credentials(file)
	connect := func() error {
		nc, err := nats.Connect(s.ClientURL(), shown)
		if err == nil {
			nc.Close()
		}
		return err
	}
	if err := connect(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	put(unknown)
	if err := connect(); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("a user of an account that is not known: %v", err)
	}
	put(known)
	if err := connect(); err != nil {
		t.Errorf("a user that is known: %v", err)
	}
	if err := os.WriteFile(file, []byte(strings.Repeat("x", maxKeys+1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := connect(); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("a file that is too long: %v", err)
	}
}
