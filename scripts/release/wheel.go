package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// project is what wheels are made of.
type project struct {
	Project struct {
		Name            string `toml:"name"`
		Version         string `toml:"-"` // of ludens/version.py
		Description     string `toml:"description"`
		License         string `toml:"license"`
		Authors         []struct{ Name string }
		Keywords        []string
		Classifiers     []string
		RequiresPython  string              `toml:"requires-python"`
		Dependencies    []string            `toml:"dependencies"`
		OptionalDepends map[string][]string `toml:"optional-dependencies"`
	} `toml:"project"`
	flags    []string // of go build
	source   string   // the repository's address, of its module path; "" if that has none
	readme   []byte
	licences map[string][]byte // by the file's name in the wheel
	modules  map[string][]byte // by the file's place in the wheel
}

// hosted is a path of a module that begins with the name of a host.
var hosted = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+/`)

// versionLine is where the package says its version.
var versionLine = regexp.MustCompile(`(?m)^__version__ = "([0-9][0-9A-Za-z.]*)"$`)

// read takes down a project from the root of its tree.
func read(tree fs.FS) (*project, error) {
	var p project
	if _, err := toml.DecodeFS(tree, "python/pyproject.toml", &p); err != nil {
		return nil, err
	}
	p.flags = []string{"-trimpath"}
	p.licences, p.modules = map[string][]byte{}, map[string][]byte{}
	var err error
	if p.readme, err = fs.ReadFile(tree, "python/README.md"); err != nil {
		return nil, err
	}
	for _, file := range []string{"LICENSE", "cmd/ludens/notices.txt"} {
		if p.licences[path.Base(file)], err = fs.ReadFile(tree, file); err != nil {
			return nil, err
		}
	}
	mod, err := fs.ReadFile(tree, "go.mod")
	if err != nil {
		return nil, err
	}
	if m := moduleLine.FindSubmatch(mod); m != nil && hosted.Match(m[1]) {
		p.source = "https://" + string(m[1])
	}
	files, err := fs.Glob(tree, "python/ludens/*")
	for _, file := range files {
		if stat, err := fs.Stat(tree, file); err != nil || stat.IsDir() {
			continue // bin and what Python keeps
		}
		if p.modules["ludens/"+path.Base(file)], err = fs.ReadFile(tree, file); err != nil {
			return nil, err
		}
	}
	m := versionLine.FindSubmatch(p.modules["ludens/version.py"])
	if err == nil && m == nil {
		return nil, errors.New("python/ludens/version.py has no line __version__ = \"1.2.3\"")
	} else if err == nil {
		p.Project.Version = string(m[1])
	}
	return &p, err
}

// fileName is that of the wheel for a platform (PEP 427): any Python 3, no ABI.
func (p *project) fileName(tags string) string {
	return fmt.Sprintf("%s-%s-py3-none-%s.whl", p.Project.Name, p.Project.Version, tags)
}

// wheel returns a wheel for platforms by their tags: with the program, which pip installs
// as a command, and the C library, if there is one.
func (p *project) wheel(tags string, b built) ([]byte, error) {
	files := maps.Clone(p.modules)
	executable := p.Project.Name + "-" + p.Project.Version + ".data/scripts/" + b.name("ludens", ".exe", "", "")
	files[executable] = b.program
	if b.library != nil {
		files["ludens/bin/"+b.name("libludens", ".dll", ".dylib", ".so")] = b.library
	}
	facts := p.Project.Name + "-" + p.Project.Version + ".dist-info/"
	files[facts+"METADATA"] = p.metadata()
	files[facts+"WHEEL"] = wheelTags(tags)
	for name, text := range p.licences {
		files[facts+"licenses/"+name] = text
	}
	files[facts+"RECORD"] = record(files, facts+"RECORD")
	return pack(files, executable)
}

// metadata is the core metadata of the packaging specifications, version 2.4.
func (p *project) metadata() []byte {
	var b bytes.Buffer
	line := func(key, value string) { fmt.Fprintf(&b, "%s: %s\n", key, value) }
	line("Metadata-Version", "2.4")
	line("Name", p.Project.Name)
	line("Version", p.Project.Version)
	line("Summary", p.Project.Description)
	for _, a := range p.Project.Authors {
		line("Author", a.Name)
	}
	if p.source != "" {
		line("Project-URL", "Source, "+p.source)
	}
	line("Keywords", strings.Join(p.Project.Keywords, ","))
	for _, c := range p.Project.Classifiers {
		line("Classifier", c)
	}
	line("License-Expression", p.Project.License)
	for _, name := range slices.Sorted(maps.Keys(p.licences)) {
		line("License-File", name)
	}
	line("Requires-Python", p.Project.RequiresPython)
	for _, d := range p.Project.Dependencies {
		line("Requires-Dist", d)
	}
	for _, extra := range slices.Sorted(maps.Keys(p.Project.OptionalDepends)) {
		line("Provides-Extra", extra)
		for _, d := range p.Project.OptionalDepends[extra] {
			line("Requires-Dist", fmt.Sprintf("%s; extra == %q", d, extra))
		}
	}
	line("Description-Content-Type", "text/markdown")
	return append(append(b.Bytes(), '\n'), p.readme...)
}

func wheelTags(tags string) []byte {
	text := "Wheel-Version: 1.0\nGenerator: ludens\nRoot-Is-Purelib: false\n"
	for _, tag := range strings.Split(tags, ".") {
		text += "Tag: py3-none-" + tag + "\n"
	}
	return []byte(text)
}

// record lists the files with their hashes and sizes; itself without.
func record(files map[string][]byte, self string) []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum := sha256.Sum256(files[name])
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", name, base64.RawURLEncoding.EncodeToString(sum[:]), len(files[name]))
	}
	return append(b.Bytes(), self+",,\n"...)
}

// pack makes a zip of files, the facts about the package at its end.
func pack(files map[string][]byte, executable string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	names := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		if x, y := strings.Contains(a, ".dist-info/"), strings.Contains(b, ".dist-info/"); x != y {
			if y {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		h.SetMode(0o644)
		if name == executable {
			h.SetMode(0o755)
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(files[name]); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
