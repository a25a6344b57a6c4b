package race

import (
	"strings"
	"testing"

	"ludens/env"
)

func TestPositionErrors(t *testing.T) {
	const start = "b1b1b1b1b/1g1g1g1g1/r1r1r1r1r/9/9/9/R1R1R1R1R/1G1G1G1G1/B1B1B1B1B"
	const small = "b1b1b/1g1g1/5/1G1G1/B1B1B"
	for _, test := range []struct{ name, game, text, want string }{
		{"empty", "cetro", "", "has 0 fields"},
		{"a field too many", "cetro", start + " s - 1", "has 4 fields"},
		{"a rank short", "cetro", "b8/9/9/9/9/9/9/B8", "has 8 ranks, want 9"},
		{"a square short", "cetro", "b7/9/9/9/9/9/9/9/B8", `rank 9 "b7": has 8 squares, want 9`},
		{"a square too many", "cetro", "b8/9/9/9/9/9/9/9/B7B1", `rank 1 "B7B1": has 10 squares, want 9`},
		{"a long run", "cetro", "b8/99999/9/9/9/9/9/9/B8", `rank 8 "99999": has 45 squares, want 9`},
		{"an unknown letter", "cetro", "b8/9/2k6/9/9/9/9/9/B8", `rank 7 "2k6": 'k' on c7 is not a man, want one of BGRbgr`},
		{"a zero", "cetro", "b8/09/9/9/9/9/9/9/B8", `rank 8 "09": '0' on a8 is not a man`},
		{"a line break", "cetro", "b8/9\x00/9/9/9/9/9/9/B8", `has more than 9 squares`},
		{"a light square", "cetro", "b8/9/9/9/9/9/9/9/1B7", `rank 1 "1B7": 'B' on b1: no such man can ever come there`},
		{"red on a small board", "cetro-5x5", "r1b1b/5/5/5/B1B1B", `'r' on a5 is not a man, want one of BGbg`},
		{"too many", "cetro", "b8/9/9/9/9/9/9/1R1R1R1R1/R1R5B", "6 red men of South, want at most 5"},
		{"too many of North", "cetro-5x5", "b1b1b/1b1g1/5/5/4B", "4 blue men of North, want at most 3"},
		{"nobody", "cetro", "9/9/9/9/9/9/9/9/B8", "no men of North"},
		{"the mover is home", "cetro", "B8/9/9/9/9/9/9/1b7/9 s -", "all men of South are home already"},
		{"no such side", "cetro", start + " w -", `side to move is "w", want s or n`},
		{"no such mark", "cetro", start + " s x", `the mover is bound by "x", want d or -`},
		{"nobody demands", "cetro:demand=none", start + " s d", `bound by "d", want - with demand=none`},
		{"everybody must", "cetro:demand=always", start + " s d", `bound by "d", want - with demand=always`},
		{"nothing to judge", "cetro", start + " s a1-b2", `bound by "a1-b2", want d or -`},
		{"no retreat", "cetro-5x5:demand=veto", small + " s a1-c3", "want d, - or a retreat of his opponent"},
		{"the mover's own", "cetro-5x5:demand=veto", small + " s b2-a1", "want d, - or a retreat of his opponent"},
		{"nobody has come there", "cetro-5x5:demand=veto", small + " s b2-c3", "North cannot have played b2-c3"},
		{"a man is where it came from", "cetro-5x5:demand=veto", small + " s b4-a5", "North cannot have played b4-a5"},
		{"no jump omitted", "cetro-5x5:demand=veto", "4b/5/5/5/B4 s d4-e5", "North had no jump when playing d4-e5"},
	} {
		_, err := game(t, test.game).ParsePosition(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %q in one line", test.name, err, test.want)
		}
	}
}

// The last fields may be missing.
func TestShortPositions(t *testing.T) {
	g := game(t, "cetro-5x5")
	for text, want := range map[string]string{
		"b1b1b/1g1g1/5/1G1G1/B1B1B":   "b1b1b/1g1g1/5/1G1G1/B1B1B s -",
		"b1b1b/1g1g1/5/1G1G1/B1B1B n": "b1b1b/1g1g1/5/1G1G1/B1B1B n -",
		"b112/5/32/5/4B":              "b4/5/5/5/4B s -",
	} {
		s, err := g.ParsePosition(text)
		if err != nil {
			t.Error(err)
		} else if got := g.Position(s); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// Moves are read as people write them.
func TestParseMoves(t *testing.T) {
	for text, want := range map[string]string{"b2-d4": "b2-d4", "b2d4": "b2-d4", "B2 - D4": "b2-d4"} {
		s := start(t, "cetro")
		if a, err := env.Parse(s, text); err != nil || s.Format(a) != want {
			t.Errorf("%s: got %v, %v, want %s", text, a, err, want)
		}
	}
	s := must(t, start(t, "cetro"), "b2-d4")
	for text, want := range map[string]string{"f8-h6": "f8-h6", "f8-h6!": "f8-h6!", "f8h6 !": "f8-h6!"} {
		if a, err := env.Parse(s, text); err != nil || s.Format(a) != want {
			t.Errorf("%s: got %v, %v, want %s", text, a, err, want)
		}
	}
}

// What ParsePosition accepts it writes so that it can be read again, and the
// game goes on by the rules from there.
func FuzzParsePosition(f *testing.F) {
	f.Add("b1b1b1b1b/1g1g1g1g1/r1r1r1r1r/9/9/9/R1R1R1R1R/1G1G1G1G1/B1B1B1B1B s -")
	f.Add("b1b1R1b2/5G1G1/R1R1R1r2/1g3b1G1/2B1g1r2/1g1R1r1B1/r1r1G1b2/3g5/B3B3B s d")
	f.Add("5/5/4g/5/5/5/B1G2 n b2-c1")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"cetro", "cetro:demand=none", "cetro:demand=veto", "cetro-5x5", "cetro-5x7:demand=veto"} {
			g := game(t, name)
			s, err := g.ParsePosition(text)
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("%q: the error is not one line: %v", text, err)
				}
				continue
			}
			once := g.Position(s)
			if again, err := g.ParsePosition(once); err != nil || again.Key() != s.Key() {
				t.Errorf("%q is written as %q, which does not read back: %v", text, once, err)
			}
			for legal := s.Legal(nil); len(legal) > 0 && s.(*State).ply < 40; legal = s.Legal(legal[:0]) {
				s.Play(legal[len(legal)/2])
			}
		}
	})
}
