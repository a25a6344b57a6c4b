package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/internal/exit"
)

// Every mistake gets one line that says what was wrong and what would be
// right, and an exit code that is not 0.
func TestMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "run")
	has(t, string(must(t, "verify", "run", "--replay", "100%")), "replayed     8 games by the networks of the checkpoints; 0 could not be", "nothing is wrong")
	checkpoint := filepath.Join("run", "checkpoints", "000002.ckpt")
	whole, err := os.ReadFile(checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile("huge.txt", nil, 0o644), os.Truncate("huge.txt", 1<<40)); err != nil {
		t.Fatal(err)
	}
	older := bytes.Clone(whole)
	older[7] = '0'
	for name, text := range map[string][]byte{
		"cut.ckpt": whole[:len(whole)/2], "foreign.ckpt": []byte("PK\x03\x04 something else"), "older.ckpt": older,
		"misspelt.toml": []byte("game = \"tictactoe\"\n\n[search]\nsimulatoins = 4\n"),
		"mistyped.toml": []byte("game = \"tictactoe\"\n[train]\niterations = \"ten\"\n"),
		"negative.toml": []byte("game = \"tictactoe\"\n[selfplay]\ngames = -1\n"),
		"notarun/x":     nil,
	} {
		os.MkdirAll(filepath.Dir(name), 0o755)
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"trian celta", exit.CodeUsage, `unknown verb "trian" (did you mean "train"?)`},
		{"render celta -o d.png", exit.CodeUsage, `unknown verb "render"`},
		{"--bogus", exit.CodeUsage, "unknown flag: --bogus; see ludens --help"},
		{"play celta --agnet random", exit.CodeUsage, `unknown flag: --agnet (did you mean "--agent"?); see ludens play --help`},
		{"config show celta --bogus", exit.CodeUsage, "see ludens config show --help"},
		{"train", exit.CodeUsage, "which game?"},
		{"train celta cuervo", exit.CodeUsage, "one word too many"},
		{"train tictactow", exit.CodeError, `did you mean "tictactoe"`},
		{"train celta:frist=king", exit.CodeError, `did you mean "first"`},
		{"train celta:first=kong", exit.CodeError, `did you mean "king"`},
		{"train tictactoe --sed x=1", exit.CodeUsage, "unknown flag"},
		{"train tictactoe --set seed", exit.CodeUsage, "path=value"},
		{"train tictactoe --set search.simulatoins=3", exit.CodeError, `did you mean "simulations"`},
		{"train tictactoe --workers -2 --run w", exit.CodeUsage, "--workers -2: want 0 to 1024"},
		{"train tictactoe --listen :0 --audit 2 --run w", exit.CodeUsage, "--audit 2: want 0 to 1"},
		{"train tictactoe --games /dev/zero --run w", exit.CodeError, "/dev/zero is not an ordinary file"},
		{"train tictactoe --games huge.txt --run w", exit.CodeError, "huge.txt is too long: more than 8192 MiB"},
		{"replay /dev/zero", exit.CodeError, "/dev/zero is not an ordinary file"},
		{"eval tictactoe /dev/zero", exit.CodeError, "/dev/zero is not an ordinary file"},
		{"eval tictactoe huge.txt", exit.CodeError, "huge.txt is too long"},
		{"verify run --replay 1", exit.CodeUsage, "want 0% to 100%"},
		{"resume run --audit 0.5", exit.CodeUsage, "want --listen or --nats"},
		{"train tictactoe --preset celtaa", exit.CodeError, `did you mean "celta"`},
		{"train tictactoe --run run", exit.CodeError, "ludens resume run"},
		{"train --config misspelt.toml", exit.CodeError, `misspelt.toml:4: unknown key "simulatoins" in [search] (did you mean "simulations"?)`},
		{"train --config mistyped.toml", exit.CodeError, "mistyped.toml:3: train.iterations is a string, want a whole number"},
		{"train --config negative.toml", exit.CodeError, "negative.toml:3: [selfplay] games = -1, want 1 to 1000000"},
		{"train --config nowhere.toml", exit.CodeError, "nowhere.toml"},
		{"resume nowhere", exit.CodeError, "holds no run"},
		{"resume notarun", exit.CodeError, "holds no run"},
		{"resume", exit.CodeUsage, "too few words"},
		{"eval tictactoe cut.ckpt", exit.CodeError, "cut.ckpt is damaged"},
		{"eval tictactoe foreign.ckpt", exit.CodeError, "foreign.ckpt is not a ludens checkpoint"},
		{"eval tictactoe older.ckpt", exit.CodeError, "older.ckpt has another checkpoint format"},
		{"eval connect4 run", exit.CodeError, "the checkpoint is for tictactoe, the game is connect4"},
		{"eval tictactoe notarun", exit.CodeError, "notarun holds no checkpoint"},
		{"eval tictactoe ckpt:nowhere@5", exit.CodeError, "no checkpoint at nowhere"},
		{"eval tictactoe int8:nowhere@5", exit.CodeError, "no checkpoint at nowhere"},
		{"eval connect4 int8:run", exit.CodeError, "the checkpoint is for tictactoe, the game is connect4"},
		{"eval tictactoe gredy", exit.CodeError, `did you mean "greedy"`},
		{"eval tictactoe random --baselines mcts:x", exit.CodeError, "not a whole number"},
		{"eval tictactoe random --games 0", exit.CodeUsage, "--games 0: want 1 to 1000000"},
		{"eval connect4 random --every-line", exit.CodeError, "too large"},
		{"config show celta --set network.channels=-3", exit.CodeError, "channels = -3"},
		{"config shwo", exit.CodeUsage, `did you mean "show"`},
		{"bench nonsense", exit.CodeError, "no game"},
	} {
		var out, errs bytes.Buffer
		code := run(context.Background(), strings.Fields(tt.args), os.Stdin, &out, &errs)
		text := strings.TrimSuffix(errs.String(), "\n")
		if code != tt.code || !strings.Contains(text, tt.want) || strings.Contains(text, "\n") {
			t.Errorf("ludens %s: exit code %d, %q; want %d and one line with %q", tt.args, code, text, tt.code, tt.want)
		}
	}
}
