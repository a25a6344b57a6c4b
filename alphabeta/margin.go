package alphabeta

import "ludens/env"

// The prunings of a search without an Evaluation rest on the law that no quiet move adds
// to the score. A learned evaluation changes with every move, but by little: what follows
// adds margins, in logits, and holds where a game knows its loud moves.
const (
	quietGain = 0.27 // that a quiet move brings, at the last ply; three times that at the last but one
	plyLoss   = 0.38 // that is lost in a ply, where the mover is well ahead
	lastPlies = 3
	slack     = 0.01 // more than a value loses that is turned into a logit and back
)

// shallow returns up to which depth futile moves are left out.
func (ab *Agent) shallow() int {
	if ab.margins {
		return 2
	}
	return 1
}

// gained returns what quiet moves bring, in logits, where futile moves are left out.
func (ab *Agent) gained(depth int) float32 { return ab.cfg.Margins * quietGain * float32(2*depth-1) }

// lost returns what a mover who is well ahead loses in some plies.
func (ab *Agent) lost(depth int) float32 { return ab.cfg.Margins * plyLoss * float32(depth) }

// gauge notes the logit of a ply in a null window, exactly where it matters: elsewhere a bound
// of it may do.
func (ab *Agent) gauge(h *ply, depth int, beta float32) {
	low := Logit(beta)
	high := low
	if depth <= ab.shallow() {
		low -= ab.gained(depth)
	}
	if depth <= lastPlies {
		high += ab.lost(depth)
	}
	h.logit, h.raw, h.shapes = ab.within(h.state, low, high)
}

// within returns the logit of a position, or, where it is likely to be low at most or high at
// least, a bound of it that is (lazy evaluation); and, with corrections, what it is without them.
func (ab *Agent) within(s env.State, low, high float32) (logit, raw float32, at Shapes) {
	more := float32(0)
	if ab.corrections != nil {
		more, at = ab.corrections.of(s)
	}
	if e, ok := ab.cfg.Evaluation.(Bounding); ok {
		raw = e.Within(s, low-more-slack, high-more+slack)
	} else {
		raw = ab.cfg.Evaluation.Evaluate(s)
	}
	return raw + more, raw, at
}

// stand returns the estimate of a position, or a bound outside of (alpha, beta).
func (ab *Agent) stand(s env.State, alpha, beta float32) float32 {
	if !ab.margins {
		return ab.estimate(s)
	}
	low := Logit(alpha)
	high := low
	if beta > above(alpha) {
		high = Logit(beta)
	}
	logit, _, _ := ab.within(s, low, high)
	return ofLogit(logit)
}

// reached reports whether a ply's estimate is at least beta.
func (ab *Agent) reached(h *ply, beta float32) bool {
	if ab.margins {
		return ofLogit(h.logit) >= beta
	}
	return ab.estimate(h.state) >= beta
}

// ahead returns what the mover of a ply near the leaves keeps of his estimate, or
// -infinite where that does not count (reverse futility pruning).
func (ab *Agent) ahead(h *ply, depth int, beta float32) float32 {
	if depth > lastPlies || decided(beta) {
		return -infinite
	}
	return ofLogit(h.logit - ab.lost(depth))
}

// near is how far, in logits, the value of a root may be from what the search a ply less deep
// has found, for its bounds to hold at once; farthest, how far they are moved.
const (
	near     = 0.2
	farthest = 2
)

// searchNear returns the value of the root. With margins it searches first between bounds
// around the value that is expected, and moves the one that does not hold (aspiration windows).
func (ab *Agent) searchNear(depth int, expected float32) float32 {
	if !ab.margins || depth <= lastPlies || decided(expected) {
		return ab.searchRoot(depth, -infinite, infinite)
	}
	return ab.searchWithin(depth, expected, near)
}

// searchWithin searches between bounds that are by logits from the value that is expected.
func (ab *Agent) searchWithin(depth int, expected, by float32) float32 {
	low, high := raised(expected, -by), raised(expected, by)
	for {
		v := ab.searchRoot(depth, low, high)
		if ab.over || v > low && v < high {
			return v
		}
		switch by *= 3; {
		case v <= low && by > farthest:
			low = -infinite
		case v <= low:
			low = raised(expected, -by)
		case by > farthest:
			high = infinite
		default:
			high = raised(expected, by)
		}
	}
}

// late reports whether the k-th move of a ply near the leaves is a quiet one that comes
// too late to be tried (late move pruning).
func (h *ply) late(m move, k, depth int, alpha, beta float32) bool {
	return depth <= lastPlies && k >= 4+2*depth*depth && !h.pressed && !m.loud && m.rank < rankKiller && beta <= above(alpha)
}
