package chess

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
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
	"coregal":          "men.Q.moves",
	"dobutsu":          "goal_safe",
	"horde":            "passing_region",
	"kyoto-shogi":      "demotes",
	"micro-shogi":      "demotes",
	"spartan":          "passing_region",
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

// fairy counts positions and plays games at random by Fairy-Stockfish's own library.
const fairy = `
import json, random, sys, pyffish
random.seed(1)
for name, ini in json.load(sys.stdin).items():
    v = "ludens" + name.replace("-", "")
    pyffish.load_variant_config(ini.replace("[%s]" % name, "[%s]" % v, 1))
    assert v in pyffish.variants(), name
    start = pyffish.start_fen(v)
    def perft(moves, depth):
        if pyffish.is_immediate_game_end(v, start, moves)[0]:
            return 0
        legal = pyffish.legal_moves(v, start, moves)
        return len(legal) if depth == 1 else sum(perft(moves + [m], depth - 1) for m in legal)
    seen = []
    for game in range(2):
        moves = []
        for ply in range(80):
            legal = pyffish.legal_moves(v, start, moves)
            if not legal or pyffish.is_immediate_game_end(v, start, moves)[0] or pyffish.is_optional_game_end(v, start, moves)[0]:
                break
            seen.append([pyffish.get_fen(v, start, moves), len(legal)])
            moves.append(random.choice(legal))
    print(json.dumps({"name": name, "perft": perft([], 3), "seen": seen}))
`

// Fairy-Stockfish itself reads the sections as the same games: its library counts as many
// positions from the start, and as many moves all along games that it plays at random.
func TestSectionByFairyStockfish(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Python")
	}
	path := cmp.Or(os.Getenv("PYTHON"), "python3")
	if exec.Command(path, "-c", "import pyffish").Run() != nil {
		t.Skip("wants Python with pyffish: as python3, or named by PYTHON")
	}
	all, sections := map[string]*Game{}, map[string]string{}
	add := func(g *Game) {
		text, err := Section(g)
		if err != nil {
			t.Fatal(err)
		}
		name := fileName(g.spec.Name)
		all[name], sections[name] = readsAs(t, text, name, g), text // without insufficient
	}
	for _, g := range family(t) {
		if unsaid[g.Spec().Name] == "" {
			add(g.(*Game))
		}
	}
	for _, name := range []string{"allwayspawns", "indiangreat", "centaurking", "orda", "crossderby", "hexapawn", "grasshopper", "losers", "breakthrough"} {
		g, _ := imported(t, name)
		add(g)
	}
	question, err := json.Marshal(sections)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-c", fairy)
	c.Stdin, c.Stderr = bytes.NewReader(question), os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	positions := 0
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var said struct {
			Name  string
			Perft uint64
			Seen  [][2]any
		}
		if err := d.Decode(&said); err != nil {
			t.Fatal(err)
		}
		g := all[said.Name]
		delete(all, said.Name)
		if got := env.Perft(g.New(0), 3); got != said.Perft {
			t.Errorf("%s: perft 3 is %d, and Fairy-Stockfish says %d", said.Name, got, said.Perft)
		}
		for _, x := range said.Seen {
			s, err := g.ParsePosition(x[0].(string))
			if err != nil {
				t.Errorf("%s: %v: %v", said.Name, x[0], err)
				break
			}
			if n := len(s.Legal(nil)); n != int(x[1].(float64)) {
				t.Errorf("%s: %v: %d moves, and Fairy-Stockfish says %v", said.Name, x[0], n, x[1])
				break
			}
		}
		positions += len(said.Seen)
	}
	if len(all) > 0 {
		t.Errorf("no answer of %v", all)
	}
	t.Logf("%d games, %d positions of games at random", len(sections), positions)
}
