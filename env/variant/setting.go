package variant

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ludens/configs/layer"
	"ludens/env"
)

// decoded is what a file says without settings, once a family has asked for it: a game
// is often made with one setting after another.
type decoded struct {
	mu       sync.Mutex
	defaults reflect.Value // of the family that asked
	rules    reflect.Value // not valid: none has asked
}

// lay lays the layers of a file that are no settings over rules.
func (d *decoded) lay(f *File, rules any) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	own := reflect.ValueOf(rules).Elem()
	if !d.rules.IsValid() || d.rules.Type() != own.Type() || !reflect.DeepEqual(d.defaults.Interface(), own.Interface()) {
		defaults := cloned(own)
		if err := f.decode(rules); err != nil {
			return err
		}
		d.defaults, d.rules = defaults, cloned(own)
	}
	own.Set(cloned(d.rules))
	return nil
}

// Settings returns the options of rules, a pointer to them, with their values, but for some.
func Settings(rules any, but ...string) (all []env.Setting) {
	for _, o := range options(rules) {
		if !slices.Contains(but, o.Name) {
			all = append(all, env.Setting{Name: o.Name, Value: o.Default})
		}
	}
	return all
}

// decode lays the layers of a file that are no settings over rules.
func (f *File) decode(rules any) error {
	for _, l := range f.layers[:len(f.layers)-len(f.settings)] {
		if err := leaveOut(l, rules); err != nil {
			return err
		}
		before := tables(rules)
		if err := l.Apply(&Head{}, rules); err != nil {
			return err
		}
		keep(before, rules, l.Said())
		if err := check(l, rules); err != nil {
			return err
		}
	}
	return nil
}

// cloned returns a struct that shares no table with v.
func cloned(v reflect.Value) reflect.Value {
	c := copied(v)
	for i := range c.NumField() {
		field := c.Field(i)
		if field.Kind() != reflect.Map || field.IsNil() {
			continue
		}
		table := reflect.MakeMapWithSize(field.Type(), field.Len())
		for _, key := range field.MapKeys() {
			table.SetMapIndex(key, field.MapIndex(key))
		}
		field.Set(table)
	}
	return c
}

// lay sets the option of a setting in rules. l is the setting as a layer, for errors.
func lay(s env.Setting, l layer.Layer, rules any) error {
	all := fields(reflect.ValueOf(rules).Elem())
	i := slices.IndexFunc(all, func(f field) bool { return f.name == s.Name })
	if i < 0 {
		return fmt.Errorf("no option %s", s.Name)
	}
	f := all[i]
	switch f.value.Kind() {
	case reflect.Int:
		n, err := strconv.Atoi(s.Value)
		if err != nil || strconv.Itoa(n) != s.Value {
			return fmt.Errorf("option %s is a whole number, not %q", s.Name, layer.Clip(s.Value))
		}
		if low, high, bound := f.bounds(); bound && (n < low || n > high) {
			return fmt.Errorf("option %s: want a whole number from %d to %d, not %q", s.Name, low, high, s.Value)
		}
		f.value.SetInt(int64(n))
	case reflect.Bool:
		f.value.SetBool(s.Value == "on")
	default:
		if len(s.Value) > longestLine || !utf8.ValidString(s.Value) || strings.ContainsFunc(s.Value, unicode.IsControl) {
			return fmt.Errorf("option %s: want one line of at most %d bytes", s.Name, longestLine)
		}
		f.value.SetString(s.Value)
	}
	if what := f.wrong(); what != "" {
		return l.At(f.path, "%s = %s", f.name, what)
	}
	return nil
}

// Features returns the options of rules, a pointer to them, as numbers: what a Game of
// the family answers as an [env.Featured].
//
//   - true or false is 1 or 0;
//   - of the words that a key may be, each but the first is 1 or 0;
//   - a number is its place between the least and the greatest that the key allows.
//
// A text that is none of a list of words has no number, and keys with the tag unseen are
// left out.
func Features(rules any) (all []env.Feature) {
	for _, f := range fields(reflect.ValueOf(rules).Elem()) {
		all = append(all, f.features()...)
	}
	return all
}

// features returns the numbers of a field; none if it has none.
func (f field) features() (all []env.Feature) {
	if !f.option() || f.tag.Get("unseen") != "" {
		return nil
	}
	switch f.value.Kind() {
	case reflect.Bool:
		return []env.Feature{env.Flag(f.name, f.value.Bool())}
	case reflect.String:
		for i, word := range f.listed() {
			if i > 0 {
				all = append(all, env.Flag(f.name+"="+word, f.value.String() == word))
			}
		}
	case reflect.Int:
		if low, high, ok := f.span(); ok {
			share := float32(f.value.Int()-int64(low)) / float32(high-low)
			all = append(all, env.Feature{Name: fmt.Sprintf("%s, %d to %d", f.name, low, high), Value: share})
		}
	}
	return all
}

// tables returns copies of the tables of structs in rules, by their fields: what stood
// there before a layer is laid over them.
func tables(rules any) map[string]map[string]reflect.Value {
	all := map[string]map[string]reflect.Value{}
	for _, f := range direct(reflect.ValueOf(rules).Elem(), nil) {
		if t := f.value.Type(); t.Kind() != reflect.Map || t.Elem().Kind() != reflect.Struct {
			continue
		}
		entries := map[string]reflect.Value{}
		for _, name := range sortedKeys(f.value) {
			entries[name] = f.value.MapIndex(reflect.ValueOf(name).Convert(f.value.Type().Key()))
		}
		all[f.name] = entries
	}
	return all
}

// keep puts back into each table what a layer has not said: the library makes an entry
// anew that stood there before, and a file that is like another says only what differs.
func keep(before map[string]map[string]reflect.Value, rules any, said func(key []string) bool) {
	for _, f := range direct(reflect.ValueOf(rules).Elem(), nil) {
		for _, name := range slices.Sorted(maps.Keys(before[f.name])) {
			key := reflect.ValueOf(name).Convert(f.value.Type().Key())
			if !said([]string{f.name, name}) {
				continue
			}
			entry := reflect.New(f.value.Type().Elem()).Elem()
			entry.Set(before[f.name][name])
			now := f.value.MapIndex(key)
			for i, own := range direct(entry, []string{f.name, name}) {
				if said(own.path) {
					own.value.Set(direct(copied(now), nil)[i].value)
				}
			}
			f.value.SetMapIndex(key, entry)
		}
	}
}

// leaveOut takes the entries out of the tables in rules which a layer says that it goes
// without.
func leaveOut(l layer.Layer, rules any) error {
	var head Head
	if err := l.Peek(&head); err != nil {
		return err
	}
	there := tables(rules)
	for _, name := range head.Without {
		found := false
		for _, f := range direct(reflect.ValueOf(rules).Elem(), nil) {
			if _, ok := there[f.name][name]; ok {
				f.value.SetMapIndex(reflect.ValueOf(name).Convert(f.value.Type().Key()), reflect.Value{})
				found = true
			}
		}
		if !found {
			return l.At([]string{"without"}, "without: %s has no %q", head.Like, layer.Clip(name))
		}
	}
	return nil
}

// copied returns a value that is like v.
func copied(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}
