package diagram

import (
	"strings"
	"testing"
)

func TestOutline(t *testing.T) {
	for d, want := range map[string]string{
		"M9,36 L22.5,9 L36,36 Z":          "M8 32 L20 8 L32 32 Z",
		"m9 36 13.5-27 13.5 27z":          "M8 32 L20 8 L32 32 Z",
		"M9 36H36V9":                      "M8 32 L32 32 L32 8 Z",
		"M9 36h27v-27 z m 0 0 l9 0 0-9z":  "M8 32 L32 32 L32 8 Z M8 32 L16 32 L16 24 Z",
		"M0 0C9 0 18 9 18 18S27 36 36 36": "M0 0 C8 0 16 8 16 16 C16 24 24 32 32 32 Z",
		"M0 0Q9 0 9 9T18 18":              "M0 0 Q8 0 8 8 Q8 16 16 16 Z",
		"M0 0 L1e1 .9.9 45":               "M0 0 L8.89 0.8 L0.8 40 Z",
	} {
		if got, err := Outline(d); got != want || err != nil {
			t.Errorf("%s: got %q, %v\nwant %q", d, got, err, want)
		}
	}
}

func TestOutlineRefused(t *testing.T) {
	for d, want := range map[string]string{
		"":                                   "no outline",
		"L1 2 3 4":                           "want M first",
		"M1 2 A1 1 0 0 0 3 3":                "arcs are not read",
		"M1 2 L3":                            "1 numbers, want a multiple of 2",
		"M1 2 Z 3":                           "1 numbers, want a multiple of 0",
		"M1 2 L3 46":                         "3,46 lies outside: want 0 to 45",
		"M1 2 L3 4 W":                        "'W' is not a command of a path",
		"M1 2 L3 4\"><script>":               "want numbers behind a command",
		"M1 2 L1e999 3":                      "out of range",
		strings.Repeat("M1 2", 2000):         "longer than 4000 bytes",
		"M1 2" + strings.Repeat("h0v0", 300): "more than 400 steps",
	} {
		if got, err := Outline(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: got %q, %v, want an error with %q", d, got, err, want)
		}
	}
}

// What is read once is a path that figures can be drawn with, whatever was given.
func FuzzOutline(f *testing.F) {
	f.Add("m9 36 13.5-27 13.5 27z")
	f.Add("M0 0C9 0 18 9 18 18S27 36 36 36 Q1 2 3 4 T5 6")
	f.Fuzz(func(t *testing.T, d string) {
		got, err := Outline(d)
		if err != nil {
			return
		}
		if strings.Trim(got, "MLCQZ0123456789.- ") != "" {
			t.Errorf("%q has what no path has", got)
		}
		for _, s := range segments(got) {
			for _, x := range s.args {
				if x < -40 || x > 80 {
					t.Errorf("%q leaves the square", got)
				}
			}
		}
	})
}
