package main

import (
	"fmt"
	"strings"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/games"
	runs "ludens/internal/run"
	"ludens/internal/seed"
	"ludens/nn"
	"ludens/train"
)

// begin makes the network that the run starts from.
func (s *session) begin() error {
	if s.config.From != "" {
		return s.beginWith(s.config.From)
	}
	net, err := nn.New(s.header.Network, seed.New(s.config.Seed).At("network", 0).Rand())
	if err != nil {
		return err
	}
	return s.learn(net)
}

// learn has the run go on with a network that no optimiser knows yet.
func (s *session) learn(net *nn.Net) error {
	trainer, err := nn.NewTrainer(net, s.config.Optimiser)
	if err != nil {
		return err
	}
	method := s.config.Train
	s.learner = train.Gate(train.Average(trainer, method.Average, net), method.Gate, net)
	return nil
}

// beginWith takes over the network of a checkpoint. It is saved as the run's
// checkpoint 0, whose parent it is: the run no longer needs the file.
func (s *session) beginWith(from string) error {
	c, hash, err := ancestor(from, s.header.Network)
	if err != nil {
		return err
	}
	if err := s.learn(c.Net); err != nil {
		return err
	}
	first := train.Checkpoint{Header: s.header, Net: c.Net, Learner: s.learner.State()}
	first.Parent = hash
	return s.folder.Begin(&first)
}

// ancestor reads the checkpoint that a run with such a network is to begin with,
// and its hash.
func ancestor(from string, want nn.Spec) (*train.Checkpoint, string, error) {
	c, hash, err := readFrom(from)
	if err == nil {
		err = related(from, c.Network, want)
	}
	return c, hash, err
}

// related refuses a network with which one of another shape cannot begin.
func related(from string, is, want nn.Spec) error {
	if is == want {
		return nil
	}
	return fmt.Errorf("from = %q: its network is of %s; this run's is of %s", from, kin(is), kin(want))
}

// kin tells what is alike in networks of which one can begin as the other.
func kin(s nn.Spec) string {
	return fmt.Sprintf("%d planes of %d x %d, %d actions, %d channels, %d blocks, heads of %d, %d and %d",
		s.Planes, s.Rows, s.Cols, s.Actions(), s.Channels, s.Blocks, s.PolicyChannels, s.ValueChannels, s.ValueHidden)
}

// adopt gives a run the shape of the network that it begins with.
func adopt(run *configs.Run) error {
	c, _, err := readFrom(run.From)
	if err != nil {
		return err
	}
	saved, err := configs.Load(configs.Layer{Name: run.From, Text: c.Config})
	if err != nil {
		return fmt.Errorf("from = %q was made by another ludens: %w", run.From, err)
	}
	run.Network = saved.Network
	if err := run.Validate(); err != nil {
		return err
	}
	g, err := games.Make(run.Game)
	if err != nil {
		return err
	}
	return related(run.From, c.Network, run.Spec(g.Spec()))
}

// readFrom reads the checkpoint that from names, and its hash.
func readFrom(from string) (*train.Checkpoint, string, error) {
	game, ok := strings.CutPrefix(from, agent.Champion)
	if !ok {
		c, _, hash, err := runs.ReadCheckpoint(from)
		if err != nil {
			return nil, "", fmt.Errorf("from = %q: %w", from, err)
		}
		return c, hash, nil
	}
	b, ok := configs.Champion(game)
	if !ok {
		return nil, "", fmt.Errorf("from = %q: %w", from, noChampion(game))
	}
	return train.DecodeCheckpoint(b)
}
