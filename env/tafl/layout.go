package tafl

import "strings"

// Array is the name of a start position.
type Array string

const (
	Cross  Array = "brandubh" // 7x7, 8 attackers, 4 defenders
	Magpie Array = "magpie"   // the same army, four attackers drawn in
	ArdRi  Array = "ardri"    // 7x7, 16 attackers, 8 defenders
	Tablut Array = "tablut"   // 9x9, 16 attackers, 8 defenders
)

// arrays are the start positions, top row first.
var arrays = map[Array]string{
	Cross:  "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3",
	Magpie: "3a3/1a3a1/3d3/a1dkd1a/3d3/1a3a1/3a3",
	ArdRi:  "2aaa2/3a3/a1ddd1a/aadkdaa/a1ddd1a/3a3/2aaa2",
	Tablut: "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3",
}

// Layout returns the start position of an array as rows, the top row first, with a
// dot for each empty square.
func (a Array) Layout() []string {
	text := arrays[a]
	for n := 1; n <= 9; n++ {
		text = strings.ReplaceAll(text, string(rune('0'+n)), strings.Repeat(".", n))
	}
	return strings.Split(text, "/")
}
