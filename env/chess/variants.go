package chess

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
	"ludens/internal/prose"
)

// Cetran is a game of Cetran by one of the names that come with ludens, and behind it the
// options that its sources leave open, as checkpoints and records have them. They are other
// words for keys of its file.
type Cetran struct {
	*Game
	base string // the variant's name without options
}

// Of returns the game of this package that g is.
func Of(g env.Game) (*Game, bool) {
	switch g := g.(type) {
	case *Game:
		return g, true
	case *Cetran:
		return g.Game, true
	}
	return nil, false
}

// cetrans are the files of Cetran's games.
var cetrans = []string{"cetran2", "cetran2-mirror", "cetran2-central", "cetran1", "cetran1-mirror"}

// Names returns the names of what New can make, in the order of Variants.
func Names() []string { return slices.Clone(cetrans) }

// Variants lists what New can make.
func Variants() []env.Variant { return slices.Clone(variants()) }

var variants = sync.OnceValue(func() (list []env.Variant) {
	for _, name := range cetrans {
		g, err := newCetran(name, nil)
		if err != nil {
			panic(err) // a test makes each of them
		}
		list = append(list, g.variant())
	}
	return list
})

// drawInWords are the ways of drawing, for people.
var drawInWords = [...]string{
	Independent: "random: each side its own",
	Mirror:      "mirror: equal officers face to face",
	Central:     "central: alike after a half turn",
}

// variant describes the game without options.
func (g *Cetran) variant() env.Variant {
	draw := g.arrays().Draw
	v := env.Variant{Name: g.base, Summary: g.head.Summary, Options: g.options(), Base: g.independent(), Draw: drawInWords[draw]}
	if draw == Independent {
		v.Title = g.cetran.title // what PGN files call it
	}
	return v
}

// independent returns the name of the variant with the same army in which each side draws
// its own array.
func (g *Cetran) independent() string {
	if g.cetran == cetran1 {
		return "cetran1"
	}
	return "cetran2"
}

const random = "random"

var onOff = []string{"on", "off"}

// longest is the highest cap.
const longest = 100_000

// options returns the options of the variant.
func (g *Cetran) options() []env.Option {
	all, arrays, cap := g.cetran.promotions(), g.arrays(), Rules().(*Keys).Cap
	last, _ := arrays.Array(arrays.Count() - 1)
	list := []env.Option{
		{Name: "array", Title: "officers", Default: random, Help: fmt.Sprintf("%s, a rank for each side like %v, or a number in 0..%d", random, last, arrays.Count()-1)},
		{Name: "promo", Default: all, Help: "what a pawn may become: letters out of " + all},
		{Name: "fifty", Default: "on", Values: onOff, Help: "a draw after 100 plies without a capture or pawn move"},
		{Name: "threefold", Default: "on", Values: onOff, Help: "a draw at the third occurrence of a position"},
		{Name: "insufficient", Default: "on", Values: onOff, Help: "a draw when no more than one knight or bishop is left beside the kings"},
		{Name: "cap", Default: strconv.Itoa(cap), Help: fmt.Sprintf("plies after which a game is cut off, 1 to %d", longest)},
	}
	if arrays.Draw == Independent {
		list = append(list, env.Option{Name: "asymmetric", Default: "off", Values: onOff,
			Help: "never draw an array that is a mirror or central one"})
	}
	return list
}

// promotions returns the small letters of what a pawn may become: "qscahrn".
func (c *cetran) promotions() string { return strings.ToLower(c.order[1 : len(c.order)-1]) }

// New returns the game of the variant of that name, with some of its options set.
func New(name string, settings []env.Setting) (env.Game, error) {
	g, err := newCetran(name, settings)
	if err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	return g, nil
}

func newCetran(name string, settings []env.Setting) (*Cetran, error) {
	usual, ok := usualCetran(name)
	if !ok {
		return nil, fmt.Errorf("no variant %q%s; there are %s", name, prose.Hint(name, cetrans), strings.Join(cetrans, ", "))
	}
	settings, err := usual.tidy(settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	canonical, all, err := usual.variant().Settle(settings)
	if err != nil || canonical == name {
		return usual, err
	}
	k := usual.keys
	k.Men = maps.Clone(k.Men)
	for _, s := range all {
		k.choose(s)
	}
	g, err := assemble(&k)
	if err != nil {
		return nil, err
	}
	g.head, g.spec.Name = usual.head, canonical
	g.asymmetric = slices.Contains(all, env.Setting{Name: "asymmetric", Value: "on"})
	return &Cetran{g, name}, nil
}

// usualCetrans are the games without settings that have been made, by name.
var usualCetrans sync.Map

// usualCetran returns the game of a variant without settings.
func usualCetran(name string) (*Cetran, bool) {
	if g, ok := usualCetrans.Load(name); ok {
		return g.(*Cetran), true
	}
	if !slices.Contains(cetrans, name) {
		return nil, false
	}
	text, _ := games.Text(name)
	f, err := variant.Parse("games/"+name+".toml", text, games.Text)
	if err != nil {
		panic(err) // a file of ours
	}
	g, err := Read(f)
	if err != nil {
		panic(err)
	}
	usual := &Cetran{g.(*Game), name}
	usualCetrans.Store(name, usual)
	return usual, true
}

// tidy returns the settings with those of free form checked and spelt the one way that
// canonical names have.
func (g *Cetran) tidy(settings []env.Setting) ([]env.Setting, error) {
	tidied := slices.Clone(settings)
	for i, s := range settings {
		var err error
		switch s.Name {
		case "array":
			tidied[i].Value, err = g.tidyArray(s.Value)
		case "promo":
			tidied[i].Value, err = g.tidyPromotions(s.Value)
		case "cap":
			tidied[i].Value, err = tidyCap(s.Value)
		}
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", s.Name, err)
		}
	}
	return tidied, nil
}

// tidyArray returns the text of an array, given by that text or its number.
func (g *Cetran) tidyArray(value string) (string, error) {
	if value == random {
		return random, nil
	}
	if number, err := strconv.Atoi(value); err == nil {
		a, err := g.arrays().Array(number)
		return a.String(), err
	}
	return g.ParseArray(value)
}

// tidyPromotions returns the letters in the order of the army's promotions.
func (g *Cetran) tidyPromotions(value string) (string, error) {
	all := g.cetran.promotions()
	var chosen strings.Builder
	for _, letter := range all {
		if strings.ContainsRune(value, letter) {
			chosen.WriteRune(letter)
		}
	}
	if value == "" || chosen.Len() != len(value) {
		return "", fmt.Errorf("%q: must be some letters of %s, each once", value, all)
	}
	return chosen.String(), nil
}

// tidyCap returns a number of plies as Go writes it.
func tidyCap(value string) (string, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > longest {
		return "", fmt.Errorf("want a whole number from 1 to %d, not %q", longest, value)
	}
	return strconv.Itoa(n), nil
}

// choose lays an option over the keys whose value has been checked.
func (k *Keys) choose(s env.Setting) {
	switch off := s.Value == "off"; {
	case s.Name == "array" && s.Value != random:
		black, white, _ := strings.Cut(s.Value, "/")
		lines := ranksOf(k.Board)
		lines[0], lines[len(lines)-1] = black, white
		k.Board, k.Shuffle = strings.Join(lines, "\n"), ""
	case s.Name == "promo":
		pawn := k.Men["P"]
		pawn.Promotes = strings.ToUpper(s.Value)
		k.Men["P"] = pawn
	case s.Name == "fifty" && off:
		k.Clock = 0
	case s.Name == "threefold" && off:
		k.Repetition = 0
	case s.Name == "insufficient" && off:
		k.Insufficient = ""
	case s.Name == "cap":
		k.Cap, _ = strconv.Atoi(s.Value)
	}
}

// ArrayOption implements env.Arrayed.
func (g *Cetran) ArrayOption() string { return "array" }

// ArrayCount implements env.Arrayed.
func (g *Cetran) ArrayCount() int { return g.arrays().Count() }

// ArrayText implements env.Arrayed.
func (g *Cetran) ArrayText(i int) string {
	a, err := g.arrays().Array(i)
	if err != nil {
		panic(err) // i is not below ArrayCount
	}
	return a.String()
}

// ParseArray implements env.Arrayed.
func (g *Cetran) ParseArray(text string) (string, error) {
	a, err := g.arrays().Parse(text)
	return a.String(), err
}

// Features implements env.Featured: all rules but the arrays and the cap. What is drawn
// stands on the board, and the cap is far away.
func (g *Cetran) Features() (all []env.Feature) {
	pawn := &g.kinds[g.kindOf('P')]
	for _, letter := range []byte(g.cetran.promotions()) {
		k := g.kindOf(letter)
		all = append(all, env.Flag("a pawn may become a "+g.kinds[k].name, slices.Contains(pawn.promotes, k)))
	}
	return append(all, env.Flag("a draw by the fifty-move rule", g.keys.Clock > 0), env.Flag("a draw by the third occurrence", g.keys.Repetition > 0),
		env.Flag("a draw by too few men", g.keys.Insufficient != ""))
}

// Teaches implements env.Kindred: it reports whether other is the same chess from some of
// the arrays that g draws from, mirrored or central ones, or a single one.
func (g *Cetran) Teaches(other env.Game) bool {
	o, ok := other.(*Cetran)
	return ok && g.keys.Shuffle != "" && g.arrays().Draw == Independent && !g.asymmetric &&
		o.cetran == g.cetran && slices.Equal(g.Features(), o.Features())
}

// Officers are those of a back rank.
func (g *Cetran) Officers() Officers { return g.cetran.officers }
