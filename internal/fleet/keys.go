package fleet

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"ludens/internal/disk"
)

// Keys of a learner's server lie in a folder:
//
//	server.pem   its certificate and the key to it
//	workers      who may come: a public nkey a line; what follows a # is for people
//
// The certificate vouches for itself. An invitation holds its SHA-256, so that a
// worker knows the server without any authority, and without a clock.
const (
	certificateName = "server.pem"
	workersName     = "workers"
	maxKeys         = 1 << 20 // bytes of either
)

// Keys are those of a server and of who may come to it.
type Keys struct {
	certificate tls.Certificate
	workers     []string // public nkeys
}

// ReadKeys reads a folder of keys; nil if there are none in it.
func ReadKeys(dir string) (*Keys, error) {
	b, err := disk.ReadFile(filepath.Join(dir, certificateName), maxKeys)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	k := &Keys{}
	if k.certificate, err = tls.X509KeyPair(b, b); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, certificateName), err)
	}
	if b, err = disk.ReadFile(filepath.Join(dir, workersName), maxKeys); err != nil {
		return nil, err
	}
	number := 0
	for line := range strings.Lines(string(b)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if !nkeys.IsValidPublicUserKey(line) {
			return nil, fmt.Errorf("%s, line %d: want a public nkey of a user", filepath.Join(dir, workersName), number)
		}
		k.workers = append(k.workers, line)
	}
	return k, nil
}

// Invite lets one more worker come to servers with the keys in a folder, which it
// makes if there are none. It returns what the worker shows: a secret.
func Invite(dir string) (invitation string, err error) {
	keys, _, err := OwnKeys(dir)
	if err != nil {
		return "", err
	}
	user, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	public, err := user.PublicKey()
	if err != nil {
		return "", err
	}
	seed, err := user.Seed()
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(filepath.Join(dir, workersName), os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = fmt.Fprintln(f, public)
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	return string(seed) + ":" + pin(keys.certificate.Certificate[0]), nil
}

// OwnKeys reads a folder of keys, which it makes if there are none.
func OwnKeys(dir string) (keys *Keys, made bool, err error) {
	if keys, err = ReadKeys(dir); keys != nil || err != nil {
		return keys, false, err
	}
	if err := errors.Join(os.MkdirAll(dir, 0o700), makeKeys(dir)); err != nil {
		return nil, false, err
	}
	keys, err = ReadKeys(dir)
	return keys, true, err
}

// makeKeys writes the list first: keys are there once the certificate is.
func makeKeys(dir string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	long := x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "ludens"}, DNSNames: []string{"ludens"},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	certificate, err := x509.CreateCertificate(rand.Reader, &long, &long, key.Public(), key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: certificate}) // a Buffer takes everything
	pem.Encode(&b, &pem.Block{Type: "PRIVATE KEY", Bytes: secret})
	list, err := os.OpenFile(filepath.Join(dir, workersName), os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		err = list.Close()
	}
	if err != nil {
		return err
	}
	path := filepath.Join(dir, certificateName)
	err = disk.WriteBytes(path, b.Bytes())
	if err != nil {
		return err
	}
	return os.Chmod(path, 0o600)
}

// pin is how an invitation names a certificate.
func pin(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// tls returns how a server with these keys talks.
func (k *Keys) tls() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{k.certificate}, MinVersion: tls.VersionTLS13}
}

// invitation is what Invite returned, read.
type invitation struct {
	user   nkeys.KeyPair
	public string
	pin    string
}

// errInvitation is about the text itself.
var errInvitation = errors.New("this is no invitation: want the word that `ludens work --invite` prints, or a file with it")

// readInvitation reads what Invite returned, itself or from a file.
func readInvitation(text string) (i invitation, err error) {
	if !strings.HasPrefix(text, "SU") || strings.ContainsAny(text, "./\\") {
		b, err := disk.ReadFile(text, maxKeys)
		if err != nil {
			return i, fmt.Errorf("%w: %w", errInvitation, err)
		}
		text = string(b)
	}
	seed, pin, ok := strings.Cut(strings.TrimSpace(text), ":")
	if !ok || len(pin) != base64.RawURLEncoding.EncodedLen(sha256.Size) {
		return i, errInvitation
	}
	i.pin = pin
	if i.user, err = nkeys.FromSeed([]byte(seed)); err != nil {
		return i, errInvitation
	}
	if i.public, err = i.user.PublicKey(); err != nil || !nkeys.IsValidPublicUserKey(i.public) {
		return i, errInvitation
	}
	return i, nil
}

// errStranger is of a server that is not the invitation's.
var errStranger = errors.New("the server there is not the one of the invitation")

// tls returns how to talk to the server of the invitation, and to no other.
func (i invitation) tls() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13,
		// The certificate is known by its SHA-256: no name, authority or clock counts.
		InsecureSkipVerify: true,
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 || pin(s.PeerCertificates[0].Raw) != i.pin {
				return errStranger
			}
			return nil
		},
	}
}

// credentials shows a server what a file of NATS has, which is read anew for each connection.
func credentials(file string) nats.Option {
	return nats.UserJWT(func() (string, error) {
		b, err := disk.ReadFile(file, maxKeys)
		if err != nil {
			return "", err
		}
		return nkeys.ParseDecoratedJWT(b)
	}, func(nonce []byte) ([]byte, error) {
		b, err := disk.ReadFile(file, maxKeys)
		if err != nil {
			return nil, err
		}
		pair, err := nkeys.ParseDecoratedNKey(b)
		if err != nil {
			return nil, err
		}
		defer pair.Wipe()
		return pair.Sign(nonce)
	})
}
