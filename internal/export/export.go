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
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ludens/agent"
	"ludens/configs"
	"ludens/internal/disk"
	"ludens/nn"
	"ludens/nn/onnx"
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
