package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ludens/internal/export"
)

func newExport() *cobra.Command {
	var e export.Request
	c := &cobra.Command{
		Use:   "export CHECKPOINT|FOLDER -o FILE",
		Short: "Write a network, an evaluation or the games of a run for other programs, or to pass on",
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

json: the learned evaluation of a run by alpha-beta, or of an iteration as RUN@3.

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
  ludens export runs/chess-eval -o chess.eval.json   for alphabeta:8+eval=chess.eval.json
  ludens export runs/celta --tensorboard logs/celta`,
		Args: arguments(1, 1, "export CHECKPOINT|FOLDER -o FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return e.Run(c.Context(), c.OutOrStdout(), args[0])
		},
	}
	c.Flags().StringVar(&e.Format, "to", "", strings.Join(export.Formats, ", ")+"; with --games "+strings.Join(export.GameFormats(), ", ")+" (default: by the ending of FILE)")
	c.Flags().BoolVar(&e.Games, "games", false, "write the games of self-play that a run keeps")
	c.Flags().StringVar(&e.Curves, "tensorboard", "", "write the curves of a run into this folder, for TensorBoard")
	c.Flags().StringVarP(&e.File, "output", "o", "", "write to this file")
	return c
}
