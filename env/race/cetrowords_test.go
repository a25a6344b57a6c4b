package race

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// What the book says, by the options that make it say so.
func TestCetroBook(t *testing.T) {
	for _, test := range []struct{ game, chapter, want string }{
		{"cetro", "The board", "9 by 9 squares"},
		{"cetro", "The board", "blue, green, red; the rows between"},
		{"cetro", "The board", "5 blue, 4 green, 5 red men"},
		{"cetro", "The board", "at least 42 moves"},
		{"cetro-5x7", "The board", "5 by 7 squares"},
		{"cetro-5x7", "The board", "3 blue, 2 green men"},
		{"cetro-5x5", "The board", "at least 8 moves"},
		{"cetro", "Moves", "South moves first."},
		{"cetro:first=north", "Moves", "North moves first."},
		{"cetro", "Demands", "Along with his move"},
		{"cetro:demand=none", "Demands", "Neither player can demand"},
		{"cetro:demand=always", "Demands", "must not retreat"},
		{"cetro:demand=veto", "Demands", "A vetoed retreat is taken back"},
		{"cetro", "Writing moves", "`pass!`"},
		{"cetro:demand=veto", "Writing moves", "`veto`"},
	} {
		got := ""
		for _, c := range game(t, test.game).Book().Chapters {
			if c.Title == test.chapter {
				got = strings.Join(c.Paragraphs, "\n")
			}
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s: %q is missing in %s:\n%s", test.game, test.want, test.chapter, got)
		}
	}
}

// The book has the ending of the cap where it is one, and all that random games
// find.
func TestBookOfEndings(t *testing.T) {
	const always = "all men are home, neither player can move, threefold repetition"
	for name, want := range map[string]string{
		"cetro":                           always + ", cut off at ply 240",
		"cetro:cap=60":                    always + ", cut off at ply 60",
		"cetro:cap_result=draw":           always,
		"cetro-5x5:demand=always,cap=999": always,
		"cetro-5x5:repeat=0":              "all men are home, neither player can move",
		"cetro-5x5:repeat=2":              "all men are home, neither player can move, twofold repetition",
	} {
		g := game(t, name)
		var words []string
		for _, e := range g.Book().Endings {
			words = append(words, e.Words)
		}
		if got := strings.Join(words, ", "); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		for n := range 20 {
			got, _, _ := strings.Cut(playOut(g, seed.New(1).At("game", n)).Ending(), ", ")
			if !strings.Contains(want, got) {
				t.Errorf("%s: %q is not in the book", name, got)
			}
		}
	}
}

// playOut plays a random game to its end, or to the cap.
func playOut(g *Game, stream seed.Seed) *State {
	rng, s := stream.Rand(), g.New(0).(*State)
	var legal []env.Action
	for range g.spec.MaxPly {
		if legal = s.Legal(legal[:0]); len(legal) == 0 {
			break
		}
		s.Play(legal[rng.IntN(len(legal))])
	}
	return s
}

// The name of an action's plane, or of a global action, says what it does.
func TestActionNames(t *testing.T) {
	const torn = "5/5/4g/3B1/2G2/5/5 s -"
	for _, test := range []struct{ game, position, move, want string }{
		{"cetro", "", "b2-d4", "the man jumps to the right"},
		{"cetro-5x7", torn, "c3-b2", "the man retreats to the left"},
		{"cetro-5x7", torn, "c3-d2!", "the man retreats to the right, with a demand"},
		{"cetro-5x7", "4b/3g1/5/5/2b2/1g3/B4 s -", "pass", "pass"},
		{"cetro-5x7", "4b/3g1/5/5/2b2/1g3/B4 s -", "pass!", "pass, with a demand"},
		{"cetro-5x7:demand=none", "4b/3g1/5/5/2b2/1g3/B4 s -", "pass", "pass"},
		{"cetro-5x7:demand=veto", "5/5/4g/5/5/5/B1G2 n b2-c1", "accept", "accept the retreat"},
		{"cetro-5x7:demand=veto", "5/5/4g/5/5/5/B1G2 n b2-c1", "veto", "veto the retreat"},
	} {
		g := game(t, test.game)
		s := g.New(0)
		if test.position != "" {
			var err error
			if s, err = g.ParsePosition(test.position); err != nil {
				t.Fatal(err)
			}
		}
		a, err := env.Parse(s, test.move)
		if err != nil {
			t.Fatal(err)
		}
		names, planes, cells := g.ActionNames(), g.spec.Planes(), g.spec.Cells()
		if got, want := len(names), planes+g.spec.Globals(); got != want {
			t.Fatalf("%s: %d names, want %d", test.game, got, want)
		}
		at := int(a) / cells
		if at >= planes {
			at = planes + int(a) - planes*cells
		}
		if got := names[at]; got != test.want {
			t.Errorf("%s: %s: got %q, want %q", test.game, test.move, got, test.want)
		}
	}
}
