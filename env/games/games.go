// Package games is the one list of everything that can be played, by name:
//
//	connect4
//	celta:first=attackers,corner_hostile=adk
//
// A program outside this module adds families of its own, [Register].
package games

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"ludens/env"
	"ludens/env/chess"
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

// registered are the families of other modules.
var registered = struct {
	sync.Mutex // of those that add
	families   atomic.Pointer[[]Family]
}{}

// Register adds families: from now on this process finds their games by name, as it finds
// those that come with ludens. It adds none if it returns an error, which says why: a name
// that is taken, or a family that breaks its law.
func Register(more ...Family) error {
	for _, f := range more {
		if err := f.named(); err != nil {
			return fmt.Errorf("games: family %q: %w", f.Name, err)
		}
	}
	registered.Lock()
	defer registered.Unlock()
	all := slices.Concat(others(), more)
	if err := distinct(slices.Concat(ours(), all)); err != nil {
		return fmt.Errorf("games: %w", err)
	}
	registered.families.Store(&all)
	return nil
}

// distinct returns an error if two variants have one name, or one that of a game of a file.
func distinct(families []Family) error {
	met := map[string]string{} // by variant: family
	for _, f := range families {
		for _, v := range f.Variants() {
			if other, twice := met[v.Name]; twice {
				return fmt.Errorf("families %q and %q both have a variant %q", other, f.Name, v.Name)
			}
			met[v.Name] = f.Name
		}
	}
	for _, f := range fromFiles() {
		if other, twice := met[f.Variants()[0].Name]; twice {
			return fmt.Errorf("family %q has a variant %q, which is a game of a file", other, f.Variants()[0].Name)
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

// ours returns the families that come with ludens.
func ours() (all []Family) {
	for _, e := range engines {
		all = append(all, e.list)
	}
	return append(all, native...)
}

// others returns the families that were registered.
func others() []Family {
	if all := registered.families.Load(); all != nil {
		return *all
	}
	return nil
}

// Entry is a variant and the family that it belongs to.
type Entry struct {
	Family string
	env.Variant
}

// List returns all variants that come with ludens and, after them, those that were
// registered, family by family.
func List() []Entry {
	var all []Entry
	for _, f := range slices.Concat(ours(), others()) {
		for _, v := range f.Variants() {
			all = append(all, Entry{f.Name, v})
		}
	}
	return all
}

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
// A name that leaves rules open makes a game of many: see [Space].
func Make(name string) (env.Game, error) {
	if IsSpace(name) {
		return Space(name)
	}
	variant, settings, err := split(name)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	f, v, ok := find(variant)
	if !ok {
		return nil, fmt.Errorf("games: no game %q%s", variant, hint(variant))
	}
	return f.settle(v, settings)
}

// find returns a variant and its family: one of the list, or of a file.
func find(variant string) (Family, env.Variant, bool) {
	if f, v, ok := listedVariant(variant); ok {
		return f, v, true
	}
	f, ok := fromFile(variant)
	if !ok {
		return Family{}, env.Variant{}, false
	}
	return f, f.Variants()[0], true
}

// listedVariant returns a variant of the list and its family. An engine that does not have it
// makes no variants: those of Cetran take longer than most of what a program is called for.
func listedVariant(variant string) (Family, env.Variant, bool) {
	var families []Family
	for _, e := range engines {
		if slices.Contains(e.names, variant) {
			families = append(families, e.list)
		}
	}
	for _, f := range slices.Concat(families, native, others()) {
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
	f, v, ok := find(variant)
	return Entry{f.Name, v}, ok
}

// settle makes a variant with settings that may come from anywhere.
func (f Family) settle(v env.Variant, settings []env.Setting) (env.Game, error) {
	settings = v.Spelled(settings)
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
func hint(variant string) string {
	var names []string
	for _, e := range List() {
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

// Shelf is a heading with the games under it.
type Shelf struct {
	Title string
	Games []Entry
}

// Shelves returns all variants as people look for them: under the heading that
// their family names as its [env.Book.Shelf], in its order. A family that names none
// comes last, under its own name. Games that were
// read from files stand first, those that come with ludens as files behind the others.
func Shelves() []Shelf {
	type row struct {
		env.Shelf
		games []Entry
	}
	var rows []row
	for _, f := range slices.Concat(ours(), others(), fromFiles()) {
		next := row{Shelf: f.shelf()}
		for _, v := range f.Variants() {
			next.games = append(next.games, Entry{f.Name, v})
		}
		rows = append(rows, next)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.Order, b.Order) })
	var all []Shelf
	for _, next := range rows {
		i := slices.IndexFunc(all, func(s Shelf) bool { return s.Title == next.Title })
		if i < 0 {
			i, all = len(all), append(all, Shelf{Title: next.Title})
		}
		all[i].Games = append(all[i].Games, next.games...)
	}
	return all
}

// yours is where games stand that were read from the user's files.
var yours = env.Shelf{Title: "From your files", Order: -1}

// shelved are the shelves of the gallery, whose games take a moment to make.
var shelved sync.Map // by name of a game: env.Shelf

// shelf asks the family's first variant.
func (f Family) shelf() env.Shelf {
	name := f.Variants()[0].Name
	if Text(name) != "" {
		return yours
	}
	if s, ok := shelved.Load(name); ok {
		return s.(env.Shelf)
	}
	s := f.asked()
	if _, shipped := gallery.Load(name); shipped {
		shelved.Store(name, s)
	}
	return s
}

func (f Family) asked() env.Shelf {
	if g, err := f.New(f.Variants()[0].Name, nil); err == nil {
		if d, ok := env.As[env.Described](g); ok && d.Book().Shelf.Title != "" {
			return d.Book().Shelf
		}
	}
	return env.Shelf{Title: f.Name, Order: math.MaxInt}
}

// Titled returns the name of the variant that a file of another program means by a tag:
// a name, or a title in any way of writing it, "King of the Hill"; text itself if there
// is none. Without a tag it is chess.
func Titled(text string) string {
	name, _, _ := strings.Cut(text, ":")
	if _, ok := Find(name); ok {
		return text
	}
	for _, e := range slices.Concat(List(), Gallery()) {
		if chess.SameTitle(e.Name, text) || e.Title != "" && chess.SameTitle(e.Title, text) {
			return e.Name
		}
	}
	if chess.MeansChess(text) {
		return "chess"
	}
	return text
}
