package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	version  = regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d)$`)
	released = regexp.MustCompile(`__version__ = "([^"]+)"`)
)

// The changelog begins with what is not released, its versions fall, with a date each, and
// the first is that of the Python package.
func TestChangelog(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	python, err := os.ReadFile(filepath.Join(root, "python", "ludens", "version.py"))
	if err != nil {
		t.Fatal(err)
	}
	if wrong := changes(string(text), string(python)); wrong != "" {
		t.Error(wrong)
	}
	for _, broken := range [][2]string{
		{"## Unreleased\n", ""}, {"## 0.2.0, 2026-11-22", "## 0.4.0, 2026-11-22"}, {"0.1.0, 2026-11-21", "0.1.0, 2026-11-23"},
		{"## 0.3.0, 2026-11-23", "## 0.3.1, 2026-11-23"}, {"- `ludens demo`", "- twice\n- twice\n- `ludens demo`"},
	} {
		if changed := strings.Replace(string(text), broken[0], broken[1], 1); changed == string(text) || changes(changed, string(python)) == "" {
			t.Errorf("%q for %q is not noticed", broken[1], broken[0])
		}
	}
}

// changes says what is wrong with a changelog beside the Python package's version.
func changes(text, python string) string {
	var numbers, dates []string
	for _, found := range version.FindAllStringSubmatch(text, -1) {
		numbers, dates = append(numbers, found[1]), append(dates, found[2])
	}
	number := func(text string) (n [3]int) {
		fmt.Sscanf(text, "%d.%d.%d", &n[0], &n[1], &n[2])
		return n
	}
	entries := strings.Split(text, "\n- ")
	now := released.FindStringSubmatch(python)
	falls := slices.IsSortedFunc(numbers, func(a, b string) int {
		newer, older := number(a), number(b)
		return slices.Compare(older[:], newer[:])
	}) && slices.IsSortedFunc(dates, func(a, b string) int { return strings.Compare(b, a) })
	switch {
	case !strings.Contains(text, "## Unreleased\n") || len(numbers) != strings.Count(text, "\n## ")-1:
		return "want ## Unreleased, and versions as ## 1.2.3, 2026-01-02"
	case !falls || len(slices.Compact(slices.Clone(numbers))) < len(dates):
		return "versions and dates do not fall"
	case now == nil || now[1] != numbers[0]:
		return "the Python package has another version than the newest here"
	case len(twice(entries[1:])) > 0:
		return "an entry stands here twice: " + twice(entries[1:])
	}
	return ""
}

// twice returns an entry that stands in a list twice; "" if none does.
func twice(entries []string) string {
	met := map[string]bool{}
	for _, e := range entries {
		e, _, _ = strings.Cut(e, "\n\n## ")
		e = strings.Join(strings.Fields(e), " ")
		if met[e] {
			return e
		}
		met[e] = true
	}
	return ""
}
