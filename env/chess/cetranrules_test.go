package chess

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
)

// How games end.
func TestEndings(t *testing.T) {
	const (
		toAndFro = "b2c4 g7f5 c4b2 f5g7 "
		fiftyish = "7k/6np/8/8/8/8/PN6/K7 w - 98 70"
	)
	for _, tt := range []struct {
		name   string
		fen    string
		moves  string // played before the question
		want   env.Result
		ending string
	}{
		{"mate by White", "7k/8/6K1/8/8/8/8/1Q6 w - 0 1", "b1b8", env.FirstWins, "checkmate"},
		{"mate by Black", "7K/8/6k1/8/8/8/8/1q6 b - 0 1", "b1b8", env.SecondWins, "checkmate"},
		{"mate by a sissa", "7k/8/5K2/8/8/5S2/8/8 w - 0 1", "f3f1 h8g8 f1f5 g8h8 f5h6", env.FirstWins, "checkmate"},
		{"stalemate: no check and no move", "7k/8/6K1/8/8/8/8/5Q2 w - 0 1", "f1f7", env.Drawn, "stalemate"},
		{"a sissa alone stalemates", "7k/8/8/6S1/8/8/8/K7 b - 0 1", "", env.Drawn, "stalemate"},
		{"kings alone", "8/8/8/8/3kP3/8/8/K7 b - 0 1", "d4e4", env.Drawn, "only kings (and a knight) left"},
		{"a knight cannot mate", "8/8/8/8/3kP3/8/8/K1N5 b - 0 1", "d4e4", env.Drawn, "only kings (and a knight) left"},
		{"nor can Black's", "8/8/8/8/3kP3/8/8/K1n5 b - 0 1", "d4e4", env.Drawn, "only kings (and a knight) left"},
		{"two knights might", "8/8/8/8/3kP3/8/8/K1NN4 b - 0 1", "d4e4", env.Ongoing, ""},
		{"a dragon horse does", "8/8/8/8/3kP3/8/8/K1H5 b - 0 1", "d4e4", env.Ongoing, ""},
		{"a pawn may become something", "8/8/8/8/3kP3/8/8/K7 b - 0 1", "d4d3", env.Ongoing, ""},
		{"99 plies", fiftyish, "b2c4", env.Ongoing, ""},
		{"100 plies", fiftyish, "b2c4 g7f5", env.Drawn, "fifty moves without a capture or pawn move"},
		{"a pawn move starts the clock again", fiftyish, "a2a3 g7f5", env.Ongoing, ""},
		{"a capture starts the clock again", "7k/6np/8/8/3p4/8/PN6/K2R4 w - 99 70", "d1d4", env.Ongoing, ""},
		{"mate comes before the clock", "7k/8/6K1/8/8/8/8/1Q6 w - 99 90", "b1b8", env.FirstWins, "checkmate"},
		{"second occurrence", "7k/6np/8/8/8/8/PN6/K7 w - 0 1", toAndFro, env.Ongoing, ""},
		{"third occurrence", "7k/6np/8/8/8/8/PN6/K7 w - 0 1", toAndFro + toAndFro, env.Drawn, "third occurrence"},
		{"third occurrence on the way", "7k/6np/8/8/8/8/PN6/K7 w - 0 1", "b2c4 g7f5 " + "c4b2 f5g7 b2c4 g7f5 c4b2 f5g7", env.Drawn, "third occurrence"},
		{"nothing comes back after a pawn move", "7k/6np/8/8/8/8/PN6/K7 w - 0 1", toAndFro + "a2a3 h7h6 " + toAndFro, env.Ongoing, ""},
		{"what could be captured in passing is another position", "7k/6n1/8/8/1p6/8/P5N1/K7 w - 0 1",
			"a2a4 g7f5 g2f4 f5g7 f4g2 g7f5 g2f4 f5g7 f4g2", env.Ongoing, ""},
		{"what could not be is the same", "7k/6n1/8/8/2p5/8/P5N1/K7 w - 0 1",
			"a2a4 g7f5 g2f4 f5g7 f4g2 g7f5 g2f4 f5g7 f4g2", env.Drawn, "third occurrence"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, position(t, cetran2Game(t), tt.fen), strings.Fields(tt.moves)...)
			if s.Result() != tt.want || s.Ending() != tt.ending {
				t.Errorf("%s\ngot %v (%s), want %v (%s)", s, s.Result(), s.Ending(), tt.want, tt.ending)
			}
			if over := tt.want != env.Ongoing; over != (len(s.Legal(nil)) == 0) {
				t.Errorf("%s\nover: %v, but the legal moves are %v", s, over, legalTexts(s))
			}
		})
	}
}

// The automatic draws can be switched off, each by its option.
func TestDrawsSwitchedOff(t *testing.T) {
	for _, tt := range []struct{ option, fen, moves string }{
		{"fifty", "7k/6np/8/8/8/8/PN6/K7 w - 98 70", "b2c4 g7f5"},
		{"threefold", "7k/6np/8/8/8/8/PN6/K7 w - 0 1", "b2c4 g7f5 c4b2 f5g7 b2c4 g7f5 c4b2 f5g7"},
		{"insufficient", "8/8/8/8/3kP3/8/8/K1N5 b - 0 1", "d4e4"},
	} {
		for _, value := range []string{"on", "off"} {
			g, err := New("cetran2", []env.Setting{{Name: tt.option, Value: value}})
			if err != nil {
				t.Fatal(err)
			}
			s := must(t, position(t, g.(*Cetran), tt.fen), strings.Fields(tt.moves)...)
			if drawn := s.Result() == env.Drawn; drawn != (value == "on") {
				t.Errorf("%s=%s: after %s got %v", tt.option, value, tt.moves, s.Result())
			}
		}
	}
}

// Captures in passing.
func TestPassing(t *testing.T) {
	for _, tt := range []struct {
		name  string
		fen   string
		moves string // played before the question
		ask   string // a move
		legal bool
	}{
		{"after a double step", "k7/3p4/8/4P3/8/8/8/K7 b - 0 1", "d7d5", "e5d6", true},
		{"by Black", "k7/8/8/8/3p4/8/4P3/K7 w - 0 1", "e2e4", "d4e3", true},
		{"not after a single step", "k7/8/3p4/4P3/8/8/8/K7 b - 0 1", "d6d5", "e5d6", false},
		{"not a move later", "k7/3p4/8/4P3/8/8/8/K7 b - 0 1", "d7d5 a1a2 a8a7", "e5d6", false},
		{"not by a pawn that is pinned", "k3r3/3p4/8/4P3/8/8/8/4K3 b - 0 1", "d7d5", "e5d6", false},
		{"not if both pawns leave the king's rank", "k7/3p4/8/K3P2r/8/8/8/8 b - 0 1", "d7d5", "e5d6", false},
		{"against the check of the pawn that is taken", "k7/3p4/8/4P3/4K3/8/8/8 b - 0 1", "d7d5", "e5d6", true},
		{"not if both pawns leave a sissa's path", "k7/3p1ps1/8/2K1P3/8/8/8/8 b - 0 1", "d7d5", "e5d6", false},
		{"though both pawns stand before the king", "k7/3p1p1s/8/2K1P3/8/8/8/8 b - 0 1", "d7d5", "e5d6", true},
		{"from a position's text", "k7/8/8/3pP3/8/8/8/K7 w d6 0 2", "", "e5d6", true},
		{"not without that text", "k7/8/8/3pP3/8/8/8/K7 w - 0 2", "", "e5d6", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, position(t, cetran2Game(t), tt.fen), strings.Fields(tt.moves)...)
			if got := slices.Contains(legalTexts(s), tt.ask); got != tt.legal {
				t.Errorf("%s\n%s: got legal %v, want %v", s, tt.ask, got, tt.legal)
			}
		})
	}
}

func TestPassingTakesThePawn(t *testing.T) {
	s := must(t, position(t, cetran2Game(t), "k7/3p4/8/4P3/8/8/8/K7 b - 0 1"), "d7d5", "e5d6")
	if got, want := s.game.Position(s), "k7/8/3P4/8/8/8/8/K7 b - 0 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A pawn becomes any officer but a king, or what the option promo leaves.
func TestPromotion(t *testing.T) {
	for _, tt := range []struct{ promo, want string }{
		{"qscahrn", "b7a8a b7a8c b7a8h b7a8n b7a8q b7a8r b7a8s b7b8a b7b8c b7b8h b7b8n b7b8q b7b8r b7b8s"},
		{"sq", "b7a8q b7a8s b7b8q b7b8s"},
	} {
		g, err := New("cetran2", []env.Setting{{Name: "promo", Value: tt.promo}})
		if err != nil {
			t.Fatal(err)
		}
		s := position(t, g.(*Cetran), "n7/1P6/8/8/8/7k/8/K7 w - 0 1")
		got := slices.DeleteFunc(legalTexts(s), func(text string) bool { return text[:2] != "b7" })
		if want := strings.Fields(tt.want); !slices.Equal(got, want) {
			t.Errorf("promo=%s: got %v, want %v", tt.promo, got, want)
		}
		if got, want := s.Perft(1), len(legalTexts(s)); got != want {
			t.Errorf("promo=%s: perft(1) is %d, want %d", tt.promo, got, want)
		}
	}
	s := must(t, position(t, cetran2Game(t), "n7/1P6/8/8/8/7k/8/K7 w - 0 1"), "b7a8s")
	if got, want := s.game.Position(s), "S7/8/8/8/8/7k/8/K7 b - 0 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
