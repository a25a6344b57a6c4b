package roster

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ludens/agent"
	"ludens/env/games"
)

// What is offered is what is taken: games are made, agents are read, runs are those here.
func TestComplete(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("runs/notarun", 0o755); err != nil {
		t.Fatal(err)
	}
	words := func(kind, typed string) (all []string) {
		for _, w := range Complete(kind, typed) {
			word, _, _ := strings.Cut(w, "\t")
			all = append(all, word)
		}
		return all
	}
	for _, test := range []struct{ kind, typed, want string }{
		{"game", "connect", "connect4"}, {"game", "celta:fi", "celta:first=attackers"}, {"game", "celta:first=king,corner", "celta:first=king,corner_hostile=adk"},
		{"agent", "lev", "level:3"}, {"agent", "al", "alphabeta:4"}, {"preset", "ce", "celta"},
	} {
		if got := words(test.kind, test.typed); !slices.Contains(got, test.want) {
			t.Errorf("%s %s: %v, want %s among them", test.kind, test.typed, got, test.want)
		}
	}
	for _, test := range [][2]string{{"game", "zzz"}, {"game", "zzz:a"}, {"agent", "zzz"}, {"run", ""}, {"folder", ""}} {
		if got := words(test[0], test[1]); len(got) > 0 {
			t.Errorf("%s %s: %v, want none", test[0], test[1], got)
		}
	}
	for _, w := range words("agent", "") {
		if _, err := agent.ParseSpec(w); err != nil {
			t.Error(err)
		}
	}
	for _, w := range append(words("game", ""), words("game", "celta:")...) {
		if _, err := games.Make(w); err != nil {
			t.Errorf("%s: %v", w, err)
		}
	}
}
