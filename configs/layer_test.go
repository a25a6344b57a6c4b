package configs

import (
	"errors"
	"strings"
	"testing"
)

// The last layer that sets a key is to blame for it.
func TestBlame(t *testing.T) {
	layers := []Layer{{Name: "preset", Text: "[train]\nwindow = 1\nbatch = 2\n"}, {Name: "file", Text: "[train]\nwindow = 3\n"}, {Name: "broken", Text: "[["}}
	bad := func(table, text string) error { return invalid{table, errors.New(text)} }
	for _, test := range []struct {
		err  error
		want string
	}{
		{bad("train", "window = 3, want less"), "file:2: "},
		{bad("train", "batch = 2, want less"), "preset:3: "},
	} {
		if got := blame(test.err, layers).Error(); !strings.HasPrefix(got, test.want) {
			t.Errorf("%v: got %s, want %s first", test.err, got, test.want)
		}
	}
	for _, err := range []error{errors.New("window = 3"), bad("train", "no key"), bad("train", "steps = 3, want less"), bad("", "window = 3")} {
		if got := blame(err, layers); got.Error() != err.Error() {
			t.Errorf("%v: nobody is to blame, got %v", err, got)
		}
	}
}
