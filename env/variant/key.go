package variant

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ludens/configs/layer"
	"ludens/env"
	"ludens/internal/prose"
)

// Key is one thing that the files of a family may say.
type Key struct {
	Name    string   // "king_range", "men.*.moves": * stands for a word of the author's
	Kind    string   // "whole number", "word", "text", "true or false", "list", "table"
	Unit    string   // of a number
	Default string   // as a file would say it; "" where there is none
	Values  []string // the words that it may be; nil: others, too
	Help    string
	Option  bool // it can be set behind a game's name
}

// Keys returns what the fields of a struct say about its keys, in their order; those of
// a table stand behind it. rules is a pointer to the family's defaults.
func Keys(rules any) (all []Key) {
	for _, f := range fields(reflect.ValueOf(rules).Elem()) {
		all = append(all, f.key())
	}
	return all
}

// HeadKeys returns the keys of every file.
func HeadKeys() []Key { return Keys(&Head{}) }

// field is a field of a struct of rules, which has a key.
type field struct {
	name  string   // its key
	path  []string // its parts; those of a table's author may hold dots
	tag   reflect.StructTag
	value reflect.Value
	inner bool // it stands in a table
}

// fields returns those of a struct, and of the structs in it, which have keys.
func fields(v reflect.Value, table ...string) (all []field) {
	for _, own := range direct(v, table) {
		all = append(all, own)
		switch t := own.value.Type(); {
		case t.Kind() == reflect.Struct:
			all = append(all, fields(own.value, own.path...)...)
		case t.Kind() == reflect.Map && t.Elem().Kind() == reflect.Struct:
			all = append(all, fields(reflect.New(t.Elem()).Elem(), below(own.path, "*")...)...)
		}
	}
	return all
}

// direct returns the fields of a struct that have keys.
func direct(v reflect.Value, table []string) (all []field) {
	for _, f := range layer.Fields(v.Type()) {
		key, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if key == "" || key == "-" {
			continue
		}
		path := below(table, key)
		all = append(all, field{strings.Join(path, "."), path, f.Tag, v.FieldByIndex(f.Index), len(table) > 0})
	}
	return all
}

// below returns the path of a key in a table.
func below(table []string, key string) []string { return append(slices.Clone(table), key) }

// key says what there is to know of the field.
func (f field) key() Key {
	k := Key{Name: f.name, Unit: f.tag.Get("unit"), Help: f.tag.Get("help"), Option: f.option(), Values: f.values()}
	switch f.value.Kind() {
	case reflect.Int:
		k.Kind, k.Default, k.Values = "whole number", f.text(), f.listed()
		if low, high := f.tag.Get("min"), f.tag.Get("max"); low+high != "" {
			k.Kind = fmt.Sprintf("whole number, %s to %s", low, high)
		}
	case reflect.Bool:
		k.Kind, k.Default, k.Values = "true or false", strconv.FormatBool(f.value.Bool()), nil
	case reflect.String:
		k.Kind = "text"
		if k.Values != nil {
			k.Kind = "word"
		}
		if text := f.text(); text != "" {
			k.Default = strconv.Quote(text)
		}
	case reflect.Slice:
		k.Kind = "list"
	default:
		k.Kind = "table"
	}
	return k
}

// option reports whether the field can be set behind a game's name.
func (f field) option() bool {
	if f.tag.Get("fixed") != "" || f.inner {
		return false
	}
	switch f.value.Kind() {
	case reflect.Int, reflect.Bool, reflect.String:
		return true
	}
	return false
}

// mostListed is how many numbers an option lists one by one.
const mostListed = 20

// values returns what the field may be as options write it, or nil if that is too much
// to list. Numbers with gaps between them are listed in the tag as words are.
func (f field) values() (all []string) {
	switch f.value.Kind() {
	case reflect.Bool:
		return []string{"on", "off"}
	case reflect.String:
		return f.listed()
	case reflect.Int:
		if numbers := f.listed(); numbers != nil {
			return numbers
		}
		low, high, bound := f.bounds()
		if !bound || high-low >= mostListed {
			return nil
		}
		for n := low; n <= high; n++ {
			all = append(all, strconv.Itoa(n))
		}
	}
	return all
}

// listed returns the words or numbers of the tag "values", or nil.
func (f field) listed() []string {
	if words := strings.Fields(f.tag.Get("values")); len(words) > 0 {
		return words
	}
	return nil
}

// bounds returns the least and the greatest number, if the field has them.
func (f field) bounds() (low, high int, ok bool) {
	low, err := strconv.Atoi(f.tag.Get("min"))
	high, err2 := strconv.Atoi(f.tag.Get("max"))
	return low, high, err == nil && err2 == nil
}

// span returns the least and the greatest number that the field may be, listed or not.
func (f field) span() (low, high int, ok bool) {
	numbers := f.listed()
	if numbers == nil {
		return f.bounds()
	}
	low, err := strconv.Atoi(numbers[0])
	high, err2 := strconv.Atoi(numbers[len(numbers)-1])
	return low, high, err == nil && err2 == nil && low < high
}

// spread returns the bounds of a number whose values are not listed.
func (f field) spread() (bounds [2]int) {
	if low, high, ok := f.bounds(); ok && f.value.Kind() == reflect.Int && f.values() == nil {
		return [2]int{low, high}
	}
	return bounds
}

// numberless reports whether no number stands for the value: see [Features].
func (f field) numberless() bool {
	return f.value.Kind() == reflect.String && f.listed() == nil && f.tag.Get("numbers") == ""
}

// text returns the value as an option has it.
func (f field) text() string {
	switch f.value.Kind() {
	case reflect.Int:
		return strconv.FormatInt(f.value.Int(), 10)
	case reflect.Bool:
		if f.value.Bool() {
			return "on"
		}
		return "off"
	}
	return f.value.String()
}

// check holds what a layer has set against the tags.
func check(l layer.Layer, rules any) error {
	said := l.Said()
	for _, f := range found(reflect.ValueOf(rules).Elem()) {
		if what := f.wrong(); what != "" && said(f.path) {
			return l.At(f.path, "%s = %s", layer.Clip(f.name), what)
		}
	}
	return nil
}

// found is fields, with those of each entry of a table of structs.
func found(v reflect.Value, table ...string) (all []field) {
	for _, own := range direct(v, table) {
		all = append(all, own)
		switch t := own.value.Type(); {
		case t.Kind() == reflect.Struct:
			all = append(all, found(own.value, own.path...)...)
		case t.Kind() == reflect.Map && t.Elem().Kind() == reflect.Struct:
			for _, entry := range sortedKeys(own.value) {
				all = append(all, found(own.value.MapIndex(reflect.ValueOf(entry).Convert(t.Key())), below(own.path, entry)...)...)
			}
		}
	}
	return all
}

// sortedKeys returns the words that a table's author chose.
func sortedKeys(m reflect.Value) (keys []string) {
	for _, k := range m.MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	return keys
}

// wrong says what is wrong with a value by its tags, or "".
func (f field) wrong() string {
	switch f.value.Kind() {
	case reflect.Int:
		if low, high, bound := f.bounds(); bound && (f.value.Int() < int64(low) || f.value.Int() > int64(high)) {
			return fmt.Sprintf("%d, want %d to %d", f.value.Int(), low, high)
		}
		if numbers := f.listed(); numbers != nil && !slices.Contains(numbers, f.text()) {
			return fmt.Sprintf("%s, want one of %s", f.text(), strings.Join(numbers, ", "))
		}
	case reflect.String:
		if words := f.values(); words != nil && !slices.Contains(words, f.value.String()) {
			return fmt.Sprintf("%q, want one of %s%s", layer.Clip(f.value.String()), strings.Join(words, ", "), prose.Hint(f.value.String(), words))
		}
	}
	return ""
}

// options returns what can be set behind the name of a game, with what said, a pointer
// to rules, says now as the defaults.
func options(said any) (all []env.Option) {
	for _, f := range fields(reflect.ValueOf(said).Elem()) {
		if f.option() {
			all = append(all, env.Option{Name: f.name, Help: f.tag.Get("help"), Default: f.text(), Values: f.values(), Range: f.spread(), Text: f.numberless()})
		}
	}
	return all
}
