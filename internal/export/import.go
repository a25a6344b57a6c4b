package export

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ludens/agent"
	"ludens/configs"
	"ludens/env"
	"ludens/env/games"
	"ludens/internal/disk"
	"ludens/internal/report"
	"ludens/nn"
	"ludens/nn/onnx"
	"ludens/train"
)

// maxRules is what a file of a game's rules may hold at most, in bytes.
const maxRules = 1 << 20

// vacant returns an error if a file is there.
func vacant(path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s is there already: choose another name, or remove it", path)
	}
	return nil
}

// about says what network a checkpoint has.
func about(c *train.Checkpoint) string {
	s := c.Network
	return fmt.Sprintf("network %dx%d of %s, %d parameters", s.Channels, s.Blocks, c.Game, s.Params())
}

// ImportWeights makes a checkpoint of g, in the file to, of the weights in a file.
func ImportWeights(out io.Writer, g env.Game, path, to string) error {
	if err := vacant(to); err != nil {
		return err
	}
	c, err := Read(g, path)
	if err != nil {
		return err
	}
	hash, err := c.Write(to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s\nsha256     %s\n", to, about(c), hash)
	return err
}

// ImportRules makes the file of a game, in the file to or printed if that is "", of its
// rules in FILE or FILE#NAME. Unless partly, a rule that no file can say is an error;
// errs gets a line for each.
func ImportRules(out, errs io.Writer, from, to string, partly bool) error {
	path, name, _ := strings.Cut(from, "#")
	text, err := disk.ReadFile(path, maxRules)
	if err != nil {
		return err
	}
	game, err := games.Import(string(text), name)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, p := range game.Problems {
		fmt.Fprintf(errs, "%s: %s\n", path, p)
	}
	if n := len(game.Problems); n > 0 && (!partly || game.Text == "") {
		return fmt.Errorf("%s: %s that no file can say (above): what is left would be another game", path, report.Count(n, "thing"))
	}
	if to == "" {
		_, err = fmt.Fprint(out, game.Text)
		return err
	}
	if err := vacant(to); err != nil {
		return err
	}
	return disk.WriteBytes(to, []byte(game.Text))
}

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
