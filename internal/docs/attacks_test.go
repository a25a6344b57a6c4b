package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	attackTest = regexp.MustCompile("`(\\./[a-z/]+) -run '?([^`']+)'?`")
	testNamed  = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// Each attack and each promise in docs/security.md names tests that there are. Control: a pattern
// without a test.
func TestAttacksHaveTests(t *testing.T) {
	page, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	for title, least := range map[string]int{"Attacks, again": 20, "What shows it": 8} {
		_, table, _ := strings.Cut(string(page), "## "+title+"\n")
		table, _, _ = strings.Cut(table, "\n## ")
		rows, named := strings.Count(table, "\n|")-2, 0
		for _, m := range attackTest.FindAllStringSubmatch(table, -1) {
			for pattern := range strings.SplitSeq(m[2], `\|`) {
				if named++; !runs(t, m[1], pattern) {
					t.Errorf("%s has no test that matches %q", m[1], pattern)
				}
			}
		}
		if rows < least || named < rows {
			t.Errorf("%s: %d rows name %d tests: too few to believe", title, rows, named)
		}
	}
	if runs(t, "./internal/run", "NoSuchAttack") {
		t.Error("control: a test that is not there is found")
	}
}

// runs reports whether a package has a test that -run would choose.
func runs(t *testing.T, folder, pattern string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testNamed.FindAllSubmatch(text, -1) {
			if regexp.MustCompile(pattern).Match(m[1]) {
				return true
			}
		}
	}
	return false
}
