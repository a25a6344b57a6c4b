package configs

import (
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"ludens/configs/layer"
)

// Layer is one text that sets some of the values of a [Run]; later layers
// override earlier ones.
type Layer = layer.Layer

// MaxText is how long a layer's text may be, in bytes.
const MaxText = layer.MaxText

// Set returns the layers of command-line settings such as "search.simulations=64",
// one for each. A value that is not TOML by itself is taken as a string.
func Set(assignments []string) ([]Layer, error) { return layer.Set(assignments) }

// Argument returns the layer of an argument that sets a key to a text.
func Argument(name, key, text string) Layer { return layer.Argument(name, key, text) }

// GameOf returns the game that a layer names, or "".
func GameOf(l Layer) string {
	var named struct {
		Game string `toml:"game"`
	}
	toml.Decode(l.Text, &named) // Apply reports what is wrong with it
	return named.Game
}

// blame puts the file and line that set the offending key, or the argument, before
// an error that begins with "key = ".
func blame(err error, layers []Layer) error {
	var bad invalid
	if !errors.As(err, &bad) {
		return err
	}
	key, _, found := strings.Cut(bad.err.Error(), " = ")
	if !found {
		return err
	}
	at := strings.Split(key, ".")
	if bad.table != "" {
		at = append([]string{bad.table}, at...)
	}
	for i := len(layers) - 1; i >= 0; i-- {
		if layers[i].Sets(at) {
			return layers[i].At(at, "%v", err)
		}
	}
	return err
}

// former is a key of earlier versions. Runs and the networks that come with Ludens have them at
// their defaults, and stay readable; what else they could be is gone.
type former struct {
	key   []string
	value any // its default, as TOML reads it; numbers as float64
}

// formers are all of them.
var formers = []former{
	{[]string{"search", "forced"}, 0.0},
	{[]string{"search", "leaves"}, 1.0},
	{[]string{"search", "virtual_loss"}, 1.0},
	{[]string{"selfplay", "root_symmetries"}, false},
	{[]string{"train", "gate"}, 0.0},
	{[]string{"train", "gate_games"}, 0.0},
	{[]string{"train", "haste"}, 0.0},
	{[]string{"optimiser", "ops"}, "fast"},
	{[]string{"optimiser", "solver"}, "sgd"},
	{[]string{"optimiser", "beta1"}, 0.9},
	{[]string{"optimiser", "beta2"}, 0.999},
	{[]string{"optimiser", "epsilon"}, 1e-8},
}

// formerKeys are the keys of formers.
func formerKeys() (keys [][]string) {
	for _, f := range formers {
		keys = append(keys, f.key)
	}
	return keys
}

// apply lays a layer over r, and notes the former keys that it has. One that is not as
// it was by default is an error.
func (r *Run) apply(l Layer) error {
	if err := l.ApplyBut(formerKeys(), r); err != nil {
		return err
	}
	var all map[string]any
	if err := l.Peek(&all); err != nil {
		return err
	}
	for _, f := range formers {
		table, _ := all[f.key[0]].(map[string]any)
		value, set := table[f.key[1]]
		if !set {
			continue
		}
		same := value == f.value
		if n, ok := value.(int64); ok {
			same = float64(n) == f.value
		}
		if !same {
			return l.At(f.key, "[%s] %s = %v: this key was removed, and only its default, %v, is still read: delete it, or use the version of ludens that it was written for",
				f.key[0], f.key[1], value, f.value)
		}
		r.ignored = append(r.ignored, strings.Join(f.key, "."))
	}
	return nil
}

// Warning says in a line which keys of earlier versions were read and ignored, or returns "".
func (r Run) Warning() string {
	const named = 3
	switch n := len(r.ignored); {
	case n > named:
		return fmt.Sprintf("removed keys are ignored: %s and %d more", strings.Join(r.ignored[:named], ", "), n-named)
	case n > 0:
		return "removed keys are ignored: " + strings.Join(r.ignored, ", ")
	}
	return ""
}
