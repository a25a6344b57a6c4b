package alphabeta

import "ludens/env"

// Shaping is an Evaluation that says which positions it is likely to judge with the same error.
type Shaping interface {
	Evaluation
	// Shapes returns hashes of parts of a position that change slowly, as where its pawns are.
	// Law: they depend on the Key of the position alone.
	Shapes(s env.State) Shapes
}

// Shapes are hashes of parts of a position.
type Shapes [shapes]uint16

const shapes = 3

// corrections are by how much the values of the search have differed lately from the evaluation,
// in logits, by the player to move and each shape (correction history, as in Stockfish since 16.1).
type corrections struct {
	Shaping
	wrong [2][shapes][1 << shapeBits]float32
}

const (
	shapeBits      = 14  // of a hash
	correctedShare = 0.5 // of what all shapes say together that is added
	mostWrong      = 1   // logits that one value teaches
	correctedSoon  = 256 // depths of searches after which most of the error is learned
)

// of returns what is added to the evaluation of a position for its mover, and the shapes.
func (c *corrections) of(s env.State) (sum float32, at Shapes) {
	at = c.Shapes(s)
	for i, x := range at {
		sum += c.wrong[s.ToMove()][i][x>>(16-shapeBits)]
	}
	return correctedShare * sum, at
}

// learn moves the corrections of the shapes towards the error that a search has found.
func (c *corrections) learn(p env.Player, at Shapes, wrong float32, depth int) {
	wrong = min(max(wrong, -mostWrong), mostWrong)
	for i, x := range at {
		w := &c.wrong[p][i][x>>(16-shapeBits)]
		*w += (wrong - *w) * float32(min(depth, 16)) / correctedSoon
	}
}

// correct learns from the value of a ply whose evaluation was gauged, if its best move is quiet and
// the value, exact or a bound, says that the evaluation is wrong.
func (ab *Agent) correct(h *ply, depth int, best float32, kind kind, loud bool) {
	if ab.corrections == nil || !h.gauged || loud || decided(best) {
		return
	}
	wrong := Logit(best) - h.raw
	if kind == exact || kind == atLeast && wrong > 0 || kind == atMost && wrong < 0 {
		ab.corrections.learn(h.state.ToMove(), h.shapes, wrong, depth)
	}
}
