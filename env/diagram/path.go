package diagram

import (
	"strconv"
	"strings"
)

// segment is a command of a path with its numbers.
type segment struct {
	command byte // M, L, H, V, C, Q or Z
	args    []float64
}

// segments takes a path of SVG apart. It panics if d is not a path: our paths are
// constants.
func segments(d string) []segment {
	var all []segment
	for len(d) > 0 {
		end := 1 + strings.IndexAny(d[1:], "MLHVCQZ")
		if end == 0 {
			end = len(d)
		}
		all = append(all, readSegment(d[:end]))
		d = d[end:]
	}
	return all
}

// count is how many numbers follow a command.
var count = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'Q': 4, 'Z': 0}

func readSegment(text string) segment {
	s := segment{command: text[0]}
	for _, word := range strings.Fields(text[1:]) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			panic("diagram: path " + text)
		}
		s.args = append(s.args, x)
	}
	if n, ok := count[s.command]; !ok || n != len(s.args) {
		panic("diagram: path " + text)
	}
	return s
}
