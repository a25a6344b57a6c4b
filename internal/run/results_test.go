package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludens/internal/web"
)

// put writes a file that is that many hours old.
func put(t *testing.T, path, text string, hours int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	when := time.Now().Add(-time.Duration(hours) * time.Hour)
	if err := os.Chtimes(path, when, when); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, r *Results) (all []string) {
	t.Helper()
	found, err := r.List(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range found {
		all = append(all, x.Kind+" "+x.Name)
	}
	return all
}

// Results are found at some depth, the newest first; each is read once, and again
// when it has changed. What is none, or cannot be read, is left out.
func TestResults(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "matches/a/games.jsonl", "won", 3)
	put(t, "matches/deep/er/b/games.jsonl", "lost", 2)
	put(t, "matches/c/games.jsonl", "damaged", 1)
	put(t, "matches/1/2/3/4/5/6/7/games.jsonl", "too deep", 1)
	put(t, "matches/a/notes.txt", "none", 1)
	put(t, "reports/x.html", "<title> A  report\n</title>", 5)
	read := map[string]int{}
	r := newResults([]string{"matches", "reports", "nowhere"}, map[string]Reader{"games.jsonl": func(path string) (web.Result, error) {
		read[path]++
		text, err := os.ReadFile(path)
		if string(text) == "damaged" {
			return web.Result{}, errors.New("damaged")
		}
		return web.Result{Kind: "match", Title: string(text)}, err
	}})
	want := []string{"match matches/deep/er/b", "match matches/a", "report reports/x.html"}
	for range 2 {
		if got := names(t, r); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	put(t, "matches/a/games.jsonl", "won again", 0)
	if got := names(t, r); got[0] != "match matches/a" {
		t.Errorf("the newest is not first: %q", got)
	}
	for path, n := range map[string]int{"matches/a/games.jsonl": 2, "matches/deep/er/b/games.jsonl": 1, "matches/c/games.jsonl": 1} {
		if path = filepath.FromSlash(path); read[path] != n {
			t.Errorf("%s was read %d times, want %d", path, read[path], n)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.List(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// A report is called by its title, or by its folder; a balance has its numbers
// beside it. Its page is read on request.
func TestReports(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "r/plain/index.html", "<p>nothing", 1)
	put(t, "r/fair/index.html", "<TITLE>Is it &lt;fair&gt;?</TITLE>", 1)
	put(t, "r/fair/study.json", "{}", 1)
	for path, want := range map[string]web.Result{
		"r/plain/index.html": {Kind: "report", Title: "plain"},
		"r/fair/index.html":  {Kind: "balance", Title: "Is it <fair>?"},
	} {
		got, err := readReport(path)
		if err != nil || got.Kind != want.Kind || got.Title != want.Title {
			t.Errorf("%s: %+v, %v, want %+v", path, got, err, want)
			continue
		}
		if text, err := got.Page(); err != nil || !strings.HasPrefix(string(text), "<") {
			t.Errorf("%s: its page is %q, %v", path, text, err)
		}
		os.Remove(path)
		if _, err := got.Page(); err == nil || strings.Contains(err.Error(), path) {
			t.Errorf("%s is gone: %v", path, err)
		}
	}
}

// A page is read up to its limit, and a longer one is none. No more results are listed than
// are looked at, and a file as deep as may be is found.
func TestLimitsOfResults(t *testing.T) {
	t.Chdir(t.TempDir())
	for size, fits := range map[int64]bool{8 << 20: true, 8<<20 + 1: false} {
		put(t, "r/long.html", "<title>long</title>", 1)
		if err := os.Truncate("r/long.html", size); err != nil {
			t.Fatal(err)
		}
		got, err := readReport("r/long.html")
		if (err == nil) != fits {
			t.Errorf("a page of %d bytes: %v", size, err)
			continue
		}
		if !fits {
			continue
		}
		if text, err := got.Page(); err != nil || int64(len(text)) != size {
			t.Errorf("%d of %d bytes, %v", len(text), size, err)
		}
		if err := os.Truncate("r/long.html", size+1); err != nil {
			t.Fatal(err)
		}
		if _, err := got.Page(); err == nil {
			t.Error("a page that has grown too long is shown")
		}
	}
	os.Remove("r/long.html")
	put(t, "r/1/2/3/4/5/x.html", "<title>deep</title>", 1)
	r := newResults([]string{"r"}, nil)
	if got := names(t, r); len(got) != 1 || got[0] != "report r/1/2/3/4/5/x.html" {
		t.Errorf("%q", got)
	}
	for n := range 250 {
		put(t, fmt.Sprintf("many/%d.html", n), "<title>one</title>", n)
	}
	if got := names(t, newResults([]string{"many", "r"}, nil)); len(got) != 200 {
		t.Errorf("%d results are listed, want 200", len(got))
	}
}
