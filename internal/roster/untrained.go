package roster

import (
	"fmt"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/nn"
	"ludens/selfplay"
	"ludens/train"
)

// openUntrained opens the network of a checkpoint, or of a champion, as it was before its
// first step: of the same shape and drawn by the same seed, with the same search. Without
// either it is that of the champion of g or, if there is none, of the preset of g. It plays
// in FP32. That of a run which began with another network is one that was drawn, too.
func openUntrained(from agent.Source, g env.Game, read func(path string) (*train.Checkpoint, error)) (net agent.Trained, err error) {
	var c *train.Checkpoint
	trained := false
	if from.Path == "" {
		_, trained = configs.ChampionOf(g)
	}
	switch {
	case from.Of != "" || trained:
		var name string
		if c, name, err = champion(from.Of, g); err == nil {
			defer func() { net.Search = configs.ChampionSearch(name, net.Search) }()
		}
	case from.Path == "":
		c, err = preset(g)
	default:
		if c, err = read(from.Path); err == nil {
			if err = suits(c, g, from.Anyway); err != nil {
				err = fmt.Errorf("%s: %w", from.Path, err)
			}
		}
	}
	if err != nil {
		return net, err
	}
	drawn := *c
	if drawn.Net, err = train.Untrained(c.Network, c.Seed); err != nil {
		return net, err
	}
	return network(&drawn, g, false)
}

// preset is the checkpoint, without a network, of a run of g by its preset.
func preset(g env.Game) (*train.Checkpoint, error) {
	spec := g.Spec()
	layer, err := configs.PresetFor(spec.Name)
	if err != nil {
		return nil, err
	}
	run, err := configs.Load(layer, configs.Argument("the game", "game", spec.Name))
	if err != nil {
		return nil, err
	}
	return &train.Checkpoint{Header: train.Header{
		Game: spec.Name, Version: spec.Version, Rules: env.Fingerprint(g), Network: run.Spec(spec), Seed: run.Seed,
		Utility: run.Play.ScoreUtility, Settled: run.Play.Settled, Config: run.Text(),
	}}, nil
}

// evalAtRun names the evaluation of a run at work.
const evalAtRun = "run"

// AtRun is the agent of a run of g at work with what it has learned, as it is measured, and
// the loader that finds it and its opponents: "net" is its network, "untrained" the same
// before its first step.
func AtRun(g env.Game, learned *train.Checkpoint, run configs.Run) (agent.Entrant, *Loader, error) {
	if run.ByAlphaBeta() {
		trained, err := evaluationOf(g, learned.Evaluation)
		l := &Loader{Learned: trained}
		me := agent.Spec{Source: agent.Source{Kind: "alphabeta", Eval: evalAtRun}, Budget: run.Evaluation.Depth}
		return me.Entrant(l.Load), l, err
	}
	config := run.Method(g.Spec())
	first, err := train.Untrained(config.Network, run.Seed)
	if err != nil {
		return agent.Entrant{}, nil, err
	}
	l := &Loader{}
	for net, as := range map[*nn.Net]*agent.Trained{learned.Net: &l.AtRun, first: &l.Begun} {
		of, err := selfplay.InfererFor(g, net, nil)
		if err != nil {
			return agent.Entrant{}, nil, err
		}
		*as = agent.Trained{Net: selfplay.Net{Inferer: of, Weights: config.AtPlay}, Search: run.Search}
	}
	me := agent.Spec{Source: agent.Source{Kind: "net"}, Budget: run.Evaluation.Simulations}
	return me.Entrant(l.Load), l, nil
}

// Control returns the untrained agent that searches as s does, as a text, and has
// "untrained" mean the network of s from here on; "" if s has none, or is one itself.
func (l *Loader) Control(g env.Game, s agent.Spec) (string, error) {
	control, ok := s.Untrained()
	if !ok {
		return "", nil
	}
	begun, err := control.Network(g, l.Load)
	if err != nil || control.Path == "" || control.Anyway {
		return control.String(), err
	}
	l.Begun = begun
	return control.At("").String(), nil
}
