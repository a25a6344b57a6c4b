package chess

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"ludens/env"
)

// goalRecord is what Fairy-Stockfish (pyffish 0.0.90) says of positions near goals: a section,
// a position, a move, and behind it the result or the number of legal moves.
//
//go:embed testdata/goals.tsv
var goalRecord string

// orderRecord is the same of moves that end a game for two or more reasons at once.
//
//go:embed testdata/orders.tsv
var orderRecord string

// clockRecord is what Fairy-Stockfish says of the clock behind moves of men who can go back or
// cannot: a section, a position, a move, the count behind it.
//
//go:embed testdata/clocks.tsv
var clockRecord string

const clockSection = `[clocks]
maxRank = 6
maxFile = f
king = k
rook = r
knight = n
cannon = c
customPiece1 = a:fsmWfceF
customPiece2 = b:fmFfcW
customPiece3 = d:fmWbcW
customPiece4 = h:fmWfmFbmW
nMoveRuleTypes = abdhnrc
nMoveRule = 50
nFoldRule = 0
startFen = kabcnr/dhd3/6/6/3DHD/RNCBAK w - - 0 1
`

// orderSection writes the section of a name: how extinction, goal, checks and a connection end
// the game.
func orderSection(name string) string {
	field := strings.Split(name, "-")
	extinct, goal, checks, connect := field[1], field[2], field[3], field[4]
	text := fmt.Sprintf("[%s]\nmaxRank = 6\nmaxFile = f\nrook = r\nwazir = w\nking = k\nnMoveRule = 0\nnFoldRule = 0\nstalemateValue = loss\n", name)
	text += map[bool]string{true: "startFen = kr4/6/6/6/6/4RK w - - 3+3 0 1\ncheckCounting = true\n", false: "startFen = kr4/6/6/6/6/4RK w - - 0 1\n"}[checks != ""]
	if extinct != "" {
		text += fmt.Sprintf("extinctionValue = %s\nextinctionPieceTypes = r\n", map[byte]string{'w': "win", 'l': "loss", 'd': "draw"}[extinct[0]])
	}
	if strings.HasSuffix(extinct, "c") {
		text += "extinctionClaim = true\nextinctionOpponentPieceCount = 1\n"
	}
	if goal != "" {
		text += "flagPiece = w\nflagRegionWhite = *6\nflagRegionBlack = *1\n" + map[string]string{"s": "flagPieceSafe = true\n", "m": "flagMove = true\n"}[goal]
	}
	if connect != "" {
		text += "connectN = 3\n"
	}
	return text
}

// goalSection writes the section of a name: whose men count on the goal, and how.
func goalSection(name string) string {
	men, how, _ := strings.Cut(name, "-")
	text := fmt.Sprintf("[%s]\nmaxRank = 6\nmaxFile = f\nrook = r\nwazir = w\nflagRegionWhite = *6\nflagRegionBlack = *1\nstalemateValue = loss\nnMoveRule = 0\nnFoldRule = 0\n", name)
	text += map[string]string{
		"royal":  "king = k\nstartFen = k5/6/6/6/6/5K w - - 0 1\nflagPiece = k\n",
		"common": "commoner = k\nstartFen = k5/6/6/6/6/5K w - - 0 1\nflagPiece = k\n",
		"sides":  "king = k\ncommoner = c\nstartFen = k5/6/6/6/6/4CK w - - 0 1\nflagPieceWhite = c\nflagPieceBlack = k\n",
	}[men]
	return text + map[string]string{
		"safe": "flagPieceSafe = true\n",
		"move": "flagMove = true\n",
		"both": "flagPieceSafe = true\nflagMove = true\n",
	}[how]
}

// A goal is reached as in Fairy-Stockfish: with and without a reply, by men who must be safe,
// by royal men and by others.
func TestGoalsAsInFairyStockfish(t *testing.T) {
	endsAs(t, goalRecord, 10, goalSection)
}

// Of several ends on one move that one counts that counts in Fairy-Stockfish: extinction, the
// goal, checks, a connection.
func TestEndsInTheOrderOfFairyStockfish(t *testing.T) {
	endsAs(t, orderRecord, 81, orderSection)
}

// A move that its man could take back does not start the clock again, as in Fairy-Stockfish.
// Control: men who go ahead alone start it.
func TestClocksAsInFairyStockfish(t *testing.T) {
	g, why := readSection(clockSection, "clocks")
	if g == nil {
		t.Fatal(why)
	}
	started := 0
	for _, line := range strings.Split(strings.TrimSpace(clockRecord), "\n") {
		field := strings.Split(line, "\t")
		s, err := g.(*Game).ParsePosition(field[1])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		a, err := env.Parse(s, field[2])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		s.Play(a)
		if got := fmt.Sprint(s.(*State).clock); got != field[3] {
			t.Errorf("%s: the clock is at %s", line, got)
		} else if got == "0" {
			started++
		}
	}
	if started != 48 {
		t.Errorf("it started again %d times, want 48", started)
	}
}

// endsAs plays each line of a record in the game of its section.
func endsAs(t *testing.T, record string, sections int, section func(name string) string) {
	games := map[string]env.Game{}
	for _, line := range strings.Split(strings.TrimSpace(record), "\n") {
		field := strings.Split(line, "\t")
		name, position, move, want := field[0], field[1], field[2], field[3]
		if games[name] == nil {
			g, why := readSection(section(name), name)
			if g == nil {
				t.Fatalf("%s: %s", name, why)
			}
			games[name] = g
		}
		s, err := games[name].(*Game).ParsePosition(position)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		a, err := env.Parse(s, move)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		s.Play(a)
		got := s.Result().String()
		if s.Result() == env.Ongoing {
			got = fmt.Sprint(len(s.Legal(nil)))
		}
		if got != want {
			t.Errorf("%s: %s, want %s behind %s\n%v", name, got, want, move, s)
		}
	}
	if len(games) != sections {
		t.Errorf("%d sections, want %d", len(games), sections)
	}
}
