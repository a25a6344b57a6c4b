package tafl

import (
	"fmt"
	"slices"
	"sync"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
	"ludens/internal/nearest"
)

// presets are the names of the variants, the two games of the source first. Their
// rules are the files of these names.
var presets = []string{"celta", "cuervo", "wtf", "nielsen", "walker", "magpie", "ardri", "tablut"}

// Variants lists the presets, each with every rule as an option.
func Variants() []env.Variant { return slices.Clone(variants()) }

// variants are those of the presets, read once.
var variants = sync.OnceValue(func() (all []env.Variant) {
	for _, name := range presets {
		v, err := file(name).Variant(defaults)
		if err != nil {
			panic(err) // the file that comes with ludens has a misprint
		}
		v.Title, v.Rulebook = "", presets[0]
		all = append(all, v)
	}
	return all
})

// New returns the game of a variant with some of its options set.
func New(variant string, settings []env.Setting) (env.Game, error) {
	g, err := assemble(variant, settings)
	if err != nil {
		return nil, fmt.Errorf("tafl: %w", err)
	}
	return g, nil
}

func assemble(name string, settings []env.Setting) (*Game, error) {
	if !slices.Contains(presets, name) {
		return nil, fmt.Errorf("no variant %q%s", name, nearest.Hint(name, presets))
	}
	f, err := file(name).With(settings, defaults)
	if err != nil {
		return nil, err
	}
	r := Defaults()
	if err := f.Decode(&r); err != nil {
		return nil, err
	}
	return Of(f, r, nil), nil
}

// file returns the file of a preset.
func file(name string) *variant.File { return files()[name] }

// files are those of the presets, read once.
var files = sync.OnceValue(func() map[string]*variant.File {
	all := map[string]*variant.File{}
	for _, name := range presets {
		text, _ := games.Text(name)
		f, err := variant.Parse(name, text, games.Text)
		if err != nil {
			panic(err) // the file that comes with ludens has a misprint
		}
		all[name] = f
	}
	return all
})

func defaults() any {
	r := Defaults()
	return &r
}
