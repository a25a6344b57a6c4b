package roster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ludens/agent"
	"ludens/alphabeta"
	"ludens/configs"
	"ludens/env"
	"ludens/eval"
	"ludens/internal/machine"
	"ludens/internal/report"
	runs "ludens/internal/run"
	"ludens/nn"
	"ludens/train"
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

// openEvaluation opens a learned evaluation: a file, the newest of a folder, or the one that
// comes with the program.
func openEvaluation(path string, g env.Game) (agent.Trained, error) {
	w, err := readEvaluation(path, g)
	if err != nil {
		return agent.Trained{}, err
	}
	return evaluationOf(g, w)
}

// evaluationOf returns weights of g for play.
func evaluationOf(g env.Game, w *eval.Weights) (agent.Trained, error) {
	f, err := eval.NewFeatures(g)
	if err != nil {
		return agent.Trained{}, err
	}
	return agent.Trained{
		Evaluation: func() alphabeta.Evaluation { return eval.New(f, w) },
		Digest:     evaluationDigest(w),
	}, nil
}

// evaluationDigest returns the SHA-256 of a file of weights.
func evaluationDigest(w *eval.Weights) string {
	sum := sha256.Sum256(w.Encode())
	return hex.EncodeToString(sum[:])
}

func readEvaluation(path string, g env.Game) (*eval.Weights, error) {
	if path != agent.ShippedEvaluation {
		return runs.ReadEvaluation(path, g)
	}
	game := g.Spec().Name
	text, ok := configs.LearnedEvaluation(game)
	if !ok {
		return nil, fmt.Errorf("no evaluation of %s comes with ludens; there are those of: %s; ludens train GAME --preset alphabeta trains others", game, strings.Join(configs.LearnedEvaluations(), ", "))
	}
	w, err := eval.Decode(text, g)
	if err != nil {
		return nil, fmt.Errorf("the evaluation of %s that comes with ludens: %w", game, err)
	}
	return w, nil
}

// findEvaluation returns the file of a learned evaluation, or path itself if it comes with
// the program.
func findEvaluation(path string) (string, error) {
	if path == agent.ShippedEvaluation {
		return path, nil
	}
	return runs.FindEvaluation(path)
}

// Identity says in a line what an agent's results in a game are of: its network, the
// rules, and the program.
func Identity(g env.Game, s agent.Spec, load agent.Loader) (string, error) {
	line := fmt.Sprintf("rules %.12s; ludens %s", env.Fingerprint(g), machine.Revision())
	if s.Eval != "" {
		learned, err := load(s.Source, g)
		return fmt.Sprintf("evaluation %.12s; %s", learned.Digest, line), err
	}
	if !s.HasNetwork() {
		return line, nil
	}
	net, err := s.Network(g, load)
	return fmt.Sprintf("network %.12s; %s", net.Digest, line), err
}

// digest returns the SHA-256 of the network of a checkpoint as it plays: of its shape and
// numbers, of how its answers are weighed, and of the activation ranges where it plays in
// int8. What a checkpoint holds beside that, and where it lies, makes no difference.
func digest(c *train.Checkpoint, int8 bool) string {
	sum, precision := sha256.New(), "FP32"
	tensors := c.Net.Tensors()
	if int8 {
		precision = "int8"
		if c.Ranges != nil {
			tensors = append(tensors, c.Ranges.Tensor())
		}
	}
	shape, err := json.Marshal(c.Network)
	if err == nil {
		fmt.Fprintf(sum, "%s %s %v\n", precision, shape, c.Weights())
		err = nn.WriteTensors(sum, tensors)
	}
	if err != nil {
		panic(err) // a shape is numbers, and a hash takes all that it is given
	}
	return hex.EncodeToString(sum.Sum(nil))
}
