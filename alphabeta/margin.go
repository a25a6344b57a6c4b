package alphabeta

// The prunings of a search without an Evaluation rest on the law that no quiet move adds
// to the score. A learned evaluation changes with every move, but by little: what follows
// adds margins, in logits, and holds where a game knows its loud moves.
const (
	quietGain = 0.27 // that a quiet move brings, at the last ply; three times that at the last but one
	plyLoss   = 0.38 // that is lost in a ply, where the mover is well ahead
	lastPlies = 3
)

// shallow returns up to which depth futile moves are left out.
func (ab *Agent) shallow() int {
	if ab.margins {
		return 2
	}
	return 1
}

// ahead returns what the mover of a ply near the leaves keeps of his estimate, or
// -infinite where that does not count (reverse futility pruning).
func (ab *Agent) ahead(h *ply, depth int, alpha, beta float32) float32 {
	if depth > lastPlies || beta > above(alpha) || h.pressed || decided(beta) {
		return -infinite
	}
	v := ab.estimate(h.state)
	if v <= beta { // the usual case, without arithmetic
		return -infinite
	}
	return raised(v, -plyLoss*float32(depth))
}

// late reports whether the k-th move of a ply near the leaves is a quiet one that comes
// too late to be tried (late move pruning).
func (h *ply) late(m move, k, depth int, alpha, beta float32) bool {
	return depth <= lastPlies && k >= 4+2*depth*depth && !h.pressed && !m.loud && m.rank < rankKiller && beta <= above(alpha)
}
