package chess

import (
	"testing"

	"ludens/env"
)

const start = ""

// Numbers of positions. The figures are published: those of tests/perft.sh of
// Fairy-Stockfish, with its name of the variant, and of
// chessprogramming.org/Perft_Results ("CPW"); "pyffish" were counted by Fairy-Stockfish's
// library of that name (0.0.90).
func TestPerft(t *testing.T) {
	for _, tt := range []struct {
		name, position string
		want           []uint64
		source         string
	}{
		{"chess", start, []uint64{20, 400, 8902, 197281}, "CPW"},
		{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", []uint64{48, 2039, 97862}, "CPW, Kiwipete"},
		{"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", []uint64{14, 191, 2812, 43238}, "CPW, position 3"},
		{"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9467, 422333}, "CPW, position 4"},
		{"chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44, 1486, 62379}, "CPW, position 5"},
		{"capablanca", start, []uint64{28, 784, 25228, 805128}, "capablanca"},
		{"gothic", start, []uint64{28, 784, 25283}, "pyffish, gothic"},
		{"janus", start, []uint64{0, 0, 0, 772074}, "janus"},
		{"grand-chess", start, []uint64{0, 0, 259514}, "grand"},
		{"grand-chess", "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3", []uint64{0, 5768}, "grand"},
		{"makruk", start, []uint64{0, 0, 0, 273026}, "makruk"},
		{"shatranj", start, []uint64{0, 0, 0, 68122}, "shatranj"},
		{"knightmate", start, []uint64{0, 0, 0, 139774}, "knightmate"},
		{"king-of-the-hill", "rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12", []uint64{0, 0, 19003}, "kingofthehill"},
		{"three-check", "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", []uint64{0, 0, 12407}, "3check"},
		{"los-alamos", start, []uint64{0, 0, 0, 0, 191846}, "losalamos"},
		{"courier", start, []uint64{0, 0, 0, 500337}, "courier"},
		{"berolina", start, []uint64{30, 900, 28328, 882717}, "pyffish, berolina"},
		{"antichess", start, []uint64{20, 400, 8067, 153299}, "antichess"},
		{"antichess", "8/1p6/8/8/8/8/P7/8 w - - 0 1", []uint64{2, 4, 4, 3}, "giveaway"},
		{"antichess", "8/2p5/8/8/8/8/P7/8 w - - 0 1", []uint64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2557}, "giveaway"},
		{"crazyhouse", start, []uint64{20, 400, 8902, 197281}, "crazyhouse"},
		{"crazyhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", []uint64{0, 75353}, "crazyhouse"},
		{"crazyhouse", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", []uint64{0, 0, 88634}, "crazyhouse"},
		{"crazyhouse", "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", []uint64{0, 0, 58057}, "crazyhouse"},
		{"gardner", start, []uint64{7, 0, 0, 4775}, "pyffish, gardner"},
		{"racing-kings", start, []uint64{21, 421, 11264, 296242}, "racingkings"},
		{"racing-kings", "6r1/2K5/5k2/8/3R4/8/8/8 w - - 0 1", []uint64{0, 0, 0, 86041}, "racingkings"},
		{"racing-kings", "6R1/2k5/5K2/8/3r4/8/8/8 b - - 0 1", []uint64{0, 0, 0, 86009}, "racingkings"},
		{"racing-kings", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", []uint64{0, 0, 0, 0, 0, 265932}, "racingkings"},
		{"hoppel-poppel", start, []uint64{0, 0, 0, 202459}, "hoppelpoppel"},
		{"new-zealand", start, []uint64{0, 0, 0, 200310}, "newzealand"},
		{"amazon-chess", start, []uint64{0, 0, 0, 318185}, "amazon"},
		{"nightrider-chess", start, []uint64{0, 0, 0, 419019}, "nightrider"},
		{"chancellor-chess", start, []uint64{0, 0, 0, 436656}, "chancellor"},
		{"modern-chess", start, []uint64{0, 0, 0, 433729}, "modern"},
		{"extinction-chess", start, []uint64{0, 0, 0, 197742}, "pyffish, extinction"},
		{"minishogi", start, []uint64{0, 0, 0, 0, 533203}, "minishogi"},
		{"shogi", start, []uint64{30, 900, 25470, 719731}, "shogi"},
		{"atomic", start, []uint64{20, 400, 8902, 197326}, "atomic"},
		{"atomic", "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", []uint64{0, 0, 0, 1434825}, "atomic"},
		{"atomic", "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ - 0 1", []uint64{0, 148}, "atomic"},
		{"horde", start, []uint64{0, 0, 0, 23310}, "horde"},
		{"horde", "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1", []uint64{0, 0, 0, 33781}, "horde"},
		{"coregal", start, []uint64{0, 0, 0, 195896}, "coregal"},
		{"coregal", "rn2kb1r/ppp1pppp/6q1/8/2PP2b1/5B2/PP3P1P/R1BQK1NR w KQkq - 1 9", []uint64{0, 0, 20421}, "coregal"},
		{"makpong", "3mk3/r3s1R1/1psppnp1/p1pn4/1P2NP2/P1PPP1P1/4NS2/R1SKM3 w - - 0 1", []uint64{0, 0, 0, 593103}, "makpong"},
		{"torpedo", start, []uint64{0, 0, 0, 209719}, "torpedo"},
		{"torpedo", "rnbqkbnr/1ppppppp/8/6P1/p7/8/PPPPPP1P/RNBQKBNR w KQkq - 0 1", []uint64{0, 0, 0, 232819}, "torpedo"},
		{"spartan", start, []uint64{0, 0, 14244}, "spartan"},
		{"spartan", "k6k/hh2Q2h/8/8/8/8/8/4K3 w - - 0 1", []uint64{0, 0, 6130}, "spartan"},
		{"spartan", "8/8/8/8/6Q1/8/2h3h1/4K1k1 b - - 0 1", []uint64{0, 0, 3456}, "spartan"},
		{"dobutsu", start, []uint64{0, 0, 0, 0, 0, 71677}, "dobutsu"},
		{"dobutsu", "g1e/1cL/lC1/E1G[] w - - 4 3", []uint64{0, 0, 0, 2290}, "dobutsu"},
		{"kyoto-shogi", start, []uint64{0, 0, 0, 0, 225903}, "kyotoshogi"},
		{"micro-shogi", start, []uint64{0, 0, 0, 0, 71328}, "micro"},
		{"tori-shogi", start, []uint64{0, 0, 0, 103857}, "torishogi"},
		{"xiangqi", start, []uint64{44, 1920, 79666}, "pyffish, xiangqi"},
	} {
		g, err := Read(file(t, tt.name))
		if err != nil {
			t.Fatal(err)
		}
		s := g.New(0)
		if tt.position != start {
			if s, err = g.(env.Notated).ParsePosition(tt.position); err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
		}
		for i, want := range tt.want {
			if want == 0 || testing.Short() && want > 100_000 {
				continue
			}
			if got := env.Perft(s, i+1); got != want {
				t.Errorf("%s %q: perft %d is %d, want %d (%s)", tt.name, tt.position, i+1, got, want, tt.source)
			}
		}
	}
}
