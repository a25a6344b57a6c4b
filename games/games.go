// Package games holds the variants that come with ludens as files: NAME.toml is the
// game of that name. docs/variants.md explains what they say.
package games

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.toml
var files embed.FS

// Text returns the file of a game that comes with ludens.
func Text(name string) (text string, ok bool) {
	b, err := files.ReadFile(name + ".toml")
	return string(b), err == nil
}

// Names returns the names of the games, in alphabetical order.
func Names() (names []string) {
	all, _ := fs.Glob(files, "*.toml")
	for _, path := range all {
		names = append(names, strings.TrimSuffix(path, ".toml"))
	}
	return names
}
