package roster

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"ludens/agent"
	"ludens/alphabeta"
	"ludens/configs"
	"ludens/env"
	"ludens/eval"
	runs "ludens/internal/run"
)

// openEvaluation opens a learned evaluation: a file, the newest of a folder, or the one that
// comes with the program.
func openEvaluation(path string, g env.Game) (agent.Trained, error) {
	w, err := readEvaluation(path, g)
	if err != nil {
		return agent.Trained{}, err
	}
	return evaluationOf(g, w)
}

// evaluationOf returns weights of g for play.
func evaluationOf(g env.Game, w *eval.Weights) (agent.Trained, error) {
	f, err := eval.NewFeatures(g)
	if err != nil {
		return agent.Trained{}, err
	}
	return agent.Trained{
		Evaluation: func() alphabeta.Evaluation { return eval.New(f, w) },
		Digest:     evaluationDigest(w),
	}, nil
}

// evaluationDigest returns the SHA-256 of a file of weights.
func evaluationDigest(w *eval.Weights) string {
	sum := sha256.Sum256(w.Encode())
	return hex.EncodeToString(sum[:])
}

func readEvaluation(path string, g env.Game) (*eval.Weights, error) {
	if path != agent.ShippedEvaluation {
		return runs.ReadEvaluation(path, g)
	}
	game := g.Spec().Name
	text, ok := configs.LearnedEvaluation(game)
	if !ok {
		return nil, fmt.Errorf("no evaluation of %s comes with ludens; there are those of: %s; ludens train GAME --preset alphabeta trains others", game, strings.Join(configs.LearnedEvaluations(), ", "))
	}
	w, err := eval.Decode(text, g)
	if err != nil {
		return nil, fmt.Errorf("the evaluation of %s that comes with ludens: %w", game, err)
	}
	return w, nil
}

// findEvaluation returns the file of a learned evaluation, or path itself if it comes with
// the program.
func findEvaluation(path string) (string, error) {
	if path == agent.ShippedEvaluation {
		return path, nil
	}
	return runs.FindEvaluation(path)
}
