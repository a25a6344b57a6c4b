package main

import "testing"

// TestInt8Plays: a checkpoint in bytes is an agent like others, and plays the
// same games at any time.
func TestInt8Plays(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "train", "tictactoe", "--rehearse", "--run", "run")
	words := []string{"eval", "tictactoe", "int8:run@4", "--baselines", "ckpt:run@4,int8:run@4", "--games", "5"}
	first := string(must(t, words...))
	has(t, first, "ckpt:run@4", "int8:run@4")
	if again := string(must(t, words...)); again != first {
		t.Errorf("then\n%s\nand later\n%s", first, again)
	}
}
