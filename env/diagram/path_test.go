package diagram

import (
	"slices"
	"testing"
)

func TestSegments(t *testing.T) {
	got := segments("M1 2.5 L3 4 H5 V6C1 2 3 4 5 6 Q1 2 3 4Z")
	want := []segment{
		{'M', []float64{1, 2.5}},
		{'L', []float64{3, 4}},
		{'H', []float64{5}},
		{'V', []float64{6}},
		{'C', []float64{1, 2, 3, 4, 5, 6}},
		{'Q', []float64{1, 2, 3, 4}},
		{'Z', nil},
	}
	same := func(s, t segment) bool { return s.command == t.command && slices.Equal(s.args, t.args) }
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestBadPathsPanic(t *testing.T) {
	for _, d := range []string{"M1", "L1 2 3", "A1 2", "M1 x", "1 2"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q: no panic", d)
				}
			}()
			segments(d)
		}()
	}
}
