package configs

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// numbers returns the dotted keys of all numbers below a struct type, by kind.
func numbers(t reflect.Type, table string) map[string]reflect.Kind {
	all := map[string]reflect.Kind{}
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if f.Anonymous {
			for k, v := range numbers(f.Type, table) {
				all[k] = v
			}
		}
		if key == "" || key == "-" {
			continue
		}
		switch kind := f.Type.Kind(); kind {
		case reflect.Struct:
			for k, v := range numbers(f.Type, table+key+".") {
				all[k] = v
			}
		case reflect.Int, reflect.Uint64, reflect.Float32, reflect.Float64:
			all[table+key] = kind
		}
	}
	return all
}

// Each number has a range: what can work nowhere is refused, the argument and the
// key named. A key that comes later is held to this, too.
func TestEveryNumberHasARange(t *testing.T) {
	keys := numbers(reflect.TypeOf(Run{}), "")
	if len(keys) < 60 {
		t.Errorf("found %d numbers in a run, want all of them", len(keys))
	}
	for key, kind := range keys {
		absurd := []string{"-1", fmt.Sprint(math.MinInt64), fmt.Sprint(math.MaxInt64), "9223372036854775808"}
		switch {
		case key == "seed":
			absurd = []string{"-1", fmt.Sprint(math.MinInt64), "9223372036854775808", "18446744073709551615"}
		case kind != reflect.Int:
			absurd = []string{"-1.0", "nan", "-nan", "inf", "-inf", "1e38", "-1e38", "1e308"}
		}
		for _, value := range absurd {
			argument := key + "=" + value
			_, err := Load(layers(t, "tictactoe", "", argument)...)
			last := key[strings.LastIndex(key, ".")+1:]
			if err == nil || !strings.HasPrefix(err.Error(), "--set "+argument+": ") || !strings.Contains(err.Error(), last) {
				t.Errorf("--set %s: got %v, want an error that names both", argument, err)
			}
		}
	}
}

// A seed is a number that TOML can write: what is not is refused.
func TestSeeds(t *testing.T) {
	for seed, want := range map[string]string{
		"0": "", "1": "", "9223372036854775807": "",
		"-1":                   "--set seed=-1: seed = -1, want 0 to 9223372036854775807",
		"9223372036854775808":  "--set seed=9223372036854775808: seed is 9223372036854775808, want at most 9223372036854775807",
		"18446744073709551615": "--set seed=18446744073709551615: seed is 18446744073709551615, want at most 9223372036854775807",
	} {
		run, err := Load(layers(t, "tictactoe", "", "seed="+seed)...)
		if got := fmt.Sprint(err); want != "" && got != want {
			t.Errorf("seed %s: got %v, want %s", seed, err, want)
		}
		if want != "" {
			continue
		}
		again, err2 := Load(Layer{Name: "config.toml", Text: run.Text()})
		if err != nil || err2 != nil || fmt.Sprint(again.Seed) != seed {
			t.Errorf("seed %s: %v; reads back %d, %v", seed, err, again.Seed, err2)
		}
	}
}
