package configs

import (
	"errors"
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
