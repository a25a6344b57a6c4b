package games

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
	"ludens/internal/prose"
)

// engine returns the one of a family.
func engine(f *variant.File) (Engine, error) {
	var names []string
	for _, e := range engines {
		if e.Family == f.Family {
			return e, nil
		}
		names = append(names, e.Family)
	}
	return Engine{}, f.Wrong("family", "family = %q: want one of %s%s", f.Family, strings.Join(names, ", "), prose.Hint(f.Family, names))
}

// familyOf returns the games of a file: one variant, with its options.
func familyOf(f *variant.File) (Family, error) {
	e, err := engine(f)
	if err != nil {
		return Family{}, err
	}
	v, err := f.Variant(e.Rules)
	if err != nil {
		return Family{}, err
	}
	return Family{
		Name:     e.Family,
		Variants: func() []env.Variant { return []env.Variant{v} },
		New: func(_ string, settings []env.Setting) (env.Game, error) {
			set, err := f.With(settings, e.Rules)
			if err != nil {
				return nil, err
			}
			g, err := e.Read(set)
			if err != nil {
				return nil, err
			}
			return g, g.Spec().Validate()
		},
	}, nil
}

// read are the games of files that this process has read.
var read = struct {
	sync.RWMutex
	files map[string]source // by the game's name
}{files: map[string]source{}}

// source is a file and the games that it makes.
type source struct {
	file   *variant.File
	family Family
}

// Read reads a file, whose path is for errors: from now on this process finds its game
// by the name that the file says, which is returned. Two games of one name are an
// error, unless their files are the same.
func Read(path, text string) (name string, err error) {
	f, err := variant.Parse(path, text, games.Text)
	if err != nil {
		return "", err
	}
	own, err := familyOf(f)
	if err != nil {
		return "", err
	}
	if _, err := own.New(f.Name, nil); err != nil {
		return "", err
	}
	if same, ours := games.Text(f.Name); ours || builds(f.Name) {
		if ours && same == text {
			return f.Name, nil
		}
		return "", f.Wrong("name", "name = %q is a game that comes with ludens: call yours otherwise", f.Name)
	}
	read.Lock()
	defer read.Unlock()
	if other, twice := read.files[f.Name]; twice && other.file.Text() != text {
		return "", f.Wrong("name", "name = %q: %s says other rules of a game of that name: call one of them otherwise", f.Name, other.file.Path())
	}
	if _, known := read.files[f.Name]; !known {
		read.files[f.Name] = source{f, own}
	}
	return f.Name, nil
}

// Forget ends what Read began for the game of a file, of that name without settings. A
// game that was made of it stays as it is.
func Forget(name string) {
	read.Lock()
	defer read.Unlock()
	delete(read.files, name)
}

// Files returns how many files have been read.
func Files() int {
	read.RLock()
	defer read.RUnlock()
	return len(read.files)
}

// Text returns the file that was read of which a game is made, given by its name with
// or without settings; "" if it is another's: a name alone does not say its rules.
func Text(game string) string {
	name, _, err := split(game)
	if err != nil {
		return ""
	}
	read.RLock()
	defer read.RUnlock()
	if l, ok := read.files[name]; ok {
		return l.file.Text()
	}
	return ""
}

// builds reports whether a game comes with ludens without a file of the gallery.
func builds(name string) bool {
	_, _, ok := listedVariant(name)
	return ok
}

// gallery are the games of the files that come with ludens, and are not in the list, as they
// are asked for.
var gallery sync.Map // by name: Family

// fromFile returns the family of a game that is a file, if there is one of that name.
func fromFile(name string) (Family, bool) {
	read.RLock()
	l, ok := read.files[name]
	read.RUnlock()
	if ok {
		return l.family, true
	}
	return fromGallery(name)
}

// fromGallery is fromFile for those that come with ludens.
func fromGallery(name string) (Family, bool) {
	if f, ok := gallery.Load(name); ok {
		return f.(Family), true
	}
	text, ok := games.Text(name)
	if !ok {
		return Family{}, false
	}
	f, err := variant.Parse("games/"+name+".toml", text, games.Text)
	if err != nil {
		panic(fmt.Sprint("games: ", err)) // a test reads each of them
	}
	own, err := familyOf(f)
	if err != nil {
		panic(fmt.Sprint("games: ", err))
	}
	gallery.Store(name, own)
	return own, true
}

// Gallery returns the games that come with ludens as files only, by name; those that
// have a family of their own are in List.
func Gallery() (all []Entry) {
	for _, f := range shipped() {
		all = append(all, Entry{f.Name, f.Variants()[0]})
	}
	return all
}

// shipped returns the families of Gallery.
func shipped() (all []Family) {
	for _, name := range games.Names() {
		if !builds(name) {
			f, _ := fromGallery(name)
			all = append(all, f)
		}
	}
	return all
}

// fromFiles returns the families of all games that are files, those that were read
// first, by name.
func fromFiles() (all []Family) {
	read.RLock()
	defer read.RUnlock()
	for _, name := range slices.Sorted(maps.Keys(read.files)) {
		all = append(all, read.files[name].family)
	}
	return append(all, shipped()...)
}
