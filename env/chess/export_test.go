package chess

import (
	"fmt"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// unsaid are the games that variants.ini cannot say, and the key of each that has no word
// there.
var unsaid = map[string]string{
	"cetran1":          "men.S.moves",
	"cetran1-mirror":   "men.S.moves",
	"cetran2":          "men.S.moves",
	"cetran2-central":  "men.S.moves",
	"cetran2-mirror":   "men.S.moves",
	"makruk":           `insufficient = "NSM"`,
	"makpong":          `insufficient = "NSM"`,
	"atomic":           `insufficient = "NB"`,
	"chess960":         "shuffle",
	"coregal":          "men.Q.moves",
	"dobutsu":          "goal_safe",
	"horde":            "passing_region",
	"kyoto-shogi":      "demotes",
	"micro-shogi":      "demotes",
	"spartan":          "passing_region",
	"duck-chess":       "walls",
	"isolation":        "walls",
	"teeko":            "connect",
	"three-musketeers": "connect",
	"tori-shogi":       "men.S.most_a_file",
}

// family returns the games of the family that come with ludens.
func family(t *testing.T) (all []env.Game) {
	for _, name := range games.Names() {
		f := file(t, name)
		if f.Family != "chess" {
			continue
		}
		g, err := Read(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// A section of variants.ini is read back as the same game: the same start, rules, ends and
// numbers of positions.
func TestSection(t *testing.T) {
	for _, g := range family(t) {
		name := g.Spec().Name
		text, err := Section(g)
		if key := unsaid[name]; key != "" {
			if err == nil || !strings.HasPrefix(err.Error(), "variants.ini: "+key) {
				t.Errorf("%s: %v, want an error of %s", name, err, key)
			}
			continue
		}
		if err != nil {
			t.Error(err)
			continue
		}
		readsAs(t, text, name, g.(*Game))
	}
}

// readsAs reads a section, which must say the game g.
func readsAs(t *testing.T, section, name string, g *Game) *Game {
	t.Helper()
	back, err := compare(section, name, g)
	if back == nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Error(err)
	}
	return back
}

// compare returns what a section is read as, and in what that is not the game g.
func compare(section, name string, g *Game) (back *Game, err error) {
	text, problems, err := Import(section, fileName(name))
	if err != nil || problems != nil {
		return nil, fmt.Errorf("%s: %v, %v", name, problems, err)
	}
	f, err := variant.Parse(name, text, nil)
	if err != nil {
		return nil, err
	}
	read, err := Read(f)
	if err != nil {
		return nil, err
	}
	back = read.(*Game)
	if got, want := back.Position(back.New(0)), g.Position(g.New(0)); got != want {
		return back, fmt.Errorf("%s starts at %s, want %s", name, got, want)
	}
	if key := g.difference(back); key != "" {
		return back, fmt.Errorf("%s: %s differs", name, key)
	}
	depth := 3
	if env.Perft(g.New(0), 3) < 3000 {
		depth = 4
	}
	if testing.Short() {
		depth--
	}
	if got, want := env.Perft(back.New(0), depth), env.Perft(g.New(0), depth); got != want {
		return back, fmt.Errorf("%s: perft %d is %d, want %d", name, depth, got, want)
	}
	return back, nil
}

// Faults put into a section are noticed: perft 3 does not see castling rights, which
// nothing can use so early, and the start and the rules do.
func TestSectionFaultsAreNoticed(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"orda", " w KQ - ", " w KQ - ", ""},
		{"orda", " w KQ - ", " w KQkq - ", "castling"},
		{"orda", " w KQ - ", " w K - ", "starts at"},
		{"orda", " w KQ - ", " w - - ", "starts at"},
		{"orda", "PPPPPPPP/RNBQKBNR", "PPPPPPPP/RNBQKNBR", "starts at"},
		{"embassy", "castlingKingsideFile = 8", "castlingKingsideFile = 9", "castling"},
	} {
		g, _ := imported(t, tt.name)
		section, err := Section(g)
		if err != nil {
			t.Fatal(err)
		}
		faulty := strings.Replace(section, tt.old, tt.new, 1)
		if !strings.Contains(section, tt.old) {
			t.Errorf("%s: no %q in the section\n%s", tt.name, tt.old, section)
			continue
		}
		_, err = compare(faulty, g.Spec().Name, g)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s with %q: error %v, want %q", tt.name, tt.new, err, tt.want)
		}
	}
}

// What is imported castles as its own source says, not as our export of it does: the
// rights are those of startFen, and count moves that only they allow.
func TestImportKeepsCastlingRights(t *testing.T) {
	for _, tt := range []struct {
		name, rights string
		position     string // in which white, and then black, has nothing between king and rooks
		castles      [2]int
	}{
		{"orda", "KQ", "lhaykahl/8/pppppppp/8/8/8/PPPPPPPP/R3K2R %c KQ - 0 1", [2]int{2, 0}},
		{"weak", "KQ", "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/R3K2R %c KQ - 0 1", [2]int{2, 0}},
		{"centaurking", "KQkq", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R %c KQkq - 0 1", [2]int{2, 2}},
		{"upsidedown", "-", "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr %c - - 0 1", [2]int{0, 0}},
	} {
		g, _ := imported(t, tt.name)
		if got := strings.Fields(g.Position(g.New(0)))[2]; got != tt.rights {
			t.Errorf("%s begins with the rights %q, want %q", tt.name, got, tt.rights)
		}
		for player, letter := range "wb" {
			with := fmt.Sprintf(tt.position, letter)
			fields := strings.Fields(with)
			fields[2] = "-"
			if got := moves(t, g, with) - moves(t, g, strings.Join(fields, " ")); got != tt.castles[player] {
				t.Errorf("%s: %d ways to castle at %s, want %d", tt.name, got, with, tt.castles[player])
			}
		}
	}
}

// Rights of one side alone stay its own.
func TestImportOneSidedCastling(t *testing.T) {
	const start = "[half:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w %s - 0 1\n"
	for _, rights := range []string{"KQkq", "-", "KQ", "KQk", "q", "Kq"} {
		g, why := readSection(fmt.Sprintf(start, rights), "half")
		if why != "" {
			t.Errorf("%s: %s", rights, why)
			continue
		}
		if got := strings.Fields(g.(*Game).Position(g.New(0)))[2]; got != rights {
			t.Errorf("the game begins with the rights %s, want %s", got, rights)
		}
	}
}

// moves counts the legal moves of a position.
func moves(t *testing.T, g *Game, position string) int {
	t.Helper()
	s, err := g.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	return len(s.Legal(nil))
}

// Variants of Fairy-Stockfish come back as they were read.
func TestSectionOfForeign(t *testing.T) {
	said := 0
	for _, name := range []string{
		"allwayspawns", "3check-crazyhouse", "coffeehouse", "indiangreat", "centaurking", "upsidedown", "weak", "gemini",
		"orda", "4x5chess", "diana", "crossderby", "hexapawn", "embassy", "kinglet", "codrus", "losers", "grasshopper", "chessgi", "breakthrough", "threekings",
	} {
		g, _ := imported(t, name)
		text, err := Section(g)
		if err != nil {
			t.Error(err)
			continue
		}
		said++
		readsAs(t, text, g.Spec().Name, g)
	}
	if said < 20 {
		t.Errorf("only %d variants", said)
	}
}

// Rules without a word are reported by their key.
func TestSectionRefuses(t *testing.T) {
	for setting, want := range map[string]string{
		"castling = \"\"\nshuffle = \"*1\"":           "shuffle",
		"clock = 99":                                  "clock = 99",
		"clock_men = \"R\"":                           "clock_men",
		"royals = \"all\"":                            "royals",
		"checks = 12":                                 "checks = 12",
		"goal = \"*8\"\ngoal_men = \"KQ\"":            "goal_men",
		"drops = true\nclock = 100":                   "clock_men",
		"promotion_begins = true":                     "promotion_begins",
		"castling = \"e1g1 h1e1\"":                    "castling",
		"castling = \"e1g1 h1f1, e8f8 h8g8\"":         "castling",
		"[men.N]\nmoves = \"AA\"":                     "men.N.moves",
		"[men.N]\nmoves = \"nH\"":                     "men.N.moves",
		"[men.N]\nmoves = \"R12\"":                    "men.N.moves",
		"facing = true":                               "facing",
		"[men.N]\nmoves = \"cpRrR\"":                  "men.N.moves",
		"[men.N]\nmoves = \"R2fR\"":                   "men.N.moves",
		"[men.K]\nmoves = \"Q\"":                      "men.K.moves",
		"[men.N]\nmoves = \"pNN\"":                    "men.N.moves",
		"[men.N]\nmoves = \"fceFcN\"":                 "men.N.moves",
		"[men.N]\nmoves = \"ifmnD\"":                  "men.N.moves",
		"[men.N]\npromotes = \"Q\"":                   "men.P.promotes",
		"[men.N]\ninitial = \"*1\"\nmoves = \"NifW\"": "men.P.initial",
		"[men.N]\nroyal = true":                       "royal",
		"castling = \"\"\n[men.B]\nconverts = true":   "converts",
		"stalemate = \"loss\"":                        "insufficient = \"NB\": a side could still win with a bishop",
		"insufficient = \"NBR\"":                      "insufficient = \"NBR\": a side could still win with a rook",
	} {
		top, men, _ := strings.Cut(setting, "[")
		if men != "" {
			men = "[" + men
		}
		text := "family = \"chess\"\nname = \"other\"\nlike = \"chess\"\n" + top + "\n" + men
		f, err := variant.Parse("other.toml", text, games.Text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Read(f)
		if err != nil {
			t.Fatalf("%s: %v", setting, err)
		}
		_, err = Section(g)
		if err == nil || !strings.HasPrefix(err.Error(), "variants.ini: "+want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want an error of %q", setting, err, want)
		}
	}
}
