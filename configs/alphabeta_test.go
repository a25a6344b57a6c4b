package configs

import (
	"reflect"
	"strings"
	"testing"

	"ludens/train"
)

// A run by alpha-beta reads back as it is written, and its text has no tables of a network.
func TestRunByAlphaBeta(t *testing.T) {
	run, err := Load(layers(t, train.AlphaBeta, "game = \"cetran2\"\n", "seed=3")...)
	if err != nil {
		t.Fatal(err)
	}
	text := run.Text()
	again, err := Load(Layer{Name: "config.toml", Text: text})
	if err != nil || !reflect.DeepEqual(again, run) || again.Train.PastEvery != 1 || again.AlphaBeta.Games != 2000 {
		t.Errorf("%+v is read as %+v, %v", run, again, err)
	}
	for _, table := range []string{"[network]", "[search]", "[selfplay]", "[optimiser]", "[play]"} {
		if strings.Contains(text, table) {
			t.Errorf("its text has %s:\n%s", table, text)
		}
	}
	network, err := Load(layers(t, "tictactoe", "")...)
	if err != nil || strings.Contains(network.Text(), "[alphabeta]") || strings.Contains(network.Text(), "method") {
		t.Errorf("the text of a run of a network, %v:\n%s", err, network.Text())
	}
}

// What has no effect in a run of one method is an error with its place, whatever sets it.
func TestSettingsOfTheOtherMethod(t *testing.T) {
	for _, test := range []struct{ preset, set, want string }{
		{train.AlphaBeta, "search.simulations=3", "--set search.simulations=3: [search] simulations = 3, want it left out"},
		{train.AlphaBeta, "network.channels=8", "[network] channels = 8, want it left out"},
		{train.AlphaBeta, "train.reuse=2", "[train] reuse = 2, want it left out"},
		{train.AlphaBeta, "evaluation.simulations=9", "[evaluation] simulations = 9, want it left out"},
		{train.AlphaBeta, "evaluation.depth=0", "[evaluation] depth = 0, want 1 to"},
		{train.AlphaBeta, "evaluation.watch=nobody", "[evaluation] watch"},
		{"tictactoe", "evaluation.depth=4", "[evaluation] depth = 4, want it left out without train.method"},
		{train.AlphaBeta, "pretrain.games=x.pgn", "[pretrain] games = x.pgn, want it left out"},
		{train.AlphaBeta, "alphabeta.window=0", "[alphabeta] window = 0, want 1 to 100"},
		{train.AlphaBeta, "game=tafl7", "tafl7 does not list its pieces"},
		{"tictactoe", "alphabeta.games=3", "--set alphabeta.games=3: [alphabeta] games = 3, want it left out without train.method"},
		{"tictactoe", "train.method=alphabeta", "want it left out: train.method = \"alphabeta\" trains no network"},
		{"tictactoe", "train.method=network", "[train] method = \"network\", want \"alphabeta\", or none"},
	} {
		if _, err := Load(layers(t, test.preset, "", test.set)...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s of %s: %v, want %q", test.set, test.preset, err, test.want)
		}
	}
}

// The method is that of the last layer that names one.
func TestMethodOf(t *testing.T) {
	set, err := Set([]string{"train.method=alphabeta"})
	if err != nil {
		t.Fatal(err)
	}
	for want, all := range map[string][]Layer{"": {{Text: "game = \"chess\""}}, "alphabeta": append([]Layer{{Text: "[train]\nmethod = \"x\""}}, set...)} {
		if got := MethodOf(all...); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
