package train

import (
	"fmt"
	"math"
	"slices"

	"ludens/env"
)

// Advice is a line about something that looks wrong, and what would mend it.
type Advice struct {
	About string `json:"about"` // what it is about, the same in every iteration
	Text  string `json:"text"`
}

// A share is reported only from enoughGames games on, and what learning
// should have brought only after settled iterations.
const (
	enoughGames = 16
	settled     = 10
)

// diagnosed is an iteration with its configuration and game.
type diagnosed struct {
	Iteration
	config Config
	spec   env.Spec
}

// diagnostic is something that can look wrong: it returns what to say about it, or
// nothing. The thresholds are far from what a healthy run shows.
type diagnostic struct {
	about string
	text  func(p diagnosed) string
}

// diagnostics are of the games and of how they are learned.
var diagnostics = []diagnostic{
	{"length limit", often(0.5, func(p diagnosed) int { return p.Diagnosis.Capped }, "came to the length limit and did not end by themselves: "+
		"begin them later (selfplay.restart, selfplay.head), or train a variant with a higher limit")},
	{"drawn", often(0.95, func(p diagnosed) int { return p.Games.Drawn }, "were drawn: unless that is the truth of the game, "+
		"let them differ more (selfplay.opening_plies, selfplay.temperature_ply)")},
	{"one-sided", diagnosed.oneSided},
	{"duplicates", duplicates},
	{"openings", diagnosed.openings},
	{"even search", diagnosed.evenSearch},
	{"policy loss", diagnosed.policyLoss},
	{"slow to learn", diagnosed.slowToLearn},
	{"value loss", diagnosed.valueLoss},
	{"too sure", diagnosed.tooSure},
	{"gradient", diagnosed.gradient},
	{"stale", diagnosed.stale},
}

// roundDiagnostics are those of a run by alpha-beta.
var roundDiagnostics = []diagnostic{
	{"held out", diagnosed.heldOut},
	{"cut off", often(0.5, func(p diagnosed) int { return p.Games.Truncated }, "were cut off, and show only what the search thinks of their positions: raise alphabeta.nodes")},
	{"decided", often(0.95, func(p diagnosed) int { return max(p.Games.FirstWins, p.Games.SecondWins, p.Games.Drawn) },
		"ended alike: they show little of what decides; raise alphabeta.games")},
}

// advise returns what looks wrong with an iteration.
func advise(it Iteration, c Config, spec env.Spec) (all []Advice) {
	p := diagnosed{it, c, spec}
	causes, diagnostics := causes, diagnostics
	if c.Method == AlphaBeta {
		causes, diagnostics = nil, roundDiagnostics
	}
	for _, cause := range causes {
		if text := cause.text(p); text != "" {
			all = append(all, Advice{cause.about, text})
			break
		}
	}
	found := len(all) > 0
	for _, diagnostic := range diagnostics {
		if found && slices.Contains(symptoms, diagnostic.about) {
			continue
		}
		if text := diagnostic.text(p); text != "" {
			all = append(all, Advice{diagnostic.about, text})
		}
	}
	return all
}

// share returns n of the games played; 0 where they are too few to say.
func (p diagnosed) share(n int) float64 {
	if p.Games.Played < enoughGames {
		return 0
	}
	return float64(n) / float64(p.Games.Played)
}

// often returns the text of a diagnostic of a share of the games: what they did, and what
// would mend it, from a share of least on.
func often(least float64, games func(p diagnosed) int, did string) func(p diagnosed) string {
	return func(p diagnosed) string {
		if s := p.share(games(p)); s >= least {
			return fmt.Sprintf("%.0f %% of the games %s", 100*s, did)
		}
		return ""
	}
}

var duplicates = often(0.2, func(p diagnosed) int { return p.Games.Duplicates }, "are duplicates: raise selfplay.temperature_ply or selfplay.opening_plies")

func (p diagnosed) heldOut() string {
	if p.HeldOut == nil || p.HeldOut.Positions < enoughPositions || p.HeldOut.After <= math.Ln2 {
		return ""
	}
	return fmt.Sprintf("the evaluation forecasts games that it did not learn from worse than an even guess, by %.2f nats, where that has %.2f: "+
		"raise alphabeta.games", p.HeldOut.After, math.Ln2)
}

func (p diagnosed) oneSided() string {
	const most = 0.95
	wins := [2]int{p.Games.FirstWins, p.Games.SecondWins}
	winner := 0
	if wins[1] > wins[0] {
		winner = 1
	}
	decided := wins[0] + wins[1]
	if decided < enoughGames || float64(wins[winner]) < most*float64(decided) {
		return ""
	}
	return fmt.Sprintf("%s won %d of %d decided games: raise selfplay.handicap (now %v), so that %s is seen to win",
		p.spec.Roles[winner], wins[winner], decided, p.config.SelfPlay.Handicap, p.spec.Roles[1-winner])
}

func (p diagnosed) openings() string {
	const least = 2
	effective := math.Exp(p.Diagnosis.OpeningEntropy)
	if p.Games.Played < enoughGames || effective >= least || duplicates(p) != "" {
		return ""
	}
	return fmt.Sprintf("the games begin as if there were but %.1f openings of %d plies: raise selfplay.opening_plies or selfplay.temperature",
		effective, OpeningPlies)
}

func (p diagnosed) evenSearch() string {
	const most = 0.95
	policy := p.Diagnosis.Policy
	if p.At.Iteration < settled || policy.Even == 0 || policy.Target < most*policy.Even {
		return ""
	}
	return fmt.Sprintf("the search's policy is still almost an even guess (entropy %.2f of %.2f nats): "+
		"raise search.simulations or, at a gumbel root, search.sigma_scale", policy.Target, policy.Even)
}

func (p diagnosed) policyLoss() string {
	const most = 1.1
	even := p.Diagnosis.Policy.Even
	if p.At.Iteration < 2 || even == 0 || p.Losses.Policy < most*even {
		return ""
	}
	return fmt.Sprintf("the policy loss of %.2f is worse than that of an even guess, %.2f: lower train.learning_rate", p.Losses.Policy, even)
}

func (p diagnosed) slowToLearn() string {
	const least, worth = 0.1, 0.1 // of the way; nats that there are to learn
	policy := p.Diagnosis.Policy
	if p.At.Iteration < settled || policy.Even-policy.Target < worth || policy.Learned() >= least ||
		p.policyLoss() != "" || p.evenSearch() != "" {
		return ""
	}
	return fmt.Sprintf("the network has taken up %.0f %% of what the search adds to an even guess: "+
		"raise train.reuse or train.learning_rate, or enlarge the network", 100*max(0, policy.Learned()))
}

func (p diagnosed) valueLoss() string {
	const worse, varied = 0.02, 0.2 // nats; results that hardly vary show nothing
	guess := p.Diagnosis.Value.Guess
	if p.At.Iteration < settled || p.Diagnosis.Value.Games < enoughGames || p.config.SearchValue > 0 ||
		guess < varied || p.Losses.Value < guess+worse {
		return ""
	}
	return fmt.Sprintf("the value loss of %.2f is no better than that of a constant guess, %.2f: lower train.learning_rate (now %.3g), "+
		"or play more games an iteration, search more, or play less at random (selfplay.handicap, selfplay.opening_plies)", p.Losses.Value, guess, p.Rate)
}

func (p diagnosed) tooSure() string {
	value := p.Diagnosis.Value
	if p.At.Iteration < settled || value.Games < enoughGames {
		return ""
	}
	// The positions of a game share its result: twice the standard error of
	// that number of results is left to chance.
	most := 0.1 + 2*0.5/math.Sqrt(float64(value.Games))
	if value.Excess < most {
		return ""
	}
	return fmt.Sprintf("those whom the search prefers score %.0f points in a hundred less than it says: "+
		"lower train.reuse, or see more games (train.window, selfplay.games)", 100*value.Excess)
}

func (p diagnosed) gradient() string {
	const often, far = 0.9, 4.0
	clip := float64(p.config.Optimiser.ClipNorm)
	if p.At.Iteration < 2 || clip == 0 || p.Losses.Steps == 0 {
		return ""
	}
	clipped, ratio := float64(p.Losses.Clipped)/float64(p.Losses.Steps), p.Losses.Gradient/clip
	if clipped < often && ratio < far {
		return ""
	}
	return fmt.Sprintf("the gradient's norm is %.1f times the clip, and %.0f %% of the steps were clipped: "+
		"lower train.learning_rate or raise optimiser.clip_norm", ratio, 100*clipped)
}

func (p diagnosed) stale() string {
	const most = 25
	if p.Diagnosis.Age < most {
		return ""
	}
	return fmt.Sprintf("the positions trained on are %.0f iterations old on average: lower train.window or raise selfplay.games", p.Diagnosis.Age)
}
