package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/eval"
	"ludens/internal/disk"
	"ludens/nn"
	"ludens/selfplay"
)

// A checkpoint file, little-endian:
//
//	8 bytes   "LUDCKPT" and the format's number: 2, or 3 if it holds an evaluation and no network
//	4 bytes   length of the header
//	...       header, JSON: see Header
//	8 bytes   length of the tensors
//	...       tensors in the safetensors layout: the network's as "net.*", the learner's as "learner.*",
//	          the activation ranges that int8 wants as "bytes.*"
//	32 bytes  SHA-256 of all that is before it
//
// Format 1 is the same but for Header.Parent, which was the SHA-256 that the
// parent ends with, and Header.Made, which was not there.
const (
	ckptMagic  = "LUDCKPT"
	ckptOldest = '1'
	ckptFormat = '2'
	ckptNewest = '3'
	maxHeader  = 1<<20 + eval.MaxFile
	maxTensors = 1 << 30 // eight times the numbers of the largest network
)

// Checkpoint is a network, all it takes to train it further bit for bit, and
// where it comes from. That of a run by alpha-beta has an evaluation in its header, and
// no network.
type Checkpoint struct {
	Header
	Net     *nn.Net         // nil: see Networked
	Learner []nn.Tensor     // nil in a checkpoint that is only for play
	Ranges  *nn.Calibration // activation ranges, with which it plays in int8; nil if it was not calibrated
	Digest  string          // as read: the SHA-256 that the file ends with
}

// Header says what a checkpoint is. It holds no clock and no name of a machine:
// equal runs have equal checkpoints.
type Header struct {
	Game     string           `json:"game"`               // env.Spec.Name
	Version  int              `json:"version"`            // env.Spec.Version
	Rules    string           `json:"rules"`              // env.Fingerprint of the game
	Network  nn.Spec          `json:"network"`            //
	Utility  float32          `json:"score_utility"`      // at play: selfplay.Weights
	Settled  float32          `json:"settled,omitempty"`  // the same
	Config   string           `json:"config"`             // the effective configuration, TOML
	Seed     uint64           `json:"seed"`               //
	At       Progress         `json:"at"`                 //
	Strength []arena.Standing `json:"strength,omitempty"` // as last measured
	Parent   string           `json:"parent,omitempty"`   // SHA-256 of the file of the checkpoint before this one
	Made     *Made            `json:"made,omitempty"`     // nil in format 1, and in a checkpoint that is only for play

	Evaluation *eval.Weights `json:"evaluation,omitempty"` // of a run by alpha-beta
}

// Made is what the last iteration before a checkpoint was made of, and on. With
// it a run's ledger can be written from its checkpoints.
type Made struct {
	Games    string     `json:"games,omitempty"` // SHA-256 of the file with the iteration's games; "" before the first
	Arch     string     `json:"arch"`            // of the CPU: "amd64"
	Kernels  string     `json:"kernels"`         // nn.Path
	SelfPlay string     `json:"selfplay"`        // precision of the networks that played
	Learning string     `json:"learning"`        // precision of the steps
	Metrics  *Iteration `json:"metrics,omitempty"`
}

// Weights returns how the network's answers are weighed at play.
func (h Header) Weights() selfplay.Weights {
	return selfplay.Weights{Utility: h.Utility, Settled: h.Settled}
}

// Errors that callers distinguish.
var (
	ErrForeign = errors.New("is not a ludens checkpoint")
	ErrFormat  = errors.New("has another checkpoint format")
	ErrCorrupt = errors.New("is damaged")

	// ErrNoNetwork is for those who want the network of a run by alpha-beta.
	ErrNoNetwork = errors.New("learned an evaluation, it has no network")
)

// Networked returns ErrNoNetwork if the checkpoint has none.
func (c *Checkpoint) Networked() error {
	if c.Net == nil {
		return ErrNoNetwork
	}
	return nil
}

// Write saves c at path, whole or not at all, and returns the SHA-256 of the
// file.
func (c *Checkpoint) Write(path string) (hash string, err error) {
	err = disk.Write(path, func(w io.Writer) error {
		hash, err = c.Encode(w)
		return err
	})
	return hash, err
}

// Encode writes what Write saves.
func (c *Checkpoint) Encode(w io.Writer) (hash string, err error) {
	header, err := json.Marshal(c.Header)
	if err != nil {
		return "", err
	}
	if len(header) > maxHeader {
		return "", fmt.Errorf("train: a checkpoint's header of %d bytes: want at most %d", len(header), maxHeader)
	}
	format, tensors := byte(ckptNewest), []nn.Tensor(nil)
	if c.Net != nil {
		format, tensors = ckptFormat, append(prefixed("net.", c.Net.Tensors()), prefixed("learner.", c.Learner)...)
	}
	if c.Ranges != nil {
		tensors = append(tensors, prefixed("bytes.", []nn.Tensor{c.Ranges.Tensor()})...)
	}
	start := append([]byte(ckptMagic), format)
	start = binary.LittleEndian.AppendUint32(start, uint32(len(header)))
	start = append(start, header...)
	start = binary.LittleEndian.AppendUint64(start, uint64(nn.TensorsSize(tensors)))

	sum := sha256.New()
	both := io.MultiWriter(w, sum)
	if _, err := both.Write(start); err != nil {
		return "", err
	}
	if err := nn.WriteTensors(both, tensors); err != nil {
		return "", err
	}
	_, err = both.Write(sum.Sum(nil))
	return hex.EncodeToString(sum.Sum(nil)), err
}

// maxFile bounds a checkpoint file, bytes.
const maxFile = maxHeader + maxTensors + 1<<10

// ReadCheckpoint reads what Write saved, and returns the SHA-256 of the file. The
// error names the file and says what is wrong with it.
func ReadCheckpoint(path string) (c *Checkpoint, hash string, err error) {
	f, size, err := disk.Open(path, maxFile)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	if c, hash, err = decode(f, size); err != nil {
		return nil, "", fmt.Errorf("%s %w", path, err)
	}
	return c, hash, nil
}

// ReadHeader reads the header of a checkpoint. What it says is not held against the file's
// checksum.
func ReadHeader(path string) (h Header, err error) {
	f, size, err := disk.Open(path, maxFile)
	if err != nil {
		return h, err
	}
	defer f.Close()
	if _, err = h.read(f, size); err != nil {
		return h, fmt.Errorf("%s %w", path, err)
	}
	return h, nil
}

// DecodeCheckpoint reads the bytes of a checkpoint file that has a network.
func DecodeCheckpoint(b []byte) (c *Checkpoint, hash string, err error) {
	if c, hash, err = decode(bytes.NewReader(b), int64(len(b))); err != nil {
		return nil, "", fmt.Errorf("the checkpoint %w", err)
	}
	return c, hash, c.Networked()
}

func decode(r io.Reader, size int64) (*Checkpoint, string, error) {
	sum := sha256.New()
	body := io.TeeReader(r, sum)

	c := &Checkpoint{}
	n, err := c.Header.read(body, size)
	if err != nil {
		return nil, "", err
	}
	if err := c.claims(n); err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	part := io.LimitReader(body, n)
	tensors, tensorErr := nn.ReadTensors(part, n)
	if tensorErr != nil {
		io.Copy(io.Discard, part) // the checksum distinguishes damage from a bad writer
	}
	digest := sum.Sum(nil)
	stored := make([]byte, sha256.Size)
	if _, err := io.ReadFull(r, stored); err != nil || !bytes.Equal(stored, digest) {
		return nil, "", fmt.Errorf("%w: wrong checksum", ErrCorrupt)
	}
	if tensorErr != nil {
		return nil, "", tensorErr
	}
	c.Digest = hex.EncodeToString(digest)
	sum.Write(stored)
	if c.Evaluation != nil {
		return c, hex.EncodeToString(sum.Sum(nil)), nil
	}
	if c.Net, err = nn.FromTensors(c.Network, withPrefix("net.", tensors)); err != nil {
		return nil, "", err
	}
	c.Learner = withPrefix("learner.", tensors)
	for _, t := range withPrefix("bytes.", tensors) {
		reach, err := nn.CalibrationOf(c.Network, t)
		if err != nil {
			return nil, "", err
		}
		c.Ranges = &reach
	}
	return c, hex.EncodeToString(sum.Sum(nil)), nil
}

// claims returns an error if there cannot be a checkpoint of such a header with n bytes of
// tensors.
func (h *Header) claims(n int64) error {
	if h.Evaluation != nil {
		return nil // see Fits
	}
	if err := h.Network.Validate(); err != nil {
		return fmt.Errorf("its network cannot be: %w", err)
	}
	if least := 4 * int64(h.Network.Params()); n < least {
		return fmt.Errorf("a network of its shape has %d bytes of numbers, and it holds %d bytes of tensors", least, n)
	}
	return nil
}

// read reads the beginning of a checkpoint of size bytes, and returns how many bytes of
// tensors follow.
func (h *Header) read(r io.Reader, size int64) (tensors int64, err error) {
	start := make([]byte, len(ckptMagic)+1+4)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(ckptMagic)]) != ckptMagic {
		return 0, ErrForeign
	}
	if format := start[len(ckptMagic)]; format < ckptOldest || format > ckptNewest {
		return 0, fmt.Errorf("%w: %q, this ludens reads %q to %q", ErrFormat, format, ckptOldest, ckptNewest)
	}
	left := size - int64(len(start))
	n := int64(binary.LittleEndian.Uint32(start[len(ckptMagic)+1:]))
	if n > maxHeader || n > left {
		return 0, fmt.Errorf("%w: its header claims %d bytes", ErrCorrupt, n)
	}
	header := make([]byte, n+8)
	if _, err := io.ReadFull(r, header); err != nil {
		return 0, fmt.Errorf("%w: it ends within its header", ErrCorrupt)
	}
	left -= n + 8
	if err := json.Unmarshal(header[:n], h); err != nil {
		return 0, fmt.Errorf("%w: header: %w", ErrCorrupt, err)
	}
	n = int64(binary.LittleEndian.Uint64(header[n:]))
	if n < 0 || n > maxTensors || n != left-sha256.Size {
		return 0, fmt.Errorf("%w: it should hold %d bytes of tensors and holds %d", ErrCorrupt, n, left-sha256.Size)
	}
	return n, nil
}

// Fits returns nil if the checkpoint can play g, or an error that says what differs.
func (c *Checkpoint) Fits(g env.Game) error {
	spec := g.Spec()
	if c.Game != spec.Name {
		return fmt.Errorf("the checkpoint is for %s, the game is %s", c.Game, spec.Name)
	}
	if c.Version != spec.Version {
		return fmt.Errorf("the checkpoint is for version %d of %s, this ludens has version %d: train again", c.Version, c.Game, spec.Version)
	}
	if c.Rules != env.Fingerprint(g) {
		return fmt.Errorf("the checkpoint was trained under other rules of %s than this ludens has: train again", c.Game)
	}
	if c.Evaluation != nil {
		_, err := eval.Decode(c.Evaluation.Encode(), g)
		return err
	}
	n := c.Network
	is := [5]int{n.Planes, n.Rows, n.Cols, n.PolicyPlanes, n.Globals}
	want := [5]int{spec.Shape[0], spec.Shape[1], spec.Shape[2], spec.Planes(), spec.Globals()}
	if is != want {
		return fmt.Errorf("the checkpoint's network does not fit %s: it is for %s, the game has %s", c.Game, sight(is), sight(want))
	}
	return nil
}

// sight says what a network sees and answers: planes, rows and columns; planes of
// actions, and actions without a square.
func sight(n [5]int) string {
	return fmt.Sprintf("%d planes of %dx%d and %d+%d actions", n[0], n[1], n[2], n[1]*n[2]*n[3], n[4])
}

func prefixed(prefix string, ts []nn.Tensor) []nn.Tensor {
	out := make([]nn.Tensor, len(ts))
	for i, t := range ts {
		t.Name = prefix + t.Name
		out[i] = t
	}
	return out
}

func withPrefix(prefix string, ts []nn.Tensor) (out []nn.Tensor) {
	for _, t := range ts {
		if name, ok := strings.CutPrefix(t.Name, prefix); ok {
			t.Name = name
			out = append(out, t)
		}
	}
	return out
}
