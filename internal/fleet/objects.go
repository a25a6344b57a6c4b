package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"ludens/env"
	"ludens/nn"
	"ludens/selfplay"
)

// Objects are named by what they are and a hash.
func planName(text string) string       { return "plan." + text }
func networkName(hash string) string    { return "network." + hash }
func int8Name(hash string) string       { return "int8." + hash }
func archiveName(hash string) string    { return "archive." + hash }
func checkpointName(hash string) string { return "checkpoint." + hash }

// metaSubject and chunkSubject are where an object store keeps what an object is, and
// the object.
func metaSubject(q names, name string) string {
	return "$O." + q.bucket() + ".M." + base64.URLEncoding.EncodeToString([]byte(name))
}

func chunkSubject(q names, nuid string) string { return "$O." + q.bucket() + ".C." + nuid }

func textHash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// objectsOf returns what a worker must have to play p, by name.
func objectsOf(p selfplay.Plan, m selfplay.Material) (map[string][]byte, error) {
	text := p.Text()
	all := map[string][]byte{planName(textHash(text)): text}
	add := func(id selfplay.NetworkID, n *nn.Net, q *nn.Quantised) (err error) {
		if id.Sent != "" {
			all[int8Name(id.Sent)] = q.Encode()
			return nil
		}
		all[networkName(id.Hash)], err = packNet(n)
		return err
	}
	err := add(p.Network, m.Network, m.Network8)
	if err == nil && p.Past.Hash != "" {
		err = add(p.Past, m.Past, m.Past8)
	}
	if err != nil {
		return nil, err
	}
	if p.Archive.Games > 0 {
		all[archiveName(p.Archive.Hash)] = packArchive(m.Archive)
	}
	return all, nil
}

// library reads objects with nothing but the right to read.
type library struct {
	queue  names
	stream jetstream.Stream
}

func openLibrary(ctx context.Context, js jetstream.JetStream, queue names) (*library, error) {
	s, err := js.Stream(ctx, queue.objects())
	if err != nil {
		return nil, err
	}
	return &library{queue, s}, nil
}

// read returns an object. [jetstream.ObjectStore] would make a consumer to do so,
// which a worker must not.
func (l *library) read(ctx context.Context, name string) ([]byte, error) {
	meta, err := l.stream.GetLastMsgForSubject(ctx, metaSubject(l.queue, name))
	if err != nil {
		return nil, fmt.Errorf("object %.30s: %w", name, err)
	}
	var info jetstream.ObjectInfo
	if err := json.Unmarshal(meta.Data, &info); err != nil {
		return nil, fmt.Errorf("object %.30s: %w", name, err)
	}
	if info.Size > maxObject {
		return nil, fmt.Errorf("object %.30s has %d bytes, want at most %d", name, info.Size, maxObject)
	}
	var b []byte
	next := uint64(1)
	for range info.Chunks {
		chunk, err := l.stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(chunkSubject(l.queue, info.NUID)))
		if err != nil {
			return nil, fmt.Errorf("object %.30s: %w", name, err)
		}
		if b, next = append(b, chunk.Data...), chunk.Sequence+1; len(b) > int(info.Size) {
			break
		}
	}
	if uint64(len(b)) != info.Size {
		return nil, fmt.Errorf("object %.30s is damaged: %d bytes, want %d", name, len(b), info.Size)
	}
	return b, nil
}

// hashed reads an object that is named by the hash of its bytes.
func (l *library) hashed(ctx context.Context, name func(hash string) string, hash string) ([]byte, error) {
	b, err := l.read(ctx, name(hash))
	if err != nil {
		return nil, err
	}
	if is := textHash(b); is != hash {
		return nil, fmt.Errorf("object %.30s is damaged: it is %.12s", name(hash), is)
	}
	return b, nil
}

// material reads what a plan names. [selfplay.Plan.Open] checks that it is that.
func (l *library) material(ctx context.Context, p selfplay.Plan, g env.Game) (m selfplay.Material, err error) {
	m.Network, m.Network8, err = l.network(ctx, p.Network)
	if err == nil && p.Past.Hash != "" {
		m.Past, m.Past8, err = l.network(ctx, p.Past)
	}
	if err == nil && p.Archive.Games > 0 {
		var b []byte
		if b, err = l.read(ctx, archiveName(p.Archive.Hash)); err == nil {
			m.Archive, err = unpackArchive(b, p.Archive.Games, g)
		}
	}
	return m, err
}

// network reads a network, in int8 where it is sent so.
func (l *library) network(ctx context.Context, id selfplay.NetworkID) (n *nn.Net, q *nn.Quantised, err error) {
	if id.Sent != "" {
		b, err := l.hashed(ctx, int8Name, id.Sent)
		if err == nil {
			q, err = nn.DecodeQuantised(b)
		}
		return nil, q, err
	}
	b, err := l.read(ctx, networkName(id.Hash))
	if err == nil {
		n, err = unpackNet(b)
	}
	return n, nil, err
}
