package chess

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestLegsInWords(t *testing.T) {
	for _, tt := range []struct{ moves, want string }{
		{"K", "goes one square in any direction"},
		{"Q", "goes any number of squares in any direction"},
		{"R", "goes any number of squares along a rank or file"},
		{"N", "goes two squares along a rank or file and one to the side over whatever stands between"},
		{"fmWfceFifmnD", "moves one square straight ahead without capturing; captures one square diagonally ahead, also to capture in passing; " +
			"from where it begins also moves two squares straight ahead if nothing stands between without capturing"},
		{"WfF", "goes one square along a rank or file or one square diagonally ahead"},
		{"FfW", "goes one square straight ahead or one square diagonally"},
		{"fN", "goes two squares ahead and one to the side over whatever stands between"},
		{"fR", "goes any number of squares straight ahead"},
		{"BW", "goes any number of squares diagonally, or one square along a rank or file"},
		{"mRcpR", "moves any number of squares along a rank or file without capturing; captures any number of squares along a rank or file over exactly one man"},
		{"nN", "goes two squares along a rank or file and one to the side if nothing stands between, first along the rank or file and then diagonally"},
		{"nA", "goes two squares diagonally if nothing stands between"},
		{"fsW", "goes one square straight ahead or sideways"},
		{"gQ", "goes in any direction by squares to just behind the first man"},
		{"NN", "goes any number of such leaps in line: two squares along a rank or file and one to the side"},
		{"rfF3", "goes up to three squares diagonally ahead to the right"},
	} {
		legs, err := parseMoves(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		if got := legsInWords(legs); got != tt.want {
			t.Errorf("%s: got\n%s, want\n%s", tt.moves, got, tt.want)
		}
	}
}

// Words are right if no two men who go differently have the same ones: of random texts, and
// of pairs that differ in one letter.
func TestLegsInWordsDiffer(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[string]string{} // by words: what may be done
	texts := map[string]string{}
	met := 0
	for range 60000 {
		moves := ""
		for range 1 + rng.IntN(2) {
			for range rng.IntN(3) {
				moves += string("fbrlvshmcienpg"[rng.IntN(14)])
			}
			moves += string("WFNDAHCZGKRBQ"[rng.IntN(13)])
			moves += []string{"", "", "2", "3", "W", "N", "D"}[rng.IntN(7)]
		}
		legs, err := parseMoves(moves)
		if err != nil {
			continue
		}
		met++
		words, does := legsInWords(legs), canonical(legs)
		if before, ok := seen[words]; ok && before != does {
			t.Fatalf("%s and %s go differently, and both are described so:\n%s", texts[words], moves, words)
		}
		seen[words], texts[words] = does, moves
	}
	if met < 5000 || len(seen) < 2000 {
		t.Errorf("only %d texts and %d sentences: this test tests little", met, len(seen))
	}
}

// canonical writes what legs allow, vector by vector.
func canonical(legs []leg) string {
	can := map[string][3]bool{}
	for _, l := range legs {
		for _, v := range l.vectors {
			key := fmt.Sprint(v, l.steps, l.manner, l.lame, l.is)
			m := can[key]
			can[key] = [3]bool{m[0] || l.quiet, m[1] || l.capture, m[2] || l.passing}
		}
	}
	var all []string
	for key, m := range can {
		all = append(all, fmt.Sprint(key, m))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
