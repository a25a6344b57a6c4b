package export

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/disk"
	"ludens/nn"
	"ludens/nn/onnx"
	"ludens/train"
)

// maxWeights bounds a file of weights that is read: twice the largest network in
// float32.
const maxWeights = 256 << 20

// Weights are the formats in which weights are read, by the endings of their files.
var Weights = []string{"safetensors", "onnx"}

// IsWeights reports whether the ending of a file is that of weights.
func IsWeights(file string) bool {
	return slices.Contains(Weights, strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), "."))
}

// Read makes a checkpoint to play g with, and to begin training from, of the weights in
// a file: safetensors or ONNX, distinguished by their first bytes. It is searched and
// weighed as the preset of the game says. The error names the file.
func Read(g env.Game, file string) (*train.Checkpoint, error) {
	b, err := disk.ReadFile(file, maxWeights)
	if err != nil {
		return nil, err
	}
	net, err := adopt(g, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	c, err := checkpointOf(g, net)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return c, nil
}

// adopt returns the network whose weights are in b.
func adopt(g env.Game, b []byte) (*nn.Net, error) {
	s := g.Spec()
	shape := nn.Spec{Planes: s.Shape[0], Rows: s.Shape[1], Cols: s.Shape[2], PolicyPlanes: s.Planes(), Globals: s.Globals()}
	if len(b) > 8 && b[8] == '{' { // behind the length of safetensors' header
		ts, err := nn.ReadTensors(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return nil, err
		}
		return nn.Adopt(shape, ts)
	}
	ts, about, err := onnx.Read(b)
	if err != nil {
		return nil, err
	}
	if err := fits(g, about); err != nil {
		return nil, err
	}
	return nn.Adopt(shape, ts)
}

// fits holds what an ONNX file says of its game against g.
func fits(g env.Game, about []onnx.Property) error {
	said := map[string]string{}
	for _, p := range about {
		said[p.Key] = p.Value
	}
	if rules := said["game_rules"]; rules != "" && rules != env.Fingerprint(g) {
		return fmt.Errorf("its network was trained on the rules of %s, want those of %s", cmp.Or(said["game"], "another game"), g.Spec().Name)
	}
	return nil
}

// checkpointOf returns the checkpoint of a network that has not been trained here,
// calibrated.
func checkpointOf(g env.Game, net *nn.Net) (*train.Checkpoint, error) {
	run, err := configOf(g, net.Spec())
	if err != nil {
		return nil, err
	}
	spec := g.Spec()
	play := run.Method(spec).AtPlay
	c := &train.Checkpoint{Net: net, Header: train.Header{
		Game: spec.Name, Version: spec.Version, Rules: env.Fingerprint(g), Network: net.Spec(),
		Utility: play.Utility, Settled: play.Settled, Config: run.Text(), Seed: run.Seed,
	}}
	if err := c.Fits(g); err != nil {
		return nil, err
	}
	ranges, err := agent.Calibrate(net, g, c.Weights())
	c.Ranges = &ranges
	return c, err
}

// configOf returns the configuration of the game's preset with a network of that shape.
func configOf(g env.Game, s nn.Spec) (configs.Run, error) {
	name := g.Spec().Name
	preset, err := configs.PresetFor(name)
	if err != nil {
		return configs.Run{}, err
	}
	layers := []configs.Layer{preset, configs.Argument("the game", "game", name)}
	if text := games.Text(name); text != "" {
		layers = append(layers, configs.Argument("the file of "+name, "variant", text))
	}
	shape := []string{
		fmt.Sprintf("network.channels=%d", s.Channels), fmt.Sprintf("network.blocks=%d", s.Blocks),
		fmt.Sprintf("network.policy_channels=%d", s.PolicyChannels), fmt.Sprintf("network.value_channels=%d", s.ValueChannels),
		fmt.Sprintf("network.value_hidden=%d", s.ValueHidden), fmt.Sprintf("network.score=%t", s.Score),
	}
	if !s.Score {
		shape = append(shape, "play.score_utility=0", "selfplay.score_utility=0")
	}
	set, err := configs.Set(shape)
	if err != nil {
		return configs.Run{}, err
	}
	return configs.Load(append(layers, set...)...)
}
