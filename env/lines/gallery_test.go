package lines

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/variant"
	"ludens/games"
)

// gallery are the games of this family that come with ludens, and how many sequences of
// 1, 2, 3, ... plies there are. Where nothing is captured and neither side can have won yet,
// they are products of the numbers of empty cells.
var gallery = []struct {
	name  string
	perft []uint64
}{
	{"tictactoe", []uint64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}},
	{"misere-tictactoe", []uint64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}},
	{"mnk-4-4-3", []uint64{16, 240, 3360, 43680, 524160, 5765760 - 24*6*13*12*11}}, // 24 lines can be won at ply 5,
	{"mnk-5-5-4", []uint64{25, 600, 13800, 303600, 6375600}},
	{"squava", []uint64{25, 625, 14400, 317400, 6679200}},
	{"connect4", []uint64{7, 49, 343, 2401, 16807, 117649, 823536}},
	{"connect4-5x4", []uint64{5, 25, 125, 625, 3120}},
	{"gomoku", []uint64{225, 225 * 224, 225 * 224 * 223}},
	{"gomoku-exact", []uint64{225, 225 * 224, 225 * 224 * 223}},
	{"gomoku-pro", []uint64{1, 224, 24*200 + 200*199, (24*200 + 200*199) * 222}}, // the second stone within the 5 by 5, or out of it,
	{"connect6", []uint64{361, 361 * 360, 361 * 360 * 359}},
	{"pente", []uint64{1, 360, 360 * 359, 360 * 359 * 358}},
	{"pente-tournament", []uint64{1, 360, 24*336 + 336*335, (24*336 + 336*335) * 358}},
	{"keryo-pente", []uint64{1, 360, 360 * 359, 360 * 359 * 358}},
}

func TestGallery(t *testing.T) {
	var names []string
	for _, row := range gallery {
		names = append(names, row.name)
		t.Run(row.name, func(t *testing.T) {
			f := envtest.File(t, row.name, Rules)
			g, err := Read(f)
			if err != nil {
				t.Fatal(err)
			}
			b := newSlow(f)
			for i, want := range row.perft {
				if got := env.Perft(g.New(0), i+1); got != want {
					t.Errorf("perft %d: got %d, want %d", i+1, got, want)
				}
				if want > 20000 || i > 4 {
					continue
				}
				if got := b.perft(i + 1); got != want {
					t.Errorf("perft %d by the slow book: got %d, want %d", i+1, got, want)
				}
			}
			if f.Source == "" || f.Title == "" || f.Summary == "" {
				t.Errorf("no source, title or summary")
			}
		})
	}
	for _, name := range games.Names() {
		if envtest.File(t, name, Rules).Family == "lines" && !slices.Contains(names, name) {
			t.Errorf("%s is not in the gallery", name)
		}
	}
}

// Captures and the rules of the opening, on boards small enough to count.
func TestPerftOfSmallBoards(t *testing.T) {
	for _, text := range []string{
		"like='pente'\nrows=4\ncols=4\nlength=4\ncapture_wins=2",
		"like='keryo-pente'\nrows=3\ncols=6\nlength=3\naway=1",
		"like='squava'\nrows=3\ncols=4",
		"like='connect6'\nrows=3\ncols=4\nlength=3",
		"like='gomoku-exact'\nrows=3\ncols=4\nlength=2\nfull='last'",
	} {
		f := file(t, text)
		g, err := Read(f)
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= 4; depth++ {
			if got, want := env.Perft(g.New(0), depth), newSlow(f).perft(depth); got != want {
				t.Errorf("%q: perft %d: got %d, want %d", text, depth, got, want)
			}
		}
	}
}

// The games of the gallery keep the laws of all games; the large ones on 8 by 8.
func TestGalleryLaws(t *testing.T) {
	for _, row := range gallery {
		f := envtest.File(t, row.name, Rules)
		if g, _ := Read(f); g.Spec().Cells() > 64 {
			small, err := f.With([]env.Setting{{Name: "rows", Value: "8"}, {Name: "cols", Value: "8"}}, Rules)
			if err != nil {
				t.Fatal(err)
			}
			f = small
		}
		t.Run(row.name, func(t *testing.T) {
			g, err := Read(f)
			if err != nil {
				t.Fatal(err)
			}
			envtest.Run(t, g, envtest.Games(2))
		})
	}
}

// perft is env.Perft by the slow book.
func (b *slow) perft(depth int) (n uint64) {
	moves := b.moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	for text := range moves {
		next := *b
		next.stones, next.captured, next.turn = maps.Clone(b.stones), maps.Clone(b.captured), slices.Clone(b.turn)
		next.play(text)
		n += next.perft(depth - 1)
	}
	return n
}

func ExampleRead() {
	text, _ := games.Text("pente")
	f, err := variant.Parse("pente", text, games.Text)
	if err != nil {
		fmt.Println(err)
		return
	}
	small, err := f.With([]env.Setting{{Name: "rows", Value: "5"}, {Name: "cols", Value: "5"}}, Rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := Read(small)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.New(0)
	for _, move := range []string{"c3", "c2", "a1", "c1", "e5", "d4", "a5", "b4", "c5", "c4"} {
		a, err := env.Parse(s, move)
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Play(a)
	}
	fmt.Println(g.Spec().Name)
	fmt.Print(s)
	// Output:
	// pente:rows=5,cols=5
	// 5  w . w . w
	// 4  . b b b .
	// 3  . . w . .
	// 2  . . b . .
	// 1  w . b . .
	//    a b c d e
	// white to move; white has captured 0, black 0
}
