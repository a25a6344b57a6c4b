package cetran

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/internal/nearest"
)

// Variants lists what New can make.
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

var draws = map[string]Draw{"cetran2": Independent, "cetran2-mirror": Mirror, "cetran2-central": Central}

func assemble(variant string, settings []env.Setting) (*Game, error) {
	draw, ok := draws[variant]
	if !ok {
		return nil, fmt.Errorf("no variant %q%s", variant, nearest.Hint(variant, variantNames()))
	}
	g := &Game{
		base: variant, army: &cetran2, draw: draw, promotions: cetran2.promotions,
		fifty: true, threefold: true, insufficient: true,
	}
	for i, s := range settings {
		for _, earlier := range settings[:i] {
			if earlier.Name == s.Name {
				return nil, fmt.Errorf("%s: option %s is set twice", variant, s.Name)
			}
		}
		if err := g.set(s); err != nil {
			return nil, fmt.Errorf("%s: %w", variant, err)
		}
	}
	g.spec.Name = g.canonical()
	return g.furnish(), nil
}

func variantNames() (names []string) {
	for _, v := range Variants() {
		names = append(names, v.Name)
	}
	return names
}

const random = "random"

var onOff = []string{"on", "off"}

// options returns the options of a variant in the order of its canonical name.
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

// set changes one option from its default.
func (g *Game) set(s env.Setting) error {
	var names []string
	for _, o := range options(g.draw) {
		if o.Name == s.Name {
			return g.choose(o, s.Value)
		}
		names = append(names, o.Name)
	}
	return fmt.Errorf("no option %q%s; there are: %s", s.Name, nearest.Hint(s.Name, names), strings.Join(names, ", "))
}

func (g *Game) choose(o env.Option, value string) (err error) {
	switch o.Name {
	case "array":
		g.array, err = g.parseArray(value)
	case "promo":
		g.promotions, err = g.parsePromotions(value)
	case "fifty":
		g.fifty, err = parseOnOff(value)
	case "threefold":
		g.threefold, err = parseOnOff(value)
	case "insufficient":
		g.insufficient, err = parseOnOff(value)
	case "asymmetric":
		g.asymmetric, err = parseOnOff(value)
	}
	if err != nil {
		return fmt.Errorf("option %s: %w", o.Name, err)
	}
	return nil
}

// parseArray reads an array, the number of one, or "random" for none.
func (g *Game) parseArray(value string) (Array, error) {
	if value == random {
		return Array{}, nil
	}
	if number, err := strconv.Atoi(value); err == nil {
		return g.draw.Array(number)
	}
	a, err := ParseArray(value)
	if err != nil {
		return Array{}, err
	}
	_, err = g.draw.Number(a)
	return a, err
}

// parsePromotions reads the letters of some of the army's promotions.
func (g *Game) parsePromotions(value string) (chosen []kind, err error) {
	if value == "" {
		return nil, fmt.Errorf("needs at least one letter of %s", lower(g.army.promotions))
	}
	for i, letter := range value {
		if !strings.ContainsRune(lower(g.army.promotions), letter) || strings.ContainsRune(value[:i], letter) {
			return nil, fmt.Errorf("%q: each letter must be one of %s, and only once", value, lower(g.army.promotions))
		}
	}
	for _, k := range g.army.promotions {
		if strings.Contains(value, lower([]kind{k})) {
			chosen = append(chosen, k)
		}
	}
	return chosen, nil
}

func parseOnOff(value string) (bool, error) {
	if value != "on" && value != "off" {
		return false, fmt.Errorf("%q: must be on or off", value)
	}
	return value == "on", nil
}

// canonical returns the variant's name with the options that are not at their
// default.
func (g *Game) canonical() string {
	var set []string
	for _, o := range options(g.draw) {
		if value := g.value(o.Name); value != o.Default {
			set = append(set, o.Name+"="+value)
		}
	}
	if set == nil {
		return g.base
	}
	return g.base + ":" + strings.Join(set, ",")
}

// value returns how an option stands.
func (g *Game) value(option string) string {
	on := map[string]bool{"fifty": g.fifty, "threefold": g.threefold, "insufficient": g.insufficient, "asymmetric": g.asymmetric}
	switch {
	case option == "promo":
		return lower(g.promotions)
	case option == "array" && g.array == Array{}:
		return random
	case option == "array":
		return g.array.String()
	case on[option]:
		return "on"
	}
	return "off"
}

// lower returns the small letters of kinds: "qscahrn".
func lower(list []kind) string {
	text := make([]byte, len(list))
	for i, k := range list {
		text[i] = k.letter()
	}
	return strings.ToLower(string(text))
}
