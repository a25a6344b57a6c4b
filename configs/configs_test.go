package configs

import (
	"reflect"
	"strings"
	"testing"

	"ludens/env/games"
	"ludens/nn"
	"ludens/selfplay"
)

func layers(t *testing.T, preset, file string, set ...string) []Layer {
	t.Helper()
	p, err := Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Set(set)
	if err != nil {
		t.Fatal(err)
	}
	return append([]Layer{p, {Name: "mine.toml", Text: file}}, s...)
}

func TestPresetsAreWhole(t *testing.T) {
	for _, name := range Presets() {
		p, err := Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		run, err := Load(p)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := Load(Layer{Name: "rehearsal", Text: run.Rehearsal().Text()}); err != nil {
			t.Errorf("%s: its rehearsal: %v", name, err)
		}
	}
}

// What a file leaves to the machine is settled when it is read, and stays so.
func TestPrecisionIsSettled(t *testing.T) {
	run, err := Load(layers(t, "tictactoe", "", `selfplay.precision="auto"`, `optimiser.precision="auto"`)...)
	if err != nil {
		t.Fatal(err)
	}
	play := map[bool]string{true: selfplay.Int8, false: selfplay.FP32}[nn.HasInt8()]
	learn := map[bool]string{true: "bf16", false: "fp32"}[nn.HasBfloat16()]
	if run.SelfPlay.Precision != play || run.Optimiser.Precision != learn {
		t.Errorf("precisions %q and %q, want %q and %q", run.SelfPlay.Precision, run.Optimiser.Precision, play, learn)
	}
	again, err := Load(Layer{Name: "config.toml", Text: run.Text()})
	if err != nil || !reflect.DeepEqual(again, run) {
		t.Errorf("the run's own file reads %+v (%v), want %+v", again, err, run)
	}
}

func TestEveryGameHasAPreset(t *testing.T) {
	for _, e := range games.List() {
		if _, err := PresetFor(e.Name); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	for name := range games.Spaces() {
		if _, err := PresetFor(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{"cuervo|celta:first=*": "celta", "cetro@cetro-any": "cetro", "tafl7~celta": "tafl7", "cetro:demand=*": "cetro"} {
		if l, err := PresetFor(name); err != nil || l.Name != "preset "+want {
			t.Errorf("%s: preset %q, want that of %s; %v", name, l.Name, want, err)
		}
	}
}

func TestTextReadsBack(t *testing.T) {
	want, err := Load(layers(t, "tictactoe", "", "search.simulations=17")...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Load(Layer{Name: "text", Text: want.Text()})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestLaterLayersWin(t *testing.T) {
	run, err := Load(layers(t, "tictactoe", "[search]\nsimulations = 15\n[train]\niterations = 3\n", "search.simulations=16")...)
	if err != nil {
		t.Fatal(err)
	}
	if run.Search.Simulations != 16 || run.Train.Iterations != 3 || run.Game != "tictactoe" {
		t.Errorf("simulations %d, iterations %d, game %s; want 16, 3, tictactoe", run.Search.Simulations, run.Train.Iterations, run.Game)
	}
}

// Every mistake is one line that names the place and what would be right.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		set        []string
		want       []string
	}{
		{name: "misspelt key", file: "[search]\n\nsimulatoins = 3\n", want: []string{"mine.toml:3:", `"simulatoins"`, `did you mean "simulations"`}},
		{name: "misspelt table", file: "[serach]\nsimulations = 3\n", want: []string{"mine.toml:1:", `"serach"`, `did you mean "search"`}},
		{name: "misspelt top key", file: "sede = 3\n", want: []string{"mine.toml:1:", `did you mean "seed"`}},
		{name: "wrong type", file: "[search]\nsimulations = \"many\"\n", want: []string{"mine.toml:2:", "search.simulations", "is a string, want a whole number"}},
		{name: "fraction", file: "[train]\niterations = 1.5\n", want: []string{"mine.toml:2:", "is a number, want a whole number"}},
		{name: "table as value", file: "search = 1\n", want: []string{"mine.toml:1:", "write its keys below [search]"}},
		{name: "negative", file: "# a comment\n[selfplay]\ngames = -4\n", want: []string{"mine.toml:3:", "games = -4", "want 1 to 1000000"}},
		{name: "negative network", file: "[network]\nchannels = -1\n", want: []string{"mine.toml:2:", "channels = -1"}},
		{name: "too few for halving", file: "[search]\n\nsimulations = 5\n", want: []string{"mine.toml:3:", "simulations = 5 for 9 moves", "considered = 5"}},
		{name: "no simulations", file: "[search]\nsimulations = 0\n", want: []string{"mine.toml:2:", "simulations = 0"}},
		{name: "unknown game", file: "game = \"tictactow\"\n", want: []string{"mine.toml:1:", `did you mean "tictactoe"`}},
		{name: "syntax", file: "[search\n", want: []string{"mine.toml:"}},
		{name: "twice", file: "seed = 1\nseed = 2\n", want: []string{"mine.toml:2:"}},
		{name: "baseline", file: "[evaluation]\nbaselines = [\"gredy\"]\n", want: []string{"mine.toml:2:", `did you mean "greedy"`}},
		{name: "games for nothing", file: "[pretrain]\nepochs = 2\n", want: []string{`[pretrain] games = "", want the file`}},
		{name: "hash", file: "[pretrain]\ngames = \"a.pgn\"\nsha256 = \"12\"\n", want: []string{"mine.toml:3:", `sha256 = "12", want 64 digits`}},
		{name: "window below a batch", file: "[train]\nwindow = 3\n", want: []string{"mine.toml:2:", "at least one batch"}},
		{name: "set misspelt", set: []string{"search.simulatoins=3"}, want: []string{"--set", `did you mean "simulations"`}},
		{name: "set mistyped", set: []string{"search.simulations=many"}, want: []string{"--set search.simulations", "want a whole number"}},
		{name: "set negative", set: []string{"train.iterations=-1"}, want: []string{"--set", "iterations = -1"}},
	} {
		_, err := Load(layers(t, "tictactoe", tt.file, tt.set...)...)
		if err == nil {
			t.Errorf("%s: no error", tt.name)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %q lacks %q", tt.name, err, want)
			}
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error of several lines: %q", tt.name, err)
		}
	}
	for _, bad := range []string{"search.simulations", "=3", "x="} {
		if _, err := Set([]string{bad}); err == nil || !strings.Contains(err.Error(), "path=value") {
			t.Errorf("--set %s: error %v, want one that shows the form", bad, err)
		}
	}
	if _, err := Preset("celtaa"); err == nil || !strings.Contains(err.Error(), `did you mean "celta"`) {
		t.Errorf("misspelt preset: %v", err)
	}
}
