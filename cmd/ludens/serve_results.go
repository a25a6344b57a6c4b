package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"ludens/arena"
	"ludens/env/games"
	"ludens/internal/bounded"
	"ludens/report"
	"ludens/web"
)

// archive is the results of matches, ladders and balances in some folders.
type archive struct {
	dirs []string

	mu    sync.Mutex
	known map[string]filed // by path
}

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
	mostReport  = 8 << 20  // bytes of an HTML page
	mostTable   = 1 << 20  // bytes of a ladder's table
	mostGames   = 64 << 20 // bytes of a match
)

// newArchive looks whether the folders are there; nil are those that the verbs
// write to.
func newArchive(dirs []string) (*archive, error) {
	for _, dir := range dirs {
		if s, err := os.Stat(dir); err != nil || !s.IsDir() {
			return nil, fmt.Errorf("serve: --results %s: there is no such folder; results are made by ludens match, ladder and balance", dir)
		}
	}
	if dirs == nil {
		dirs = []string{"matches", "ladders", "balances", "reports"}
	}
	return &archive{dirs: dirs, known: map[string]filed{}}, nil
}

// results returns all there are, the newest first. It ends with ctx.
func (a *archive) results(ctx context.Context) ([]web.Result, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var found []filed
	for _, dir := range a.dirs {
		filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return fs.SkipAll
			}
			if err != nil || len(found) >= mostResults {
				return nil
			}
			if d.IsDir() && strings.Count(path[len(dir):], string(filepath.Separator)) > mostDeep {
				return fs.SkipDir
			}
			if f, ok := a.file(dir, path, d); ok {
				found = append(found, f)
			}
			return nil
		})
	}
	slices.SortStableFunc(found, func(x, y filed) int { return y.time.Compare(x.time) })
	var all []web.Result
	for _, f := range found {
		all = append(all, f.result)
	}
	return all, ctx.Err()
}

// file reads a file that holds a result, if it has changed.
func (a *archive) file(dir, path string, d fs.DirEntry) (filed, bool) {
	read := map[string]func(string) (web.Result, error){"games.jsonl": readMatch, "ladder.json": readLadder}[d.Name()]
	if filepath.Ext(path) == ".html" {
		read = readReport
	}
	info, err := d.Info()
	if read == nil || err != nil || !info.Mode().IsRegular() || info.Size() > mostGames {
		return filed{}, false
	}
	if f, ok := a.known[path]; ok && f.size == info.Size() && f.time.Equal(info.ModTime()) {
		return f, f.result.Kind != ""
	}
	f := filed{size: info.Size(), time: info.ModTime()}
	if f.result, err = read(path); err == nil {
		f.result.Name = name(dir, path)
		f.result.When = f.time.Format("2 January 2006, 15:04")
	}
	a.known[path] = f
	return f, f.result.Kind != ""
}

// name calls a result by its place in the folder that was named.
func name(dir, path string) string {
	rel, err := filepath.Rel(filepath.Dir(filepath.Clean(dir)), path)
	if err != nil {
		rel = filepath.Base(path)
	}
	if filepath.Ext(path) != ".html" {
		rel = filepath.Dir(rel)
	}
	return filepath.ToSlash(rel)
}

// readMatch reads the games of a match, which may be in progress. Those of a
// ladder are none: its table tells of them.
func readMatch(path string) (web.Result, error) {
	about, err := arena.About(filepath.Dir(path))
	if err != nil || about["a"] == "" || about["b"] == "" || about["study"] != "" {
		return web.Result{}, fmt.Errorf("no match: %w", err)
	}
	g, err := games.Make(about["game"])
	if err != nil {
		return web.Result{}, err
	}
	names, series := called(filepath.Dir(path), about), arena.NewSeries(0, nil)
	damaged := 0
	for row, err := range arena.Journal(filepath.Dir(path), about) {
		switch {
		case err != nil || row.Game != nil && row.Game.Verify(g) != nil:
			damaged++
		case row.Game != nil:
			series.Add(*row.Game)
		}
	}
	r := web.Result{Kind: "match", Title: fmt.Sprintf("%s: %s against %s", g.Spec().Name, names[0], names[1])}
	if damaged > 0 {
		r.Lines = append(r.Lines, fmt.Sprintf("%d damaged lines of %s are left out.", damaged, filepath.Base(path)))
	}
	if series.Pairs.N() == 0 {
		r.Lines = append(r.Lines, "No pair of games is finished yet.")
		return r, nil
	}
	showScores(report.NewScoreboard(g, names, series, about["openings"], filepath.Dir(path)), &r)
	return r, nil
}

// called returns the names of a match's agents, of older folders their keys.
func called(dir string, about map[string]string) [2]string {
	names, _ := arena.Names(dir)
	return [2]string{cmp.Or(names["a"], shortKey(about["a"])), cmp.Or(names["b"], shortKey(about["b"]))}
}

// longHash is that of a checkpoint in a key.
var longHash = regexp.MustCompile(`[0-9a-f]{40,}`)

// shortKey leaves of the hashes in a key what tells them apart.
func shortKey(key string) string {
	return longHash.ReplaceAllStringFunc(key, func(h string) string { return h[:8] })
}

// showScores writes the scoreboard as the page has it.
func showScores(b *report.Scoreboard, r *web.Result) {
	r.Head = []string{"playing", b.A + " scores", "95 % interval", "won", "drawn", "lost", "cut off"}
	for _, role := range b.Rows() {
		s, points := role.Score, role.Points
		r.Rows = append(r.Rows, []string{
			role.Role, fmt.Sprintf("%.1f %%", 100**points.Estimate), fmt.Sprintf("%.1f to %.1f %%", 100**points.Low, 100**points.High),
			fmt.Sprint(s.Wins), fmt.Sprint(s.Draws - s.Truncated), fmt.Sprint(s.Losses), fmt.Sprint(s.Truncated),
		})
	}
	r.Lines = append(r.Lines, fmt.Sprintf("%d games.", b.Games), "Elo above "+b.B+": "+eloWords(b.Elo)+".")
	for _, line := range b.Lines() {
		head, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		r.Lines = append(r.Lines, strings.ToUpper(head[:1])+head[1:]+": "+strings.TrimSpace(rest)+".")
	}
}

// eloWords tells a difference in Elo, which has no bound on a side where the
// games leave everything possible.
func eloWords(e report.Bounds) string {
	switch {
	case e.Low != nil && e.High != nil:
		return fmt.Sprintf("%+.0f (95 %%: %+.0f to %+.0f)", *e.Estimate, *e.Low, *e.High)
	case e.Low != nil:
		return fmt.Sprintf("at least %+.0f (95 %%), with no upper bound", *e.Low)
	case e.High != nil:
		return fmt.Sprintf("at most %+.0f (95 %%), with no lower bound", *e.High)
	}
	return "unknown: the games leave everything possible"
}

// readLadder reads the table of a ladder.
func readLadder(path string) (web.Result, error) {
	var t report.Ratings
	text, err := bounded.ReadFile(path, mostTable)
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err != nil || t.Game == "" {
		return web.Result{}, fmt.Errorf("no ladder: %w", err)
	}
	r := web.Result{
		Kind: "ladder", Title: fmt.Sprintf("%s: %d agents", t.Game, len(t.Agents)),
		Lines: []string{
			fmt.Sprintf("%d games; Elo with 95 %% intervals, %s fixed.", t.Games, t.Anchor),
			fmt.Sprintf("To be %s is worth %.0f %s Elo; equals draw %.0f %% of their games.", t.Roles[0], math.Round(t.Advantage.Elo)+0, t.Advantage.Margin(), 100*t.Draws),
		},
		Head: []string{"agent", "Elo", "±", "better than the next", "points", "games", "as " + t.Roles[0], "as " + t.Roles[1]},
	}
	for _, rung := range t.Agents {
		above := ""
		if rung.AboveNext != nil {
			above = report.Likelihood(*rung.AboveNext)
		}
		r.Rows = append(r.Rows, []string{
			cmp.Or(rung.Name, rung.Agent), fmt.Sprintf("%.0f", rung.Elo), fmt.Sprintf("%.0f", (rung.High-rung.Low)/2), above,
			fmt.Sprintf("%.1f %%", 100*rung.Roles[0].Plus(rung.Roles[1]).Mean()), fmt.Sprint(rung.Games),
			rung.InRole(0), rung.InRole(1),
		})
	}
	return r, nil
}

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
