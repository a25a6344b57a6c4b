package chess

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

func TestRanks(t *testing.T) {
	for officers, want := range map[Officers]map[int]string{
		cetran2.officers: {0: "ACHKNQRS", 1: "ACHKNQSR", 5040: "CAHKNQRS", 40_319: "SRQNKHCA"},
		cetran1.officers: {0: "BBCKNQRS", 1: "BBCKNQSR", 720: "BCBKNQRS", 5040: "CBBKNQRS", 20_159: "SRQNKCBB"},
	} {
		var last string
		for number := range officers.Ranks() {
			rank, err := officers.Rank(number)
			if err != nil {
				t.Fatal(err)
			}
			if rank <= last {
				t.Fatalf("rank %d is %s, but comes after %s", number, rank, last)
			}
			if back, err := officers.Number(rank); err != nil || back != number {
				t.Fatalf("rank %d is %s, which is number %d (%v)", number, rank, back, err)
			}
			if w, ok := want[number]; ok && rank != w {
				t.Errorf("rank %d: got %s, want %s", number, rank, w)
			}
			last = rank
		}
		for _, number := range []int{-1, officers.Ranks()} {
			if rank, err := officers.Rank(number); err == nil {
				t.Errorf("rank %d of %s: got %s", number, officers, rank)
			}
		}
	}
}

func TestArrayNumbers(t *testing.T) {
	for _, tt := range []struct {
		arrays Arrays
		want   int
	}{
		{Arrays{cetran2.officers, Independent}, 1_625_702_400},
		{Arrays{cetran2.officers, Mirror}, 40_320},
		{Arrays{cetran2.officers, Central}, 40_320},
		{Arrays{cetran1.officers, Independent}, 406_425_600},
		{Arrays{cetran1.officers, Mirror}, 20_160},
	} {
		if got := tt.arrays.Count(); got != tt.want {
			t.Errorf("%v: got %d arrays, want %d", tt.arrays, got, tt.want)
		}
		r := rand.New(rand.NewPCG(5, 6))
		for range 1000 {
			number := r.IntN(tt.arrays.Count())
			a, err := tt.arrays.Array(number)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := tt.arrays.Number(a); err != nil || back != number {
				t.Fatalf("%v: array %d is %v, which is number %d (%v)", tt.arrays, number, a, back, err)
			}
			if b, err := tt.arrays.Parse(a.String()); err != nil || b != a {
				t.Fatalf("array %v reads as %v (%v)", a, b, err)
			}
			if d := tt.arrays.Draw; (d == Mirror) != a.Mirror() || (d == Central) != a.Central() {
				t.Fatalf("%v: array %v: mirror %v, central %v", tt.arrays, a, a.Mirror(), a.Central())
			}
		}
	}
}

func TestParseArray(t *testing.T) {
	arrays := Arrays{cetran2.officers, Independent}
	source := Array{White: "KSNRCAQH", Black: "QRKNCHSA"}
	for _, text := range []string{"qrknchsa/KSNRCAQH", "qrknchsaKSNRCAQH"} {
		if a, err := arrays.Parse(text); err != nil || a != source {
			t.Errorf("%s: got %v (%v), want %v", text, a, err, source)
		}
	}
	for text, want := range map[string]string{
		"":                         "must have the officers",
		"qrknchsa":                 "must have the officers",
		"qrknchsa/KSNRCAQ":         "must have the officers",
		"qrknchsa/KSNRCAQQ":        "must have the officers",
		"qrknchsa/KSNRCAQB":        "must have the officers",
		"QRKNCHSA/ksnrcaqh":        "small and first",
		"qrknchsa/KSNRCAQH/":       "must have the officers",
		"qrknchsa/KSNRCAQHKSNRCAQ": "must have the officers",
	} {
		if _, err := arrays.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", text, err, want)
		}
	}
}

// Games with the same seed begin alike; other seeds give other arrays, of the
// variant's kind.
func TestDraws(t *testing.T) {
	for _, variant := range Variants() {
		game, err := New(variant.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, seen := game.(*Cetran), map[string]bool{}
		for seed := range uint64(100) {
			text := g.Position(g.New(seed))
			if again := g.Position(g.New(seed)); again != text {
				t.Errorf("%s, seed %d: %s and %s", variant.Name, seed, text, again)
			}
			rows := expand(text)
			a := Array{White: rows[7], Black: strings.ToUpper(rows[0])}
			if a.Mirror() != (g.arrays().Draw == Mirror) || a.Central() != (g.arrays().Draw == Central) {
				t.Errorf("%s, seed %d: %v", variant.Name, seed, a)
			}
			seen[text] = true
		}
		if len(seen) < 95 {
			t.Errorf("%s: only %d different positions from 100 seeds", variant.Name, len(seen))
		}
	}
}

// Every place of every officer is equally likely, as far as 8000 draws show it:
// 1000 expected, five standard deviations are 148.
func TestDrawsAreFair(t *testing.T) {
	g := cetran2Game(t)
	var count [8][256]int
	for seed := range uint64(8000) {
		for file, letter := range []byte(expand(g.Position(g.New(seed)))[7]) {
			count[file][letter]++
		}
	}
	for file := range count {
		for _, letter := range []byte(string(cetran2.officers)) {
			if n := count[file][letter]; n < 852 || n > 1148 {
				t.Errorf("%c on file %c: %d times of 8000", letter, 'a'+file, n)
			}
		}
	}
}

// Asymmetric draws pass over mirror and central arrays: seen here with a
// stream that begins with one of each.
func TestAsymmetric(t *testing.T) {
	g, err := New("cetran2", []env.Setting{{Name: "asymmetric", Value: "on"}})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(200) {
		rows := expand(g.(*Cetran).Position(g.New(seed)))
		if a := (Array{White: rows[7], Black: strings.ToUpper(rows[0])}); a.Mirror() || a.Central() {
			t.Errorf("seed %d: %v", seed, a)
		}
	}
	numbers := []int{0, 40_319, 12_345}
	pick := func(int) int {
		n := numbers[0]
		numbers = numbers[1:]
		return n
	}
	arrays := Arrays{cetran2.officers, Independent}
	want, _ := arrays.Array(12_345)
	if got := arrays.random(pick, true); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// In every array White has 22 first moves: two with each pawn, two with each of
// knight, chancellor and archbishop, one less for each of these in a corner.
// The sissa cannot move.
func TestFirstMoves(t *testing.T) {
	g := cetran2Game(t)
	mirrors := Arrays{cetran2.officers, Mirror}
	for number := range mirrors.Count() {
		a, _ := mirrors.Array(number)
		want := 22 - strings.Count("NCA", a.White[:1]) - strings.Count("NCA", a.White[7:])
		s := g.blank()
		s.board = g.start
		g.lay(&s.board, g.menOf(a))
		if got := s.Perft(1); got != want {
			t.Fatalf("%v: got %d moves, want %d", a, got, want)
		}
	}
}

func TestSourceArray(t *testing.T) {
	g, err := New("cetran2", []env.Setting{{Name: "array", Value: "qrknchsa/KSNRCAQH"}})
	if err != nil {
		t.Fatal(err)
	}
	s := g.New(7)
	want := strings.Join([]string{
		"8  q r k n c h s a",
		"7  p p p p p p p p",
		"6  . . . . . . . .",
		"5  . . . . . . . .",
		"4  . . . . . . . .",
		"3  . . . . . . . .",
		"2  P P P P P P P P",
		"1  K S N R C A Q H",
		"   a b c d e f g h",
	}, "\n")
	if got := s.String(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	moves := strings.Fields("a2a3 a2a4 b2b3 b2b4 c1b3 c1d3 c2c3 c2c4 d2d3 d2d4 e1d3 e1f3 e2e3 e2e4 f1e3 f1g3 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4")
	if got := legalTexts(s); !slices.Equal(got, moves) {
		t.Errorf("got %v, want %v", got, moves)
	}
}
