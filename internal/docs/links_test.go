package docs

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	fences   = regexp.MustCompile("(?ms)^(```|~~~).*?^(```|~~~)$")
	indented = regexp.MustCompile("(?m)^(    |\t).*$")
	spans    = regexp.MustCompile("`[^`\n]*`")
	inline   = regexp.MustCompile(`\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)`)
	quoted   = regexp.MustCompile(`(?:href|src)="([^"]+)"`)
	heading  = regexp.MustCompile(`(?m)^#{1,6}\s+(.+?)\s*#*$`)
	anchored = regexp.MustCompile(`(?:id|name)="([^"]+)"`)
	linked   = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// TestLinks: each link of a page that is no address elsewhere leads to a file of the tree, and
// to a heading of it if it names one.
func TestLinks(t *testing.T) {
	pages, met := pagesOf(t), 0
	for file, text := range pages {
		for _, link := range linksOf(text) {
			met++
			if err := leads(file, link, pages); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	if met < 400 {
		t.Errorf("%d links were found: too few to have looked everywhere", met)
	}
}

// pagesOf returns the pages of the tree.
func pagesOf(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"*.md", "*/*.md", "docs/*/*.md", "docs/*/*/*.md", "configs/*/*.md", "scripts/*/*.md"} {
		files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			file, _ := filepath.Rel(root, name)
			all[filepath.ToSlash(file)] = string(text)
		}
	}
	return all
}

// linksOf returns the links of a page to places in the tree. Examples of text have none.
func linksOf(text string) (all []string) {
	text = spans.ReplaceAllString(indented.ReplaceAllString(fences.ReplaceAllString(text, ""), ""), "`code`")
	for _, form := range []*regexp.Regexp{inline, quoted} {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			if u, err := url.Parse(m[1]); err != nil || u.Scheme == "" {
				all = append(all, m[1])
			}
		}
	}
	return all
}

// leads returns an error if a link of a page leads nowhere.
func leads(file, link string, pages map[string]string) error {
	u, err := url.Parse(link)
	if err != nil {
		return err
	}
	to := file
	if u.Path != "" {
		to = path.Join(path.Dir(file), u.Path)
	}
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(to))); err != nil {
		return fmt.Errorf("%s: there is no %s", link, to)
	}
	if u.Fragment == "" {
		return nil
	}
	if !anchors(pages[to])[u.Fragment] {
		return fmt.Errorf("%s: %s has no heading #%s", link, to, u.Fragment)
	}
	return nil
}

// anchors returns the names of a page's headings, as GitHub and the site make them.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range anchored.FindAllStringSubmatch(text, -1) {
		all[m[1]] = true
	}
	for _, m := range heading.FindAllStringSubmatch(fences.ReplaceAllString(text, ""), -1) {
		name := slug(linked.ReplaceAllString(m[1], "$1"))
		for n := 1; all[name]; n++ {
			name = fmt.Sprintf("%s-%d", slug(m[1]), n)
		}
		all[name] = true
	}
	return all
}

func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, heading)
}

func TestLinksThatLeadNowhere(t *testing.T) {
	pages := map[string]string{"README.md": "# One, two `x`\n", "docs/tour.md": "## One\n## One\n"}
	for _, c := range []struct {
		file, text string
		want       string
	}{
		{"README.md", "[a](docs/tour.md) [b](#one-two-x) ![c](docs/pictures/celta-game.gif)", ""},
		{"docs/tour.md", `[a](../README.md#one-two-x) [b](#one-1) <img src="pictures/celta-game.gif">`, ""},
		{"README.md", "    [code](nowhere.md)\n`[code](nowhere.md)`\n[web](https://go.dev/nowhere)", ""},
		{"docs/tour.md", "[a](README.md)", "there is no docs/README.md"},
		{"docs/tour.md", `<img src="pictures/none.gif">`, "there is no docs/pictures/none.gif"},
		{"docs/tour.md", "[a](../README.md#one-two)", "README.md has no heading #one-two"},
		{"README.md", "[a](#two)", "README.md has no heading #two"},
	} {
		got := ""
		for _, link := range linksOf(c.text) {
			if err := leads(c.file, link, pages); err != nil {
				got += err.Error()
			}
		}
		if !strings.HasSuffix(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %s: got %q, want %q", c.file, c.text, got, c.want)
		}
	}
}
