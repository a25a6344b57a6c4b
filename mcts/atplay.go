package mcts

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// PlayKeys are the keys of a Config that count at play, as files name them. The others
// are for self-play: noise and forced playouts, which look for what is new; leaves and
// their virtual loss, which the number of threads decides; and proofs, which a run may do without to teach
// its network more (solver, lookahead), but a player never.
var PlayKeys = []string{
	"root", "c_init", "c_base", "fpu", "root_fpu", "considered", "sigma_visits", "sigma_scale",
	"twofold", "adjudicated", "contempt",
}

// AtPlay returns how one plays who was trained as c says, with so many simulations a
// move: Defaults but for PlayKeys.
func (c Config) AtPlay(simulations int) Config {
	d := Defaults()
	from, to := reflect.ValueOf(c), reflect.ValueOf(&d).Elem()
	for i := range to.NumField() {
		if slices.Contains(PlayKeys, key(to.Type().Field(i))) {
			to.Field(i).Set(from.Field(i))
		}
	}
	return d.Of(simulations)
}

// Unusual lists the PlayKeys in which c, a search AtPlay, plays otherwise than Defaults,
// in their order. Those that its root makes no use of are left out.
func (c Config) Unusual() (all []Setting) {
	unused := gumbelKeys
	if c.Root == Gumbel {
		unused = puctKeys
	}
	usual, v := reflect.ValueOf(Defaults().Of(c.Simulations)), reflect.ValueOf(c)
	for i := range v.NumField() {
		name := key(v.Type().Field(i))
		if slices.Contains(PlayKeys, name) && !slices.Contains(unused, name) && !v.Field(i).Equal(usual.Field(i)) {
			all = append(all, Setting{name, fmt.Sprint(v.Field(i))})
		}
	}
	return all
}

// Setting is one of PlayKeys and its value, as people write them.
type Setting struct{ Key, Value string }

func (s Setting) String() string { return s.Key + "=" + s.Value }

// What only one of the roots asks for.
var (
	puctKeys   = []string{"c_init", "c_base", "fpu", "root_fpu"}
	gumbelKeys = []string{"considered", "sigma_visits", "sigma_scale"}
)

// Of returns c for searches of so many simulations, 1 to MaxSimulations: of fewer it
// makes one, of more that many. Sequential halving starts with no more moves than can
// each be visited once.
func (c Config) Of(simulations int) Config {
	c.Simulations = min(max(simulations, 1), MaxSimulations)
	c.Considered = min(c.Considered, c.Simulations)
	return c
}

// Set sets one of PlayKeys to what somebody wrote.
func (c *Config) Set(name, text string) error {
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		if key(v.Type().Field(i)) == name && slices.Contains(PlayKeys, name) {
			if err := set(v.Field(i), text); err != nil {
				return fmt.Errorf("%s = %q, %w", name, text, err)
			}
			return c.Validate()
		}
	}
	return fmt.Errorf("%q is no key of the search at play; want one of %s", name, strings.Join(PlayKeys, ", "))
}

// set sets a field of a Config.
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

// key returns the name of a field in files.
func key(f reflect.StructField) string { return f.Tag.Get("toml") }
