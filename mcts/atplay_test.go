package mcts

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The settings of Play are obeyed at play, those of SelfPlay have their defaults.
func TestAtPlay(t *testing.T) {
	want := []string{"root", "c_init", "c_base", "fpu", "root_fpu", "considered", "sigma_visits", "sigma_scale", "twofold", "adjudicated", "contempt"}
	if !slices.Equal(PlayKeys, want) {
		t.Errorf("PlayKeys are %q, want %q: digests of agents are written with them", PlayKeys, want)
	}
	for at, group := range map[string]reflect.Type{"Play": reflect.TypeFor[Play](), "SelfPlay": reflect.TypeFor[SelfPlay]()} {
		for i := range group.NumField() {
			trained := Defaults()
			switch v := reflect.ValueOf(&trained).Elem().FieldByName(at).Field(i); v.Kind() {
			case reflect.String:
				v.SetString(Gumbel)
			case reflect.Bool:
				v.SetBool(!v.Bool())
			case reflect.Int:
				v.SetInt(v.Int() + 1)
			case reflect.Float64:
				v.SetFloat(v.Float() + 0.5)
			}
			want := Defaults()
			if at == "Play" {
				want = trained
			}
			want.Simulations = 400
			if got := trained.AtPlay(400); got != want || trained == Defaults() {
				t.Errorf("%s.%s: got %+v, want %+v", at, group.Field(i).Name, got, want)
			}
		}
	}
}

func TestOf(t *testing.T) {
	for n, want := range map[int][2]int{-3: {1, 1}, 0: {1, 1}, 9: {9, 9}, 800: {800, 16}, MaxSimulations + 1: {MaxSimulations, 16}} {
		got := Defaults().Of(n)
		if got.Simulations != want[0] || got.Considered != want[1] || got.Validate() != nil {
			t.Errorf("%d: %d simulations, %d considered, want %v", n, got.Simulations, got.Considered, want)
		}
	}
}

func TestSet(t *testing.T) {
	for _, row := range []struct {
		key, value string
		want       string              // in the error; "": none
		is         func(c Config) bool // of a key that is set
	}{
		{"root", "gumbel", "", func(c Config) bool { return c.Root == Gumbel }},
		{"fpu", "0.3", "", func(c Config) bool { return c.FPU == 0.3 }},
		{"considered", "8", "", func(c Config) bool { return c.Considered == 8 }},
		{"twofold", "false", "", func(c Config) bool { return !c.Twofold }},
		{"root", "uct", `root = "uct", want "puct" or "gumbel"`, nil},
		{"fpu", "much", `fpu = "much", want a number`, nil},
		{"fpu", "NaN", "fpu = NaN, want 0 to 1000", nil},
		{"considered", "1.5", `considered = "1.5", want a whole number`, nil},
		{"twofold", "perhaps", `twofold = "perhaps", want true or false`, nil},
		{"noise_weight", "0", `"noise_weight" is not a key of the search at play; want one of root, `, nil},
		{"", "", `"" is not a key`, nil},
	} {
		c := Defaults()
		err := c.Set(row.key, row.value)
		switch {
		case row.want == "" && (err != nil || !row.is(c)):
			t.Errorf("%s=%s: got %+v, error %v", row.key, row.value, c, err)
		case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
			t.Errorf("%s=%s: error %v, want %s", row.key, row.value, err, row.want)
		}
	}
}

// What is unusual, set in Defaults, is the same search again.
func TestUnusual(t *testing.T) {
	c := Defaults()
	c.SigmaScale, c.CInit, c.Adjudicated, c.NoiseWeight = 1, 2, 0.25, 0
	if got, want := c.Unusual(), []Setting{{"c_init", "2"}, {"adjudicated", "0.25"}}; !slices.Equal(got, want) {
		t.Errorf("with PUCT's root: got %q, want %q", got, want)
	}
	c.Root = Gumbel
	got := c.Unusual()
	if want := []Setting{{"root", "gumbel"}, {"sigma_scale", "1"}, {"adjudicated", "0.25"}}; !slices.Equal(got, want) {
		t.Errorf("with Gumbel's root: got %q, want %q", got, want)
	}
	again := Defaults()
	for _, setting := range got {
		if err := again.Set(setting.Key, setting.Value); err != nil {
			t.Error(err)
		}
	}
	again.CInit = c.CInit // of PUCT's root
	if again != c.AtPlay(again.Simulations) {
		t.Errorf("got %+v, want %+v", again, c.AtPlay(again.Simulations))
	}
	if small := Defaults().Of(5); len(small.Unusual()) > 0 {
		t.Errorf("of five simulations, %q is unusual", small.Unusual())
	}
}
