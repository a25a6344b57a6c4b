package configs

import (
	"fmt"
	"strings"
	"testing"

	"ludens/mcts"
	"ludens/train"
)

// A checkpoint is searched as its run was, also where it is older than a key.
func TestSearchOf(t *testing.T) {
	preset, err := Preset("connect4")
	if err != nil {
		t.Fatal(err)
	}
	run, err := Load(preset, Layer{Text: "[search]\nroot = \"gumbel\"\nsigma_scale = 0.7\n"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := SearchOf(run.Text()); err != nil || got != run.Search {
		t.Errorf("got %+v, %v, want %+v", got, err, run.Search)
	}
	want := mcts.Defaults()
	want.FPU = 0.5
	for _, text := range []string{"[search]\nfpu = 0.5\n", "of_old = 3\n[search]\nfpu = 0.5\nof_old = 4\n"} {
		if got, err := SearchOf(text); err != nil || got != want {
			t.Errorf("%q: got %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"[search]\nfpu = -1\n", "[search]\nfpu = \"much\"\n", "[search\n"} {
		if _, err := SearchOf(text); err == nil || !strings.HasPrefix(err.Error(), "the checkpoint's configuration: [search] ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want one line about it", text, err)
		}
	}
}

// What champions search with: all were trained with Gumbel's root, and that of
// connect4 is stronger with PUCT's.
func TestChampionSearch(t *testing.T) {
	for game, want := range map[string]string{
		"celta": "{root gumbel} {sigma_scale 1}", "cuervo": "{root gumbel} {sigma_scale 1}", "connect4": "",
		"cetro": "{root gumbel} {sigma_scale 1} {adjudicated 0.25}", "cetro-5x5": "{root gumbel} {sigma_scale 1}", "cetran2": "{root gumbel} {sigma_scale 1}",
	} {
		b, ok := Champion(game)
		if !ok {
			t.Errorf("no champion of %s", game)
			continue
		}
		c, _, err := train.DecodeCheckpoint(b)
		if err != nil {
			t.Fatal(err)
		}
		trained, err := SearchOf(c.Config)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Trim(fmt.Sprint(ChampionSearch(game, trained).AtPlay(100).Unusual()), "[]"); got != want {
			t.Errorf("%s: %q, want %q", game, got, want)
		}
	}
}
