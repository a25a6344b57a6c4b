package chess

import (
	"strings"
	"testing"

	"ludens/env"
)

const drawnChess = "family=\"chess\"\nname=\"m\"\nlike=\"chess\"\ncastling=\"\"\nshuffle=\"*1\"\n" +
	"[men.B]\nmoves=\"B\"\ncolours=true\n[men.K]\nmoves=\"K\"\nroyal=true\nwithin=\"b1 c1 d1 e1 f1 g1\"\n"

// Men are drawn as draw says, and keep within and colours.
func TestDrawsOfFiles(t *testing.T) {
	for _, draw := range []string{"mirror", "central", "independent"} {
		g := read(t, strings.Replace(drawnChess, "shuffle=", "draw=\""+draw+"\"\nshuffle=", 1))
		met, mirrored, central := map[string]bool{}, 0, 0
		for seed := range uint64(60) {
			ranks := strings.Split(strings.Fields(g.Position(g.New(seed)))[0], "/")
			black, white := ranks[0], ranks[7]
			if ranks[1] != "pppppppp" || white != strings.ToUpper(white) {
				t.Fatalf("%v", ranks)
			}
			met[white] = true
			for _, rank := range []string{black, strings.ToLower(white)} {
				if k := strings.IndexByte(rank, 'k'); k < 1 || k > 6 || strings.IndexByte(rank, 'b')%2 == strings.LastIndexByte(rank, 'b')%2 {
					t.Errorf("%s: drawn %s", draw, rank)
				}
			}
			mirrored += btoi(black == strings.ToLower(white))
			central += btoi(black == reversed(strings.ToLower(white)))
		}
		if len(met) < 50 || (draw == "mirror") != (mirrored == 60) || (draw == "central") != (central == 60) {
			t.Errorf("%s: %d orders in 60 draws, %d mirrored, %d central", draw, len(met), mirrored, central)
		}
		if a, b := g.New(7), g.New(7); a.Key() != b.Key() {
			t.Error("equal seeds draw different starts")
		}
	}
}

// A man who is worth nothing said of is weighed by his mobility, a rook being 5.
func TestWorth(t *testing.T) {
	g := general(t, "shatranj")
	got := map[string]int{}
	for _, w := range g.kinds {
		got[w.name] = w.worth
	}
	if got["rook"] != 5 || got["knight"] != 3 || got["pawn"] != 1 || got["king"] != 0 || got["ferz"] != 2 || got["alfil"] != 1 {
		t.Errorf("worth %v", got)
	}
	s, err := g.ParsePosition("k7/8/8/8/8/8/1n6/2K3RR w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if x := s.(env.Scored).Score(env.First); x != 7./12 {
		t.Errorf("score %v, want 7 pawns ahead as 7/12", x)
	}
}
