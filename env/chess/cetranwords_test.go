package chess

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// What the book says, by the options that make it say so.
func TestBook(t *testing.T) {
	for _, tt := range []struct {
		variant, options string
		chapter, want    string // "": the chapter is not there
	}{
		{"cetran2", "", "The board", "king, queen, sissa, chancellor, archbishop, dragon horse, rook, knight."},
		{"cetran1", "", "The board", "king, queen, sissa, chancellor, 2 bishops, rook, knight."},
		{"cetran2", "", "The board", "one of 1625702400 arrays"},
		{"cetran2-mirror", "", "The board", "one of 40320 arrays; Black's stand opposite"},
		{"cetran2-central", "", "The board", "one of 40320 arrays; Black's stand as a half turn"},
		{"cetran2", "array=qrknchsa/KSNRCAQH", "The board", "as `qrknchsa/KSNRCAQH` says"},
		{"cetran2", "asymmetric=on", "The board", "is drawn again"},
		{"cetran2", "", "Moves", "- **dragon horse** (H): like a bishop, or one square along a row or column"},
		{"cetran1", "", "Moves", "- **bishop** (B): any way along a diagonal"},
		{"cetran2", "", "The sissa", "turns by 45 or by 135 degrees"},
		{"cetran2", "", "The bishops", ""},
		{"cetran1", "", "The bishops", "the other must convert"},
		{"cetran2", "", "Pawns", "queen, sissa, chancellor, archbishop, dragon horse, rook, knight."},
		{"cetran2", "promo=qs", "Pawns", "choice: queen, sissa."},
	} {
		g := made(t, tt.variant, tt.options)
		got := ""
		for _, c := range g.Book().Chapters {
			if c.Title == tt.chapter {
				got = strings.Join(c.Paragraphs, "\n")
			}
		}
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%s: %q is missing in %s:\n%s", g.Spec().Name, tt.want, tt.chapter, got)
		}
	}
}

// made makes a game with options as in "fifty=off,promo=q".
func made(t *testing.T, variant, options string) *Cetran {
	t.Helper()
	var settings []env.Setting
	for text := range strings.SplitSeq(options, ",") {
		if name, value, ok := strings.Cut(text, "="); ok {
			settings = append(settings, env.Setting{Name: name, Value: value})
		}
	}
	g, err := New(variant, settings)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Cetran)
}

// A draw that is switched off is no ending; what random games find is in the
// book.
func TestBookOfEndings(t *testing.T) {
	for _, tt := range []struct{ variant, options, want string }{
		{"cetran2", "", "checkmate, stalemate, only kings (and a knight) left, fifty moves without a capture or pawn move, third occurrence"},
		{"cetran1", "", "checkmate, stalemate, only kings (and a knight or bishop) left, fifty moves without a capture or pawn move, third occurrence"},
		{"cetran2", "fifty=off,threefold=off,insufficient=off", "checkmate, stalemate"},
	} {
		g := made(t, tt.variant, tt.options)
		var all []string
		for _, e := range g.Book().Endings {
			all = append(all, e.Words)
		}
		if got := strings.Join(all, ", "); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", g.Spec().Name, got, tt.want)
		}
		for n := range 20 {
			if got := playOut(g, seed.New(1).At("game", n)).Ending(); got != "" && !strings.Contains(tt.want, got) {
				t.Errorf("%s: %q is not in the book", g.Spec().Name, got)
			}
		}
	}
}

// playOut plays a random game to its end, or to the cap.
func playOut(g *Cetran, stream seed.Seed) *State {
	rng, s := stream.Rand(), g.New(stream.Uint64()).(*State)
	var legal []env.Action
	for range 400 {
		if legal = s.Legal(legal[:0]); len(legal) == 0 {
			break
		}
		s.Play(legal[rng.IntN(len(legal))])
	}
	return s
}

// The name of an action's plane says how far its move goes.
func TestActionNames(t *testing.T) {
	for _, variant := range []string{"cetran1", "cetran2"} {
		g := made(t, variant, "")
		if got, want := len(g.ActionNames()), g.Spec().Planes()+g.Spec().Globals(); got != want {
			t.Errorf("%s: %d names, want %d", variant, got, want)
		}
	}
	for _, tt := range []struct{ fen, move, want string }{
		{"k7/8/8/8/8/8/8/K3R3 w - - 0 1", "e1e4", "the man goes ahead by 3"},
		{"k3r3/8/8/8/8/8/8/K7 b - - 0 1", "e8e5", "the man goes ahead by 3"},
		{"k7/8/8/8/8/8/8/K3Q3 w - - 0 1", "e1g3", "the man goes ahead to the right by 2"},
		{"k7/8/8/8/8/8/4Q3/K7 w - - 0 1", "e2d1", "the man goes back to the left by 1"},
		{"k7/8/8/8/8/8/8/K3S3 w - - 0 1", "e1c5", "the man goes as far as two knight's jumps in line: of those clockwise from 2 right and 4 ahead number 8"},
		{"k6n/6P1/8/8/8/8/8/K7 w - - 0 1", "g7h8s", "a pawn is promoted to sissa, one square ahead and files to the right 1"},
		{"k7/6P1/8/8/8/8/8/K7 w - - 0 1", "g7g8q", "a pawn is promoted to queen, one square ahead and files to the right 0"},
	} {
		s := position(t, cetran2Game(t), tt.fen)
		a, err := env.Parse(s, tt.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.game.ActionNames()[a/64]; got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.move, got, tt.want)
		}
	}
}
