package protocol

import (
	"regexp"
	"strings"
	"testing"

	"ludens/env/chess"
	"ludens/env/games"
)

// A board may choose any game of the family by XBoard's name; new is the engine's own game
// again, and what is not listed changes nothing.
func TestCECPVariants(t *testing.T) {
	p := startEngine(t, "cecp", "chess")
	defer p.end()
	p.say("xboard", "protover 2")
	listed := p.until("feature myname")
	for _, name := range []string{`"normal,`, ",knightmate,", ",3check", ",grand,", ",king-of-the-hill,", ",courier-chess,"} {
		if !strings.Contains(listed, name) {
			t.Errorf("%s is not among %s", name, listed)
		}
	}
	if strings.Contains(listed, "xiangqi") {
		t.Errorf("xiangqi is listed, whose men XBoard writes with other letters: %s", listed)
	}
	p.until("feature done=1")
	expect := func(want string, say ...string) {
		t.Helper()
		p.say(append(say, "ping 7")...)
		var got []string
		for line := p.next(); line != "pong 7"; line = p.next() {
			got = append(got, line)
		}
		if !regexp.MustCompile(want).MatchString(strings.Join(got, "|")) || want == "" && got != nil {
			t.Errorf("%q: got %q, want %s", say, got, want)
		}
	}
	expect("^$", "new", "variant knightmate", "force", "usermove e1f3") // a king like a knight
	expect("^Illegal move: e1f3$", "new", "force", "usermove e1f3")     // chess again
	expect("^Illegal move: e3e5$", "new", "variant grand", "force", "usermove e3e5")
	expect("^$", "usermove e2e4")
	expect("^move [a-j][5-7][a-j][4-7]$", "go") // ranks from 0: Black's pawns begin on 7
	expect("^Error .none of the variants .did you mean .crazyhouse..*variant crazyhous$", "new", "variant crazyhous", "force")
	expect("^$", "e2e4", "e7e5") // of a board that does not know usermove
	expect("^Illegal move: e2e4$", "e2e4")
}

// Boards learn games that they do not have: their start, and the moves of the pieces where
// these decide what is legal.
func TestCECPDescribes(t *testing.T) {
	for name, want := range map[string]string{
		"king-of-the-hill": `^setup \(PNBRQ\.{16}Kpnbrq\.{16}k\) 8x8\+0_fairy rnbqkbnr/\S+ w KQkq - 0 1\|piece K& KisO2\|.*piece P& fmWfceFifmnD$`,
		"antichess":        `^setup \(\S+\) 8x8\+0_giveaway \S+ w - - 0 1$`,
		"minishogi":        `^setup \(\S+\) 5x5\+7_crazyhouse \S+\[\] w - - 0 1$`,
		"cetran1":          `^setup \(\S+\) 8x8\+0_fairy \S+ w \S+ - 0 1$`,
		"makruk":           `^$`, // XBoard has it
	} {
		p := startEngine(t, "cecp", name)
		p.say("variant "+name, "ping 1")
		var got []string
		for line := p.next(); line != "pong 1"; line = p.next() {
			got = append(got, line)
		}
		if !regexp.MustCompile(want).MatchString(strings.Join(got, "|")) {
			t.Errorf("%s: got %q, want %s", name, got, want)
		}
		p.end()
	}
}

// Each letter has a slot of its own, the royal piece the king's and pawns the pawn's.
func TestPictures(t *testing.T) {
	for _, name := range []string{"chess", "cetran2", "knightmate", "makruk", "shatranj", "capablanca", "courier", "grand-chess", "modern-chess"} {
		g, _ := chess.Of(games.Must(name))
		x := g.XBoard()
		text := pictures(x)
		if len(text) != 2*len(slots) || text[:len(slots)] != strings.ToUpper(text[len(slots):]) || text[len(slots)-1:len(slots)] != x.Royals {
			t.Errorf("%s: %s", name, text)
		}
		for _, p := range x.Pieces {
			if strings.Count(text, p.Letter) != 1 {
				t.Errorf("%s: %s of %s", name, text, p.Letter)
			}
		}
	}
	if got := pictures(chess.XBoard{Royals: "T", Pieces: []chess.Piece{{Letter: "T"}, {Letter: "X"}, {Letter: "S"}}}); got != "...................SXT...................sxt" {
		t.Errorf("got %s", got)
	}
}

// A board may choose by Fairy-Stockfish's names, which are announced, and by ours.
func TestUCINamesOfFairyStockfish(t *testing.T) {
	p := startEngine(t, "uci", "chess")
	defer p.end()
	p.say("uci")
	listed := p.until("option name UCI_Variant") + " "
	for _, name := range []string{" default chess ", " var kingofthehill ", " var 3check ", " var losalamos ", " var crazyhouse "} {
		if !strings.Contains(listed, name) {
			t.Errorf("no%sin %s", name, listed)
		}
	}
	if strings.Contains(listed, "king-of-the-hill") || !strings.Contains(listed, " var xiangqi ") {
		t.Error(listed)
	}
	p.until("uciok")
	for _, name := range []string{"losalamos", "los-alamos"} {
		p.say("setoption name UCI_Variant value "+name, "position startpos", "d")
		if got := p.next(); !strings.HasPrefix(got, "info string rnqknr/") {
			t.Errorf("%s: %s", name, got)
		}
		p.say("setoption name UCI_Variant value chess")
	}
}
