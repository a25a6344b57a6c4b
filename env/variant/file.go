// Package variant reads a game from a file: a TOML text of some twenty lines that says
// a board, men and rules, for one of the families of games.
//
//	family = "tafl"
//	name = "my-tafl"
//	like = "tablut"
//	king_capture = "two"
//
// What every file says is a [Head]. The rest is the family's: a struct whose fields
// are its keys, with their defaults, their help and what they may be in tags
// ([File.Decode]). From the same struct come the options that people set behind a
// game's name ([Options]) and the page that explains them (docs/variants.md).
//
// Files are untrusted input: they are short ([MaxText]), and whatever is wrong with one
// is one line with the file, the line, the key and what would be right.
package variant

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ludens/configs/layer"
	"ludens/env"
	"ludens/env/diagram"
)

// MaxText is how long a file may be, in bytes: the configuration of a run has room for it.
const MaxText = layer.MaxText / 2

// File is a variant's text and what is said before its family is asked.
type File struct {
	Head
	layers   []layer.Layer // the game that it is like, then its own text, then settings
	settings []env.Setting // in the order in which they were laid over it
	name     string        // the canonical name, with settings
	decoded  *decoded      // shared by the files with other settings laid over them
}

// Head is what the file of any family says.
type Head struct {
	Family  string   `toml:"family" help:"what kind of game it is; see the chapters of docs/variants.md"`
	Name    string   `toml:"name" help:"what the game is called in commands: small letters, digits and hyphens, a letter first"`
	Like    string   `toml:"like" help:"a game of the same family that has the values of all keys not given here"`
	Without []string `toml:"without" help:"pieces of the game named by like that this game does not have, as in without = [\"c\", \"m\"]"`
	Title   string   `toml:"title" help:"what people call it"`
	Summary string   `toml:"summary" help:"one line about it"`
	Source  string   `toml:"source" help:"source of the rules: a book, a page"`
	Year    int      `toml:"year" help:"when it was first published" min:"0" max:"9999"`
	Board   string   `toml:"board_style" values:"squares uncheckered points xiangqi shogi" help:"how the board is drawn: as its squares are; plain squares; lines with pieces on their crossings, also with a river and palaces, and lettered discs; plain squares with lettered tiles. Default: squares"`
}

// Sources are where the rules of the game are from, with the year, for its book.
func (h Head) Sources() []string {
	switch {
	case h.Source == "":
		return []string{"No source is given."}
	case h.Year > 0:
		return []string{fmt.Sprintf("%s (%d)", h.Source, h.Year)}
	}
	return []string{h.Source}
}

var properName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

const (
	longestName = 40
	longestLine = 400
)

// long returns the key of the head whose text people could not read in one line, or "".
func (h *Head) long() string {
	for _, text := range []struct{ key, said string }{{"title", h.Title}, {"summary", h.Summary}, {"source", h.Source}} {
		if len(text.said) > longestLine || strings.ContainsFunc(text.said, unicode.IsControl) {
			return text.key
		}
	}
	return ""
}

// Library finds the file of a game by its name, for files that are like another.
type Library func(name string) (text string, ok bool)

// Parse reads a file. path is what errors call it; library may be nil.
func Parse(path, text string, library Library) (*File, error) {
	f := &File{decoded: &decoded{}}
	if err := f.read(path, text, library, 0); err != nil {
		return nil, err
	}
	f.name = f.Name
	return f, nil
}

// deepest is how many games may each be like the next.
const deepest = 8

// read puts the layers of the file and of those that it is like below one another.
func (f *File) read(path, text string, library Library, depth int) error {
	own := layer.Layer{Name: path, Text: text}
	var head Head
	if err := own.Peek(&head); err != nil {
		return err
	}
	at := func(key, format string, args ...any) error { return own.At([]string{key}, format, args...) }
	switch {
	case check(own, &head) != nil:
		return check(own, &head)
	case depth > deepest:
		return at("like", "more than %d games are each like the next", deepest)
	case !properName.MatchString(head.Name) || len(head.Name) > longestName:
		return at("name", "name = %q: want at most %d small letters, digits and hyphens, a letter first", layer.Clip(head.Name), longestName)
	case head.long() != "":
		return at(head.long(), "%s: want one line of at most %d bytes", head.long(), longestLine)
	case len(head.Without) > 0 && head.Like == "":
		return at("without", "without: there is nothing to leave out, since the file is like no other")
	case head.Like == head.Name:
		return at("like", "like = %q: a game cannot be like itself", head.Like)
	}
	if head.Like != "" {
		base, ok := "", false
		if library != nil {
			base, ok = library(head.Like)
		}
		if !ok {
			return at("like", "like = %q: there is no such file; ludens games lists what there is", layer.Clip(head.Like))
		}
		var like File
		if err := like.read(head.Like, base, library, depth+1); err != nil {
			return at("like", "like = %q: %v", head.Like, err)
		}
		f.layers = like.layers
		head.Family, head.Board = cmp.Or(head.Family, like.Family), cmp.Or(head.Board, like.Board)
		if head.Family != like.Family {
			return at("family", "family = %q, and it is like %s, which is of the family %s", layer.Clip(head.Family), head.Like, like.Family)
		}
	}
	if head.Family == "" {
		return at("family", "no family: want one, as in family = \"tafl\"")
	}
	f.Head = head
	f.layers = append(slices.Clone(f.layers), own)
	return nil
}

// Says reports whether the file itself, or a setting laid over it, has a value for a key:
// not only the game that it is like.
func (f *File) Says(key string) bool {
	path := strings.Split(key, ".")
	return slices.ContainsFunc(f.layers[len(f.layers)-1-len(f.settings):], func(l layer.Layer) bool { return l.Sets(path) })
}

// GameName returns the name of the game with the settings laid over it: the Spec.Name
// that the family must give it.
func (f *File) GameName() string { return f.name }

// Text returns the file as it was written.
func (f *File) Text() string { return f.own().Text }

// Path returns what errors call the file.
func (f *File) Path() string { return f.own().Name }

func (f *File) own() layer.Layer { return f.layers[len(f.layers)-1-len(f.settings)] }

// Decode lays the file over rules, a pointer to a struct that holds the family's
// defaults. Its fields have tags:
//
//	toml    the key
//	help    one line
//	unit    of a number: "plies", "squares"
//	values  the words, or the numbers, that it may be, separated by spaces
//	min max of a number
//	fixed   it is no option behind a game's name: drawings, lists
//	unseen  no number stands for it in [Features]: the board shows it, or it makes no
//	        difference to play
//	numbers of a text: the family itself says what numbers stand for it
//
// Values are checked against the tags; whatever depends on more than one key is the
// family's to check ([File.Wrong]).
func (f *File) Decode(rules any) error {
	if err := f.decoded.lay(f, rules); err != nil {
		return err
	}
	for i, s := range f.settings {
		if err := lay(s, f.layers[len(f.layers)-len(f.settings)+i], rules); err != nil {
			return err
		}
	}
	return nil
}

// Wrong returns an error at a key of the file, which is a path with dots: it begins
// with the file and the line on which the key is set, or on which the file says which other
// it is like, if that one sets the key.
func (f *File) Wrong(key, format string, args ...any) error {
	path := strings.Split(key, ".")
	for i, l := range slices.Backward(f.layers) {
		if !l.Sets(path) {
			continue
		}
		if i < len(f.layers)-1-len(f.settings) {
			return f.own().At([]string{"like"}, "%s comes from %v", key, l.At(path, format, args...))
		}
		return l.At(path, format, args...)
	}
	return f.own().At(path, format, args...)
}

// With returns the file with settings laid over it, each of an option of rules
// (a pointer to the family's defaults).
func (f *File) With(settings []env.Setting, rules func() any) (*File, error) {
	v, err := f.Variant(rules)
	if err != nil {
		return nil, err
	}
	name, _, err := v.Settle(settings)
	if err != nil {
		return nil, err
	}
	g := *f
	g.layers, g.settings = slices.Clone(f.layers), slices.Clone(f.settings)
	own := rules()
	for _, s := range settings {
		l := layer.Argument(s.Name+"="+layer.Clip(s.Value), s.Name, s.Value)
		if err := lay(s, l, own); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		g.layers, g.settings = append(g.layers, l), append(g.settings, s)
	}
	g.name = name
	return &g, nil
}

// Variant returns the game as people choose it: its options are the keys of rules that
// are not fixed, with what the file says as their defaults.
func (f *File) Variant(rules func() any) (env.Variant, error) {
	said := rules()
	if err := f.Decode(said); err != nil {
		return env.Variant{}, err
	}
	return env.Variant{
		Name:    f.Name,
		Title:   f.Title,
		Summary: cmp.Or(f.Summary, f.Title, "a game from "+f.Path()),
		Options: options(said),
	}, nil
}

// Notes are what a family says of the sources of its games: an embedded file of TOML.
type Notes struct {
	Sources  map[string][]string      // where the rules are from, by game
	Texts    map[string][]string      // paragraphs of the rules, by topic
	Games    map[string][]string      // the groups of readings of a game
	Readings map[string][]env.Reading // what the sources leave open, by group
}

// ReadNotes reads the notes of a family. It panics at a mistake: the file is ours.
func ReadNotes(path, text string) (n Notes) {
	if err := (layer.Layer{Name: path, Text: text}).Peek(&n); err != nil {
		panic(err)
	}
	return n
}

// Asked returns the readings of some groups, in their order.
func (n Notes) Asked(groups ...string) (all []env.Reading) {
	for _, group := range groups {
		all = append(all, n.Readings[group]...)
	}
	return all
}

// Styled returns a drawing on the board that the file asks for. It writes into d's cells.
func (h *Head) Styled(d diagram.Diagram) diagram.Diagram {
	switch h.Board {
	case "uncheckered", "shogi":
		return d.Uncheckered()
	case "points":
		return d.OnPoints(diagram.PointGrid)
	case "xiangqi":
		return d.OnPoints(diagram.RiverGrid)
	}
	return d
}

// Figure returns the figure of men that the file gives none, by its board; Nothing if the board
// says nothing of them.
func (h *Head) Figure() diagram.Figure {
	switch h.Board {
	case "xiangqi":
		return diagram.Token
	case "shogi":
		return diagram.Tile
	}
	return diagram.Nothing
}
