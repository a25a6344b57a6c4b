package chess

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// drawnCastling is a small board on which castling is frequent.
const drawnCastling = `family = "chess"
name = "drawn"
board = """
rnkbr
.....
.....
.....
RNKBR
"""
castling = "c1d1 e1c1, c1b1 a1c1"
shuffle = "*1"
[men.K]
moves = "K"
royal = true
between = "R"
[men.R]
moves = "R"
[men.N]
moves = "N"
[men.B]
moves = "B"
`

// The slow reader agrees about men who castle from where they are drawn, however the two sides
// are drawn.
func TestDrawnCastlingDiffers(t *testing.T) {
	met := 0
	for _, draw := range []string{"mirror", "central", "independent"} {
		for _, g := range []*Game{read(t, strings.Replace(drawnCastling, "shuffle", "draw = \""+draw+"\"\nshuffle", 1)),
			read(t, "family=\"chess\"\nname=\"m\"\nlike=\"chess960\"\ndraw=\""+draw+"\"\n")} {
			for seed := range uint64(12) {
				if _, err := differ(g, seed, 40); err != nil {
					t.Fatalf("%s: %v", draw, err)
				}
				s := g.New(seed)
				for range 20 {
					for _, a := range s.Legal(nil) {
						if m, _ := s.(*State).moveOf(a); m.what >= castled {
							met++
						}
					}
					if s.Result() != env.Ongoing {
						break
					}
					legal := s.Legal(nil)
					s.Play(legal[int(seed+3)%len(legal)])
				}
			}
		}
	}
	if met < 50 {
		t.Errorf("castling was legal %d times: want 50 at least", met)
	}
}

// Rights are read as Shredder-FEN and as X-FEN, in which K is the outermost man of its side.
func TestChess960Rights(t *testing.T) {
	g := general(t, "chess960")
	for text, want := range map[string]string{
		"1rk1r2r/8/8/8/8/8/8/1RK1R2R w KQkq - 0 1": "HBhb",
		"1rk1r2r/8/8/8/8/8/8/1RK1R2R w EBe - 0 1":  "EBe",
		"1rk1r2r/8/8/8/8/8/8/1RK1R2R w Eq - 0 1":   "Eb",
		"1rk1r2r/8/8/8/8/8/8/1RK1R2R w - - 0 1":    "-",
	} {
		s, err := g.ParsePosition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Fields(g.Position(s))[2]; got != want {
			t.Errorf("%s: rights %s, want %s", text, got, want)
		}
	}
	for _, rights := range []string{"F", "KK", "Hh", "C", "HE", "Z", "?"} {
		if _, err := g.ParsePosition("2k5/8/8/8/8/8/8/1RK1R2R w " + rights + " - 0 1"); err == nil || !strings.Contains(err.Error(), "castling") {
			t.Errorf("%s: %v, want an error of castling", rights, err)
		}
	}
}

// The start is one of the 960, each as likely.
func TestChess960Starts(t *testing.T) {
	g, met := general(t, "chess960"), map[string]bool{}
	for seed := range uint64(2000) {
		rank := strings.ToUpper(strings.Split(g.Position(g.New(seed)), "/")[0])
		k, q := strings.IndexByte(rank, 'K'), strings.IndexByte(rank, 'R')
		if b := strings.IndexByte(rank, 'B') + strings.LastIndexByte(rank, 'B'); q > k || strings.LastIndexByte(rank, 'R') < k || b%2 == 0 {
			t.Fatalf("drawn %s", rank)
		}
		met[rank] = true
	}
	if n := len(met); n < 800 || n > 900 { // 960 (1 - exp(-2000/960)) are 840
		t.Errorf("%d starts in 2000 draws", n)
	}
}

// What castling asks of men who are drawn.
func TestDrawnCastlingRefuses(t *testing.T) {
	for fault, want := range map[[2]string]string{
		{"between = \"R\"", ""}:                             "with shuffle: want [men.K] between = \"R\"",
		{"between = \"R\"", "between = \"N\""}:              "want [men.K] between",
		{"moves = \"N\"", "moves = \"N\"\nbetween = \"Z\""}: "want the letter of a kind",
	} {
		f, err := variant.Parse("m.toml", strings.Replace(drawnCastling, fault[0], fault[1], 1), games.Text)
		if err == nil {
			_, err = Read(f)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", fault, err, want)
		}
	}
}

// Perft of positions of Chess960 equals the published numbers: those of Ethereal's fischer.epd
// (chessprogramming.org, Chess960 Perft Results), each tenth of its 960 lines.
func TestChess960Perft(t *testing.T) {
	text, err := os.ReadFile("testdata/chess960.tsv")
	if err != nil {
		t.Fatal(err)
	}
	g := general(t, "chess960")
	long := os.Getenv("LUDENS_LONG") != ""
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Split(line, "\t")
		s, err := g.ParsePosition(f[0])
		if err != nil {
			t.Errorf("%s: %v", f[0], err)
			continue
		}
		if got := g.Position(s); got != f[0] {
			t.Errorf("%s is written %s", f[0], got)
		}
		for depth, number := range f[1:] {
			if depth > 2 && !long && i%24 != 0 {
				break
			}
			want, err := strconv.ParseUint(number, 10, 64)
			if got := env.Perft(s, depth+1); err != nil || got != want {
				t.Errorf("%s: perft %d is %d, want %s", f[0], depth+1, got, number)
			}
		}
	}
}
