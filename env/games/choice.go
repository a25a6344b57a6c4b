package games

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/env/space"
)

// Options returns the options of a game, given by its name with or without settings. Of
// each there are those Values with which, and with the settings of the others, it is a game;
// an option that can have one value only is left out.
func Options(name string) ([]env.Option, error) {
	variant, settings, err := split(name)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	f, v, ok := find(variant)
	if !ok {
		return nil, fmt.Errorf("games: no game %q", variant)
	}
	var all []env.Option
	for _, o := range v.Options {
		if o.Values != nil {
			if o.Values = f.fitting(v, o, o.Values, settings); len(o.Values) < 2 {
				continue
			}
		}
		all = append(all, o)
	}
	return all, nil
}

// fitting returns those of some values of an option that make a game with the settings of
// others.
func (f Family) fitting(v env.Variant, o env.Option, values []string, settings []env.Setting) (fit []string) {
	others := slices.DeleteFunc(slices.Clone(settings), func(s env.Setting) bool { return s.Name == o.Name })
	for _, value := range values {
		if _, err := f.New(v.Name, append(others, env.Setting{Name: o.Name, Value: value})); err == nil {
			fit = append(fit, value)
		}
	}
	return fit
}

// choices reads "first=king|attackers,cap=100" for a variant.
func (p *parser) choices(v env.Variant, text string) (all []space.Choice, err error) {
	for _, setting := range strings.Split(text, ",") {
		c, err := choice(v, setting)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(x space.Choice) bool { return x.Name == c.Name }) {
			return nil, fmt.Errorf("option %s is set twice", c.Name)
		}
		all = append(all, c)
	}
	return all, p.fill(v, all)
}

// choice reads "first=king|attackers". It has no values where any is meant.
func choice(v env.Variant, setting string) (space.Choice, error) {
	name, values, ok := strings.Cut(setting, "=")
	if !ok || name == "" || values == "" {
		return space.Choice{}, fmt.Errorf("%q should be option=value, option=value|value or option=*", setting)
	}
	c := space.Choice{Name: name, Values: strings.Split(values, "|")}
	i := slices.IndexFunc(v.Options, func(o env.Option) bool { return o.Name == name })
	for n, value := range c.Values {
		value = v.Spelled([]env.Setting{{Name: name, Value: value}})[0].Value
		c.Values[n] = value
		if value == "*" && i >= 0 && len(c.Values) == 1 {
			return space.Choice{Name: name}, nil
		}
		if _, _, err := v.Settle([]env.Setting{{Name: name, Value: value}}); err != nil {
			return c, err
		}
	}
	if i >= 0 && v.Options[i].Text && len(slices.Compact(slices.Clone(c.Values))) > 1 {
		return c, fmt.Errorf("option %s is a text, and no number can show a network which: these can have several values: %s", name, open(v))
	}
	return c, nil
}

// fill gives the choices without values all those that make a game, the other options
// having their first values.
func (p *parser) fill(v env.Variant, all []space.Choice) error {
	var settings []env.Setting
	for _, c := range all {
		if c.Values != nil {
			settings = append(settings, env.Setting{Name: c.Name, Value: c.Values[0]})
		}
	}
	for i, c := range all {
		if c.Values != nil {
			continue
		}
		o := v.Options[slices.IndexFunc(v.Options, func(o env.Option) bool { return o.Name == c.Name })]
		values := anyOf(o)
		if values == nil {
			return fmt.Errorf("option %s has no list of values: say which, as in %s=%s|OTHER; * goes for %s", c.Name, c.Name, o.Default, open(v))
		}
		fit := p.family.fitting(v, o, values, settings)
		if len(fit) < 2 {
			return fmt.Errorf("option %s: no value but %s goes with the others", c.Name, cmp.Or(strings.Join(fit, ""), o.Default))
		}
		all[i].Values = fit
		settings = append(settings, env.Setting{Name: c.Name, Value: fit[0]})
	}
	return nil
}

// mostAny is the largest number of values that are meant by any.
const mostAny = 64

// anyOf returns the values that an option may have, nil if they are too many.
func anyOf(o env.Option) (values []string) {
	if o.Values != nil {
		return o.Values
	}
	low, high := o.Range[0], o.Range[1]
	if low == high || high-low >= mostAny {
		return nil
	}
	for n := low; n <= high; n++ {
		values = append(values, strconv.Itoa(n))
	}
	return values
}

// open names the options of a variant that any value can be asked of.
func open(v env.Variant) string {
	var names []string
	for _, o := range v.Options {
		if anyOf(o) != nil {
			names = append(names, o.Name)
		}
	}
	return strings.Join(names, ", ")
}

// Unrepeated returns a game without its rule that a repeated position ends it: g itself
// where none of its options says so.
func Unrepeated(g env.Game) (env.Game, error) {
	name := g.Spec().Name
	variant, settings, err := split(name)
	if err != nil {
		return nil, err
	}
	_, v, ok := find(variant)
	if !ok || !slices.ContainsFunc(v.Options, func(o env.Option) bool { return o.Name == "repeat" && slices.Contains(o.Values, "0") }) {
		return g, nil
	}
	settings = slices.DeleteFunc(settings, func(s env.Setting) bool { return s.Name == "repeat" })
	var texts []string
	for _, s := range append(settings, env.Setting{Name: "repeat", Value: "0"}) {
		texts = append(texts, s.Name+"="+s.Value)
	}
	return Make(variant + ":" + strings.Join(texts, ","))
}
