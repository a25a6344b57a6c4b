package agent

import "testing"

func TestFamily(t *testing.T) {
	for _, test := range []struct {
		a, b  string
		alike bool
	}{
		{"mcts:16", "mcts:64", true},
		{"champion", "champion:64", true},
		{"ckpt:a@16", "ckpt:a@64", true},
		{"ckpt:a@16", "ckpt:b@16", false},
		{"mcts:16", "alphabeta:4", false},
		{"mcts:16", "mcts:16ms", false},
		{"champion:16+root=puct", "champion:64", false},
	} {
		if a, b := family(test.a), family(test.b); a == "" || b == "" || (a == b) != test.alike {
			t.Errorf("%s is of %q, %s of %q", test.a, a, test.b, b)
		}
	}
	for _, text := range []string{"random", "greedy", "uci:engine", "uci:engine@50", "no agent"} {
		if got := family(text); got != "" {
			t.Errorf("%s is of %q", text, got)
		}
	}
}

func family(text string) string {
	s, err := Typed(text)
	if err != nil {
		return ""
	}
	return s.Family()
}
