package report

import (
	"fmt"
	"strings"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/chart"
)

// settled is how precisely a score should be known to be called settled.
const settled = 0.01

// favoured returns the player who is favoured beyond doubt.
func favoured(f arena.Fairness) (p env.Player, ok bool) {
	if f.Score.Value > 0.5 {
		return env.First, f.Unfair()
	}
	return env.Second, f.Unfair()
}

// verdict says what games can and cannot decide about a score of First.
func verdict(f arena.Fairness, roles [2]string) string {
	p, ok := favoured(f)
	switch {
	case f.Games == 0:
		return "no games yet"
	case ok:
		return fmt.Sprintf("favours %s by %s", roles[p], byAtLeast(f))
	case f.P < 0.05:
		return fmt.Sprintf("leans to %s, but with this number of questions asked it may be chance; %s", roles[p], unsettled(f))
	case 2*f.Cut > f.Games:
		return fmt.Sprintf("not known: %.0f %% of the games were cut off at the length limit", 100*float64(f.Cut)/float64(f.Games))
	}
	decided := ""
	if f.Won == 0 {
		decided = ", no game being decided"
	}
	return fmt.Sprintf("not distinguishable from fair at ±%.1f points%s; %s", 100*f.Within(), decided, unsettled(f))
}

// byAtLeast says how far from even an unfair score is: what it is, and at least.
func byAtLeast(f arena.Fairness) string {
	gap, least := f.Score.Value-0.5, f.Score.Low-0.5
	if gap < 0 {
		gap, least = -gap, 0.5-f.Score.High
	}
	return fmt.Sprintf("%.1f points (at least %.1f)", 100*gap, 100*max(0, least))
}

func unsettled(f arena.Fairness) string {
	if n := f.More(settled); n > 0 {
		if n == 1 {
			return "1 more game would settle 1 point"
		}
		return Round(n) + " more games would settle 1 point"
	}
	return "that settles 1 point"
}

// mirrored returns a score as the other player has it.
func mirrored(m arena.Measure) arena.Measure {
	return arena.Measure{Value: 1 - m.Value, Low: 1 - m.High, High: 1 - m.Low}
}

// favours says in one sentence who is favoured at which of several strengths.
func favours(game string, roles [2]string, names []string, verdicts []arena.Fairness) string {
	var groups [3][]string // for First, for Second, unclear
	for i, f := range verdicts {
		p, ok := favoured(f)
		if !ok {
			p = 2
		}
		groups[p] = append(groups[p], names[i])
	}
	var parts []string
	for p, role := range roles {
		if len(groups[p]) > 0 {
			parts = append(parts, fmt.Sprintf("the games favour %s, to move %s, %s", role, env.Player(p), within(groups[p], len(names))))
		}
	}
	if unclear := groups[2]; len(unclear) > 0 {
		at := within(unclear, len(names))
		if len(parts) == 0 && len(names) > 1 {
			at = "at any strength"
		}
		parts = append(parts, "the games do not show that either side is favoured "+at)
	}
	return fmt.Sprintf("In %s %s. %s", game, strings.Join(parts, "; "), strongestScore(roles, names, verdicts))
}

// strongestScore says what the strongest of several strengths scores for whom.
func strongestScore(roles [2]string, names []string, verdicts []arena.Fairness) string {
	last := len(verdicts) - 1
	p, score := env.First, verdicts[last].Score
	if score.Value < 0.5 {
		p, score = env.Second, mirrored(score)
	}
	return fmt.Sprintf("With %s on both sides the score of %s is %s.", names[last], roles[p], points(score))
}

// within says at which of the strengths something holds.
func within(names []string, all int) string {
	switch {
	case all == 1:
		return "with " + names[0]
	case len(names) == all && all == 2:
		return "at both strengths"
	case len(names) == all:
		return fmt.Sprintf("at all %d strengths", all)
	}
	return "with " + listed(names)
}

// mostDrawn is how many settings a figure shows: those that stayed longest.
const mostDrawn = 40

// figure shows the score of who moves first in the settings that stayed longest, and in
// new games of the finalists.
func (f Fair) figure(of Table) Figure {
	c := chart.Dots{Frame: chart.Frame{
		Title: "Score of who moves first", Note: "by the games of the search, with 95 % intervals; orange: new games of the finalists, grey: dropped",
		X: chart.Axis{Percent: true}, Rules: []chart.Rule{{At: 0.5, Name: "fair", Upright: true}},
	}}
	for place, i := range f.order() {
		if place >= mostDrawn {
			break
		}
		setting := f.Settings[i]
		for a, s := range setting.Samples {
			if len(s) == 0 {
				continue
			}
			hue := chart.Hue(1)
			if setting.Out > 0 {
				hue = chart.Grey
			}
			name := fmt.Sprint(place+1) + f.by(a)
			c.Rows = append(c.Rows, dot(name, scoreOf(s.Score()), hue))
			if place < len(f.Fresh) && len(f.Fresh[place].Samples[a]) > 0 {
				c.Rows = append(c.Rows, dot(name+", new", scoreOf(f.Fresh[place].Samples[a].Score()), 2))
			}
		}
	}
	return of.figure("Settings by their numbers, those that stayed longest first.", f.Game+": settings", 760, c)
}

// by names an agent where there are several.
func (f Fair) by(agent int) string {
	if len(f.Agents) == 1 {
		return ""
	}
	return ", " + f.Agents[agent]
}
