package env_test

import (
	"slices"
	"testing"

	"ludens/env"
)

var celta = env.Variant{
	Name: "celta",
	Options: []env.Option{
		{Name: "first", Default: "king", Values: []string{"king", "attackers"}},
		{Name: "cap", Default: "200"},
	},
}

func TestSettle(t *testing.T) {
	for _, test := range []struct {
		settings []env.Setting
		name     string
		all      []env.Setting
	}{
		{nil, "celta", []env.Setting{{"first", "king"}, {"cap", "200"}}},
		{[]env.Setting{{"first", "king"}}, "celta", []env.Setting{{"first", "king"}, {"cap", "200"}}},
		{[]env.Setting{{"cap", "90"}, {"first", "attackers"}}, "celta:first=attackers,cap=90",
			[]env.Setting{{"first", "attackers"}, {"cap", "90"}}},
	} {
		name, all, err := celta.Settle(test.settings)
		if err != nil {
			t.Errorf("%v: %v", test.settings, err)
		}
		if name != test.name || !slices.Equal(all, test.all) {
			t.Errorf("%v:\ngot  %q %v\nwant %q %v", test.settings, name, all, test.name, test.all)
		}
	}
}

func TestSettleErrors(t *testing.T) {
	for _, test := range []struct {
		variant  env.Variant
		settings []env.Setting
		want     string
	}{
		{celta, []env.Setting{{"frist", "king"}}, `celta has no option "frist" (did you mean "first"?)`},
		{celta, []env.Setting{{"first", "atackers"}},
			`celta: option first is one of king, attackers, not "atackers" (did you mean "attackers"?)`},
		{celta, []env.Setting{{"cap", "1"}, {"cap", "2"}}, `celta: option cap is set twice`},
		{env.Variant{Name: "nim"}, []env.Setting{{"first", "x"}}, `nim has no options, and so no "first"`},
	} {
		_, _, err := test.variant.Settle(test.settings)
		if err == nil || err.Error() != test.want {
			t.Errorf("%v:\ngot  %v\nwant %s", test.settings, err, test.want)
		}
	}
}
