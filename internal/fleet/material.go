package fleet

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"ludens/env"
	"ludens/internal/disk"
	"ludens/nn"
	"ludens/selfplay"
)

// A network is sent as the length of its spec (uint32, little-endian), the spec as
// JSON, and its tensors in the safetensors layout.

func packNet(n *nn.Net) ([]byte, error) {
	spec, err := json.Marshal(n.Spec())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(spec))))
	b.Write(spec)
	err = nn.WriteTensors(&b, n.Tensors())
	return b.Bytes(), err
}

func unpackNet(b []byte) (*nn.Net, error) {
	if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-4) {
		return nil, errors.New("a network that ends within its spec")
	}
	n := binary.LittleEndian.Uint32(b)
	var spec nn.Spec
	if err := json.Unmarshal(b[4:4+n], &spec); err != nil {
		return nil, fmt.Errorf("a network's spec: %w", err)
	}
	tensors, err := nn.ReadTensors(bytes.NewReader(b[4+n:]), int64(len(b))-4-int64(n))
	if err != nil {
		return nil, err
	}
	return nn.FromTensors(spec, tensors)
}

// An archive is sent as its games without policies and values, each after its length
// (uvarint), all of it compressed.

func packArchive(games []*selfplay.Record) []byte {
	var b []byte
	for _, g := range games {
		bare := *g
		bare.Plies = make([]selfplay.Ply, len(g.Plies))
		for i := range g.Plies {
			bare.Plies[i].Action = g.Plies[i].Action
		}
		text := bare.Marshal()
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	return squeeze(b)
}

// unpackArchive reads that many games and holds each against the rules of g.
func unpackArchive(b []byte, games int, g env.Game) (all []*selfplay.Record, err error) {
	if b, err = unsqueeze(b, maxObject); err != nil {
		return nil, err
	}
	for len(b) > 0 && len(all) < games {
		n, width := binary.Uvarint(b)
		if width <= 0 || n > uint64(len(b)-width) {
			return nil, errors.New("an archive that ends within a game")
		}
		r, err := selfplay.UnmarshalRecord(b[width : width+int(n)])
		if err == nil {
			err = r.Check(g)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d of the archive: %w", len(all), err)
		}
		all, b = append(all, r), b[width+int(n):]
	}
	return all, nil
}

// unpackGame returns the bytes of a record that was sent.
func unpackGame(b []byte) ([]byte, error) { return unsqueeze(b, disk.MaxFrame) }

var squeezer = sole(zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)))

func sole[T any](x T, err error) T {
	if err != nil {
		panic(err) // the options above are valid
	}
	return x
}

func squeeze(b []byte) []byte { return squeezer.EncodeAll(b, nil) }

// unsqueeze returns at most that many bytes.
func unsqueeze(b []byte, most uint64) ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(most))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	out, err := d.DecodeAll(b, nil)
	if err != nil {
		return nil, fmt.Errorf("%w, want at most %d bytes of zstd", err, most)
	}
	return out, nil
}
