package chart

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestSpread(t *testing.T) {
	for _, test := range []struct {
		name              string
		wants, high, want []vg.Length
	}{
		{"apart already", []vg.Length{80, 20}, []vg.Length{10, 10}, []vg.Length{80, 20}},
		{"equal wishes", []vg.Length{50, 50}, []vg.Length{10, 10}, []vg.Length{50, 40}},
		{"at the top", []vg.Length{100, 99}, []vg.Length{10, 10}, []vg.Length{95, 85}},
		{"at the bottom", []vg.Length{1, 0}, []vg.Length{10, 10}, []vg.Length{15, 5}},
		{"two lines and one", []vg.Length{50, 50}, []vg.Length{20, 10}, []vg.Length{50, 35}},
		{"none", nil, nil, nil},
	} {
		if got := spread(test.wants, test.high, 0, 100); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	st := style(sizeText, nil)
	for _, test := range []struct {
		text  string
		width vg.Length
		want  []string
	}{
		{"", 100, nil},
		{"king's side", 100, []string{"king's side"}},
		{"king's side", 30, []string{"king's", "side"}},
		{"indivisible", 5, []string{"indivisible"}},
	} {
		if got := wrap(test.text, st, test.width); !slices.Equal(got, test.want) {
			t.Errorf("wrap(%q, %v) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
}
