package train

// StartLevel returns how hard the next iteration's starts of other kinds are
// (selfplay.Config.StartLevel): those of the hardest level in the window once
// more, or widened if enough of these games ended by the rules; first if there
// are no such games yet.
func (r *Replay) StartLevel(first float32) float32 {
	if first == 0 || first == 1 {
		return first
	}
	level, games, ended := first, 0, 0
	for _, g := range r.games {
		if g.Start.Kind == "" || g.Start.Level < level {
			continue
		}
		if g.Start.Level > level {
			level, games, ended = g.Start.Level, 0, 0
		}
		games++
		if endedByTheRules(r.game, g) {
			ended++
		}
	}
	if games >= enoughStarts && float64(ended) >= easy*float64(games) {
		return min(1, widening*level)
	}
	return level
}

// From enoughStarts games of a level on, of which the share easy ended by the rules, the
// next level is harder by the factor widening.
const (
	enoughStarts = 24
	easy         = 0.6
	widening     = 1.25
)
