package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/env/games"
	"ludens/internal/atomicfile"
	"ludens/internal/nearest"
	runs "ludens/internal/run"
	"ludens/nn"
	"ludens/nn/onnx"
	"ludens/train"
)

func newExport() *cobra.Command {
	var e exporter
	c := &cobra.Command{
		Use:   "export CHECKPOINT|FOLDER -o FILE",
		Short: "Write a network for other programs, or to pass on",
		Long: `Export writes the network of a checkpoint, or of the newest one of a run's
folder, for other programs, or for other people who have ludens.

ckpt: a checkpoint to play with, without what only further training needs, and
calibrated for play in bytes (int8:FILE), which then begins at once.

onnx: the whole network, batch norm and all, for any number n of positions:

  in   obs            [n, planes, rows, cols]  what the side to move sees
  out  policy_logits  [n, actions]             before any softmax, of illegal actions too:
                                               take the softmax over the legal ones
       wdl            [n, 3]                   probabilities of win, draw and loss
                                               for the side to move
       score          [n]                      how far it will have come in the end, -1 to 1;
                                               only if the network was trained with score = true

What each plane shows and each action does is on the card of the game, under
"For programs": ludens games GAME. The file names the game, the version of its
planes and actions, and the checkpoint's SHA-256 (metadata_props).

safetensors: the weights and running statistics alone, float32, by layer:
stem.weight, stem.gamma, block0.first.weight, and so on.`,
		Example: `  ludens export runs/celta -o celta.onnx
  ludens export runs/celta/checkpoints/000050.ckpt -o celta-50.safetensors
  ludens export best.ckpt --to onnx -o best.bin
  ludens export runs/celta -o celta.ckpt            half as large, to send to a friend`,
		Args: arguments(1, 1, "export CHECKPOINT|FOLDER -o FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			format, err := e.chooseFormat()
			if err != nil {
				return err
			}
			return e.run(c.OutOrStdout(), args[0], format)
		},
	}
	c.Flags().StringVar(&e.to, "to", "", strings.Join(exportFormats, ", ")+" (default: by the ending of FILE)")
	c.Flags().StringVarP(&e.file, "output", "o", "", "write to this file")
	return c
}

// exporter is what export was asked to do.
type exporter struct{ to, file string }

var exportFormats = []string{"onnx", "safetensors", "ckpt"}

func (e *exporter) chooseFormat() (string, error) {
	list := strings.Join(exportFormats[:2], ", ") + " or " + exportFormats[2]
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(e.file)), ".")
	switch {
	case e.to != "" && !slices.Contains(exportFormats, e.to):
		return "", usage{fmt.Errorf("export: no format %q%s; want %s", e.to, nearest.Hint(e.to, exportFormats), list)}
	case e.file == "":
		return "", usage{errors.New("export: where to? Add -o FILE")}
	case e.to != "":
		return e.to, nil
	case slices.Contains(exportFormats, ending):
		return ending, nil
	}
	return "", usage{fmt.Errorf("export: the ending of %s tells no format: add --to %s", e.file, list)}
}

func (e *exporter) run(out io.Writer, path, format string) error {
	if err := refuseSimulations(path); err != nil {
		return err
	}
	c, path, hash, err := runs.ReadCheckpoint(path)
	if err != nil {
		return err
	}
	if err := writeAs(c, hash, format, e.file); err != nil {
		return err
	}
	s := c.Network
	fmt.Fprintf(out, "%s: network %dx%d of %s, %d parameters, after iteration %d\n", e.file, s.Channels, s.Blocks, c.Game, s.Params(), c.At.Iteration)
	fmt.Fprintf(out, "checkpoint %s\nsha256     %s\n", path, hash)
	if format == "onnx" {
		fmt.Fprint(out, ports(s))
		fmt.Fprintf(out, "planes and actions: ludens games %s\n", c.Game)
	}
	return nil
}

// writeAs writes the network of a checkpoint in one of exportFormats.
func writeAs(c *train.Checkpoint, hash, format, file string) error {
	if format == "ckpt" {
		return writeForPlay(c, hash, file)
	}
	return atomicfile.Write(file, func(w io.Writer) error {
		if format == "onnx" {
			return onnx.Write(w, c.Net, properties(c, hash))
		}
		return nn.WriteTensors(w, c.Net.Tensors())
	})
}

// writeForPlay writes a checkpoint of that hash without its learner, calibrated.
func writeForPlay(c *train.Checkpoint, hash, file string) error {
	g, err := games.Make(c.Game)
	if err != nil {
		return err
	}
	if err := c.Fits(g); err != nil {
		return err
	}
	reach, err := agent.Calibrate(c.Net, g, c.Weights())
	if err != nil {
		return err
	}
	c.Learner, c.Parent, c.Made, c.Reach = nil, hash, nil, &reach
	_, err = c.Write(file)
	return err
}

// refuseSimulations explains itself to those who ask for an agent, as elsewhere:
// runs/celta@50.
func refuseSimulations(path string) error {
	folder, n, found := cutLast(path, "@")
	if _, err := os.Stat(folder); !found || err != nil {
		return nil
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return usage{fmt.Errorf("export: @%s means simulations, and a network makes none: name the folder, or the file of an iteration as in %s",
		n, filepath.Join("RUN", "checkpoints", "000050.ckpt"))}
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// properties are what an ONNX file says of where it comes from.
func properties(c *train.Checkpoint, hash string) []onnx.Property {
	network, _ := json.Marshal(c.Network) // numbers always have JSON
	return []onnx.Property{
		{Key: "game", Value: c.Game},
		{Key: "game_version", Value: strconv.Itoa(c.Version)},
		{Key: "game_rules", Value: c.Rules},
		{Key: "network", Value: string(network)},
		{Key: "iteration", Value: strconv.Itoa(c.At.Iteration)},
		{Key: "checkpoint_sha256", Value: hash},
	}
}

// ports lists what goes in and comes out.
func ports(s nn.Spec) string {
	text := fmt.Sprintf("in         obs [n, %d, %d, %d]\nout        policy_logits [n, %d], wdl [n, 3]", s.Planes, s.Rows, s.Cols, s.Actions())
	if s.Score {
		text += ", score [n]"
	}
	return text + "\n"
}
