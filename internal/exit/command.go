package exit

import (
	"path/filepath"
	"regexp"
	"strings"
)

// Caller returns how to call this program again, as a shell takes it: the way that it
// was called.
func Caller(called string) string {
	if dir := filepath.Dir(called); filepath.Base(dir) == "exe" && strings.Contains(dir, "go-build") {
		return "go run ./cmd/ludens"
	}
	return Quoted(called)
}

// advised matches the beginning of a command in a message.
var advised = regexp.MustCompile(`(: |` + "`" + `)ludens ([a-z]+)`)

// Pasted returns a message with its commands as they can be pasted where the program was
// called so.
func Pasted(message, called string) string {
	return advised.ReplaceAllString(message, "${1}"+strings.ReplaceAll(Caller(called), "$", "$$")+" ${2}")
}

// Quoted returns a word as a shell takes it.
func Quoted(word string) string {
	if word == "" || strings.ContainsAny(word, " \t'\"$&;()<>|*?#~`\\") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
