package main

import (
	"bytes"
	"strings"
	"testing"
)

// speak runs a command line with some input.
func speak(t *testing.T, input string, words ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), words, strings.NewReader(input), &o, &e)
	return o.String(), e.String(), code
}

func TestEngineSpeaks(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ words, input, want string }{
		{"engine connect4 mcts:20", `{"id":"1","do":"play"}`, `"simulations":20`},
		{"engine tictactoe", `{"id":"1","do":"game"}`, `"engine":"Ludens mcts:400"`},
		{"engine tictactoe alphabeta:2", `{"id":"1","do":"play","seconds":0.1}`, `"move":"`},
		{"engine connect4 mcts:1ns", `{"id":"1","do":"play"}`, `"simulations":1,`},
		{"engine connect4 champion:1ns", `{"id":"1","do":"play"}`, `"simulations":1,`},
		{"engine tictactoe alphabeta:20ms", `{"id":"1","do":"play"}`, `"move":"`},
		{"engine tictactoe greedy", `{"id":"1","do":"analyse","moves":["a1","b1","a2","b2"]}`, `"move":"a3"`},
		{"engine celta mcts:5 --protocol otep", "play defenders\n", "hello\nmove "},
		{"engine cetran2 mcts:5 --protocol uci", "go\n", "bestmove "},
		{"engine cetran2 alphabeta:3 --protocol uci", "go\n", "info depth 3 "},
		{"engine cetran2 mcts:5 --protocol cecp", "go\n", "move "},
		{"env tictactoe", `{"do":"reset","seeds":[1]}`, `"masks":"AQEBAQEBAQEB"`},
	} {
		out, errs, code := speak(t, c.input, strings.Fields(c.words)...)
		if code != 0 || errs != "" || !strings.Contains(out, c.want) {
			t.Errorf("ludens %s: exit code %d, %q\ngot  %s\nwant %s", c.words, code, errs, out, c.want)
		}
	}
}

func TestEngineErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ words, want string }{
		{"engine", "want: ludens engine GAME [AGENT]"},
		{"engine celtta", `did you mean "celta"?`},
		{"engine celta --protocol otpe", `--protocol "otpe"; want cecp, uci, otep, json (did you mean "otep"?)`},
		{"engine celta --threads 0", "--threads 0: want 1 to 256"},
		{"engine celta --protocol uci", "uci is for games of chess; celta speaks otep and json"},
		{"engine celta mtcs:5", `unknown agent "mtcs:5"`},
		{"engine celta ckpt:nothing", "no checkpoint at nothing"},
		{"engine tablut champion", "no champion of tablut"},
		{"engine celta runs/none", "no checkpoint at runs/none: train one with: ludens train GAME"},
		{"engine celta mcts:0", `"0" is not a whole number from 1 to 1000000`},
		{"engine celta --protcol json", "unknown flag: --protcol"},
		{"env", "want: ludens env GAME"},
	} {
		_, errs, code := speak(t, "", strings.Fields(c.words)...)
		if code == 0 || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("ludens %s: exit code %d\ngot  %s\nwant %s", c.words, code, errs, c.want)
		}
	}
}
