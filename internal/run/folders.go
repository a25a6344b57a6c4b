package run

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ludens/arena"
	"ludens/env"
	gamelist "ludens/env/games"
	"ludens/internal/disk"
	"ludens/internal/report"
	"ludens/internal/web"
)

// mostTable is how long a ladder's table may be, in bytes.
const mostTable = 1 << 20

// OpenResults looks whether the folders are there; nil are those that the verbs
// write to.
func OpenResults(dirs []string) (*Results, error) {
	for _, dir := range dirs {
		if s, err := os.Stat(dir); err != nil || !s.IsDir() {
			return nil, fmt.Errorf("serve: --results %s: there is no such folder; results are made by ludens match, ladder and balance", dir)
		}
	}
	if dirs == nil {
		dirs = []string{"matches", "ladders", "balances", "reports"}
	}
	return newResults(dirs, map[string]Reader{"games.jsonl": readMatch, "ladder.json": readLadder}), nil
}

// gameOf returns the game that a folder of results is about, whose file the folder may
// have.
func gameOf(about map[string]string) (env.Game, error) {
	if text := about["variant"]; text != "" {
		if _, err := gamelist.Read("the file of "+about["game"]+" in its results", text); err != nil {
			return nil, err
		}
	}
	return gamelist.Make(about["game"])
}

// readMatch reads the games of a match, which may be in progress. Those of a
// ladder are left out: its table shows them.
func readMatch(path string) (web.Result, error) {
	about, err := arena.About(filepath.Dir(path))
	if err != nil || about["a"] == "" || about["b"] == "" || about["study"] != "" {
		return web.Result{}, fmt.Errorf("no match: %w", err)
	}
	g, err := gameOf(about)
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

// shortKey leaves of the hashes in a key what distinguishes them.
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

// eloWords writes a difference in Elo, which has no bound on a side where the
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
	text, err := disk.ReadFile(path, mostTable)
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
		r.Rungs = append(r.Rungs, web.Rung{Name: cmp.Or(rung.Name, rung.Agent), Hash: longHash.FindString(rung.Key), Elo: rung.Elo, Low: rung.Low, High: rung.High})
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

// The files of a run, as its ledger names them: with slashes, from its folder on.
const (
	configName  = "config.toml"
	ledgerName  = "ledger.jsonl"
	metricsName = "metrics.jsonl"
	checkpoints = "checkpoints"
	games       = "games"
)

func checkpointName(iteration int) string { return fmt.Sprintf("%s/%06d.ckpt", checkpoints, iteration) }

func gamesName(iteration int) string { return fmt.Sprintf("%s/%06d.seg", games, iteration) }

// numbered matches what the two functions above write.
var numbered = regexp.MustCompile(`^(?:checkpoints/(\d{6,})\.ckpt|games/(\d{6,})\.seg)$`)

// iterationOf reads the number in the name of a checkpoint or of games. Other
// files beside them, such as a best.ckpt, have none and are not the run's.
func iterationOf(name string) (iteration int, ok bool) {
	m := numbered.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1] + m[2])
	return n, err == nil && (name == checkpointName(n) || name == gamesName(n))
}

func at(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }

// iterations returns which iterations have a file in a sub-folder of a run, in
// order.
func iterations(dir, sub string) (all []int, err error) {
	entries, err := os.ReadDir(filepath.Join(dir, sub))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if n, ok := iterationOf(sub + "/" + e.Name()); ok && !e.IsDir() {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all, err
}

// maxFile bounds a file of a run, bytes: a checkpoint of the largest network has half of it.
const maxFile = 2 << 30

// sha256Of returns the SHA-256 of a file of a run.
func sha256Of(path string) (string, error) { return disk.SHA256(path, maxFile) }

func sha256OfText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// maxConfig bounds a configuration, bytes: two hundred lines are 6,000.
const maxConfig = 1 << 20

// readConfig returns the text of a run's configuration.
func readConfig(dir string) (string, error) {
	text, err := disk.ReadFile(at(dir, configName), maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s %w: it has no %s", dir, ErrNoRun, configName)
	}
	return string(text), err
}
