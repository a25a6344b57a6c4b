package env_test

import (
	"testing"

	"ludens/env"
)

func TestGlyphs(t *testing.T) {
	for nag, want := range map[int]string{-1: "", 0: "", 1: "!", 4: "??", 6: "?!", 7: "", 140: ""} {
		if got := env.Glyph(nag); got != want {
			t.Errorf("$%d is %q, want %q", nag, got, want)
		}
	}
	for nag := 1; nag <= 6; nag++ {
		if got := env.NAG(env.Glyph(nag)); got != nag {
			t.Errorf("the number of %q is %d, want %d", env.Glyph(nag), got, nag)
		}
	}
	for _, sign := range []string{"", "!!!", "a"} {
		if got := env.NAG(sign); got != 0 {
			t.Errorf("the number of %q is %d, want 0", sign, got)
		}
	}
}

func TestRemark(t *testing.T) {
	for _, test := range []struct{ comment, said, want string }{
		{"", "  two\nwords ", "two words"},
		{"bold", "and right", "bold and right"},
		{"bold", "!?", "!? bold"},
		{"!? bold", "??", "!? bold"},
		{"!?", "bold", "!? bold"},
		{"", "?", "?"},
		{"bold", "", "bold"},
	} {
		if got := env.Remark(test.comment, test.said); got != test.want {
			t.Errorf("%q and %q: got %q, want %q", test.comment, test.said, got, test.want)
		}
	}
}
