package variant

import (
	"maps"
	"reflect"
	"slices"

	"ludens/configs/layer"
)

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
