package env_test

import (
	"errors"
	"slices"
	"strings"
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

// What Rows writes is read back, and rows of another length are refused.
func TestReadRows(t *testing.T) {
	for _, test := range []struct {
		text, want string // the letters, or an error
		cols       int
	}{
		{"a2/3/..b", "a.....  b", 3},
		{"12/a10b", strings.Repeat(".", 12) + "a..........b", 12},
		{"a35/45", "a" + strings.Repeat(".", 17), 9}, // each digit is a number
		{"10", strings.Repeat(".", 10), 10},
		{"a12/3", `rank 2 "a12": has 4 squares, want 3`, 3},
		{"2/3", `rank 2 "2": has 2 squares, want 3`, 3},
		{"3/abcd", `rank 1 "abcd": has more than 3 squares`, 3},
		{"3/ab0", `rank 1 "ab0": no '0'`, 3},
		{"65", `rank 1 "65": "65" is not a number of squares from 1 to 64`, 12},
		{"99999999999999999999", "is not a number of squares", 12},
	} {
		rows := strings.Split(test.text, "/")
		got := []byte(strings.Repeat(".", len(rows)*test.cols))
		err := env.ReadRows(rows, test.cols, func(cell int, text string) (int, error) {
			switch text[0] {
			case '0':
				return 0, errors.New("no '0'")
			case '.':
				got[cell] = ' '
			default:
				got[cell] = text[0]
			}
			return 1, nil
		})
		switch {
		case err == nil && string(got) != test.want:
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		case err != nil && !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: %v, want %q", test.text, err, test.want)
		}
	}
}

// Boards of every width are read as they were written, with all gaps that fit.
func TestRowsOfEveryWidth(t *testing.T) {
	for cols := 1; cols <= env.MaxSide; cols++ {
		for at := range cols + 1 {
			letters := make([]rune, cols+1)
			letters[at] = 'b'
			letters = letters[:cols] // empty the last time
			got := make([]rune, cols)
			text := env.Rows(letters, cols, false)
			err := env.ReadRows([]string{text}, cols, func(cell int, _ string) (int, error) {
				got[cell] = 'b'
				return 1, nil
			})
			if err != nil || !slices.Equal(got, letters) {
				t.Fatalf("%d columns: %q is read as %q: %v", cols, text, string(got), err)
			}
		}
	}
}
