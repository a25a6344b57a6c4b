package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"ludens/internal/disk"
)

// A signature is of the ledger as far as a line of it: the line's SHA-256 holds all lines
// before it, and these the configurations, checkpoints, games and metrics of the run by
// theirs. Of the run's files only the times in the metrics are in no line.
const (
	signatureName   = "signature.json"
	signatureFormat = 1
	maxSignature    = 16 << 10 // bytes; a file has about 1,000
)

// signature is what the file holds.
type signature struct {
	Format      int    `json:"format"`
	Iteration   int    `json:"iteration"`  // the newest when it was signed
	Checkpoint  string `json:"checkpoint"` // its SHA-256
	Entries     int    `json:"entries"`    // lines that the ledger had
	Ledger      string `json:"ledger"`     // SHA-256 of the last of them
	Certificate []byte `json:"certificate"`
	Value       []byte `json:"signature"`
}

// statement is the text that is signed.
func (s signature) statement() []byte {
	return fmt.Appendf(nil, "ludens run %d\niteration %d\ncheckpoint %s\nledger %d %s\n", s.Format, s.Iteration, s.Checkpoint, s.Entries, s.Ledger)
}

func (s signature) encode() ([]byte, error) {
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

// A Signer returns its signature of a statement, and the certificate that names its key.
type Signer func(statement []byte) (certificate, signature []byte, err error)

// A Checker returns the name of the key that signed a statement.
type Checker func(statement, certificate, signature []byte) (key string, err error)

// Sign verifies a run as Verify does, and signs it if nothing is wrong. The signature
// takes the place of an older one.
func Sign(dir string, workers int, sign Signer) (*Report, error) {
	v, lease, err := verified(dir, workers)
	if err != nil {
		return nil, err
	}
	if lease == nil {
		return nil, fmt.Errorf("%s: %w: a signature is written there", dir, fs.ErrPermission)
	}
	defer lease.close()
	l, err := readLedger(dir)
	switch {
	case len(v.report.Problems) > 0:
		return &v.report, fmt.Errorf("not signed: %w", v.report.Err())
	case err != nil:
		return nil, err
	case l == nil:
		return nil, fmt.Errorf("%s keeps no ledger, and only a ledger is signed; resume begins one", dir)
	case l.cut || l.head != v.report.Ledger || l.iteration != v.report.Iteration:
		return nil, fmt.Errorf("%s was stopped while it wrote; have it finished by: ludens resume %s", dir, dir)
	case l.parent == "":
		return nil, fmt.Errorf("the folder %s holds no checkpoint yet", dir)
	}
	s := signature{Format: signatureFormat, Iteration: l.iteration, Checkpoint: l.parent, Entries: l.entries, Ledger: l.head}
	if s.Certificate, s.Value, err = sign(s.statement()); err != nil {
		return nil, err
	}
	text, err := s.encode()
	if err != nil {
		return nil, err
	}
	if err := lease.held(); err != nil {
		return nil, err
	}
	return &v.report, replace(at(dir, signatureName), text)
}

// Signature is what the signature of a run says.
type Signature struct {
	Key       string `json:"key"`
	Iteration int    `json:"iteration"` // how far it was signed
	Later     int    `json:"later"`     // lines of the ledger that came since
}

// CheckSignature adds the signature of the run to the report. by is the name of the key
// that must have signed all of it; "": any key, or none.
func (r *Report) CheckSignature(check Checker, by string) {
	path := at(r.Folder, signatureName)
	s, err := readSignature(path)
	if errors.Is(err, fs.ErrNotExist) {
		if by != "" {
			r.Problems = append(r.Problems, fmt.Sprintf("%s is not signed: it has no %s", r.Folder, signatureName))
		}
		return
	}
	if err == nil {
		r.Signature, err = s.hold(r.Folder, check)
	}
	if err == nil {
		err = r.Signature.covers(by, r.Iteration)
	}
	if err != nil {
		r.Problems = append(r.Problems, fmt.Sprintf("%s: %v", path, err))
	}
}

// readSignature reads the file of a signature, which must be as Sign wrote it.
func readSignature(path string) (s signature, err error) {
	text, err := disk.ReadFile(path, maxSignature)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, errors.New("this is no signature of a run")
	}
	if s.Format != signatureFormat {
		return s, fmt.Errorf("its format is %d, this ludens reads %d", s.Format, signatureFormat)
	}
	if again, err := s.encode(); err != nil || !bytes.Equal(again, text) {
		return s, errors.New("it is not as it was written")
	}
	return s, nil
}

// hold compares a signature with the ledger of the run, line by line: the lines that were
// signed must be there, and the files as they say, whatever was accepted since.
func (s signature) hold(dir string, check Checker) (*Signature, error) {
	key, err := check(s.statement(), s.Certificate, s.Value)
	if err != nil {
		return nil, err
	}
	found := &Signature{Key: key, Iteration: s.Iteration}
	l, files := newLedger(), map[string]string(nil) // files: as they were signed
	err = eachLine(at(dir, ledgerName), func(line disk.Line) error {
		if torn(line) {
			return nil
		}
		if err := l.read(line.Text); err != nil {
			return err
		}
		switch {
		case l.entries == s.Entries && l.head == s.Ledger && l.iteration == s.Iteration && l.parent == s.Checkpoint:
			files = maps.Clone(l.files)
		case l.entries > s.Entries:
			found.Later++
		}
		return nil
	})
	if err == nil && files == nil {
		err = errSince
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err == nil && l.files[name] != files[name] {
			err = fmt.Errorf("%w: another %s was accepted", errSince, name)
		}
	}
	return found, err
}

// errSince is wrapped where the lines of the ledger are not those that were signed.
var errSince = errors.New("the run has changed since it was signed")

// covers returns an error if a run was not signed by a key as far as it has come.
func (s *Signature) covers(by string, iteration int) error {
	switch {
	case by == "":
		return nil
	case s.Key != by:
		return fmt.Errorf("signed by the key %s, not by %s", s.Key, by)
	case s.Iteration < iteration:
		return fmt.Errorf("signed up to iteration %d, the run has come to %d", s.Iteration, iteration)
	case s.Later > 0:
		return fmt.Errorf("signed up to iteration %d, and without the last %s of the ledger", s.Iteration, count(s.Later, "line"))
	}
	return nil
}

// The ledger and the metrics are files of sealed lines: JSON objects whose last
// field is the SHA-256 of the line as far as that field,
//
//	{...,"sha256":"<64 digits>"}
//
// so that each line shows whether it is as it was written.
const (
	sealHead = `,"sha256":"`
	sealTail = `"}`
	sealSize = len(sealHead) + 2*sha256.Size + len(sealTail)
)

// Limits of such files, bytes: a line is 2,000 to 10,000, an iteration has one in
// each.
const (
	maxLine  = 4 << 20
	maxLines = 64 << 20
)

// seal returns a JSON object that is not empty as a sealed line, without its end.
func seal(object []byte) []byte {
	head := object[:len(object)-1]
	line := append(bytes.Clone(head), sealHead...)
	return append(append(line, sumOf(head)...), sealTail...)
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// unseal returns what was sealed as line, and its SHA-256. ok: the line is as it
// was written.
func unseal(line []byte) (object []byte, sum string, ok bool) {
	if len(line) <= sealSize {
		return nil, "", false
	}
	head := line[:len(line)-sealSize]
	if !bytes.Equal(seal(append(bytes.Clone(head), '}')), line) {
		return nil, "", false
	}
	return append(bytes.Clone(head), '}'), sumOf(head), true
}

// torn reports whether a line is what a stop or a crash may leave of the last one: its end
// is missing, or parts of it are zeros, which no line has two of in a row.
func torn(l disk.Line) bool { return !l.Whole || bytes.Contains(l.Text, []byte{0, 0}) }

// eachLine calls visit with the lines of a file; one that is not there has none.
// An error of visit ends it.
func eachLine(path string, visit func(l disk.Line) error) error {
	f, _, err := disk.Open(path, maxLines)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	read := 0
	for l, err := range disk.Lines(f, maxLine) {
		if read += len(l.Text) + 1; read > maxLines {
			err = fmt.Errorf("the file is longer than %d MB", maxLines>>20)
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", path, l.Number, err)
		}
		if err := visit(l); err != nil {
			return err
		}
	}
	return nil
}
