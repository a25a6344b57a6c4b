package roster

import (
	"crypto/sha256"
	"encoding/hex"

	"ludens/agent"
	"ludens/alphabeta"
	"ludens/env"
	"ludens/eval"
	"ludens/internal/tuning"
)

// openEvaluation opens a learned evaluation: a file, or the newest of a folder.
func openEvaluation(path string, g env.Game) (agent.Trained, error) {
	w, err := tuning.Read(path, g)
	if err != nil {
		return agent.Trained{}, err
	}
	f, err := eval.NewFeatures(g)
	if err != nil {
		return agent.Trained{}, err
	}
	sum := sha256.Sum256(w.Encode())
	return agent.Trained{
		Evaluation: func() alphabeta.Evaluation { return eval.New(f, w) },
		Digest:     hex.EncodeToString(sum[:]),
	}, nil
}
