package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
)

// mark is a signature for tests: a hash over a key's name and the statement. The real one is
// tested in internal/fleet.
func mark(key string) Signer {
	return func(statement []byte) (certificate, signature []byte, err error) {
		sum := sha256.Sum256(append([]byte(key), statement...))
		return []byte(key), sum[:], nil
	}
}

func marked(statement, certificate, signature []byte) (string, error) {
	key := string(certificate)
	if _, want, _ := mark(key)(statement); !bytes.Equal(want, signature) {
		return "", errors.New("its certificate's key did not sign it")
	}
	return key, nil
}

// by returns what verify finds wrong with a run that a key must have signed.
func by(t *testing.T, dir, key string) (*Report, string) {
	t.Helper()
	r, err := Verify(dir, 1)
	if err != nil {
		return nil, err.Error()
	}
	r.CheckSignature(marked, key)
	return r, strings.Join(r.Problems, "\n")
}

func signed(t *testing.T) string {
	t.Helper()
	dir := copied(t)
	if _, err := Sign(dir, 1, mark("ours")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A signed run passes with its key, and without one. Controls: another key, and no signature.
func TestSignedRuns(t *testing.T) {
	dir := signed(t)
	for _, key := range []string{"ours", ""} {
		r, problems := by(t, dir, key)
		if problems != "" || r.Signature == nil || *r.Signature != (Signature{Key: "ours", Iteration: 6}) {
			t.Errorf("by %q: %s, %+v", key, problems, r.Signature)
		}
	}
	if _, problems := by(t, dir, "another"); !strings.HasSuffix(problems, "signature.json: signed by the key ours, not by another") {
		t.Errorf("by another key: %q", problems)
	}
	if _, err := Sign(dir, 1, mark("another")); err != nil {
		t.Fatal(err)
	}
	if _, problems := by(t, dir, "ours"); !strings.HasSuffix(problems, "signature.json: signed by the key another, not by ours") {
		t.Errorf("signed again by another key: %q", problems)
	}
	os.Remove(at(dir, signatureName))
	if _, problems := by(t, dir, "ours"); !strings.HasSuffix(problems, "is not signed: it has no signature.json") {
		t.Errorf("without a signature: %q", problems)
	}
	if r, problems := by(t, dir, ""); problems != "" || r.Signature != nil {
		t.Errorf("without a signature, and none asked for: %q, %+v", problems, r.Signature)
	}
	var text bytes.Buffer
	if r, _ := by(t, signed(t), "ours"); r.Text(&text) != nil || !strings.Contains(text.String(), "signed       up to iteration 6 by the key ours\n") {
		t.Errorf("printed:\n%s", &text)
	}
}

// A byte that is another, in any file that the signature is of and in its own, is a problem.
func TestSignatureHoldsEveryFile(t *testing.T) {
	dir := signed(t)
	files := contents(t, dir)
	if len(files) < 8 {
		t.Fatalf("%d files", len(files))
	}
	for name, text := range files {
		if name == metricsName || name == "lock" { // the times of the metrics are not signed
			continue
		}
		step := max(1, len(text)/9)
		if name == signatureName {
			step = 1
		}
		for i := 0; i < len(text); i += step {
			flipped := bytes.Clone(text)
			flipped[i] ^= 1
			if err := os.WriteFile(at(dir, name), flipped, 0o644); err != nil {
				t.Fatal(err)
			}
			if name == signatureName { // the rest of the folder is as it was: it need not be read again
				r := &Report{Folder: dir, Iteration: 6}
				if r.CheckSignature(marked, "ours"); len(r.Problems) != 1 {
					t.Errorf("byte %d of %s: %q", i, name, r.Problems)
				}
				continue
			}
			if _, problems := by(t, dir, "ours"); problems == "" {
				t.Errorf("byte %d of %s is another, and it passes", i, name)
			}
		}
		if err := os.WriteFile(at(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, problems := by(t, dir, "ours"); problems != "" {
		t.Errorf("as it was: %s", problems)
	}
}

// A run that was written anew as a whole fits itself, and not its signature.
func TestSignatureHoldsTheLedger(t *testing.T) {
	dir := signed(t)
	rewritten(t, dir, func(*entry) {})
	if _, problems := by(t, dir, "ours"); problems != "" {
		t.Errorf("written anew as it was: %s", problems)
	}
	rewritten(t, dir, func(e *entry) { e.Program += "2" })
	if r, problems := by(t, dir, ""); !strings.HasSuffix(problems, "signature.json: the run has changed since it was signed") || len(r.Problems) != 1 {
		t.Errorf("written anew: %q", problems)
	}
	dir = signed(t)
	all := lines(t, at(dir, ledgerName))
	write(t, at(dir, ledgerName), all[:len(all)-1]...)
	if _, problems := by(t, dir, "ours"); !strings.Contains(problems, "signature.json: the run has changed since it was signed") {
		t.Errorf("without its last line: %q", problems)
	}
}

// What came after the signature is said; a change of what was signed is no continuation.
func TestSignedUpToAnIteration(t *testing.T) {
	w, dir := made(t)
	if _, err := Sign(dir, 1, mark("ours")); err != nil {
		t.Fatal(err)
	}
	f, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Mix(); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if _, problems := by(t, dir, "ours"); !strings.HasSuffix(problems, "signed up to iteration 6, and without the last 1 line of the ledger") {
		t.Errorf("a line later: %q", problems)
	}
	if f, err = Open(dir, Options{}); err != nil {
		t.Fatal(err)
	}
	w.iterate(t, f, 7)
	closed(t, f)
	if _, problems := by(t, dir, "ours"); !strings.HasSuffix(problems, "signed up to iteration 6, the run has come to 7") {
		t.Errorf("an iteration later: %q", problems)
	}
	if r, problems := by(t, dir, ""); problems != "" || r.Signature == nil || r.Signature.Iteration != 6 || r.Signature.Later != 2 {
		t.Errorf("an iteration later, and no key asked for: %q, %+v", problems, r.Signature)
	}
	if f, err = Open(dir, Options{}); err != nil {
		t.Fatal(err)
	}
	if err := f.Amend(strings.Replace(f.Config(), "iterations = 6", "iterations = 9", 1), "train.iterations is 9, it was 6"); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if r, problems := by(t, dir, ""); problems != "" || r.Signature.Later != 3 {
		t.Errorf("made longer: %q, %+v", problems, r.Signature)
	}
	text := contents(t, dir)[gamesName(6)]
	if err := os.WriteFile(at(dir, gamesName(6)), text[:len(text)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if f, err = Open(dir, Options{Accept: true}); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if _, problems := by(t, dir, ""); !strings.Contains(problems, "signature.json: the run has changed since it was signed: another games/000006.seg was accepted") {
		t.Errorf("a change was accepted: %q", problems)
	}
}

// A run that is not whole is not signed, and nothing is written.
func TestDamagedRunsAreNotSigned(t *testing.T) {
	dir := copied(t)
	if err := os.Remove(at(dir, checkpointName(6))); err != nil {
		t.Fatal(err)
	}
	if _, err := Sign(dir, 1, mark("ours")); err == nil || !strings.HasPrefix(err.Error(), "not signed: ") {
		t.Errorf("without its newest checkpoint: %v", err)
	}
	dir = copied(t)
	refuse := func([]byte) ([]byte, []byte, error) { return nil, nil, errors.New("no key") }
	if _, err := Sign(dir, 1, refuse); err == nil || err.Error() != "no key" {
		t.Errorf("without a key: %v", err)
	}
	if !missing(at(dir, signatureName)) {
		t.Error("a signature was written")
	}
	empty := emptied(t)
	if _, err := Sign(empty, 1, mark("ours")); err == nil {
		t.Error("a run without a checkpoint is signed")
	}
	for want, change := range map[string]func(dir string){
		"holds no checkpoint yet": func(dir string) {
			os.RemoveAll(dir)
			f, err := Create(dir, newWork(t).config)
			if err != nil {
				t.Fatal(err)
			}
			closed(t, f)
		},
		"keeps no ledger, and only a ledger is signed; resume begins one": func(dir string) {
			old := oldRun(t, 1)
			os.RemoveAll(dir)
			if err := os.CopyFS(dir, os.DirFS(old.Dir)); err != nil {
				t.Fatal(err)
			}
		},
		"was stopped while it wrote; have it finished by: ludens resume": func(dir string) {
			text := contents(t, dir)[ledgerName]
			if err := os.WriteFile(at(dir, ledgerName), append(text, `{"prev`...), 0o644); err != nil {
				t.Fatal(err)
			}
		},
		"was stopped while it wrote; have it": func(dir string) { // an iteration that is not noted yet
			all := lines(t, at(dir, ledgerName))
			write(t, at(dir, ledgerName), all[:len(all)-2]...)
		},
	} {
		dir := copied(t)
		change(dir)
		if _, err := Sign(dir, 1, mark("ours")); err == nil || !strings.Contains(err.Error(), want) || !missing(at(dir, signatureName)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Files that are no signatures are refused in a line.
func TestMalformedSignatures(t *testing.T) {
	dir := signed(t)
	good := contents(t, dir)[signatureName]
	other := func(change func(s *signature)) []byte {
		var s signature
		if err := json.Unmarshal(good, &s); err != nil {
			t.Fatal(err)
		}
		change(&s)
		text, err := s.encode()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for what, test := range map[string]struct {
		text []byte
		want string
	}{
		"empty":              {nil, "this is no signature of a run"},
		"not JSON":           {[]byte("\x00\x01"), "this is no signature of a run"},
		"another object":     {[]byte(`{"key":1}`), "its format is 0, this ludens reads 1"},
		"a later format":     {other(func(s *signature) { s.Format = 2 }), "its format is 2, this ludens reads 1"},
		"oversized":          {bytes.Repeat([]byte(" "), maxSignature+1), "too long: more than 16 KiB"},
		"one more field":     {bytes.Replace(good, []byte("{"), []byte(`{"x":1,`), 1), "it is not as it was written"},
		"another iteration":  {other(func(s *signature) { s.Iteration++ }), "its certificate's key did not sign it"},
		"another checkpoint": {other(func(s *signature) { s.Checkpoint = s.Ledger }), "its certificate's key did not sign it"},
		"no entries":         {other(func(s *signature) { s.Entries = -1 }), "its certificate's key did not sign it"},
		"of another run":     {other(func(s *signature) { s.Ledger = strings.Repeat("0", 64); _, s.Value, _ = mark("ours")(s.statement()) }), "the run has changed since it was signed"},
		"of a foreign line":  {other(func(s *signature) { s.Entries = -1; _, s.Value, _ = mark("ours")(s.statement()) }), "the run has changed since it was signed"},
		"an untrue checkpoint": {other(func(s *signature) { s.Checkpoint = s.Ledger; _, s.Value, _ = mark("ours")(s.statement()) }),
			"the run has changed since it was signed"},
	} {
		if err := os.WriteFile(at(dir, signatureName), test.text, 0o644); err != nil {
			t.Fatal(err)
		}
		r := &Report{Folder: dir, Iteration: 6}
		r.CheckSignature(marked, "ours")
		if got := strings.Join(r.Problems, "\n"); len(r.Problems) != 1 || !strings.HasSuffix(got, test.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %q; want %q", what, got, test.want)
		}
	}
	os.Remove(at(dir, signatureName))
	if err := os.Mkdir(at(dir, signatureName), 0o755); err != nil {
		t.Fatal(err)
	}
	r := &Report{Folder: dir, Iteration: 6}
	if r.CheckSignature(marked, ""); len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "is a folder") {
		t.Errorf("a folder: %q", r.Problems)
	}
}
