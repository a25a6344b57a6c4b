package chess

import (
	"fmt"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
)

// Entries as Fairy-Stockfish's variants.ini has them.
const someIni = `
# pawns with extra moves
[allwayspawns:chess]
customPiece1 = p:mfWceFifmnD
pawnTypes = p

[3check-crazyhouse:crazyhouse]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 3+3 0 1
checkCounting = true

[coffeehouse:crazyhouse]
mustCapture = true

[indiangreat]
pieceToCharTable = PNBRQ..VW.........G..Kpnbrq..vw.........g..k
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
archbishop = v
chancellor = w
amazon = g
maxRank = 10
maxFile = 10
startFen = rnbqkgvbnr/ppppwwpppp/4pp4/10/10/10/10/4PP4/PPPPWWPPPP/RNBVGKQBNR w - - 0 1
promotionRegionWhite = *10
promotionRegionBlack = *1
promotionPieceTypes = q
doubleStep = false
castling = false

[centaurking:chess]
king = k:KN

[upsidedown:chess]
startFen = RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w - - 0 1

[weak:chess]
startFen = nnnnknnn/pppppppp/2p2p2/1pppppp1/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1

[gemini:janus]
startFen = rnbaqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBAQKABNR w KQkq - 0 1
archbishop = a
castlingKingsideFile = i
castlingQueensideFile = c

[orda:chess]
centaur = h
knibis = a
kniroo = l
silver = y
promotionPieceTypes = qh
startFen = lhaykahl/8/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
flagPiece = k
flagRegionWhite = *8
flagRegionBlack = *1

[4x5chess:gardner]
maxRank = 5
maxFile = d
startFen = rnbk/pppp/4/PPPP/RNBK w - - 0 1

[minishogi]
variantTemplate = shogi
maxRank = 5
maxFile = 5
shogiPawn = p
silver = s
gold = g
bishop = b
dragonHorse = h
rook = r
bers = d
king = k
startFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1
pieceDrops = true
capturesToHand = true
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStep = false
castling = false
promotedPieceType = p:g s:g b:h r:d
promotionPieceTypes = -
dropNoDoubled = p
immobilityIllegal = true
shogiPawnDropMateIllegal = true
stalemateValue = loss
nFoldRule = 4
nMoveRule = 0
perpetualCheckIllegal = true
pocketSize = 5
nFoldValue = loss
nFoldValueAbsolute = true

[diana:losalamos]
bishop = b
promotionPieceTypes = rbn
castling = true
castlingKingsideFile = e
castlingQueensideFile = b
startFen = rbnkbr/pppppp/6/6/PPPPPP/RBNKBR w KQkq - 0 1

[crossderby:chess]
queen = -
rook = -
bishop = -
startFen = n*nnnn*k/**pppp**/pp4pp/8/8/PP4PP/**PPPP**/K*NNNN*N w - - 0 1
stalemateValue = loss

[hexapawn]
maxRank = 3
maxFile = c
startFen = ppp/3/PPP w
flagPiece = p
flagRegionWhite = *3
flagRegionBlack = *1
customPiece1 = p:mfWcfF
stalemateValue = loss

[atomic-giveaway:giveaway]
blastOnCapture = true
`

// imported returns the game that an entry becomes.
func imported(t *testing.T, name string) (*Game, []string) {
	t.Helper()
	text, problems, err := Import(someIni, name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	f, err := variant.Parse(name, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Read(f)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	return g.(*Game), problems
}

// What is imported from variants.ini alone has as many positions as in Fairy-Stockfish
// (counted by its library pyffish 0.0.90; capablanca and those behind it: tests/perft.sh).
func TestImport(t *testing.T) {
	for _, tt := range []struct {
		name     string
		depth    int
		want     uint64
		problems string
	}{
		{"allwayspawns", 3, 8902, ""},
		{"3check-crazyhouse", 3, 8902, ""},
		{"coffeehouse", 4, 152955, ""},
		{"indiangreat", 3, 18705, ""},
		{"centaurking", 3, 11888, ""},
		{"upsidedown", 4, 1936, ""},
		{"weak", 3, 10295, ""},
		{"gemini", 2, 784, ""},
		{"orda", 3, 12462, ""},
		{"4x5chess", 4, 1487, ""},
		{"diana", 3, 672, ""},
		{"crossderby", 3, 5892, ""},
		{"hexapawn", 4, 56, ""},
		{"minishogi", 3, 2512, ""},
		{"embassy", 4, 809539, ""},
		{"capablanca", 4, 805128, ""},
		{"kinglet", 3, 8902, ""},
		{"threekings", 3, 8942, ""},
		{"codrus", 4, 153299, ""},
		{"asean", 4, 273026, ""},
		{"ai-wok", 4, 485045, ""},
		{"losers", 4, 152955, ""},
		{"grasshopper", 4, 635298, ""},
		{"nightrider", 4, 419019, ""},
		{"loop", 4, 197281, ""},
		{"chessgi", 4, 197281, ""},
		{"breakthrough", 3, 11132, ""},
		{"atomic-giveaway", 3, 8067, ""},
	} {
		g, problems := imported(t, tt.name)
		if got := strings.Join(problems, "; "); got != tt.problems {
			t.Errorf("%s: problems %q, want %q", tt.name, got, tt.problems)
		}
		if testing.Short() && tt.want > 100_000 {
			continue
		}
		if got := env.Perft(g.New(0), tt.depth); got != tt.want {
			t.Errorf("%s: perft %d is %d, want %d", tt.name, tt.depth, got, tt.want)
		}
	}
}

// A line that is no entry is reported in one line.
func TestImportErrors(t *testing.T) {
	for _, tt := range []struct{ ini, name, want string }{
		{someIni, "coffehouse", `variants.ini: no variant "coffehouse" (did you mean "coffeehouse"?)`},
		{"[a:a]", "a", `variants.ini: no variant "a"`},
		{"[a:b]\n[b:a]", "b", `variants.ini: no variant "b"`},
		{"x = 1", "a", `variants.ini: line 1: "x = 1": want key = value below [name]`},
		{"[a", "a", `variants.ini: line 1: "[a": want [name] or [name:parent]`},
		{"[a:chess]\nstartFen = 8/8", "a", "variants.ini: a: imported.toml"},
		{"[a:chess]\nstartFen = 99/99", "a", "variants.ini: a: a board of 2 ranks and 99 files"},
		{"[a:chess]\ncustomPiece1 = x:qqq", "a", "variants.ini: a: imported.toml"},
	} {
		_, _, err := Import(tt.ini, tt.name)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s:\ngot  %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

func ExampleImport() {
	text, problems, _ := Import("[hexapawn]\nstartFen = ppp/3/PPP w\ncustomPiece1 = p:mfWcfF\nflagPiece = p\nflagRegionWhite = *3\nflagRegionBlack = *1\nstalemateValue = loss\ncastling = false\nbikjangRule = true", "hexapawn")
	fmt.Println(text[strings.Index(text, "goal"):strings.Index(text, "checkmate")] + problems[0])
	// Output:
	// goal = "*3"
	// goal_men = "P"
	// goal_count = 1
	// bikjangRule = true: not covered
}

// Who can drop a man must, and who cannot moves, as Fairy-Stockfish has it: after its pawns have no
// file left White has 40 moves there, and with one file free three drops.
func TestMustDropWhereOneCan(t *testing.T) {
	const ini = "[screen:placement]\ndropNoDoubled = p\nstartFen = 8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1\n" +
		"dropRegionWhite = *1 *2 *3 *4\ndropRegionBlack = *8 *7 *6 *5\n"
	g, why := readSection(ini, "screen")
	if why != "" {
		t.Fatal(why)
	}
	for position, want := range map[string]int{
		"1n2r3/1bpr4/qp2p1pk/p1bp1n1p/1QP1NKP1/P2PBR1P/1P2BP1N/7R[Pp] w - - 0 16": 40,
		"1n2r3/1bpr4/qp2p1pk/p1bp1n1p/1QP1NKP1/3PBR1P/1P2BP1N/7R[Pp] w - - 0 16":  3,
	} {
		s, err := g.(*Game).ParsePosition(position)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(s.Legal(nil)); got != want {
			t.Errorf("%s: %d legal moves, want %d", position, got, want)
		}
	}
}
