package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems are those that the binary is built for.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64"}

// notices prints the licences of everything that the binary of cmd/ludens has in
// it and that others wrote: the modules of its packages on each system that it is
// built for, the Go library, and files of the web page.
//
// It reads `go list -deps`, and the licence files beside each package and above it
// in its module. A module without any is an error. The gate compares the output
// with the file.
func notices([]string) error {
	all := works{}
	if err := all.addGo(); err != nil {
		return err
	}
	for _, system := range systems {
		packages, err := dependencies(system)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		for _, p := range packages {
			if err := all.add(p); err != nil {
				return err
			}
		}
	}
	if err := all.addAssets(filepath.Join("internal", "web", "assets", "vendor")); err != nil {
		return err
	}
	return all.print(os.Stdout)
}

// pkg is what go list reports of a package.
type pkg struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// dependencies returns the packages of the binary on a system.
func dependencies(system string) (packages []pkg, err error) {
	goos, arch, _ := strings.Cut(system, "/")
	c := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module", "./cmd/ludens")
	c.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+arch, "CGO_ENABLED=0")
	c.Stderr = os.Stderr
	text, err := c.Output()
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p pkg
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, err
		}
		packages = append(packages, p)
	}
}

// works are the names of works of others, by the text of their licences.
type works map[string][]string

// add notes the licences of the work that a package is of.
func (w works) add(p pkg) error {
	if p.Standard || p.Module.Main {
		return nil
	}
	name, root, found := p.Module.Path+" "+p.Module.Version, p.Module.Dir, 0
	for dir := p.Dir; len(dir) >= len(root); dir = filepath.Dir(dir) {
		n, err := w.addFolder(name, root, dir)
		if err != nil {
			return err
		}
		found += n
	}
	if found == 0 {
		return fmt.Errorf("%s has no licence beside %s or above it", name, p.ImportPath)
	}
	return nil
}

// addGo notes the licence of the Go library.
func (w works) addGo() error {
	text, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	root := strings.TrimSpace(string(text))
	_, err = w.addFolder("the Go standard library and runtime", root, root)
	return err
}

// licence is the name of a file that holds one.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|unlicense|patents)([-._].*)?$`)

// addFolder notes the licences in a folder and returns how many there are.
func (w works) addFolder(name, root, dir string) (found int, err error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	for _, f := range files {
		if f.IsDir() || !licence.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		path := filepath.Join(dir, f.Name())
		within, err := filepath.Rel(root, path)
		if err != nil {
			return found, err
		}
		if err := w.note(name+" ("+filepath.ToSlash(within)+")", path); err != nil {
			return found, err
		}
		found++
	}
	return found, nil
}

// addAssets notes the licences of the files of others on the web page, LICENSE-of
// what each.
func (w works) addAssets(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "LICENSE-*.txt"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s holds no licences", dir)
	}
	for _, path := range files {
		of := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "LICENSE-"), ".txt")
		err = cmp.Or(err, w.note(of+", on the web page ("+filepath.ToSlash(path)+")", path))
	}
	return err
}

// note adds the text of one file.
func (w works) note(name, path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text := strings.TrimRight(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n \t")
	if !slices.Contains(w[text], name) {
		w[text] = append(w[text], name)
	}
	return nil
}

const rule = "--------------------------------------------------------------------------------"

// print writes each text once, under the names of all works that it is of.
func (w works) print(out io.Writer) error {
	var b strings.Builder
	b.WriteString("The program ludens has works of others in it. Each is named below, and then comes\nits licence. This text is made by scripts/release notices.\n")
	texts := slices.SortedFunc(maps.Keys(w), func(a, b string) int {
		return cmp.Compare(slices.Min(w[a]), slices.Min(w[b]))
	})
	for _, text := range texts {
		names := slices.Sorted(slices.Values(w[text]))
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", rule, strings.Join(names, "\n"), rule, text)
	}
	_, err := io.WriteString(out, b.String())
	return err
}
