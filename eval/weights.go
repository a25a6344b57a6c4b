package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"ludens/env"
)

// Weights are those of a game's features, as a file holds them: JSON, a line.
type Weights struct {
	Format   string     `json:"format"`   // Format
	Game     string     `json:"game"`     // Spec.Name
	Rules    string     `json:"rules"`    // env.Fingerprint
	Features string     `json:"features"` // Features.Digest
	Round    int        `json:"round"`    // of learning, from 1
	Pairs    [][2]int32 `json:"weights"`  // by feature: opening and endgame, in 1/Unit logits
}

// Format names the format of a file of weights.
const Format = "ludens evaluation 1"

const (
	// Unit is a weight of one logit.
	Unit = 256
	// maxWeight bounds weights on either side of 0: 64 logits.
	maxWeight = 64 * Unit
	// MaxFile bounds a file of weights, in bytes.
	MaxFile = 1 << 20
)

// NewWeights rounds fitted weights of a game.
func NewWeights(g env.Game, f *Features, pairs []Pair, round int) *Weights {
	w := &Weights{Format: Format, Game: g.Spec().Name, Rules: env.Fingerprint(g), Features: f.Digest(), Round: round}
	for _, p := range pairs {
		var q [2]int32
		for k := range q {
			q[k] = int32(min(max(math.Round(p[k]*Unit), -maxWeight), maxWeight))
		}
		w.Pairs = append(w.Pairs, q)
	}
	return w
}

// Encode returns the text of a file.
func (w *Weights) Encode() []byte {
	text, err := json.Marshal(w)
	if err != nil {
		panic(err) // numbers and words
	}
	return append(text, '\n')
}

// Decode reads a file for a game, whose rules and features must be those that the weights
// were learned for. A version that did not know all features has none for the last of them,
// which weigh nothing then.
func Decode(text []byte, g env.Game) (*Weights, error) {
	f, err := NewFeatures(g)
	if err != nil {
		return nil, err
	}
	if len(text) > MaxFile {
		return nil, fmt.Errorf("a learned evaluation of %d bytes: want %d at most", len(text), MaxFile)
	}
	var w Weights
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	switch err := d.Decode(&w); {
	case err != nil || d.More():
		return nil, fmt.Errorf("this is no learned evaluation: want the JSON of one, %q", Format)
	case w.Format != Format:
		return nil, fmt.Errorf("this is no learned evaluation: its format is %.40q, want %q", w.Format, Format)
	case w.Game != g.Spec().Name:
		return nil, fmt.Errorf("this evaluation was learned for %.80q, not for %s", w.Game, g.Spec().Name)
	case w.Rules != env.Fingerprint(g):
		return nil, fmt.Errorf("this evaluation was learned for other rules of %s", w.Game)
	case !f.holds(w.Features, len(w.Pairs)):
		return nil, fmt.Errorf("this evaluation was learned with other features than this version finds in %s: learn it anew", w.Game)
	case w.Round < 0:
		return nil, fmt.Errorf("this evaluation is of round %d: want 0 or more", w.Round)
	}
	for i, p := range w.Pairs {
		if max(p[0], p[1]) > maxWeight || min(p[0], p[1]) < -maxWeight {
			return nil, fmt.Errorf("weight %d of this evaluation is %v: want %d to %d", i, p, -maxWeight, maxWeight)
		}
	}
	return &w, nil
}

// Floats returns the weights in logits, to go on from.
func (w *Weights) Floats() []Pair {
	all := make([]Pair, len(w.Pairs))
	for i, p := range w.Pairs {
		all[i] = Pair{float64(p[0]) / Unit, float64(p[1]) / Unit}
	}
	return all
}
