package cetran

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/internal/nearest"
)

// Variants lists what New can make, in the order of Draw.
func Variants() []env.Variant {
	return []env.Variant{
		{Name: "cetran2", Summary: "Cetran Chess 2: both sides draw their array, each its own", Options: options(Independent)},
		{Name: "cetran2-mirror", Summary: "Cetran Chess 2 with equal officers face to face", Options: options(Mirror)},
		{Name: "cetran2-central", Summary: "Cetran Chess 2 with arrays that look alike after a half turn", Options: options(Central)},
	}
}

// New returns the game of a variant with some of its options set.
func New(variant string, settings []env.Setting) (env.Game, error) {
	g, err := assemble(variant, settings)
	if err != nil {
		return nil, fmt.Errorf("cetran: %w", err)
	}
	return g, nil
}

const random = "random"

var onOff = []string{"on", "off"}

// options returns the options of a variant.
func options(d Draw) []env.Option {
	list := []env.Option{
		{Name: "array", Default: random, Help: arrayHelp(d)},
		{Name: "promo", Default: lower(cetran2.promotions), Help: "what a pawn may become: letters out of " + lower(cetran2.promotions)},
		{Name: "fifty", Default: "on", Values: onOff, Help: "a draw after 100 plies without a capture or pawn move"},
		{Name: "threefold", Default: "on", Values: onOff, Help: "a draw at the third occurrence of a position"},
		{Name: "insufficient", Default: "on", Values: onOff, Help: "a draw when only kings, or kings and one knight, are left"},
	}
	if d == Independent {
		list = append(list, env.Option{Name: "asymmetric", Default: "off", Values: onOff,
			Help: "never draw an array that is a mirror or central one"})
	}
	return list
}

func arrayHelp(d Draw) string {
	return fmt.Sprintf("%s, a rank for each side like qrknchsa/KSNRCAQH, or a number in 0..%d", random, d.Arrays()-1)
}

func assemble(variant string, settings []env.Setting) (*Game, error) {
	draw, v, err := findVariant(variant)
	if err != nil {
		return nil, err
	}
	g := &Game{base: variant, army: &cetran2, draw: draw}
	settings, err = g.tidy(settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", variant, err)
	}
	name, all, err := v.Settle(settings)
	if err != nil {
		return nil, err
	}
	g.spec.Name = name
	for _, s := range all {
		g.choose(s)
	}
	return g.furnish(), nil
}

func findVariant(name string) (Draw, env.Variant, error) {
	var names []string
	for d, v := range Variants() {
		if v.Name == name {
			return Draw(d), v, nil
		}
		names = append(names, v.Name)
	}
	return 0, env.Variant{}, fmt.Errorf("no variant %q%s; there are %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
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
	var a Array
	number, err := strconv.Atoi(value)
	if err == nil {
		a, err = g.draw.Array(number)
	} else if a, err = ParseArray(value); err == nil {
		_, err = g.draw.Number(a)
	}
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

// choose sets one option to a value that has been checked.
func (g *Game) choose(s env.Setting) {
	on := s.Value == "on"
	switch s.Name {
	case "array":
		if s.Value != random {
			g.array, _ = ParseArray(s.Value)
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
