package pgn

import (
	"strings"
	"unicode"
)

// Same reports whether two names of a game are one to people, who write "King of the Hill",
// "kingofthehill" and "Gothic" for "Gothic Chess".
func Same(a, b string) bool { return plain(a) == plain(b) }

// plain leaves the letters and digits of a name, without "chess" at its end.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	if rest := strings.TrimSuffix(name, "chess"); rest != "" {
		return rest
	}
	return name
}

// Usual reports whether a tag Variant means chess, as without any.
func Usual(tag string) bool {
	switch plain(tag) {
	case "", "chess", "standard", "normal", "fromposition":
		return true
	}
	return false
}
