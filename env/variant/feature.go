package variant

import (
	"fmt"
	"reflect"

	"ludens/env"
)

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
