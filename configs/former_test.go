package configs

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// A file or a run of an earlier version with former keys at their defaults reads as if
// it had none of them, with one line of warning.
func TestFormerKeysAreIgnored(t *testing.T) {
	want, err := Load(layers(t, "tictactoe", "")...)
	if err != nil {
		t.Fatal(err)
	}
	if w := want.Warning(); w != "" {
		t.Errorf("a warning without former keys: %s", w)
	}
	text := want.Text() // a run's own file, in which each table stands once
	for table, old := range map[string]string{
		"search":    "leaves = 1\nvirtual_loss = 1.0\nforced = 0.0",
		"selfplay":  "root_symmetries = false",
		"train":     "haste = 0.0\ngate = 0.0\ngate_games = 0",
		"optimiser": "ops = \"fast\"\nsolver = \"sgd\"\nbeta1 = 0.9\nbeta2 = 0.999\nepsilon = 1e-08",
	} {
		head := "[" + table + "]\n"
		if !strings.Contains(text, head) {
			t.Fatalf("no %s in\n%s", head, text)
		}
		text = strings.Replace(text, head, head+old+"\n", 1)
	}
	got, err := Load(Layer{Name: "config.toml", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if w := "removed keys are ignored: search.forced, search.leaves, search.virtual_loss and 9 more"; got.Warning() != w || len(formers) != 12 {
		t.Errorf("the warning is %q, want %q", got.Warning(), w)
	}
	if got.ignored = nil; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// At another value a former key is an error, which names its place.
func TestFormerKeysAreRefused(t *testing.T) {
	for set, value := range map[string]string{
		"search.forced=2": "2", "search.leaves=4096": "4096", "selfplay.root_symmetries=true": "true", "train.gate=0.55": "0.55",
		"train.haste=0.02": "0.02", "optimiser.ops=stock": "stock", "optimiser.solver=adamw": "adamw", "optimiser.beta1=false": "false",
	} {
		key, _, _ := strings.Cut(set, "=")
		table, name, _ := strings.Cut(key, ".")
		_, err := Load(layers(t, "tictactoe", "", set)...)
		want := fmt.Sprintf("--set %s: [%s] %s = %s: this key was removed, and only its default, ", set, table, name, value)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %s...", set, err, want)
		}
	}
	_, err := Load(layers(t, "tictactoe", "[train]\n\ngate = 0.5\n")...)
	if err == nil || !strings.HasPrefix(err.Error(), "mine.toml:3: [train] gate = 0.5: ") {
		t.Errorf("error %v, want its line", err)
	}
	_, err = Load(layers(t, "tictactoe", "[search]\nforces = 0\n")...)
	if err == nil || !strings.Contains(err.Error(), "unknown key") {
		t.Errorf("error %v, want an unknown key", err)
	}
}
