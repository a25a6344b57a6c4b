package mcts

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// PlayKeys are the keys of Play, as files name them.
var PlayKeys = keysOf(reflect.TypeFor[Play]())

func keysOf(t reflect.Type) (keys []string) {
	for i := range t.NumField() {
		keys = append(keys, t.Field(i).Tag.Get("toml"))
	}
	return keys
}

// AtPlay returns the settings to play a network trained with c, with that many simulations per
// move: Defaults but for Play.
func (c Config) AtPlay(simulations int) Config {
	d := Defaults()
	d.Play = c.Play
	return d.Of(simulations)
}

// Setting is one of PlayKeys and its value, as people write them.
type Setting struct{ Key, Value string }

// Unusual lists the PlayKeys in which c, a search AtPlay, plays otherwise than Defaults,
// in their order. Those that its root makes no use of are left out.
func (c Config) Unusual() (all []Setting) {
	usual := Defaults().Of(c.Simulations).Play
	is := c.Play
	if is.Root == Gumbel {
		is.CInit, is.CBase, is.FPU, is.RootFPU = usual.CInit, usual.CBase, usual.FPU, usual.RootFPU
	} else {
		is.Considered, is.SigmaVisits, is.SigmaScale = usual.Considered, usual.SigmaVisits, usual.SigmaScale
	}
	v, u := reflect.ValueOf(is), reflect.ValueOf(usual)
	for i, key := range PlayKeys {
		if !v.Field(i).Equal(u.Field(i)) {
			all = append(all, Setting{key, fmt.Sprint(v.Field(i))})
		}
	}
	return all
}

// Of returns c for searches of that many simulations, 1 to MaxSimulations: of fewer it
// makes one, of more that many. Sequential halving starts with no more moves than can
// each be visited once.
func (c Config) Of(simulations int) Config {
	c.Simulations = min(max(simulations, 1), MaxSimulations)
	c.Considered = min(c.Considered, c.Simulations)
	return c
}

// Set sets one of PlayKeys from its text.
func (c *Config) Set(name, text string) error {
	i := slices.Index(PlayKeys, name)
	if i < 0 {
		return fmt.Errorf("%q is not a key of the search at play; want one of %s", name, strings.Join(PlayKeys, ", "))
	}
	if err := set(reflect.ValueOf(&c.Play).Elem().Field(i), text); err != nil {
		return fmt.Errorf("%s = %q, %w", name, text, err)
	}
	return c.Validate()
}

// set sets a field of Play.
func set(field reflect.Value, text string) error {
	switch field.Kind() {
	case reflect.String:
		field.SetString(text)
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("want true or false")
		}
		field.SetBool(b)
	case reflect.Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("want a whole number")
		}
		field.SetInt(int64(n))
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("want a number")
		}
		field.SetFloat(x)
	}
	return nil
}
