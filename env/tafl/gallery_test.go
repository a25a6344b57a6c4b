package tafl

import (
	"flag"
	"strings"
	"testing"

	"ludens/env"
	"ludens/env/envtest"
	"ludens/games"
)

var slowDepth = flag.Int("slow", 2, "how deep the slow reader counts the plays of the games that come with ludens")

// gallery are the names of the files of the family.
func gallery() (names []string) {
	for _, name := range games.Names() {
		if text, _ := games.Text(name); strings.Contains(text, "family = \"tafl\"") {
			names = append(names, name)
		}
	}
	return names
}

// comes returns a game that comes with ludens.
func comes(t testing.TB, name string) env.Game {
	t.Helper()
	text, ok := games.Text(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	return read(t, text)
}

// The games that come with ludens: which have the planes and keys of the first ones, and
// how many plays of some moves there are. Where the slow reader can count so far, it has.
func TestGallery(t *testing.T) {
	for _, name := range gallery() {
		t.Run(name, func(t *testing.T) {
			g := comes(t, name)
			row, ok := perfts[name]
			if !ok {
				t.Fatalf("no figures of it")
			}
			if classic := g.(*Game).classic; classic != row.classic {
				t.Errorf("its planes and keys are those of the first games: got %v, want %v", classic, row.classic)
			}
			depth := len(row.perft)
			if testing.Short() {
				depth = min(depth, 3)
			}
			for i, n := range count(g, depth) {
				if n != row.perft[i] {
					t.Errorf("perft %d: got %d, want %d", i+1, n, row.perft[i])
				}
			}
		})
	}
}

func count(g env.Game, depth int) (all []uint64) {
	for d := 1; d <= depth; d++ {
		all = append(all, env.Perft(g.New(0), d))
	}
	return all
}

// perft counts as the slow reader plays.
func (b *book) perft(depth int) (n uint64) {
	legal := b.legal()
	if depth == 1 {
		return uint64(len(legal))
	}
	for text := range legal {
		c := b.after(hop{square{-1, -1}, square{-1, -1}})
		delete(c.men, square{-1, -1})
		c.met = map[string]int{}
		for k, v := range b.met {
			c.met[k] = v
		}
		c.play(text)
		n += c.perft(depth - 1)
	}
	return n
}

// The slow reader counts the same two moves deep, or how many the flag says.
func TestPerftOfSlowReader(t *testing.T) {
	for name, row := range perfts {
		t.Run(name, func(t *testing.T) {
			r, _, err := decode(file(t, mustText(name)))
			if err != nil {
				t.Fatal(err)
			}
			for depth := 1; depth <= min(*slowDepth, len(row.perft)); depth++ {
				if row.perft[depth-1] > 20_000 && *slowDepth < 3 {
					break
				}
				if got := newBook(r).perft(depth); got != row.perft[depth-1] {
					t.Errorf("perft %d: got %d, want %d", depth, got, row.perft[depth-1])
				}
			}
		})
	}
}

// Every game of a board of its own, or with rarer rules, keeps the laws, for as long as
// its cap is lowered to.
func TestLawsOfGallery(t *testing.T) {
	for _, name := range gallery() {
		if g := named(t, name+":cap=70").(*Game); !g.classic && !testing.Short() {
			t.Run(name, func(t *testing.T) { envtest.Run(t, g, envtest.Games(1)) })
		}
	}
}

// perfts are the plays of 1, 2, ... moves; some are in
// TestPerft, too, from a program in another language.
var perfts = map[string]struct {
	classic bool // see drawing.classic
	perft   []uint64
}{
	"alea-evangelii":     {false, []uint64{580, 107492}},
	"ardri":              {true, []uint64{48, 408, 18528, 244192}},
	"berserk":            {false, []uint64{116, 6792, 807870}},
	"brandubh":           {true, []uint64{40, 960, 39512, 1007392}},
	"brandubh-triathlon": {true, []uint64{40, 960, 39512, 1007392}},
	"celta":              {true, []uint64{24, 944, 23840, 971880}},
	"computer-tafl":      {false, []uint64{116, 6788, 806344}},
	"copenhagen":         {false, []uint64{116, 6788, 806344}},
	"cuervo":             {true, []uint64{24, 944, 23840, 971208}},
	"fetlar":             {false, []uint64{116, 6788, 806344}},
	"imperial-contest":   {true, []uint64{80, 4400, 353200}},
	"magpie":             {true, []uint64{52, 1420, 68732, 1854108}},
	"nielsen":            {true, []uint64{40, 960, 39512, 1007392}},
	"parlett":            {false, []uint64{184, 23436, 4370608}},
	"sea-battle":         {true, []uint64{80, 4400, 353200}},
	"tablut":             {true, []uint64{80, 4400, 353200}},
	"tablut-foteviken":   {false, []uint64{80, 4344, 337856}},
	"tablut-smith":       {true, []uint64{80, 4400, 353200}},
	"tablut-triathlon":   {true, []uint64{80, 4400, 353200}},
	"tawlbwrdd":          {false, []uint64{136, 7620, 1042016}},
	"tawlbwrdd-lewis":    {false, []uint64{88, 8984, 835776}},
	"walker":             {true, []uint64{40, 960, 39512, 1007392}},
	"wtf":                {true, []uint64{40, 960, 39512, 1007392}},
}
