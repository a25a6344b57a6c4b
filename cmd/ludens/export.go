package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludens/agent"
	"ludens/internal/dataset"
	"ludens/internal/export"
	"ludens/internal/nearest"
	runs "ludens/internal/run"
	"ludens/nn"
)

func newExport() *cobra.Command {
	var e exporter
	c := &cobra.Command{
		Use:   "export CHECKPOINT|FOLDER -o FILE",
		Short: "Write a network or the games of a run for other programs, or to pass on",
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
stem.weight, stem.gamma, block0.first.weight, and so on.

With --games it writes the games of self-play that a run keeps, in one of five formats
(docs/data.md):

  npz      positions as NumPy arrays to learn from: obs, legal, policy, value, ...
  parquet  a table with a row a position: its text, the move, the policy, who won
  pgn      the games as PGN, where the game has it
  jsonl    the games as records, a line of JSON each
  proto    the games as protocol buffers (proto/ludens/v1/games.proto), ending .pb

With --tensorboard it writes the curves of a run as TensorBoard reads them.`,
		Example: `  ludens export runs/celta -o celta.onnx
  ludens export runs/celta/checkpoints/000050.ckpt -o celta-50.safetensors
  ludens export best.ckpt --to onnx -o best.bin
  ludens export runs/celta -o celta.ckpt            half as large, to send to a friend
  ludens export runs/celta --games -o celta.npz     what it was trained on, for NumPy
  ludens export runs/cetran2 --games -o games.pgn
  ludens export runs/celta --tensorboard logs/celta`,
		Args: arguments(1, 1, "export CHECKPOINT|FOLDER -o FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if e.curves != "" {
				return e.writeCurves(c.OutOrStdout(), args[0])
			}
			format, err := e.chooseFormat()
			if err != nil {
				return err
			}
			if e.games {
				return e.writeGames(c.Context(), c.OutOrStdout(), args[0], format)
			}
			return e.run(c.OutOrStdout(), args[0], format)
		},
	}
	c.Flags().StringVar(&e.to, "to", "", strings.Join(export.Formats, ", ")+"; with --games "+strings.Join(dataset.Formats(), ", ")+" (default: by the ending of FILE)")
	c.Flags().BoolVar(&e.games, "games", false, "write the games of self-play that a run keeps")
	c.Flags().StringVar(&e.curves, "tensorboard", "", "write the curves of a run into this folder, for TensorBoard")
	c.Flags().StringVarP(&e.file, "output", "o", "", "write to this file")
	return c
}

// exporter is what export was asked to do.
type exporter struct {
	to, file string
	games    bool
	curves   string
}

// formats returns those in which it can be written, and which of them the ending of
// the file tells, "" if none.
func (e *exporter) formats() (all []string, told string) {
	ending := strings.ToLower(filepath.Ext(e.file))
	if e.games {
		return dataset.Formats(), dataset.FormatOf(ending)
	}
	if i := slices.Index(export.Formats, strings.TrimPrefix(ending, ".")); i >= 0 {
		told = export.Formats[i]
	}
	return export.Formats, told
}

func (e *exporter) chooseFormat() (string, error) {
	all, told := e.formats()
	last := len(all) - 1
	list := strings.Join(all[:last], ", ") + " or " + all[last]
	switch {
	case e.to != "" && !slices.Contains(all, e.to):
		return "", usage{fmt.Errorf("export: no format %q%s; want %s", e.to, nearest.Hint(e.to, all), list)}
	case e.file == "":
		return "", usage{errors.New("export: where to? Add -o FILE")}
	case e.to != "":
		return e.to, nil
	case told != "":
		return told, nil
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
	if err := export.Write(c, hash, format, e.file); err != nil {
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

// refuseSimulations explains itself to those who ask for an agent, as elsewhere:
// runs/celta@50.
func refuseSimulations(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	spec, err := agent.FromArg(path)
	if err != nil || spec.Kind != "ckpt" || spec.Usual {
		return nil
	}
	if _, err := os.Stat(spec.Path); err != nil {
		return nil
	}
	return usage{fmt.Errorf("export: @%s means simulations, and a network makes none: name the folder, or the file of an iteration as in %s",
		spec.Limit(), filepath.Join("RUN", "checkpoints", "000050.ckpt"))}
}

// ports lists what goes in and comes out.
func ports(s nn.Spec) string {
	text := fmt.Sprintf("in         obs [n, %d, %d, %d]\nout        policy_logits [n, %d], wdl [n, 3]", s.Planes, s.Rows, s.Cols, s.Actions())
	if s.Score {
		text += ", score [n]"
	}
	return text + "\n"
}
