package chess

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
)

// Whether a checkmate of shatar wins depends on the checks before it. The positions and moves were
// put to pyffish 0.0.90, whose game_result says the same of each.
func TestMatesOfShatar(t *testing.T) {
	game, why := readSection("[ours:shatar]\n", "ours")
	if why != "" {
		t.Fatal(why)
	}
	g := game.(*Game)
	for _, tt := range []struct {
		name, position, moves string
		want                  env.Result
	}{
		{"a rook mates", "k7/8/1K6/8/7p/7P/8/3R4 w - - 0 1", "d1d8", env.FirstWins},
		{"a bishop alone does not", "k7/8/1K6/8/5B1p/7P/8/5B2 w - - 0 1", "f1g2", env.Drawn},
		{"behind the rook's check it does", "1k6/4R3/2K5/8/7p/7P/8/2B2B2 w - - 0 1", "e7e8 b8a7 c1e3", env.FirstWins},
		{"a check before the start does not count", "4R3/k7/2K5/8/7p/7P/8/2B2B2 w - - 0 1", "c1e3", env.Drawn},
		{"a knight loses by it", "k1K5/pp6/8/3N4/8/8/8/8 w - - 0 1", "d5c7", env.SecondWins},
		{"nothing is drawn without check", "k7/8/1K6/8/5B1p/7P/8/5BR1 b - - 0 1", "", env.Drawn},
	} {
		s, err := g.ParsePosition(tt.position)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		for _, move := range strings.Fields(tt.moves) {
			a, err := env.Parse(s, move)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			s.Play(a)
		}
		if got := s.Result(); got != tt.want {
			t.Errorf("%s: got %v (%s), want %v", tt.name, got, s.(*State).Ending(), tt.want)
		}
	}
}

// The series of checks is part of what a position is: the same men with and without it are
// different states.
func TestSeriesOfChecksIsSeen(t *testing.T) {
	game, _ := readSection("[ours:shatar]\n", "ours")
	g := game.(*Game)
	after, _ := g.ParsePosition("1k6/4R3/2K5/8/7p/7P/8/2B2B2 w - - 0 1")
	for _, move := range []string{"e7e8", "b8a7"} {
		a, err := env.Parse(after, move)
		if err != nil {
			t.Fatal(err)
		}
		after.Play(a)
	}
	fresh, err := g.ParsePosition(g.Position(after))
	if err != nil {
		t.Fatal(err)
	}
	if after.Key() == fresh.Key() {
		t.Error("the key is the same without the rook's check")
	}
	seen := [2][]float32{make([]float32, g.spec.Size()), make([]float32, g.spec.Size())}
	after.Observe(seen[0])
	fresh.Observe(seen[1])
	differs := 0
	for i := range seen[0] {
		differs += btoi(seen[0][i] != seen[1][i])
	}
	if want := g.cells; differs < want {
		t.Errorf("%d cells of the planes differ, want at least %d", differs, want)
	}
}

// A key that cannot be is refused by its name.
func TestCastlingDroppedIsRefused(t *testing.T) {
	for letters, want := range map[string]string{"K": "want two letters", "kr": "want two letters", "KX": "want two letters", "KRR": "want two letters"} {
		text := strings.Replace(placement(t), `castling_dropped = "KR"`, `castling_dropped = "`+letters+`"`, 1)
		if _, err := readText(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("castling_dropped = %q: got %v, want %q", letters, err, want)
		}
	}
	if _, err := readText(strings.Replace(placement(t), "drops = true", "", 1)); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("castling_dropped without drops: %v", err)
	}
}

func readText(text string) (env.Game, error) {
	f, err := variant.Parse("ours.toml", text, nil)
	if err != nil {
		return nil, err
	}
	return Read(f)
}

// placement returns the file that placement chess is read as.
func placement(t *testing.T) string {
	text, problems, err := Import("[ours:placement]\n", "ours")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return text
}
