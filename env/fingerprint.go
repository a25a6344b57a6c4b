package env

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
)

// Fingerprint returns a short hash of how g behaves: the legal actions, what
// is observed and who wins, over some random games. Games that differ in a rule
// that matters differ in it; texts and drawings do not count.
func Fingerprint(g Game) string {
	const games = 16
	h := sha256.New()
	spec := g.Spec()
	obs := make([]float32, spec.Size())
	var legal []Action
	var b []byte
	for seed := range uint64(games) {
		rng := rand.New(rand.NewPCG(seed, 0))
		s := g.New(seed)
		for ply := 0; s.Result() == Ongoing && !Truncated(s, ply, spec.MaxPly); ply++ {
			legal = s.Legal(legal[:0])
			b = append(b[:0], byte(s.ToMove()))
			for _, a := range legal {
				b = binary.LittleEndian.AppendUint32(b, uint32(a))
			}
			s.Observe(obs)
			for _, x := range obs {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
			h.Write(b)
			s.Play(legal[rng.IntN(len(legal))])
		}
		h.Write([]byte{byte(s.Result())})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
