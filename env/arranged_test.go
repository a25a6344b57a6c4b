package env_test

import (
	"testing"

	"ludens/env"
)

func TestRows(t *testing.T) {
	letters := []rune{'a', 0, 0, 0, 0, 0, 0, 'b', 0}
	for _, test := range []struct {
		cols int
		dots bool
		want string
	}{
		{3, false, "a2/3/1b1"},
		{3, true, "a../.../.b."},
		{9, false, "a6b1"},
	} {
		if got := env.Rows(letters, test.cols, test.dots); got != test.want {
			t.Errorf("%d columns: got %q, want %q", test.cols, got, test.want)
		}
	}
	if got := env.Rows(make([]rune, 24), 12, false); got != "12/12" {
		t.Errorf("got %q, want 12/12", got)
	}
}
