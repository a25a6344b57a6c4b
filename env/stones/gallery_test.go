package stones

import (
	"fmt"
	"slices"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/env/variant"
	"ludens/games"
)

// gallery are the games of this family that come with ludens, and how many sequences of
// 1, 2, 3, ... plies there are.
var gallery = []struct {
	name  string
	perft []uint64
}{
	// Published: https://aartbik.blogspot.com/2009/02/perft-for-reversi.html; a pass is a ply.
	{"othello", []uint64{4, 12, 56, 244, 1396, 8200, 55092, 390216}},
	// While no side can be joined these are products of the numbers of empty cells, and a swap.
	{"hex", []uint64{121, 121 * 121, 121*120*119 + 121*120}},
	{"y", []uint64{66, 66 * 66, 66*65*64 + 66*65}},
	{"havannah", []uint64{169, 169 * 169, 169*168*167 + 169*168}},
	// Published for the same start: https://github.com/kz04px/ataxx-perft.
	{"ataxx", []uint64{16, 256, 6460, 155888}},
	{"hexxagon", []uint64{24, 570}},
	// Of the first stone 81, or a pass; then one fewer, unless it was a pass.
	{"go-9x9", []uint64{82, 81*81 + 82}},
	{"go-13x13", []uint64{170, 169*169 + 170}},
	// A move of an amazon is two plies; 2,176 first moves are published.
	{"amazons", []uint64{80, 2176}},
	// Before the third stone of a side there are no mills.
	{"mills", []uint64{24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21}},
	{"konane", []uint64{4}},
	{"lines-of-action", []uint64{36}},
	{"scrambled-eggs", []uint64{32}},
	{"rex", []uint64{121, 121 * 120, 121 * 120 * 119}},
	{"hex-13x13", []uint64{169, 169 * 169, 169*168*167 + 169*168}},
	{"othello-6x6", []uint64{4, 12, 56}},
	{"anti-othello", []uint64{4, 12, 56, 244, 1396, 8200}},
	{"six-mens-morris", []uint64{16, 16 * 15, 16 * 15 * 14, 16 * 15 * 14 * 13}},
	// Of the third ply: 22 cells to put a stone on, or a move of the first stone. There are 32 lines
	// from cell to cell, each with 24 - 2 places for the second stone, and two directions.
	{"twelve-mens-morris", []uint64{24, 24 * 23, 24 * 23 * 22}},
	{"eleven-mens-morris", []uint64{24, 24 * 23, 24 * 23 * 22}},
	{"lasker-morris", []uint64{24, 24 * 23, 24*23*22 + 2*32*22}},
	// Each of the 5*5 + 4*6 pairs of neighbours has one stone of each side.
	{"clobber", []uint64{49}},
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
			for i, want := range row.perft {
				if got := env.Perft(g.New(0), i+1); got != want {
					t.Errorf("perft %d: got %d, want %d", i+1, got, want)
				}
			}
			if f.Source == "" || f.Title == "" || f.Summary == "" {
				t.Errorf("no source, title or summary")
			}
		})
	}
	for _, name := range games.Names() {
		if envtest.File(t, name, Rules).Family == "stones" && !slices.Contains(names, name) {
			t.Errorf("%s is not in the gallery", name)
		}
	}
}

// with returns a game that comes with ludens, with settings.
func with(t testing.TB, name string, settings ...string) *Game {
	t.Helper()
	g, err := read(envtest.File(t, name, Rules, settings...))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func ExampleRead() {
	text, _ := games.Text("othello")
	f, err := variant.Parse("othello", text, games.Text)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := Read(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := g.New(0)
	for _, move := range []string{"d3", "c3"} {
		a, err := env.Parse(s, move)
		if err != nil {
			fmt.Println(err)
			return
		}
		s.Play(a)
	}
	fmt.Print(s)
	// Output:
	// 1  . . . . . . . .
	// 2  . . . . . . . .
	// 3  . . w b . . . .
	// 4  . . . w b . . .
	// 5  . . . b w . . .
	// 6  . . . . . . . .
	// 7  . . . . . . . .
	// 8  . . . . . . . .
	//    a b c d e f g h
	// black to move
}
