package protocol

import (
	"fmt"
	"math"

	"ludens/analysis"
	"ludens/env"
)

// wdl writes chances as boards of chess show them: of a thousand games.
func wdl(c analysis.Chances) string {
	win := math.Round(1000 * float64(c[0]))
	loss := min(math.Round(1000*float64(c[2])), 1000-win)
	return fmt.Sprintf("wdl %.0f %.0f %.0f", win, 1000-win-loss, loss)
}

// mate returns in how many moves of his own the mover mates, or minus those of
// the opponent; ok only if the report proves it.
func mate(r analysis.Report, mover env.Player) (moves int, ok bool) {
	switch r.Proof {
	case env.WinFor(mover):
		return (r.Plies + 1) / 2, true
	case env.WinFor(mover.Other()):
		return -(r.Plies + 1) / 2, true
	}
	return 0, false
}

// spell returns a line of play as text, up to the first action that is not
// legal.
func spell(s env.State, line []env.Action, format func(env.State, env.Action) string) []string {
	var texts []string
	s = s.Copy(nil)
	for _, a := range line {
		if s.Result() != env.Ongoing {
			break
		}
		texts = append(texts, format(s, a))
		s.Play(a)
	}
	return texts
}

// plain writes an action as the game does.
func plain(s env.State, a env.Action) string { return s.Format(a) }
