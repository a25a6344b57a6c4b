package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/games"
)

func cetro(t *testing.T, name string) (env.Game, *board) {
	t.Helper()
	g, err := games.Make(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBoard(g.(env.Notated).Position(g.New(0)))
	if err != nil {
		t.Fatal(err)
	}
	return g, b
}

// The start position is written as it was read, and all men stand on squares of the
// board.
func TestBoardReadsTheStart(t *testing.T) {
	for _, name := range []string{"cetro-5x5", "cetro-5x7", "cetro"} {
		g, b := cetro(t, name)
		on := map[square]rune{}
		for _, m := range append(append([]man{}, b.north...), b.south...) {
			on[m.at] = m.letter
		}
		want, _, _ := strings.Cut(g.(env.Notated).Position(g.New(0)), " ")
		if got, _, _ := strings.Cut(b.text(on), " "); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		spec := g.Spec()
		if b.rows != spec.Shape[1] || b.columns != spec.Shape[2] {
			t.Errorf("%s: a board of %d by %d, want %d by %d", name, b.rows, b.columns, spec.Shape[1], spec.Shape[2])
		}
		stands := map[square]bool{}
		for _, sq := range b.squares {
			stands[sq] = true
		}
		for at := range on {
			if !stands[at] {
				t.Errorf("%s: a man stands on %v, where none can", name, at)
			}
		}
	}
}

// In what is drawn all men are there, as many of North's as asked for have stayed at
// home, and the game reads it.
func TestDraw(t *testing.T) {
	g, b := cetro(t, "cetro-5x7")
	rng := rand.New(rand.NewPCG(1, 2))
	start := map[square]rune{}
	for _, m := range b.north {
		start[m.at] = m.letter
	}
	for home := range len(b.north) + 1 {
		read := 0
		for range 50 {
			text := b.draw(home, rng)
			again, err := newBoard(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if len(again.north) != len(b.north) || len(again.south) != len(b.south) {
				t.Fatalf("%s: men are lost", text)
			}
			stayed := 0
			for _, m := range again.north {
				if letter, ok := start[m.at]; ok {
					stayed++
					if letter != m.letter {
						t.Errorf("%s: another man stands on %v", text, m.at)
					}
				}
			}
			if stayed != home {
				t.Errorf("%s: %d men at home, want %d", text, stayed, home)
			}
			if _, err := g.(env.Notated).ParsePosition(text); err == nil {
				read++
			}
		}
		if read == 0 {
			t.Errorf("%d at home: the game reads none of 50", home)
		}
	}
}

func TestForeignStarts(t *testing.T) {
	for _, text := range []string{"", "8/8 w", "bb/2/B1 s -", "b/2/2 s -"} {
		if _, err := newBoard(text); err == nil || !strings.HasSuffix(err.Error(), "is no start of Cetro") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
