package lesson

import (
	"reflect"
	"strings"
	"testing"
)

// A text of puzzles is refused in one line, or comes back as it was read.
func FuzzPuzzles(f *testing.F) {
	f.Add("1 3 b2 x../.o./...\n5 - a1 ...\n")
	f.Add("1 - a1")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := readPuzzles(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		if again, err := readPuzzles(WritePuzzles(all)); err != nil || !reflect.DeepEqual(again, all) {
			t.Errorf("%v comes back as %v, %v", all, again, err)
		}
	})
}
