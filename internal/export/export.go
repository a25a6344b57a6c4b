// Package export writes the network of a checkpoint for other programs, or for
// other people who have ludens, and makes a checkpoint of what other programs wrote.
//
// It also writes games of self-play as the files that other people's programs learn
// from and look at, and reads the games of such files and of results. Written are
// positions, a row each: tensors to learn from (npz) and a table to look at (parquet);
// and games: records as lines of JSON (jsonl), PGN where the game has it, and protocol
// buffers (proto). docs/data.md describes each. Everything is written game by game: the
// memory that it takes does not grow with their number.
package export

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ludens/agent"
	"ludens/configs"
	"ludens/env/record"
	"ludens/internal/chart"
	"ludens/internal/disk"
	"ludens/internal/exit"
	"ludens/internal/prose"
	"ludens/internal/report"
	runs "ludens/internal/run"
	"ludens/nn"
	"ludens/nn/onnx"
	"ludens/selfplay"
	"ludens/train"
)

// Formats are those in which a network can be written: for other programs, the
// weights alone, and to play with; and, last, that of a learned evaluation.
var Formats = []string{"onnx", "safetensors", "ckpt", evaluation}

const evaluation = "json"

// Write writes the network of a checkpoint, whose SHA-256 is hash, in one of
// Formats.
func Write(c *train.Checkpoint, hash, format, file string) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("export: no format %q; want one of %s", format, strings.Join(Formats, ", "))
	}
	if format == "ckpt" {
		return writeForPlay(*c, hash, file)
	}
	return disk.Write(file, func(w io.Writer) error {
		if format == "onnx" {
			return onnx.Write(w, c.Net, properties(c, hash))
		}
		return nn.WriteTensors(w, c.Net.Tensors())
	})
}

// writeForPlay writes a checkpoint of that hash without its learner, calibrated.
func writeForPlay(c train.Checkpoint, hash, file string) error {
	g, err := configs.GameIn(&c)
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
	c.Learner, c.Parent, c.Made, c.Ranges = nil, hash, nil, &reach
	_, err = c.Write(file)
	return err
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

// Request is what is to be written for other programs.
type Request struct {
	Format string // one of Formats, of Games one of GameFormats; "": that of the file's ending
	File   string
	Games  bool   // the games of a run instead of its network
	Curves string // a folder for the curves of a run, instead; "": none
}

// Run writes what was asked for of a checkpoint or of the folder of a run, and says what
// that is.
func (r Request) Run(ctx context.Context, out io.Writer, path string) error {
	if r.Curves != "" {
		return r.writeCurves(out, path)
	}
	if err := r.chooseFormat(); err != nil {
		return err
	}
	if r.Games {
		return r.writeGames(ctx, out, path)
	}
	if r.Format == evaluation {
		return r.writeEvaluation(out, path)
	}
	return r.writeNetwork(out, path)
}

// writeEvaluation writes the weights of a run by alpha-beta, to play with.
func (r Request) writeEvaluation(out io.Writer, path string) error {
	text, file, err := runs.EvaluationText(path)
	if err != nil {
		return err
	}
	err = disk.WriteBytes(r.File, text)
	if err == nil {
		fmt.Fprintf(out, "%s: the evaluation of %s\nsha256     %x\n", r.File, file, sha256.Sum256(text))
	}
	return err
}

// formats returns all that can be written, and the one that the ending of the file names;
// "" if it names none.
func (r Request) formats() (all []string, named string) {
	ending := strings.ToLower(filepath.Ext(r.File))
	if r.Games {
		return GameFormats(), gameFormatOf(ending)
	}
	if ending = strings.TrimPrefix(ending, "."); slices.Contains(Formats, ending) {
		named = ending
	}
	return Formats, named
}

func (r *Request) chooseFormat() error {
	all, named := r.formats()
	last := len(all) - 1
	list := strings.Join(all[:last], ", ") + " or " + all[last]
	switch {
	case r.Format != "" && !slices.Contains(all, r.Format):
		return exit.Usagef("export: no format %q%s; want %s", r.Format, prose.Hint(r.Format, all), list)
	case r.File == "":
		return exit.Usagef("export: where to? Add -o FILE")
	}
	if r.Format = cmp.Or(r.Format, named); r.Format == "" {
		return exit.Usagef("export: the ending of %s names no format: add --to %s", r.File, list)
	}
	return nil
}

// writeNetwork writes the network of a checkpoint.
func (r Request) writeNetwork(out io.Writer, path string) error {
	if err := refuseSimulations(path); err != nil {
		return err
	}
	c, path, hash, err := runs.ReadCheckpoint(path)
	if err != nil {
		return err
	}
	if err := Write(c, hash, r.Format, r.File); err != nil {
		return err
	}
	s := c.Network
	fmt.Fprintf(out, "%s: %s, after iteration %d\n", r.File, about(c), c.At.Iteration)
	fmt.Fprintf(out, "checkpoint %s\nsha256     %s\n", path, hash)
	if r.Format == "onnx" {
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
	return exit.Usagef("export: @%s means simulations, and a network makes none: name the folder, or the file of an iteration as in %s",
		spec.Limit(), filepath.Join("RUN", "checkpoints", "000050.ckpt"))
}

// ports lists what goes in and comes out.
func ports(s nn.Spec) string {
	text := fmt.Sprintf("in         obs [n, %d, %d, %d]\nout        policy_logits [n, %d], wdl [n, 3]", s.Planes, s.Rows, s.Cols, s.Actions())
	if s.Score {
		text += ", score [n]"
	}
	return text + "\n"
}

// writeGames writes the games of a run.
func (r Request) writeGames(ctx context.Context, out io.Writer, dir string) error {
	folder, _, g, err := runs.LookAt(dir)
	if err != nil {
		return err
	}
	n, err := writeGames(r.File, r.Format, g, func(visit func(int, *selfplay.Record) error) error {
		return folder.EachGame(g, func(iteration int, p *selfplay.Record) error {
			return cmp.Or(ctx.Err(), visit(iteration, p))
		})
	})
	if errors.As(err, new(record.NotationError)) {
		return exit.Usagef("export: %w: want another format, as jsonl", err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s games of %s, %s positions\n", r.File, report.Grouped(n.Games), g.Spec().Name, report.Grouped(n.Positions))
	return err
}

// writeCurves writes the curves of a run for TensorBoard.
func (r Request) writeCurves(out io.Writer, dir string) error {
	if r.Games || r.Format != "" || r.File != "" {
		return exit.Usagef("export: --tensorboard writes a folder and nothing else: leave --games, --to and -o out")
	}
	folder, err := runs.Look(dir)
	if err != nil {
		return err
	}
	all, err := folder.Metrics()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: no iteration is finished yet", dir)
	}
	if err := os.MkdirAll(r.Curves, 0o755); err != nil {
		return err
	}
	path := filepath.Join(r.Curves, chart.EventFile(all[0].At.Iteration))
	err = disk.Write(path, func(w io.Writer) error {
		to, err := chart.NewEventWriter(w, runs.WallTime(all[0]))
		for _, m := range all {
			if err == nil {
				err = runs.WriteScalars(to, m)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s; look at them with: tensorboard --logdir %s\n", path, report.Count(len(all), "iteration"), r.Curves)
	return err
}
