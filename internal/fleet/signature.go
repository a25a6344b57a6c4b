package fleet

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"ludens/internal/disk"
)

// A statement is signed with the key of this machine's server. The name of the key is the
// SHA-256 of the server's certificate: 43 letters, digits, - and _, which each invitation
// has after its colon. Statements begin with a word of their own, so that no signature of
// a TLS handshake is one of a statement.

// Name returns the name of the server's key.
func (k *Keys) Name() string { return pin(k.certificate.Certificate[0]) }

// Sign returns the certificate of the server, and its signature of a statement.
func (k *Keys) Sign(statement []byte) (certificate, signature []byte, err error) {
	signer, ok := k.certificate.PrivateKey.(crypto.Signer)
	if !ok {
		return nil, nil, errors.New("the server's key cannot sign")
	}
	sum := sha256.Sum256(statement)
	signature, err = signer.Sign(rand.Reader, sum[:], crypto.SHA256)
	return k.certificate.Certificate[0], signature, err
}

// Signed returns the name of the key that a statement is signed with.
func Signed(statement, certificate, signature []byte) (key string, err error) {
	c, err := x509.ParseCertificate(certificate)
	if err != nil {
		return "", errors.New("its certificate cannot be read")
	}
	public, ok := c.PublicKey.(*ecdsa.PublicKey)
	if !ok || public.Curve != elliptic.P256() {
		return "", errors.New("its certificate has no ECDSA key on P-256")
	}
	sum := sha256.Sum256(statement)
	if !ecdsa.VerifyASN1(public, sum[:], signature) {
		return "", errors.New("its certificate's key did not sign it")
	}
	return pin(certificate), nil
}

// maxKeyFile bounds a file with the name of a key, bytes.
const maxKeyFile = 4 << 10

// KeyName is the name of a key: a flag's value. "": none.
type KeyName string

// Set reads the name of a key: itself, an invitation of its server, or a file with one of
// them.
func (k *KeyName) Set(text string) error {
	name, ok := keyName(text)
	if !ok {
		b, err := disk.ReadFile(text, maxKeyFile)
		if err == nil {
			if name, ok = keyName(string(b)); !ok {
				err = errors.New("the file has something else")
			}
		}
		if err != nil {
			return fmt.Errorf("want the key's name, as `ludens sign` prints it, an invitation, or a file with one of them: %w", err)
		}
	}
	*k = KeyName(name)
	return nil
}

func (k *KeyName) String() string { return string(*k) }

// Type is what help calls it.
func (*KeyName) Type() string { return "key" }

// keyName reads a name of a key, or the one in an invitation.
func keyName(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if seed, name, ok := strings.Cut(text, ":"); ok && strings.HasPrefix(seed, "SU") {
		text = name
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return text, err == nil && len(b) == sha256.Size && !strings.ContainsAny(text, "\r\n")
}
