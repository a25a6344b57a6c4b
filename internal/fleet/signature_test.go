package fleet

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A signature is of one statement and one key; the name of the key is in invitations.
func TestSignatures(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	keys, made, err := OwnKeys(dir)
	if err != nil || !made {
		t.Fatalf("made %v, %v", made, err)
	}
	again, made, err := OwnKeys(dir)
	if err != nil || made || again.Name() != keys.Name() {
		t.Fatalf("the second time: made %v, another name %v, %v", made, again.Name() != keys.Name(), err)
	}
	theirs, _, err := OwnKeys(other)
	if err != nil || theirs.Name() == keys.Name() {
		t.Fatalf("two folders have one key, %v", err)
	}
	statement := []byte("iteration 3\n")
	certificate, signature, err := keys.Sign(statement)
	if err != nil {
		t.Fatal(err)
	}
	if key, err := Signed(statement, certificate, signature); err != nil || key != keys.Name() {
		t.Errorf("signed by %q, %v; want %q", key, err, keys.Name())
	}
	foreign, _, err := theirs.Sign(statement)
	if err != nil {
		t.Fatal(err)
	}
	for what, wrong := range map[string][3][]byte{
		"another statement":     {[]byte("iteration 4\n"), certificate, signature},
		"another certificate":   {statement, foreign, signature},
		"no certificate":        {statement, nil, signature},
		"half of a certificate": {statement, certificate[:len(certificate)/2], signature},
		"no signature":          {statement, certificate, nil},
		"half of a signature":   {statement, certificate, signature[:len(signature)/2]},
	} {
		if key, err := Signed(wrong[0], wrong[1], wrong[2]); err == nil || key != "" {
			t.Errorf("%s: signed by %q", what, key)
		}
	}
	for i := range signature {
		flipped := bytes.Clone(signature)
		flipped[i] ^= 1
		if _, err := Signed(statement, certificate, flipped); err == nil {
			t.Errorf("byte %d of the signature is another, and it holds", i)
		}
	}
	for i := range certificate { // those of its own signature and dates do not count for ECDSA: they do for the name
		flipped := bytes.Clone(certificate)
		flipped[i] ^= 1
		if key, err := Signed(statement, flipped, signature); err == nil && key == keys.Name() {
			t.Errorf("byte %d of the certificate is another, and its name is the same", i)
		}
	}
}

func TestNamesOfKeys(t *testing.T) {
	dir := t.TempDir()
	invitation, err := Invite(dir)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ReadKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	name := keys.Name()
	file := func(text string) string {
		path := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, text := range []string{name, invitation, file(name + "\n"), file(invitation + "\n")} {
		var got KeyName
		if err := got.Set(text); err != nil || got.String() != name {
			t.Errorf("%q: got %q, %v; want %q", text, got, err, name)
		}
	}
	for _, text := range []string{"", name[1:], name + "A", "x:" + name, "none", dir, "/dev/zero", file(""), file(strings.Repeat("x", maxKeyFile+1)), file(name + "\n" + name)} {
		got := KeyName("as it was")
		if err := got.Set(text); err == nil || got != "as it was" || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.50q: got %q, %v; want an error of one line", text, got, err)
		}
	}
}
