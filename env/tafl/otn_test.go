package tafl

import (
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// Positions of random games are written as OTN and read back, other men with them.
func TestOTNOfOtherMen(t *testing.T) {
	for _, name := range []string{"copenhagen", "berserk", "parlett", "tawlbwrdd"} {
		g := comes(t, name).(*Game)
		rng := seed.New(1).At(name, 0).Rand()
		s := g.New(0)
		for ply := 0; ply < 60 && s.Result() == env.Ongoing; ply++ {
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
			if len(strings.Fields(g.Position(s))) > 2 {
				continue // a side moves again, which OTN has no word for
			}
			text := g.OTN(s) + " " + string(g.sideOf(s.ToMove()).letter())
			back, err := g.ParsePosition(text)
			if err != nil || g.Position(back) != g.Position(s) {
				t.Fatalf("%s: %q came back as %v, %v", name, text, back, err)
			}
		}
	}
}

// The start of OpenTafl's own record of Copenhagen, and texts that are none.
func TestOTNOfOthers(t *testing.T) {
	g := comes(t, "copenhagen").(*Game)
	const start = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"
	s, err := g.ParsePosition(start)
	if err != nil || g.OTN(s) != start || g.OTN(g.New(0)) != start || s.Key() != g.New(0).Key() {
		t.Errorf("got %v, %v", s, err)
	}
	for text, want := range map[string]string{
		strings.Replace(start, "K", "k", 1):     "'k' in column 6 is none of t (attacker), T (defender), K (king) or 1 to 11",
		strings.Replace(start, "5t5", "5a5", 1): "'a' in column 6 is none of",
		"/3ttttt3/":                             "there are 1 rows",
		start + " x":                            `the turn "x"`,
	} {
		if _, err := g.ParsePosition(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
