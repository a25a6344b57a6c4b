package watch

import (
	"errors"
	"html"
	"os"
	"path/filepath"
	"regexp"

	"ludens/internal/bounded"
	"ludens/internal/web"
)

// mostReport is how long an HTML page may be, in bytes.
const mostReport = 8 << 20

// pageTitle is that of an HTML page.
var pageTitle = regexp.MustCompile(`(?is)<title>\s*([^<]+?)\s*</title>`)

// readReport finds a report that is a page of its own. Those of balances have
// their numbers beside them.
func readReport(path string) (web.Result, error) {
	r := web.Result{Kind: "report", Title: filepath.Base(filepath.Dir(path))}
	text, err := bounded.ReadFile(path, mostReport)
	if err != nil {
		return r, err
	}
	if title := pageTitle.FindSubmatch(text); title != nil {
		r.Title = html.UnescapeString(string(title[1]))
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "study.json")); err == nil {
		r.Kind = "balance"
	}
	r.Page = func() ([]byte, error) {
		text, err := bounded.ReadFile(path, mostReport)
		if err != nil {
			return nil, errors.New("this report cannot be read any more")
		}
		return text, nil
	}
	return r, nil
}
