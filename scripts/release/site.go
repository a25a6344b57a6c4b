package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// site puts the pages of the project into one folder, as a generator of sites wants
// them: the README as its first page, links among them as they will lie, and what is
// linked to but is not a page as plain words. zensical.toml says how the pages are shown.
func site(args []string) error {
	f := flag.NewFlagSet("site", flag.ExitOnError)
	to := f.String("to", filepath.Join("build", "site"), "folder to write the pages to; what is in it is removed")
	f.Parse(args)
	return stage(os.DirFS("."), *to)
}

// fronts are the pages that stand beside docs, with their places in the site.
var fronts = map[string]string{
	"README.md":       "index.md",
	"CONTRIBUTING.md": "contributing.md",
	"CHANGELOG.md":    "changelog.md",
	"SECURITY.md":     "reporting.md",
}

// placeOf returns where a file of the project lies in the site, "" if it does not.
func placeOf(file string) string {
	if place, ok := fronts[file]; ok {
		return place
	}
	place, ok := strings.CutPrefix(file, "docs/")
	if !ok || !kept[path.Ext(file)] {
		return ""
	}
	return place
}

var kept = map[string]bool{".md": true, ".svg": true, ".png": true, ".gif": true}

// stage writes the site's pages, found in a project, below a folder.
func stage(project fs.FS, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := copyPages(project, to); err != nil {
		return err
	}
	return listFolders(to)
}

// copyPages writes the pages and pictures.
func copyPages(project fs.FS, to string) error {
	return fs.WalkDir(project, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && file != "." && !strings.HasPrefix(file+"/", "docs/") {
				return fs.SkipDir
			}
			return err
		}
		place := placeOf(file)
		if place == "" {
			return nil
		}
		text, err := fs.ReadFile(project, file)
		if err != nil {
			return err
		}
		if path.Ext(file) == ".md" {
			text = []byte(relink(string(text), file, place))
		}
		out := filepath.Join(to, filepath.FromSlash(place))
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return err
		}
		return os.WriteFile(out, text, 0o644)
	})
}

// listFolders gives each folder of pages that has no first page one that lists them.
func listFolders(to string) error {
	lists := map[string][]string{}
	err := filepath.WalkDir(to, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".md" {
			return err
		}
		text, err := os.ReadFile(file)
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		folder := filepath.Dir(file)
		lists[folder] = append(lists[folder], fmt.Sprintf("- [%s](%s)", title, filepath.Base(file)))
		return err
	})
	for folder, list := range lists {
		first := filepath.Join(folder, "README.md")
		if _, found := os.Stat(first); err != nil || found == nil || folder == to {
			continue
		}
		text := "# " + filepath.Base(folder) + "\n\n" + strings.Join(list, "\n") + "\n"
		err = os.WriteFile(first, []byte(text), 0o644)
	}
	return err
}

// link is one of Markdown, or a picture, or code within a line, which has no target.
var link = regexp.MustCompile("`[^`\n]*`|" + `(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()#\s]*)(#[^()\s]*)?\)`)

// relink returns a page with its links as they are from its place in the site. Outside
// blocks of code only.
func relink(text, file, place string) string {
	blocks := strings.Split(text, "```")
	for i := 0; i < len(blocks); i += 2 {
		blocks[i] = link.ReplaceAllStringFunc(blocks[i], func(whole string) string {
			m := link.FindStringSubmatch(whole)
			picture, words, target, part := m[1], m[2], m[3], m[4]
			if target == "" || strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				return whole
			}
			found := placeOf(page(path.Join(path.Dir(file), target)))
			if found == "" {
				return words
			}
			from, err := filepath.Rel(path.Dir(place), found)
			if err != nil {
				return words
			}
			return picture + "[" + words + "](" + filepath.ToSlash(from) + part + ")"
		})
	}
	return strings.Join(blocks, "```")
}

// page returns the page that a link to a folder means, or the file itself.
func page(file string) string {
	if path.Ext(file) == "" {
		return path.Join(file, "README.md")
	}
	return file
}
