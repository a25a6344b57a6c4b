package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// The rules of a game are measured in all ways, and ask for no memory.
func TestBenchEnv(t *testing.T) {
	var rates []rate
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

func TestChooseBenches(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", "env celta, env cetro, env cetran2, search celta, selfplay celta, nn celta"},
		{"env", "env celta, env cetro, env cetran2"},
		{"search", "search celta"},
		{"env tictactoe celta", "env tictactoe, env celta"},
		{"tictactoe", "env tictactoe, search tictactoe, selfplay tictactoe, nn tictactoe"},
	} {
		all, err := chooseBenches(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, b := range all {
			got = append(got, b.name+" "+b.game.Spec().Name)
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("bench %s: measures %s, want %s", test.args, got, test.want)
		}
	}
}

func TestFigure(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.00412: "0.00412", 12.34: "12.3", 1000.4: "1000", 3294919.2: "3294919"} {
		if got := figure(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
}

func TestBenchComplaints(t *testing.T) {
	complaints{
		{`bench env celtic`, 1, `games: no game "celtic" (did you mean "celta"?)`},
	}.check(t)
	if a := try("", "bench", "evn"); a.code != 1 || !strings.HasSuffix(a.errs, ` (did you mean "env"?)`+"\n") {
		t.Errorf("bench evn: got %d %s", a.code, a.errs)
	}
}
