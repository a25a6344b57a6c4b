package variant

import (
	"ludens/configs/layer"
	"ludens/env"
)

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
