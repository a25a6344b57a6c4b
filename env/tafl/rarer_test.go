package tafl

import (
	"slices"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Every ending that a game tells stands in its book, and no ending twice.
func TestEndingsStandInTheBook(t *testing.T) {
	all := []*Game{}
	for _, text := range texts {
		all = append(all, general(t, text))
	}
	for i := range 60 {
		all = append(all, general(t, randomFile(seed.New(11).At("file", i).Rand())))
	}
	told := map[string]bool{}
	for i, g := range all {
		book := g.Book()
		for k, e := range book.Endings {
			if slices.ContainsFunc(book.Endings[:k], func(f env.Ending) bool { return f.Words == e.Words }) {
				t.Errorf("%s: the ending %q stands there twice", g.rules.Board, e.Words)
			}
		}
		for n := range 5 {
			s, rng := g.New(0).(*State), seed.New(5).At("game", 10*i+n).Rand()
			for range 150 {
				legal := s.Legal(nil)
				if len(legal) == 0 {
					break
				}
				s.Play(legal[rng.IntN(len(legal))])
			}
			ending := s.Ending()
			if ending == "" {
				continue
			}
			told[ending] = true
			if !slices.ContainsFunc(book.Endings, func(e env.Ending) bool { return strings.Contains(ending, e.Words) }) {
				t.Errorf("%q is not among %v", ending, book.Endings)
			}
		}
	}
	if len(told) < 8 {
		t.Errorf("only %v", told)
	}
}

// What the book says, by the rules that make it say so.
func TestRarerSentences(t *testing.T) {
	for rules, want := range map[string]string{
		"board = \"\"\"\na.a.a\n..d..\na.k.a\n..d..\na.a.a\n\"\"\"": "The board has 5 ranks and 5 files. Besides the king (`k`) there are 8 attackers (`a`), 2 defenders (`d`).",
		"shieldwall = \"strong\"":                                   "An empty corner will do at one end.",
		"berserk = \"may\"":                                         "or it stops. It is the same side's turn until then.",
		"king_jumps = \"restricted\"":                               "The king may also jump over an ordinary man",
		"king_jumps = \"over\"":                                     "like a rook in chess. No piece stops where one stands.",
		"cap = 300":                                                 "No piece jumps over another, or stops where one stands.",
		"king_strength = 3":                                         "The king is captured when any three of the four sides are closed.",
		"king_strength_edge = 5":                                    "At the edge he cannot be captured.",
		"throne_always = \"a\"":                                     "even while it is occupied: attackers",
		"edge_fort = \"safe\"":                                      "no man of the walls could ever be captured",
		"surround = \"king\"":                                       "every way of the king to where he escapes leads over an attacker",
		"repeat_loser = \"other\"":                                  "the side wins whose move brought it about",
		"[men.c]\nside = \"king\"\nname = \"guard\"\nstrength = 4":  "A guard is captured when all sides are closed that there are.",
	} {
		book := general(t, head+rules).Book()
		var all strings.Builder
		for _, c := range book.Chapters {
			all.WriteString(strings.Join(c.Paragraphs, "\n"))
		}
		for _, e := range book.Endings {
			all.WriteString(e.Words + ": " + e.Means + "\n")
		}
		if !strings.Contains(all.String(), want) {
			t.Errorf("%s: %q is not in\n%s", rules, want, all.String())
		}
	}
}

// The ways to capture the king are those that there are.
func TestWaysToCapture(t *testing.T) {
	for name, want := range map[string]string{
		"copenhagen":      "the king is captured; the king is surrounded by four; three attackers and the throne",
		"alea-evangelii":  "the king is captured; the king is surrounded by four; three attackers and the edge",
		"tawlbwrdd":       "the king is captured",
		"three":           "the king is captured; the king is captured from three sides",
		"corners, throne": "the king is captured; the king is surrounded by four; three attackers and the edge; three attackers and the throne; two attackers, the edge and the corner",
	} {
		text := map[string]string{
			"three":           head + "king_capture = \"two\"\nking_strength = 3",
			"corners, throne": head + "king_capture = \"four_edge\"\nthrone_hostile = \"k\"",
		}[name]
		if text == "" {
			text = mustText(name)
		}
		var ways []string
		for _, e := range general(t, text).Book().Endings {
			if e.Means == "the attackers win" && (strings.Contains(e.Words, "king is") || strings.Contains(e.Words, "attackers")) {
				ways = append(ways, e.Words)
			}
		}
		if got := strings.Join(ways, "; "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
		}
	}
}
