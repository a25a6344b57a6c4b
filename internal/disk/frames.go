package disk

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"

	"github.com/klauspost/compress/zstd"
)

// A file of frames is a header and a row of frames, each complete or recognisably not.
// A file that was cut short or damaged gives every frame before the damage and says so.
//
//	file:  "LUDSEG1\n", then frames
//	frame: length uint32, crc32c of the payload uint32, payload (zstd), all little-endian
const (
	magic = "LUDSEG1\n"
	// MaxFrame bounds a frame, in bytes before and after compression. The largest
	// that self-play has made, of a game of 400 plies, had 44 KB.
	MaxFrame = 8 << 20
)

// errDamaged is wrapped by Frames when a file ends inside a frame or a frame
// does not have its checksum.
var errDamaged = errors.New("damaged segment")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// WriteFrames writes a file of frames at once: it is there whole or not at all. No
// frame may be longer than MaxFrame.
func WriteFrames(path string, frames [][]byte) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	defer encoder.Close()
	return Write(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, magic); err != nil {
			return err
		}
		for i, frame := range frames {
			payload := encoder.EncodeAll(frame, nil)
			if n := max(len(frame), len(payload)); n > MaxFrame {
				return fmt.Errorf("segment: frame %d has %d bytes, want at most %d", i+1, n, MaxFrame)
			}
			head := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
			head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(payload, castagnoli))
			if _, err := w.Write(append(head, payload...)); err != nil {
				return err
			}
		}
		return nil
	})
}

// maxFile bounds a file of frames, bytes.
const maxFile = 2 << 30

// Frames yields the frames of a file one by one, each valid until the next, in
// memory for one frame. On damage it yields those before it and then an error
// that wraps errDamaged and names the file and the frame. An error is the last.
func Frames(path string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f, _, err := Open(path, maxFile)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(MaxFrame))
		if err != nil {
			yield(nil, err)
			return
		}
		defer decoder.Close()
		in := &reader{from: bufio.NewReader(f), decoder: decoder}
		if err := in.start(); err != nil {
			yield(nil, fmt.Errorf("%w: %s %w", errDamaged, path, err))
			return
		}
		for n := 1; ; n++ {
			frame, err := in.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("%w: %s, frame %d: %w", errDamaged, path, n, err))
				return
			}
			if !yield(frame, nil) {
				return
			}
		}
	}
}

// reader reads frames, each into the memory of the one before.
type reader struct {
	from           io.Reader
	decoder        *zstd.Decoder
	payload, frame []byte
}

// start reads up to the first frame.
func (r *reader) start() error {
	start := make([]byte, len(magic))
	if _, err := io.ReadFull(r.from, start); err != nil || string(start) != magic {
		return errors.New("is not a segment file")
	}
	return nil
}

// next returns io.EOF only where a file may end: between frames.
func (r *reader) next() ([]byte, error) {
	var head [8]byte
	if _, err := io.ReadFull(r.from, head[:]); err == io.EOF {
		return nil, io.EOF
	} else if err != nil {
		return nil, errors.New("cut short")
	}
	length, sum := binary.LittleEndian.Uint32(head[:4]), binary.LittleEndian.Uint32(head[4:])
	if length > MaxFrame {
		return nil, fmt.Errorf("a length of %d bytes, want at most %d", length, MaxFrame)
	}
	if int(length) > cap(r.payload) {
		r.payload = make([]byte, length)
	}
	r.payload = r.payload[:length]
	if _, err := io.ReadFull(r.from, r.payload); err != nil {
		return nil, errors.New("cut short")
	}
	if crc32.Checksum(r.payload, castagnoli) != sum {
		return nil, errors.New("wrong checksum")
	}
	frame, err := r.decoder.DecodeAll(r.payload, r.frame[:0])
	if err != nil {
		return nil, fmt.Errorf("%w, want at most %d bytes of zstd", err, MaxFrame)
	}
	r.frame = frame
	return frame, nil
}
