package roster

import (
	"fmt"
	"strings"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/games"
	runs "ludens/internal/run"
	"ludens/nn"
	"ludens/train"
)

// Ancestor reads the checkpoint that a run with such a network is to begin with,
// and its hash.
func Ancestor(from string, want nn.Spec) (*train.Checkpoint, string, error) {
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

// Adopt gives a run the shape of the network that it begins with.
func Adopt(run *configs.Run) error {
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
