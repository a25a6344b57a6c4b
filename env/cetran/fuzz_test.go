package cetran

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// Whatever is played, both rule books agree on it. Each byte chooses a move.
func FuzzMoves(f *testing.F) {
	f.Add(uint64(0), []byte("e4 e5"))
	f.Add(uint64(9), bytes.Repeat([]byte{3, 200, 77}, 30))
	g := cetran2Game(f)
	f.Fuzz(func(t *testing.T, seed uint64, choices []byte) {
		s := g.New(seed).(*State)
		b := openBook(expand(g.Position(s)), true)
		for _, choice := range choices[:min(len(choices), 60)] {
			legal := s.Legal(nil)
			if len(legal) == 0 {
				break
			}
			a := legal[int(choice)%len(legal)]
			text := s.Format(a)
			i := slices.IndexFunc(b.moves, func(m refMove) bool { return m.String() == text })
			if i < 0 {
				t.Fatalf("%s: %s is illegal", g.Position(s), text)
			}
			b.play(b.moves[i])
			s.Play(a)
			compareBooks(t, s, b, map[uint64]string{}, map[string]uint64{})
		}
	})
}

// Any text is a position or an error of one line; a position is written and
// read back the same, and can be played on.
func FuzzPosition(f *testing.F) {
	for _, text := range []string{
		"qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1", "k7/8/8/3pP3/8/8/8/K7 w - d6 0 2",
		"7k/8/8/6S1/8/8/8/K7 b", "k7/8/8/8/8/8/8/K1B1B3 w c1e1 - 0 1", "k7/8/8/8/8/8/8/K1B5 w c1! - 0 1", "",
	} {
		f.Add(text)
	}
	games := []*Game{cetran2Game(f), cetran1Game(f)}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range games {
			s, err := g.ParsePosition(text)
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Fatalf("%q: error of many lines: %v", text, err)
				}
				continue
			}
			again := position(t, g, g.Position(s))
			if again.Key() != s.Key() || g.Position(again) != g.Position(s) {
				t.Fatalf("%q: written %q, then %q", text, g.Position(s), g.Position(again))
			}
			for _, a := range s.Legal(nil) {
				next := s.Copy(nil)
				next.Play(a)
				position(t, g, g.Position(next))
			}
		}
	})
}

// Any text is a list of games or an error of one line; what is read is written
// and read back the same.
func FuzzPGN(f *testing.F) {
	f.Add(`[FEN "7k/8/6K1/8/8/8/8/1Q6 w - 0 1"] 1. Qb2+ {x} (1. Qb3) Kg8 $1 2. Qb8# 1-0`)
	f.Add(`[White "\"\\"] 1. e4 e5 *`)
	g, err := New("cetran2", []env.Setting{{Name: "array", Value: "0"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		records, err := g.(*Game).ReadPGN(strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: error of many lines: %v", text, err)
			}
			return
		}
		for _, r := range records {
			once := written(t, g.(*Game), r)
			again, err := g.(*Game).ReadPGN(strings.NewReader(once))
			if err != nil || len(again) != 1 || written(t, g.(*Game), again[0]) != once {
				t.Fatalf("%q: written\n%s\nthen read with %v", text, once, err)
			}
		}
	})
}

// Any text is a legal move or an error of one line.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"e7e8s", "exd8=S+", "P e7-e8; S-e8", "Nc9", "e7-e8", "", "e7\ne8"} {
		f.Add(text)
	}
	s := position(f, cetran2Game(f), "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - 0 1")
	legal := s.Legal(nil)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := s.ParseMove(text)
		if err == nil && !slices.Contains(legal, a) {
			t.Errorf("%q is read as %d, which is illegal", text, a)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error of many lines: %v", text, err)
		}
	})
}

// Any text is an array or an error; an array has a number, and that leads back.
func FuzzArray(f *testing.F) {
	f.Add("qrknchsa/KSNRCAQH")
	f.Add("qrknchsaKSNRCAQH")
	arrays := Arrays{cetran2.officers, Independent}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := arrays.Parse(text)
		if err != nil {
			return
		}
		number, err := arrays.Number(a)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := arrays.Array(number); err != nil || back != a {
			t.Fatalf("%q: number %d is %v (%v)", text, number, back, err)
		}
	})
}
