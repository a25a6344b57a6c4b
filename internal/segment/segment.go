// Package segment keeps experience on disk in segment files: a header and a
// row of frames, each complete or recognisably not. A file that was cut short
// or damaged gives every frame before the damage and says so.
//
//	file:  "LUDSEG1\n", then frames
//	frame: length uint32, crc32c of the payload uint32, payload (zstd), all little-endian
package segment

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"ludens/internal/atomicfile"
)

const (
	magic = "LUDSEG1\n"
	// maxFrame bounds what a damaged length can make us allocate, before and
	// after decompression.
	maxFrame = 64 << 20
)

// ErrDamaged is wrapped by Read when a file ends inside a frame or a frame
// does not have its checksum.
var ErrDamaged = errors.New("damaged segment")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write writes a file of frames at once: it is there whole or not at all.
func Write(path string, frames [][]byte) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	defer encoder.Close()
	return atomicfile.Write(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, magic); err != nil {
			return err
		}
		for _, frame := range frames {
			payload := encoder.EncodeAll(frame, nil)
			head := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
			head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(payload, castagnoli))
			if _, err := w.Write(append(head, payload...)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Read returns the frames of a file. On damage it returns those before it and
// an error that wraps ErrDamaged and names the file and the frame.
func Read(path string) (frames [][]byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxFrame))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()

	r := bufio.NewReader(f)
	start := make([]byte, len(magic))
	if _, err := io.ReadFull(r, start); err != nil || string(start) != magic {
		return nil, fmt.Errorf("%w: %s is not a segment file", ErrDamaged, path)
	}
	for {
		frame, err := readFrame(r, decoder)
		if err == io.EOF {
			return frames, nil
		}
		if err != nil {
			return frames, fmt.Errorf("%w: %s, frame %d: %v", ErrDamaged, path, len(frames)+1, err)
		}
		frames = append(frames, frame)
	}
}

// readFrame returns io.EOF only where a file may end: between frames.
func readFrame(r io.Reader, decoder *zstd.Decoder) ([]byte, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err == io.EOF {
		return nil, io.EOF
	} else if err != nil {
		return nil, errors.New("cut short")
	}
	length, sum := binary.LittleEndian.Uint32(head[:4]), binary.LittleEndian.Uint32(head[4:])
	if length > maxFrame {
		return nil, fmt.Errorf("a length of %d bytes", length)
	}
	payload := make([]byte, length)
	if _, err := io.ReadFull(r, payload); err != nil {
		return nil, errors.New("cut short")
	}
	if crc32.Checksum(payload, castagnoli) != sum {
		return nil, errors.New("wrong checksum")
	}
	return decoder.DecodeAll(payload, nil)
}
