package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludens/configs"
	"ludens/env/games"
)

// A run goes on with the games that it began with, and no others.
func TestLessonsAreThoseOfTheBeginning(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("1. b2 a1 2. a2 c3 3. c2")
	cfg := configs.Run{Game: "tictactoe", Pretrain: configs.Pretrain{Games: path}}
	if err := checkLessons(&cfg); err != nil || len(cfg.Pretrain.SHA256) != 64 {
		t.Fatalf("%+v, %v", cfg.Pretrain, err)
	}
	g := games.Must("tictactoe")
	if all, err := lessons(cfg.Pretrain, g); err != nil || len(all) != 1 {
		t.Errorf("%d games, %v", len(all), err)
	}
	write("1. b2 a1 2. a2 c3 3. c1")
	if _, err := lessons(cfg.Pretrain, g); err == nil || !strings.Contains(err.Error(), "games.txt is not what the run began with: its SHA-256 is ") {
		t.Errorf("other games: %v", err)
	}
	write("1. b2 b2")
	cfg.Pretrain.SHA256 = ""
	if err := checkLessons(&cfg); err == nil || !strings.HasPrefix(err.Error(), "pretrain.games: "+path+": game 1, from line 1: ") {
		t.Errorf("an illegal move: %v", err)
	}
	if err := checkLessons(new(configs.Run)); err != nil {
		t.Errorf("without recorded games: %v", err)
	}
}
