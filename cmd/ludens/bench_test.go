package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ludens/internal/bench"
)

// The rules of a game are measured in all ways, and ask for no memory.
func TestBenchEnv(t *testing.T) {
	var rates []bench.Rate
	if err := json.Unmarshal([]byte(works(t, "", "bench", "env", "cetro-5x5", "--rounds", "1", "--json")), &rates); err != nil {
		t.Fatal(err)
	}
	var units []string
	for _, r := range rates {
		units = append(units, r.Unit)
		if r.Game != "cetro-5x5" || r.Least > r.Median || r.Median > r.Most {
			t.Errorf("got %+v", r)
		}
		if allocates := strings.HasPrefix(r.What, "allocations"); allocates != (r.Median == 0) {
			t.Errorf("%s: got %v %s", r.What, r.Median, r.Unit)
		}
	}
	want := []string{"plies/s", "steps/s", "nodes/s", "a ply", "a position", "a position", "a position", "a simulation"}
	if !slices.Equal(units, want) {
		t.Errorf("measured %q, want %q", units, want)
	}
}

// A game may be named by its file, whatever is measured.
func TestBenchOfAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "mine.toml", "family = \"lines\"\nname = \"mine\"\nlike = \"tictactoe\"\n")
	has(t, works(t, "", "bench", "env", "mine.toml", "--rounds", "1", "--json"), `"mine"`)
	has(t, works(t, "", split("bench nn mine.toml --quick --work infer --batch 1 --precision fp32 --json")...), "mine")
	complaints{
		{`bench env none.toml`, 1, `the file of a game: stat none.toml: no such file or directory`},
		{`bench nn none.toml`, 1, `the file of a game: stat none.toml: no such file or directory`},
	}.check(t)
}

func TestBenchComplaints(t *testing.T) {
	complaints{
		{`bench env celtic`, 1, `games: no game "celtic" (did you mean "celta"?)`},
	}.check(t)
	if a := try("", "bench", "evn"); a.code != 1 || !strings.HasSuffix(a.errs, ` (did you mean "env"?)`+"\n") {
		t.Errorf("bench evn: got %d %s", a.code, a.errs)
	}
}
