package bench

import (
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", "env celta, env cetro, env cetran2, search celta, selfplay celta, nn celta"},
		{"env", "env celta, env cetro, env cetran2"},
		{"search", "search celta"},
		{"env tictactoe celta", "env tictactoe, env celta"},
		{"tictactoe", "env tictactoe, search tictactoe, selfplay tictactoe, nn tictactoe"},
	} {
		all, err := Choose(strings.Fields(test.args))
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
