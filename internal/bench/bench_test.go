package bench

import (
	"strings"
	"testing"

	"ludens/configs"
	"ludens/env/games"
)

func TestChoose(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", "env celta, env cetro, env cetran2, search celta, selfplay celta, nn celta"},
		{"env", "env celta, env cetro, env cetran2"},
		{"search", "search celta"},
		{"env tictactoe celta", "env tictactoe, env celta"},
		{"tictactoe", "env tictactoe, search tictactoe, selfplay tictactoe, nn tictactoe"},
	} {
		all, err := Choose(strings.Fields(test.args), nil, games.Make)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, b := range all {
			got = append(got, b.Name+" "+b.Game.Spec().Name)
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

// What is set holds for every task, and a misspelt key is refused with its name.
func TestSet(t *testing.T) {
	set, err := configs.Set([]string{"search.simulations=9", "selfplay.games=2"})
	if err != nil {
		t.Fatal(err)
	}
	all, err := Choose([]string{"tictactoe"}, set, games.Make)
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range all {
		if cfg, err := task.preset(); err != nil || cfg.Search.Simulations != 9 || cfg.SelfPlay.Games != 2 {
			t.Errorf("%s: %+v, %v", task.Name, cfg.Search, err)
		}
	}
	rates, err := search(t.Context(), all[1], 1)
	if err != nil || len(rates) != 2 || rates[1].What != "search without proofs, 9 a move" {
		t.Errorf("%v, %v", rates, err)
	}
	for _, r := range rates { // the columns of the table stand below each other
		if line := r.String(); strings.Index(line, r.Unit) != len(Head())+1 {
			t.Errorf("not below its head:\n%s\n%s", Head(), line)
		}
	}
	if set, err = configs.Set([]string{"search.simulation=7"}); err != nil {
		t.Fatal(err)
	}
	if _, err := (Task{Game: all[0].Game, Set: set}).preset(); err == nil || !strings.Contains(err.Error(), `did you mean "simulations"`) {
		t.Errorf("got %v, want the key that was meant", err)
	}
}
