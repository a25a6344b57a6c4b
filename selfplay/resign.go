package selfplay

import "ludens/env"

// Resignation is what resigning below a value would have done in games that
// were played to the end.
type Resignation struct {
	Below float32 `json:"below"` // 0: no resignation yet
	Games int     `json:"games"` // in which a player would have resigned
	Wrong int     `json:"wrong"` // of them: who would have did not lose
}

// The values that are tried, and how many resignations it takes to judge one.
const (
	leastHopeless = -0.6
	mostHopeless  = -0.98
	hopelessStep  = 0.02
	enoughGames   = 20
)

// Judge returns the highest value below which resigning would have been wrong
// in a share of the checked games of at most wrong. AlphaGo Zero holds it the
// same way (Silver et al. 2017, Methods, "Self-play").
func Judge(games []*Record, wrong float32) Resignation {
	for below := float32(leastHopeless); below >= mostHopeless; below -= hopelessStep {
		r := Resignation{Below: below}
		for _, g := range games {
			r.count(g)
		}
		if r.Games >= enoughGames && float32(r.Wrong) <= wrong*float32(r.Games) {
			return r
		}
	}
	return Resignation{}
}

// count adds a game, if it was played to the end by the rules.
func (r *Resignation) count(g *Record) {
	if !g.Checked || g.Truncated {
		return
	}
	resigns, wrong := false, false
	for p, low := range g.Lows {
		if low < r.Below {
			resigns = true
			wrong = wrong || g.Result != env.WinFor(env.Player(p).Other())
		}
	}
	if resigns {
		r.Games++
	}
	if wrong {
		r.Wrong++
	}
}
