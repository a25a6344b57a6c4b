package roster

import (
	"fmt"
	"strings"

	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	runs "ludens/internal/run"
	"ludens/nn"
	"ludens/train"
)

// Ancestor reads the network, of a given shape, that a run of g is to begin with, and
// the hash of its checkpoint.
func Ancestor(from string, g env.Game, want nn.Spec) (*nn.Net, string, error) {
	c, hash, err := readFrom(from)
	if err != nil {
		return nil, "", err
	}
	net, err := begun(from, c, g, want)
	return net, hash, err
}

// kin says what is alike in networks of which one can begin as the other.
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
	run.Network = configs.NetworkOf(c.Network)
	if err := run.Validate(); err != nil {
		return err
	}
	g, err := games.Make(run.Game)
	if err != nil {
		return err
	}
	_, err = begun(run.From, c, g, run.Spec(g.Spec()))
	return err
}

// championOf before a game says that a run begins as its champion.
const championOf = "champion:"

// readFrom reads the checkpoint that from names, and its hash.
func readFrom(from string) (*train.Checkpoint, string, error) {
	game, ok := strings.CutPrefix(from, championOf)
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
