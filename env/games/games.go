// Package games is the one list of everything that can be played, by name:
//
//	connect4
//	celta:first=attackers,corner_hostile=adk
//
// A program outside this module adds families of its own, [With].
package games

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/internal/prose"
)

// native are the families that come with ludens and are no files.
var native = []Family{
	// One more is a line more.
}

// Family is what a package of rules exports: the variants of one game.
type Family struct {
	Name     string
	Variants func() []env.Variant // at least one
	New      func(variant string, settings []env.Setting) (env.Game, error)
}

// Registry is a list of families: those that come with ludens and, after them,
// more. The zero value has no more. A Registry does not change.
type Registry struct{ more []Family }

// With returns the registry that has more families, or says why it cannot.
func With(more ...Family) (Registry, error) {
	r := Registry{slices.Clone(more)}
	if err := r.distinct(); err != nil {
		return Registry{}, fmt.Errorf("games: %w", err)
	}
	for _, f := range more {
		if err := f.named(); err != nil {
			return Registry{}, fmt.Errorf("games: family %q: %w", f.Name, err)
		}
	}
	return r, nil
}

// distinct returns an error if two variants have one name.
func (r Registry) distinct() error {
	met := map[string]string{} // by variant: family
	for _, f := range r.families() {
		for _, v := range f.Variants() {
			if other, twice := met[v.Name]; twice {
				return fmt.Errorf("families %q and %q both have a variant %q", other, f.Name, v.Name)
			}
			met[v.Name] = f.Name
		}
	}
	return nil
}

// named returns an error unless the family's games are called as its variants.
func (f Family) named() error {
	if len(f.Variants()) == 0 {
		return errors.New("no variants")
	}
	for _, v := range f.Variants() {
		g, err := f.New(v.Name, nil)
		if err != nil {
			return err
		}
		if got := g.Spec().Name; got != v.Name || got == "" || strings.ContainsAny(got, ":,= \n") {
			return fmt.Errorf("variant %q makes a game called %q: want one name, without spaces and any of \":,=\"", v.Name, got)
		}
	}
	return nil
}

func (r Registry) families() (all []Family) {
	for _, e := range engines {
		all = append(all, e.list)
	}
	return slices.Concat(all, native, r.more)
}

// Entry is a variant and the family that it belongs to.
type Entry struct {
	Family string
	env.Variant
}

// List returns all variants that come with ludens, family by family.
func List() []Entry { return Registry{}.List() }

// List returns all variants, family by family.
func (r Registry) List() []Entry {
	var all []Entry
	for _, f := range r.families() {
		for _, v := range f.Variants() {
			all = append(all, Entry{f.Name, v})
		}
	}
	return all
}

// Make returns a game that comes with ludens, as [Registry.Make] does.
func Make(name string) (env.Game, error) { return Registry{}.Make(name) }

// Must returns the game of a name that is known to be one, for tests and examples. It panics
// where Make returns an error.
func Must(name string) env.Game {
	g, err := Make(name)
	if err != nil {
		panic(err)
	}
	return g
}

// Make returns the game of a name: a variant, which may be followed by a colon
// and settings, "celta:first=attackers,cap=100". The game's Spec.Name is the
// canonical one: options in the order of List, defaults left out.
//
// A name that leaves rules open makes a game of many: see [Registry.Space].
func (r Registry) Make(name string) (env.Game, error) {
	if IsSpace(name) {
		return r.Space(name)
	}
	variant, settings, err := split(name)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	f, v, ok := r.find(variant)
	if !ok {
		return nil, fmt.Errorf("games: no game %q%s", variant, r.hint(variant))
	}
	return f.settle(v, settings)
}

// find returns a variant and its family: one of the list, or of a file.
func (r Registry) find(variant string) (Family, env.Variant, bool) {
	if f, v, ok := r.listed(variant); ok {
		return f, v, true
	}
	f, ok := fromFile(variant)
	if !ok {
		return Family{}, env.Variant{}, false
	}
	return f, f.Variants()[0], true
}

// listed returns a variant of the list and its family. An engine that does not have it
// makes no variants: those of Cetran take longer than most of what a program is called for.
func (r Registry) listed(variant string) (Family, env.Variant, bool) {
	var families []Family
	for _, e := range engines {
		if slices.Contains(e.names, variant) {
			families = append(families, e.list)
		}
	}
	for _, f := range slices.Concat(families, native, r.more) {
		for _, v := range f.Variants() {
			if v.Name == variant {
				return f, v, true
			}
		}
	}
	return Family{}, env.Variant{}, false
}

// Find returns the variant of a name: one that comes with ludens, or of a file that was
// read.
func Find(variant string) (Entry, bool) {
	f, v, ok := Registry{}.find(variant)
	return Entry{f.Name, v}, ok
}

// settle makes a variant with settings that may come from anywhere.
func (f Family) settle(v env.Variant, settings []env.Setting) (env.Game, error) {
	if _, _, err := v.Settle(settings); err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	g, err := f.New(v.Name, settings)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	return g, nil
}

// split reads "variant:option=value,option=value".
func split(name string) (variant string, settings []env.Setting, err error) {
	variant, rest, ok := strings.Cut(name, ":")
	if !ok {
		return variant, nil, nil
	}
	for _, text := range strings.Split(rest, ",") {
		option, value, ok := strings.Cut(text, "=")
		if !ok || option == "" || value == "" {
			return "", nil, fmt.Errorf("%q: %q should be option=value", name, text)
		}
		settings = append(settings, env.Setting{Name: option, Value: value})
	}
	return variant, settings, nil
}

// hint says which game was probably meant or, failing that, which families have games
// of their own.
func (r Registry) hint(variant string) string {
	var names []string
	for _, e := range r.List() {
		names = append(names, e.Name)
	}
	near := names
	for _, e := range Gallery() {
		near = append(near, e.Name)
	}
	if h := prose.Hint(variant, near); h != "" {
		return h
	}
	return "; there are " + strings.Join(slices.Sorted(slices.Values(names)), ", ") + ", and those of files: ludens games"
}

// FileName returns a game's name as part of a file's: "celta:first=attackers" as
// "celta-first-attackers".
func FileName(game string) string {
	return strings.NewReplacer(":", "-", "=", "-", ",", "-", "/", "-", "|", "-", "*", "any", "~", "-without-").Replace(game)
}
