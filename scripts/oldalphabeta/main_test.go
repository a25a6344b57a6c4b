package main

import (
	"context"
	"strings"
	"testing"
)

func TestMeasure(t *testing.T) {
	for args, want := range map[string]string{
		"--game connect4 --old 2 --agent alphabeta:2 --games 4":                     "connect4: alphabeta:2 against old:2, 4 games\nred ",
		"--game connect4 --old 1 --agent alphabeta:4 --sprt 0,100 --workers 2":      "LLR ",
		"--game tictactoe --old 1ms --agent random --games 2 --opening 0":           "old:1ms, 2 games",
		"--game cetro --old 1 --agent champion:0 --games 2 --opening 2 --workers 1": "champion:0 against old:1",
		"--game cetran2 --old 2 --agent alphabeta:2 --nodes 2":                      "nodes: 1/",
	} {
		var out strings.Builder
		if err := measure(context.Background(), strings.Fields(args), &out); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v, printed %q, want %q", args, err, out.String(), want)
		}
	}
}

func TestMeasureRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"--old fast":                        "want plies, as in 4, or a time, as in 50ms",
		"--old 0":                           "depth 0, want 1 to 64",
		"--games 3":                         "want --games 2, 4 or more",
		"--game ches":                       "ches",
		"--agent gredy":                     `did you mean "greedy"`,
		"--sprt 3":                          "want two Elo differences",
		"--agent ckpt:nothing.ckpt@4":       "nothing.ckpt",
		"--game tablut --agent champion:10": "no champion of tablut",
	} {
		err := measure(context.Background(), strings.Fields(args), &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", args, err, want)
		}
	}
}
