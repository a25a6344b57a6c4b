package roster

import (
	"encoding/json"
	"fmt"
	"slices"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/internal/report"
)

// Seated returns who plays g in the place of an agent, if that is a champion that has a time:
// tell gets the reason.
func Seated(asked agent.Spec, g env.Game, load agent.Loader, tell func(line string)) (agent.Spec, error) {
	who, why, err := asked.Fitted(g, load)
	if why != "" && tell != nil {
		tell(fmt.Sprintf("%s is %s: %s", asked, who, why))
	}
	return who, err
}

// fitsOf returns which of the agents that come with the program play g best, by the matches
// that come with it, too.
func fitsOf(g env.Game) ([]agent.Fit, error) { return fitsIn(configs.Matches(), g) }

// fitsIn reads matches as ludens match --json writes them. A match counts if it was played by
// the rules of g, with equal CPU time, and won by an agent that comes with the program: what
// comes with it is known by the digests of its weights.
func fitsIn(matches []string, g env.Game) (all []agent.Fit, err error) {
	for _, text := range matches {
		var m report.Scoreboard
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			return nil, fmt.Errorf("a match that comes with ludens: %w", err)
		}
		if m.Game != g.Spec().Name || m.Repeat["rules"] != env.Fingerprint(g) {
			continue
		}
		if f, ok := fit(&m, g); ok {
			all = append(all, f)
		}
	}
	return all, nil
}

// fit is what a match says about a time.
func fit(m *report.Scoreboard, g env.Game) (f agent.Fit, ok bool) {
	var players [2]agent.Spec
	for i, text := range []string{m.A, m.B} {
		s, err := agent.ParseSpec(text)
		sum := m.Repeat["network of "+s.Source.String()]
		if err != nil || !s.CPU || !current(s, sum, g) {
			return f, false
		}
		if w, err := readEvaluation(agent.ShippedEvaluation, g); s.Eval != "" && err == nil && evaluationDigest(w) == sum {
			s.Eval = agent.ShippedEvaluation // whatever its file was called
		}
		players[i] = s
	}
	if players[0].Time != players[1].Time || m.Score.Low == nil || m.Score.High == nil {
		return f, false
	}
	better, worse, score, low, high := 0, 1, *m.Score.Estimate, *m.Score.Low, *m.Score.High
	if score < 0.5 {
		better, worse, score, low, high = 1, 0, 1-score, 1-high, 1-low
	}
	if winner := players[better]; winner.Path != "" || winner.Eval != "" && winner.Eval != agent.ShippedEvaluation {
		return f, false
	}
	verdict := "scored"
	if low <= 0.5 {
		verdict = "is not shown to be the better one, but scored"
	}
	f = agent.Fit{Time: players[0].Time, Agent: players[better]}
	f.Why = fmt.Sprintf("%s %s %.1f %% [%.1f, %.1f] of %d games against %s", players[better], verdict,
		100*score, 100*low, 100*high, m.Games, players[worse])
	return f, true
}

// current reports whether an agent with weights that come with the program for g has those of
// that digest. Others are files, of which nothing is known here.
func current(s agent.Spec, sum string, g env.Game) bool {
	switch {
	case s.Kind == "champion" && s.Of == "":
		c, _, err := champion("", g)
		return err == nil && slices.Contains([]string{digest(c, true), digest(c, false)}, sum)
	case s.Eval == agent.ShippedEvaluation:
		w, err := readEvaluation(s.Eval, g)
		return err == nil && evaluationDigest(w) == sum
	}
	return s.Of == "" && s.Kind != "net" && s.Kind != "untrained"
}
