package chess

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

func cetran1Game(t testing.TB) *Cetran {
	t.Helper()
	g, err := New("cetran1", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Cetran)
}

// The bishops conversion rule of Cetran 1: where a bishop may go after some
// moves of its owner's bishops.
func TestConversion(t *testing.T) {
	const (
		bothFree = "k7/7p/8/8/8/8/8/K1B1B3 w c1e1 - 0 1"
		c1Moves  = "b2 d2 a3 e3 f4 g5 h6"
		c1Steps  = "b1 c2 d1"
	)
	for _, tt := range []struct {
		name, fen, moves, from string
		want                   string
	}{
		{"either may convert or not", bothFree, "", "c1", c1Moves + " " + c1Steps},
		{"either may convert or not", bothFree, "", "e1", "d2 f2 c3 g3 b4 h4 a5 d1 e2 f1"},
		{"after a conversion the other is an ordinary bishop", bothFree, "e1f1 h7h6", "c1", c1Moves},
		{"as is the one that converted", bothFree, "e1e2 h7h6", "e2", "d1 f1 d3 f3 c4 g4 b5 h5 a6"},
		{"after an ordinary move the other must convert", bothFree, "e1h4 h7h6", "c1", c1Steps},
		{"while the one that moved goes on as it likes", bothFree, "e1h4 h7h6", "h4", "e1 f2 g3 g5 f6 e7 d8"},
		{"when it has converted, all is over", bothFree, "e1h4 h7h6 c1c2 h6h5", "c2", "b1 d1 b3 d3 a4 e4 f5 g6 h7"},
		{"if one is captured first, the other is free to convert or not", "k3r3/8/8/8/8/8/8/K1B1B2R b c1e1 - 0 1", "e8e1 h1e1 a8a7", "c1", c1Moves + " b1 c2 d1"},
		{"if the one that moved is captured, the other must still convert", "k3r3/8/8/8/8/8/8/K1B1B3 w c1e1 - 0 1", "e1f2 e8e2 a1b1 e2f2 b1a1 a8a7", "c1", c1Steps},
		{"bishops on two colours are ordinary", "k7/7p/8/8/8/8/8/K1BB4 w - - 0 1", "", "c1", "b2 d2 a3 e3 f4 g5 h6"},
		{"a conversion may capture", "k7/7p/8/8/8/8/2r5/K1B1B3 w c1e1 - 0 1", "", "c1", c1Moves + " " + c1Steps},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, position(t, cetran1Game(t), tt.fen), strings.Fields(tt.moves)...)
			want := strings.Fields(tt.want)
			slices.Sort(want)
			if got := targets(s, tt.from); !slices.Equal(got, want) {
				t.Errorf("%s\n%s: got %v, want %v", s, tt.from, got, want)
			}
		})
	}
}

// A bishop gives check where it could capture.
func TestConversionChecks(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		want      bool
	}{
		{"a free bishop checks diagonally", "2b1b2k/8/8/8/6K1/8/8/8 w c8e8 - 0 1", true},
		{"and a neighbour", "2bKb2k/8/8/8/8/8/8/8 w c8e8 - 0 1", true},
		{"an ordinary one does not", "2bKb2k/8/8/8/8/8/8/8 w - - 0 1", false},
		{"a bound one does not check diagonally", "2b4k/8/8/8/6K1/8/8/8 w c8! - 0 1", false},
		{"but a neighbour", "2bK3k/8/8/8/8/8/8/8 w c8! - 0 1", true},
	} {
		s := position(t, cetran1Game(t), tt.fen)
		if got := s.game.inCheck(&s.board, s.ToMove()); got != tt.want {
			t.Errorf("%s: %s\nin check: got %v, want %v", tt.name, s, got, tt.want)
		}
	}
}

// The rule holds at the start for a side whose bishops share a colour.
func TestConversionAtTheStart(t *testing.T) {
	for array, want := range map[string]string{
		"bbcknqrs/BBCKNQRS": "-",
		"bcbknqrs/BBCKNQRS": "a8c8",
		"bcbknqrs/KCQBNBRS": "d1f1a8c8",
		"bckbnqrs/BCKNQRBS": "a1g1",
	} {
		g, err := New("cetran1", []env.Setting{{Name: "array", Value: array}})
		if err != nil {
			t.Fatal(err)
		}
		text := g.(*Cetran).Position(g.New(0))
		if got := strings.Fields(text)[2]; got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// Which bishops may convert is part of a position's text and key.
func TestConversionText(t *testing.T) {
	g := cetran1Game(t)
	keys := map[uint64]string{}
	for _, field := range []string{"-", "c1e1", "c1", "e1", "c1!", "e1!"} {
		text := "k7/8/8/8/8/8/8/K1B1B3 w " + field + " - 0 1"
		s := position(t, g, text)
		if got := g.Position(s); got != text {
			t.Errorf("got %s, want %s", got, text)
		}
		if other, taken := keys[s.Key()]; taken {
			t.Errorf("%s and %s have one key", field, other)
		}
		keys[s.Key()] = field
	}
	for field, want := range map[string]string{
		"c9":    `men who convert "c9": must be - or squares such as e1! or c1e1`,
		"c1e":   `men who convert "c1e": must be - or squares such as e1! or c1e1`,
		"a1":    `men who convert "a1": there is none on its first rank on a1`,
		"g5":    `men who convert "g5": there is none on its first rank on g5`,
		"c1e1!": `White has at most two men on one colour who may convert, or one who must`,
		"c1f1":  `White has at most two men on one colour who may convert, or one who must`,
	} {
		_, err := g.ParsePosition("k7/8/8/6B1/8/8/8/K1B1BB2 w " + field + " - 0 1")
		if want = `chess: position: ` + want; err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", field, err, want)
		}
	}
}

// A free and a bound bishop are observed apart.
func TestObserveConversion(t *testing.T) {
	g := cetran1Game(t)
	obs := observation(position(t, g, "2b5/k7/8/8/8/8/8/K1B1B3 w c1e1c8! - 0 1"))
	for plane, want := range map[string][]int{"bishops that may convert": {58, 60}, "bishops that must convert": {2}} {
		at := slices.Index(g.PlaneNames(), plane)
		var got []int
		for c, x := range obs[64*at : 64*at+64] {
			if x == 1 {
				got = append(got, c)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", plane, got, want)
		}
	}
}
