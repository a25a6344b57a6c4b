package run

import (
	"context"
	"errors"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"ludens/internal/disk"
	"ludens/internal/web"
)

// Results are the results of matches, ladders and balances in some folders.
type Results struct {
	dirs  []string
	kinds map[string]Reader

	mu    sync.Mutex
	known map[string]filed // by path
}

// Reader reads a result from its file.
type Reader func(path string) (web.Result, error)

// filed is a result as it was when its file was last read.
type filed struct {
	size   int64
	time   time.Time
	result web.Result
}

// What is looked at, at most.
const (
	mostResults = 200
	mostDeep    = 5
	mostJournal = 64 << 20 // bytes of a match
)

// newResults returns those in folders, at any depth: the files of certain names,
// each with how it is read, and reports in HTML.
func newResults(dirs []string, kinds map[string]Reader) *Results {
	return &Results{dirs: dirs, kinds: kinds, known: map[string]filed{}}
}

// List returns all there are, the newest first. It ends with ctx.
func (r *Results) List(ctx context.Context) ([]web.Result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []filed
	r.walk(ctx, func(dir, path string, d fs.DirEntry) int {
		if f, ok := r.file(dir, path, d); ok {
			found = append(found, f)
		}
		return len(found)
	})
	slices.SortStableFunc(found, func(x, y filed) int { return y.time.Compare(x.time) })
	var all []web.Result
	for _, f := range found {
		all = append(all, f.result)
	}
	return all, ctx.Err()
}

// walk visits the files in the folders and below, until visit has found as many as are
// looked at, or ctx ends.
func (r *Results) walk(ctx context.Context, visit func(dir, path string, d fs.DirEntry) (found int)) {
	found := 0
	for _, dir := range r.dirs {
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil || found >= mostResults:
				return fs.SkipAll
			case err != nil:
			case d.IsDir() && strings.Count(path[len(dir):], string(filepath.Separator)) > mostDeep:
				return fs.SkipDir
			default:
				found = visit(dir, path, d)
			}
			return nil
		})
	}
}

// file reads a file that holds a result, if it has changed.
func (r *Results) file(dir, path string, d fs.DirEntry) (filed, bool) {
	read := r.kinds[d.Name()]
	if filepath.Ext(path) == ".html" {
		read = readReport
	}
	info, err := d.Info()
	if read == nil || err != nil || !info.Mode().IsRegular() || info.Size() > mostJournal {
		return filed{}, false
	}
	if f, ok := r.known[path]; ok && f.size == info.Size() && f.time.Equal(info.ModTime()) {
		return f, f.result.Kind != ""
	}
	f := filed{size: info.Size(), time: info.ModTime()}
	if f.result, err = read(path); err == nil {
		f.result.Name = name(dir, path)
		f.result.When = f.time.Format("2 January 2006, 15:04")
	}
	r.known[path] = f
	return f, f.result.Kind != ""
}

// name calls a result by its place in the folder that was named.
func name(dir, path string) string {
	rel, _ := filepath.Rel(filepath.Dir(filepath.Clean(dir)), path) // path is below dir
	if filepath.Ext(path) != ".html" {
		rel = filepath.Dir(rel)
	}
	return filepath.ToSlash(rel)
}

// mostReport is how long an HTML page may be, in bytes.
const mostReport = 8 << 20

// pageTitle is that of an HTML page.
var pageTitle = regexp.MustCompile(`(?is)<title>\s*([^<]+?)\s*</title>`)

// readReport finds a report that is a page of its own. Those of balances have
// their numbers beside them.
func readReport(path string) (web.Result, error) {
	r := web.Result{Kind: "report", Title: filepath.Base(filepath.Dir(path))}
	text, err := disk.ReadFile(path, mostReport)
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
		text, err := disk.ReadFile(path, mostReport)
		if err != nil {
			return nil, errors.New("this report cannot be read any more")
		}
		return text, nil
	}
	return r, nil
}
