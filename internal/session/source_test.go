package session

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/configs"
	"ludens/internal/exit"
)

// What is nearer to the person overrides what is further away: preset, file, the game
// that was typed, single values.
func TestSource(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.toml")
	if err := os.WriteFile(file, []byte("game = \"cuervo\"\n[search]\nsimulations = 17\n[train]\niterations = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := configs.Set([]string{"train.iterations=5"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		typed, game string
		source      Source
		simulations int
		iterations  int
	}{
		{"", "cuervo", Source{File: file}, 17, 3},
		{"celta", "celta", Source{File: file}, 17, 3},
		{"celta", "celta", Source{File: file, Set: set}, 17, 5},
	} {
		cfg, err := test.source.Load(test.typed)
		if err != nil || cfg.Game != test.game || cfg.Search.Simulations != test.simulations || cfg.Train.Iterations != test.iterations {
			t.Errorf("%q: got %s, %d simulations, %d iterations, %v", test.typed, cfg.Game, cfg.Search.Simulations, cfg.Train.Iterations, err)
		}
	}
	if _, err := new(Source).Load(""); !errors.As(err, new(exit.Usage)) || !strings.Contains(err.Error(), "which game?") {
		t.Errorf("got %v, want a mistake of the command line", err)
	}
	for _, s := range []Source{{File: file + "x"}, {Preset: "none"}, {From: "none.ckpt"}} {
		if _, err := s.Load("celta"); err == nil {
			t.Errorf("%+v was loaded", s)
		}
	}
}
