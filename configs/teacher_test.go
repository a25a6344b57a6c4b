package configs

import (
	"strings"
	"testing"

	"ludens/eval"
)

// Games of alpha-beta that a preset asks for are left out where the run begins with
// something else, or the game has no evaluation to learn; games that the user asks for are
// refused there, with their place.
func TestTeacher(t *testing.T) {
	preset := Layer{Name: presetName + "mine", Text: "game = \"celta\"\n[pretrain.alphabeta]\ngames = 100\n"}
	base, err := PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		text  string
		games int    // that the preset's asking comes to
		err   string // where the file asks for them
	}{
		{"", 100, ""},
		{"game = \"cetran2\"\n", 100, ""},
		{"from = \"runs/a\"\n", 0, "alphabeta.games = 50, want 0: the run begins with the network of runs/a"},
		{"pretrain.games = \"a.pgn\"\n", 0, "alphabeta.games = 50, want 0: the run begins with the games of a.pgn"},
		{"game = \"celta@tafl7\"\n", 0, "alphabeta.games = 50, want 0: celta@tafl7 does not list its pieces"},
	} {
		run, err := Load(base, preset, Layer{Name: "mine.toml", Text: row.text})
		if err != nil || run.Pretrain.AlphaBeta.Games != row.games {
			t.Errorf("%q: %d games, %v; want %d", row.text, run.Pretrain.AlphaBeta.Games, err, row.games)
		}
		if again, err := Load(Layer{Name: "config.toml", Text: run.Text()}); err != nil || again.Pretrain != run.Pretrain {
			t.Errorf("%q: reads back as %+v, %v, want %+v", row.text, again.Pretrain, err, run.Pretrain)
		}
		_, err = Load(base, preset, Layer{Name: "mine.toml", Text: row.text + "pretrain.alphabeta.games = 50\n"})
		if row.err == "" && err != nil || row.err != "" && (err == nil || !strings.Contains(err.Error(), row.err) || !strings.Contains(err.Error(), "mine.toml:")) {
			t.Errorf("%q with a file that asks: %v, want %q", row.text, err, row.err)
		}
	}
}

// What is left out has its default, and a rehearsal is small.
func TestTeacherIsSettled(t *testing.T) {
	base, err := PresetFor("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	load := func(text string) Run {
		t.Helper()
		run, err := Load(base, Layer{Name: "mine.toml", Text: "game = \"celta\"\n" + text})
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	run := load("pretrain.alphabeta.games = 70\n")
	if want := (eval.Teacher{Games: 70, Epochs: 1, Nodes: 1000, Rounds: 3, RoundGames: 500}); run.Pretrain.AlphaBeta != want {
		t.Errorf("%+v, want %+v", run.Pretrain.AlphaBeta, want)
	}
	if got := run.Rehearsal().Pretrain.AlphaBeta.All(); got > 10 {
		t.Errorf("a rehearsal plays %d games of alpha-beta", got)
	}
	if run := load("pretrain.alphabeta.nodes = 70\npretrain.alphabeta.games = 0\n"); run.Pretrain.Any() {
		t.Errorf("no games: %+v", run.Pretrain)
	}
}
