package main

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestRelink(t *testing.T) {
	for _, test := range []struct{ file, place, text, want string }{
		{"README.md", "index.md", "see [the page](docs/web.md#keys)", "see [the page](web.md#keys)"},
		{"docs/adr/0001-x.md", "adr/0001-x.md", "[a](../web.md) ![b](../pictures/c.svg)", "[a](../web.md) ![b](../pictures/c.svg)"},
		{"docs/tutorial.md", "tutorial.md", "[how](../CONTRIBUTING.md), [code](../env/game.go)", "[how](contributing.md), code"},
		{"docs/tutorial.md", "tutorial.md", "[all](games), [out](https://example.org/x), [here](#y)", "[all](games/README.md), [out](https://example.org/x), [here](#y)"},
		{"README.md", "index.md", "`env.As[T](game)`, [`x`](docs/web.md)", "`env.As[T](game)`, [`x`](web.md)"},
		{"README.md", "index.md", "```\n[x](docs/web.md)\n```\n", "```\n[x](docs/web.md)\n```\n"},
	} {
		if got := relink(test.text, test.file, test.place); got != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.file, test.text, got, test.want)
		}
	}
}

func TestStage(t *testing.T) {
	to := filepath.Join(t.TempDir(), "site")
	project := fstest.MapFS{
		"README.md":           {Data: []byte("[w](docs/web.md)")},
		"docs/web.md":         {Data: []byte("![p](pictures/p.svg)")},
		"docs/pictures/p.svg": {Data: []byte("<svg/>")},
		"docs/data.csv":       {Data: []byte("1")},
		"env/game.go":         {Data: []byte("package env")},
	}
	if err := stage(project, to); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"index.md": "[w](web.md)", "web.md": "![p](pictures/p.svg)", "pictures/p.svg": "<svg/>"} {
		if got, err := os.ReadFile(filepath.Join(to, file)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", file, got, err)
		}
	}
	for _, file := range []string{"data.csv", "env"} {
		if _, err := os.Stat(filepath.Join(to, file)); err == nil {
			t.Errorf("%s is not a page", file)
		}
	}
}

// Every link of the project's own pages leads to a page or picture that there is.
func TestLinksOfTheSite(t *testing.T) {
	to := filepath.Join(t.TempDir(), "site")
	if err := stage(os.DirFS(filepath.Join("..", "..")), to); err != nil {
		t.Fatal(err)
	}
	pages, links := 0, 0
	filepath.WalkDir(to, func(file string, d os.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".md" {
			return err
		}
		pages++
		text, _ := os.ReadFile(file)
		for i, block := range strings.Split(string(text), "```") {
			if i%2 == 1 {
				continue // code
			}
			for _, m := range link.FindAllStringSubmatch(block, -1) {
				target := m[3]
				if target == "" || path.IsAbs(target) || len(target) > 4 && target[:4] == "http" {
					continue
				}
				links++
				if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(target))); err != nil {
					t.Errorf("%s: there is no %s", file, target)
				}
			}
		}
		return nil
	})
	if pages < 50 || links < 100 {
		t.Errorf("only %d pages and %d links", pages, links)
	}
}
