package tui

import (
	"strings"
	"testing"
)

func TestGrid(t *testing.T) {
	for _, test := range []struct {
		words []string
		want  string
	}{
		{nil, ""},
		{[]string{"a1"}, "a1\n"},
		{[]string{"a1", "pass!", "b"}, "a1     pass!  b\n"},
		{strings.Fields(strings.Repeat("d5c5 ", 15)), strings.Repeat("d5c5  ", 12) + "d5c5\nd5c5  d5c5\n"},
		{[]string{strings.Repeat("x", 90), "y"}, strings.Repeat("x", 90) + "\ny\n"},
	} {
		if got := grid(test.words, 80); got != test.want {
			t.Errorf("%q:\ngot  %q\nwant %q", test.words, got, test.want)
		}
	}
}
