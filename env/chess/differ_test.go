package chess

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

var (
	differFiles = flag.Int("files", 50, "how many random files TestDifferential plays")
	differSeed  = flag.Uint64("seed", 0, "the first of them")
	differPlies = flag.Int("plies", 40, "plies of each of them")
)

// The engine and the slow reader agree on random games of random files: legal moves by
// their texts, and results. A longer run:
//
//	go test ./env/chess -run Differential -files 1000 -plies 1000 -timeout 2h
func TestDifferential(t *testing.T) {
	found := []uint64{
		4110,  // a promotion to the royal kind that explodes beside its royal man
		3,     // Black could answer White, whose man on the goal is safe
		243,   // a promoted man is again what he was, of which kind the other side's may be promoted
		13230, // a move from the square of a castling that is not allowed
		14275, // a royal man who explodes comes to hand
		21028, // a checkmate by a man who also attacks one of those who are too many to be royal
		84246, // a royal man who has become another is captured, and comes to hand as what he was
	}
	files, plies := 0, 0
	for n := uint64(0); files < *differFiles; n++ {
		seed := *differSeed + n - uint64(len(found))
		if n < uint64(len(found)) {
			seed = found[n]
		}
		text := randomFile(seed)
		f, err := variant.Parse("random.toml", text, games.Text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		g, err := Read(f)
		if err != nil {
			if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "random.toml") {
				t.Fatalf("%v\n%s", err, text)
			}
			continue // over at the start, or no man can move
		}
		files++
		for game := uint64(0); plies < files**differPlies; game++ {
			played, err := differ(g.(*Game), game, files**differPlies-plies)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			plies += played
		}
	}
	t.Logf("%d plies over %d files", plies, files)
}

// differ plays one random game in both, and returns how many plies it had, at least 1.
func differ(g *Game, seed uint64, most int) (int, error) {
	rng := rand.New(rand.NewPCG(seed, 5))
	s := g.New(seed)
	plain := newSlow(&g.keys)
	plain.setUp(g.Position(s))
	for ply := 0; ; ply++ {
		result, want := plain.outcome()
		got := texts(s)
		slices.Sort(got)
		if s.Result().String() != result || !slices.Equal(got, want) {
			return ply, fmt.Errorf("ply %d: %v %s, the slow reader has %s\nmoves %v\nwant  %v\n%s\n%v", ply, s.Result(), s.(*State).Ending(), result, got, want, s, g.Position(s))
		}
		if len(got) == 0 || ply >= most || ply >= g.spec.MaxPly {
			return max(1, ply), nil
		}
		text := got[rng.IntN(len(got))]
		a, err := env.Parse(s, text)
		if err != nil {
			return ply, err
		}
		s.Play(a)
		plain = plain.play(text)
	}
}

// Moves of which random men are made.
var someMoves = []string{
	"K", "N", "R", "B", "Q", "W", "F", "D", "A", "H", "C", "Z", "G", "NN", "R2", "B3", "F2", "W3", "DD", "nN", "nA", "nD", "nZ", "nC", "nH",
	"fW", "fF", "bF", "sW", "vW", "fsW", "fN", "bN", "ffN", "fsN", "fhN", "frN", "rfN", "hrN", "hlC", "rhN", "vN", "sN", "lB", "rR", "fR", "blF", "frB2",
	"mW", "cF", "mN", "cN", "mR", "cB", "mQ", "cQ", "pR", "cpR", "mpB", "gQ", "gR", "cgB", "pNN", "fmWfceF", "fmFfceW", "ifmnD", "ifmnA", "ifmnH", "imN", "eF", "fmeW",
	"Sissa",
}

// randomFile writes a file of the family. Not each can be played.
func randomFile(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 99))
	w := &scribe{rng: rng, rows: 3 + rng.IntN(6), cols: 3 + rng.IntN(6)}
	w.letters = "ABCDEFGH"[:1+rng.IntN(6)]
	w.say("family = \"chess\"\nname = \"random\"")
	w.board()
	w.rules()
	for i := range w.letters {
		w.man(i)
	}
	return w.text.String()
}

type scribe struct {
	text       strings.Builder
	rng        *rand.Rand
	rows, cols int
	letters    string
	castles    bool // or men are shuffled
}

func (w *scribe) say(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }

// chance reports true once in n times.
func (w *scribe) chance(n int) bool { return w.rng.IntN(n) == 0 }

// board draws First's men below, Second's above, most of them as an image; the first kind
// stands there once.
func (w *scribe) board() {
	cells := make([]byte, w.rows*w.cols)
	for i := range cells {
		cells[i] = '.'
		if w.chance(20) {
			cells[i] = '#'
		}
	}
	same := !w.chance(3)
	put := func(row, col int, c byte) { cells[row*w.cols+col] = c }
	deep := 1 + w.rng.IntN(max(1, w.rows/3))
	king := w.rng.IntN(w.cols)
	for row := range deep {
		for col := range w.cols {
			for side := range 2 {
				at, c := w.rows-1-row, w.letters[w.rng.IntN(len(w.letters))]
				if c == 'A' || w.chance(5) {
					c = '.'
				}
				if row == 0 && col == king {
					c = 'A'
				}
				if side == 1 {
					at = row
					if same {
						c = cells[(w.rows-1-row)*w.cols+col]
					}
					if c >= 'A' {
						c += 'a' - 'A'
					}
				}
				put(at, col, c)
			}
		}
	}
	w.say("board = \"\"\"")
	for row := range w.rows {
		w.say("%s", cells[row*w.cols:(row+1)*w.cols])
	}
	w.say("\"\"\"")
	if w.castles = true; w.chance(4) && king > 0 {
		y := 1
		w.say("castling = \"%c%d%c%d %c%d%c%d\"", 'a'+king, y, 'a'+w.rng.IntN(w.cols), y, 'a'+w.rng.IntN(king), y, 'a'+w.rng.IntN(w.cols), y)
	} else if w.chance(4) {
		w.say("shuffle = \"*1\"\ndraw = %q", w.one("mirror central independent"))
	} else {
		w.castles = false
	}
}

func (w *scribe) one(words string) string {
	list := strings.Fields(words)
	return list[w.rng.IntN(len(list))]
}

// region writes some squares and lines.
func (w *scribe) region() string {
	var words []string
	for range 1 + w.rng.IntN(3) {
		x, y := string(rune('a'+w.rng.IntN(w.cols))), fmt.Sprint(1+w.rng.IntN(w.rows))
		words = append(words, []string{"*" + y, "*" + y, x + "*", x + y}[w.rng.IntN(4)])
	}
	return strings.Join(words, " ")
}

// some writes some of the letters.
func (w *scribe) some() (text string) {
	for i := range w.letters {
		if w.chance(2) {
			text += w.letters[i : i+1]
		}
	}
	return text
}

func (w *scribe) rules() {
	maybe := func(n int, format string, args ...any) {
		if w.chance(n) {
			w.say(format, args...)
		}
	}
	maybe(4, "first = \"black\"")
	maybe(3, "promotion = %q", w.region())
	maybe(6, "promotion_second = %q", w.region())
	maybe(3, "promotion_begins = true")
	maybe(3, "no_stuck = true")
	maybe(4, "must_capture = true")
	maybe(6, "checking = false")
	maybe(2, "royals = %q", w.one("each last all"))
	maybe(6, "facing = true")
	if w.chance(3) {
		w.say("drops = true")
		maybe(2, "captures_to_hand = true")
		maybe(3, "keeps_promotion = true")
		maybe(6, "must_drop = true")
		maybe(2, "hand = %q", w.some()+strings.ToLower(w.some()))
		maybe(3, "drop_region = %q", w.region())
		maybe(5, "drop_region_second = %q", w.region())
		maybe(6, "drop_checks = false")
		if !w.castles {
			maybe(4, "castling = %q\ncastling_dropped = %q", fmt.Sprintf("b1a1 %c1b1", 'b'+w.cols-2), w.letters[:1]+w.letters[len(w.letters)-1:])
		}
		maybe(5, "drop_promoted = true")
		maybe(6, "drop_onto = %q", w.one("stack edge"))
	}
	maybe(4, "checkmate = %q", w.one("draw win loss"))
	maybe(4, "mate_checks = %q", "-"+w.some())
	maybe(4, "mate_loses = %q", "-"+w.some())
	maybe(3, "stalemate = %q", w.one("draw win loss fewer more"))
	if men := w.some(); men != "" && w.chance(4) {
		if w.chance(2) {
			men = "*"
		}
		w.say("extinction = %q\nextinction_men = %q\nextinction_count = %d\nextinction_opponent = %d\nextinction_reply = %v",
			w.one("loss win draw"), men, w.rng.IntN(3), w.rng.IntN(3), w.chance(2))
	}
	maybe(4, "goal = %q\ngoal_men = %q\ngoal_count = %d\ngoal_reply = %v", w.region(), w.some(), 1+w.rng.IntN(2), w.chance(2))
	maybe(8, "goal_second = %q", w.region())
	maybe(5, "checks = %d", 1+w.rng.IntN(4))
	maybe(3, "repetition = %d\nrepetition_result = %q", w.rng.IntN(5), w.one("draw win loss first second"))
	maybe(3, "clock = %d", w.rng.IntN(30))
	maybe(4, "clock_men = %q", w.some()+w.one("@ -"))
	maybe(3, "insufficient = %q", "-"+w.some())
	w.rareRules(maybe)
}

// rareRules writes those of rare.go and connect.go.
func (w *scribe) rareRules(maybe func(n int, format string, args ...any)) {
	maybe(7, "royal_most = %d", 1+w.rng.IntN(2))
	maybe(9, "no_flight = true")
	maybe(7, "blast = true")
	maybe(9, "trail = true")
	maybe(9, "pass = %q", w.one("stalemate always"))
	maybe(9, "promotion_captures = true")
	maybe(7, "demotes = true")
	maybe(5, "goal_safe = true")
	maybe(7, "goal_blocked = true")
	maybe(8, "goal_men_second = %q", "-"+w.some())
	maybe(6, "connect = %d\nconnect_apart = %v\nconnect_lines = %q\nconnect_result = %q", 3+w.rng.IntN(2), w.chance(2), w.one("all straight"), w.one("win loss draw"))
	maybe(9, "connect_square = 2")
	maybe(3, "perpetual_check = true")
	maybe(9, "passing_region = %q", w.region())
	maybe(9, "passing_region_second = %q", w.region())
	maybe(9, "draw_odds = %q", w.one("first second"))
	maybe(9, "castling_mirrored = false")
	maybe(5, "castling_opposite = true")
	if len(w.letters) > 3 {
		maybe(9, "counting = %q\ncounting_men = \"BCD\"", w.one("makruk cambodian asean"))
	}
}

func (w *scribe) man(i int) {
	letter := w.letters[i : i+1]
	w.say("[men.%s]\nname = \"man of %s\"", letter, letter)
	moves := ""
	for range 1 + w.rng.IntN(3) {
		moves += someMoves[w.rng.IntN(len(someMoves))]
	}
	w.say("moves = %q", moves)
	if i == 0 && !w.chance(4) || w.chance(12) {
		w.say("royal = true")
	}
	maybe := func(n int, format string, args ...any) {
		if w.chance(n) {
			w.say(format, args...)
		}
	}
	if others := strings.ReplaceAll(w.some(), letter, ""); others != "" && w.chance(2) {
		w.say("promotes = %q", others)
		maybe(2, "choice = \"may\"")
	}
	maybe(5, "limit = %d", 1+w.rng.IntN(3))
	maybe(4, "initial = %q", w.region())
	maybe(8, "stays = %q", w.region()+" *1 *2")
	maybe(6, "drops_in = %q", w.region())
	maybe(6, "one_a_file = true")
	maybe(9, "most_a_file = %d", 1+w.rng.IntN(2))
	maybe(9, "avoids = %q", w.region())
	maybe(9, "avoids_second = %q", w.region())
	maybe(9, "stays_second = %q", w.region()+" *1 *2 *3")
	maybe(9, "initial_second = %q", w.region())
	maybe(9, "drops_in_second = %q", w.region())
	maybe(9, "spares = %q", w.some())
	maybe(4, "explodes = %q", w.one("captures never"))
	maybe(9, "petrifies = true")
	maybe(5, "colours = true")
	if others := strings.ReplaceAll(w.some(), letter, ""); w.chance(9) {
		w.say("promotes_second = %q", "-"+others)
	}
	maybe(6, "no_mate = true")
}
