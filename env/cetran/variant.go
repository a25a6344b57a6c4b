package cetran

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/internal/nearest"
)

// variant is what stands behind a variant's name.
type variant struct {
	name, summary string
	army          *army
	draw          Draw
}

var variants = []variant{
	{"cetran2", "Cetran Chess 2: both sides draw their array, each its own", &cetran2, Independent},
	{"cetran2-mirror", "Cetran Chess 2 with equal officers face to face", &cetran2, Mirror},
	{"cetran2-central", "Cetran Chess 2 with arrays that look alike after a half turn", &cetran2, Central},
	{"cetran1", "Cetina Random Chess: two bishops, one of which may have to change colour", &cetran1, Independent},
	{"cetran1-mirror", "Cetina Random Chess with equal officers face to face", &cetran1, Mirror},
}

// Variants lists what New can make.
func Variants() (list []env.Variant) {
	for _, v := range variants {
		list = append(list, env.Variant{Name: v.name, Title: v.title(), Summary: v.summary, Options: v.options(),
			Base: v.base(), Draw: drawInWords[v.draw]})
	}
	return list
}

// New returns the game of the variant of that name, with some of its options set.
func New(name string, settings []env.Setting) (env.Game, error) {
	g, err := assemble(name, settings)
	if err != nil {
		return nil, fmt.Errorf("cetran: %w", err)
	}
	return g, nil
}

// drawInWords are the ways of drawing, for people.
var drawInWords = [...]string{
	Independent: "random: each side its own",
	Mirror:      "mirror: equal officers face to face",
	Central:     "central: alike after a half turn",
}

// base returns the name of the variant with the same army in which each side
// draws its own array.
func (v variant) base() string {
	i := slices.IndexFunc(variants, func(w variant) bool { return w.army == v.army && w.draw == Independent })
	return variants[i].name
}

// title returns what PGN files call the base variant of an army; "" for others.
func (v variant) title() string {
	if v.draw != Independent {
		return ""
	}
	return v.army.title
}

const random = "random"

var onOff = []string{"on", "off"}

func (v variant) arrays() Arrays { return Arrays{v.army.officers, v.draw} }

// options returns the options of a variant.
func (v variant) options() []env.Option {
	all := lower(v.army.promotions)
	list := []env.Option{
		{Name: "array", Title: "officers", Default: random, Help: v.arrayHelp()},
		{Name: "promo", Default: all, Help: "what a pawn may become: letters out of " + all},
		{Name: "fifty", Default: "on", Values: onOff, Help: "a draw after 100 plies without a capture or pawn move"},
		{Name: "threefold", Default: "on", Values: onOff, Help: "a draw at the third occurrence of a position"},
		{Name: "insufficient", Default: "on", Values: onOff, Help: "a draw when no more than one knight or bishop is left beside the kings"},
	}
	list = append(list, env.Option{Name: "cap", Default: strconv.Itoa(MaxPly),
		Help: fmt.Sprintf("plies after which a game is cut off, 1 to %d", longest)})
	if v.draw == Independent {
		list = append(list, env.Option{Name: "asymmetric", Default: "off", Values: onOff,
			Help: "never draw an array that is a mirror or central one"})
	}
	return list
}

// longest is the highest cap.
const longest = 100_000

func (v variant) arrayHelp() string {
	last, _ := v.arrays().Array(v.arrays().Count() - 1)
	return fmt.Sprintf("%s, a rank for each side like %v, or a number in 0..%d", random, last, v.arrays().Count()-1)
}

func assemble(name string, settings []env.Setting) (*Game, error) {
	v, err := findVariant(name)
	if err != nil {
		return nil, err
	}
	g := &Game{base: name, army: v.army, arrays: v.arrays()}
	settings, err = g.tidy(settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	canonical, all, err := env.Variant{Name: name, Options: v.options()}.Settle(settings)
	if err != nil {
		return nil, err
	}
	g.spec.Name = canonical
	for _, s := range all {
		g.choose(s)
	}
	return g.furnish(), nil
}

func findVariant(name string) (variant, error) {
	var names []string
	for _, v := range variants {
		if v.name == name {
			return v, nil
		}
		names = append(names, v.name)
	}
	return variant{}, fmt.Errorf("no variant %q%s; there are %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// tidy returns the settings with those of free form checked and spelt the one
// way that canonical names have.
func (g *Game) tidy(settings []env.Setting) ([]env.Setting, error) {
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
func (g *Game) tidyArray(value string) (string, error) {
	if value == random {
		return random, nil
	}
	if number, err := strconv.Atoi(value); err == nil {
		a, err := g.arrays.Array(number)
		return a.String(), err
	}
	a, err := g.arrays.Parse(value)
	return a.String(), err
}

// tidyPromotions returns the letters in the order of the army's promotions.
func (g *Game) tidyPromotions(value string) (string, error) {
	all := lower(g.army.promotions)
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

// choose sets one option to a value that has been checked.
func (g *Game) choose(s env.Setting) {
	on := s.Value == "on"
	switch s.Name {
	case "array":
		if s.Value != random {
			g.array, _ = parseArray(s.Value)
		}
	case "promo":
		for _, k := range g.army.promotions {
			if strings.Contains(s.Value, lower([]kind{k})) {
				g.promotions = append(g.promotions, k)
			}
		}
	case "fifty":
		g.fifty = on
	case "threefold":
		g.threefold = on
	case "insufficient":
		g.insufficient = on
	case "asymmetric":
		g.asymmetric = on
	case "cap":
		g.cap, _ = strconv.Atoi(s.Value)
	}
}

// lower returns the small letters of kinds: "qscahrn".
func lower(list []kind) string {
	text := make([]byte, len(list))
	for i, k := range list {
		text[i] = k.letter()
	}
	return strings.ToLower(string(text))
}
