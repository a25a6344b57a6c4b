package diagram

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed signs.txt
var signLines string

// signs are the outlines of the characters that men carry, about their middle.
var signs = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(signLines) {
		if sign, outline, ok := strings.Cut(strings.TrimSpace(line), " "); ok && sign != "#" {
			all[sign] = outline
		}
	}
	return all
})

// Signs returns the characters that a tile or a token can carry, in the order of their file.
func Signs() string {
	var all strings.Builder
	for line := range strings.Lines(signLines) {
		if sign, _, ok := strings.Cut(line, " "); ok && sign != "#" {
			all.WriteString(sign)
		}
	}
	return all.String()
}

// placed returns an outline with its middle at (x, y); way is 1, or -1 upside down.
func placed(outline string, x, y, way float64) string {
	var moved strings.Builder
	for _, s := range segments(outline) {
		moved.WriteByte(s.command)
		for i := 0; i < len(s.args); i += 2 {
			moved.WriteString(num(x+way*s.args[i]) + " " + num(y+way*s.args[i+1]) + " ")
		}
	}
	return strings.TrimSpace(moved.String())
}
