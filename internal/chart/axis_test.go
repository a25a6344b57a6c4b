package chart

import (
	"math"
	"strings"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		name   string
		axis   Axis
		values span
		want   string
	}{
		{"round numbers", Axis{}, span{0, 100}, "0 20 40 60 80 100"},
		{"air about the values", Axis{}, span{0.98, 4.02}, "1 1.5 2 2.5 3 3.5 4"},
		{"below zero", Axis{}, span{-3, 3}, "−3 −2 −1 0 1 2 3"},
		{"iterations are whole", Axis{Whole: true}, span{1, 3}, "1 2 3"},
		{"one iteration", Axis{Whole: true}, span{1, 1}, "0 1 2"},
		{"one value", Axis{}, span{2, 2}, "1.8 1.9 2 2.1 2.2"},
		{"only zeros", Axis{}, span{0, 0}, "−1 −0.5 0 0.5 1"},
		{"thousands", Axis{}, span{0, 50_000}, "0 10k 20k 30k 40k 50k"},
		{"one unit on an axis", Axis{}, span{0, 10_000}, "0 2k 4k 6k 8k 10k"},
		{"millions", Axis{}, span{0, 5_000_000}, "0 1M 2M 3M 4M 5M"},
		{"per cent, whole scale", Axis{Percent: true, From: 0, To: 1}, span{0.4, 0.6}, "0 % 20 % 40 % 60 % 80 % 100 %"},
		{"small", Axis{}, span{0.0001, 0.0005}, "0.0001 0.0002 0.0003 0.0004 0.0005"},
		{"decades", Axis{Log: true}, span{1, 10_000}, "1 10 100 1000 10k"},
		{"within a decade or two", Axis{Log: true}, span{10, 200}, "10 20 50 100 200"},
		{"ticks as asked", Axis{Log: true, Ticks: []float64{16, 64, 256}}, span{16, 256}, "16 64 256"},
		{"nothing to show", Axis{}, nothing(), "0 0.2 0.4 0.6 0.8 1"},
	} {
		var got []string
		for _, m := range test.axis.fit(test.values).ticks(5) {
			got = append(got, m.text)
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: ticks %s, want %s", test.name, got, test.want)
		}
	}
}

func TestNorm(t *testing.T) {
	flat, log := Axis{From: 0, To: 10}.fit(nothing()), scale{Axis: Axis{Log: true}, span: span{1, 100}}
	for _, test := range []struct {
		s       scale
		v, want float64
	}{
		{flat, 0, 0}, {flat, 5, 0.5}, {flat, 10, 1},
		{flat, -3, 0}, {flat, 12, 1}, {flat, math.Inf(1), 1}, {flat, math.Inf(-1), 0},
		{log, 1, 0}, {log, 10, 0.5}, {log, 100, 1}, {log, 0, 0}, {log, -1, 0}, {log, math.Inf(1), 1},
	} {
		if got := test.s.norm(test.v); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("norm(%v) within %v = %v, want %v", test.v, test.s.span, got, test.want)
		}
	}
}
