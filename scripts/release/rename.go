package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// renameModule gives the module another path, to publish it where others can
// `go get` it. It changes go.mod, imports, and every text in quotes that names one of
// our packages, in Go files and in the pages of docs. Run it in a clean working tree,
// then look at the difference.
func renameModule(args []string) error {
	if len(args) != 1 {
		return errors.New("want the module's new path, as in: go run ./scripts/release rename example.org/me/ludens")
	}
	changed, err := rename(".", args[0])
	if err != nil {
		return err
	}
	fmt.Printf("%d files changed; next: gofmt -w . && go build ./... && .ci/run\n", changed)
	return nil
}

// properPath is what a module may be called, as far as it concerns us.
var properPath = regexp.MustCompile(`^[a-z0-9.-]+(/[A-Za-z0-9._~-]+)*$`)

// moduleLine is that of a go.mod.
var moduleLine = regexp.MustCompile(`(?m)^module (\S+)$`)

// rename changes the module in a folder, and returns in how many files.
func rename(dir, to string) (changed int, err error) {
	if !properPath.MatchString(to) {
		return 0, fmt.Errorf("%q is not a path of a module", to)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return 0, err
	}
	line := moduleLine.FindSubmatch(mod)
	if line == nil {
		return 0, errors.New("go.mod names no module")
	}
	r := renaming{dir: dir, from: string(line[1]), to: to}
	r.quoted = regexp.MustCompile(`(["` + "`" + `])` + regexp.QuoteMeta(r.from) + `/([A-Za-z0-9_/]*)`)
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && file != dir && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		// The test of this verb is left as it is: it is about names.
		if err != nil || d.IsDir() || file == filepath.Join(dir, "scripts", "release", "rename_test.go") {
			return err
		}
		did, err := r.file(file)
		if did {
			changed++
		}
		return err
	})
	return changed, err
}

// renaming is from one path to another, in a folder.
type renaming struct {
	dir, from, to string
	quoted        *regexp.Regexp // a quote, and what may be one of our packages
}

// file changes a file, and reports whether there was anything to change.
func (r renaming) file(file string) (bool, error) {
	base := filepath.Base(file)
	if ext := filepath.Ext(file); ext != ".go" && ext != ".md" && base != "go.mod" {
		return false, nil
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	text := r.text(old)
	if base == "go.mod" {
		text = r.module(text)
	}
	if bytes.Equal(old, text) {
		return false, nil
	}
	return true, os.WriteFile(file, text, 0o644)
}

// text changes quoted names of packages that there are.
func (r renaming) text(old []byte) []byte {
	return r.quoted.ReplaceAllFunc(old, func(found []byte) []byte {
		m := r.quoted.FindSubmatch(found)
		if s, err := os.Stat(filepath.Join(r.dir, filepath.FromSlash(string(m[2])))); err != nil || !s.IsDir() {
			return found
		}
		return []byte(string(m[1]) + r.to + "/" + string(m[2]))
	})
}

// module changes what a go.mod is of, or wants, or replaces.
func (r renaming) module(text []byte) []byte {
	name := regexp.MustCompile(`(?m)(^|\s)` + regexp.QuoteMeta(r.from) + `((?:/[A-Za-z0-9_/]+)?)(\s|$)`)
	return name.ReplaceAll(text, []byte("${1}"+r.to+"${2}${3}"))
}
