package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ludens/internal/exact"
)

//go:embed scoreboard.toml
var scoreboardRows string

// scoreboard rewrites the tables of docs/scoreboard.md: agents in positions whose exact values
// are known, the results against engines that docs/strength.md has, and what others publish.
// What is in the folder is not measured again.
func scoreboard(_ context.Context, args []string) error {
	var b board
	f := flag.NewFlagSet("scoreboard", flag.ExitOnError)
	f.StringVar(&b.dir, "out", filepath.Join("matches", "scoreboard"), "folder of the runs and results")
	f.StringVar(&b.ludens, "ludens", "", "program (default: built from this checkout)")
	f.IntVar(&b.positions, "positions", 400, "of each game")
	page := f.String("page", filepath.Join("docs", "scoreboard.md"), "page whose tables are rewritten")
	copied := f.Bool("copied", false, "rewrite only the tables that are not measured here")
	f.Parse(args)
	text, err := os.ReadFile(*page)
	if err != nil {
		return err
	}
	tables, err := copiedTables(filepath.Join(filepath.Dir(*page), "strength.md"))
	if err == nil && !*copied {
		tables["exact"], err = b.exact()
	}
	if err != nil {
		return err
	}
	out, err := withTables(string(text), tables)
	if err != nil {
		return fmt.Errorf("%s: %w", *page, err)
	}
	return os.WriteFile(*page, []byte(out), 0o644)
}

// standards is scoreboard.toml.
type standards struct {
	Exact []exactRow
	Peer  []peer
}

type exactRow struct {
	Game, Agent, Training string
	Train                 bool
}

type peer struct{ Program, Game, Cost, Published, Source, Comparable string }

func readStandards(text string) (s standards, err error) {
	err = decode(text, &s)
	for i, r := range s.Exact {
		if err == nil && (r.Game == "" || r.Agent == "" || r.Train == (r.Training != "")) {
			err = fmt.Errorf("exact row %d: want game, agent, and either train or training", i+1)
		}
	}
	for i, p := range s.Peer {
		if err == nil && (p.Program == "" || p.Game == "" || p.Cost == "" || p.Published == "" || p.Source == "" || p.Comparable == "") {
			err = fmt.Errorf("peer %d: want program, game, cost, published, source and comparable", i+1)
		}
	}
	return s, err
}

// board measures.
type board struct {
	dir, ludens string
	positions   int
}

// exact returns the table of agents beside exact values.
func (b *board) exact() (string, error) {
	rows, err := readStandards(scoreboardRows)
	if err != nil {
		return "", err
	}
	g, err := newGallery(b.dir, b.ludens)
	if err != nil {
		return "", err
	}
	table := "| game | agent | training, CPU time | values kept | where a wrong move exists | command |\n|---|---|--:|--:|--:|---|\n"
	for _, r := range rows.Exact {
		training := r.Training
		if r.Train {
			if err := g.train(r.Game); err != nil {
				return "", fmt.Errorf("%s: %w", r.Game, err)
			}
			minutes, err := g.minutes(r.Game)
			if err != nil {
				return "", err
			}
			training = fmt.Sprintf("%.1f min, `ludens train %s --run %s`", minutes, r.Game, r.Game)
		}
		kept, err := b.kept(g, r)
		if err != nil {
			return "", fmt.Errorf("%s, %s: %w", r.Game, r.Agent, err)
		}
		table += fmt.Sprintf("| %s | `%s` | %s | %s | %s | `ludens %s` |\n", r.Game, r.Agent, training,
			share(kept.All), share(kept.Decisive), strings.Join(b.command(r), " "))
	}
	return table, nil
}

// command is the verb that measures a row.
func (b *board) command(r exactRow) []string {
	return []string{"eval", r.Game, r.Agent, "--truth", "--positions", fmt.Sprint(b.positions)}
}

// kept returns what an agent keeps of the exact values, measured or from the folder.
func (b *board) kept(g *gallery, r exactRow) (exact.Kept, error) {
	file := filepath.Join(b.dir, strings.NewReplacer(":", "-", "@", "-").Replace(fmt.Sprintf("%s-%s-%d.json", r.Game, r.Agent, b.positions)))
	text, err := os.ReadFile(file)
	if err != nil {
		var out strings.Builder
		if _, err := g.carryOut(&out, append(b.command(r), "--json")...); err != nil {
			return exact.Kept{}, err
		}
		text = []byte(out.String())
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return exact.Kept{}, err
		}
	}
	var a exact.Accuracy
	err = json.Unmarshal(text, &a)
	return a.Kept, err
}

// share is a proportion with its 95 % interval, in percent.
func share(p exact.Proportion) string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f] of %d", 100*p.Share, 100*p.Low, 100*p.High, p.Positions)
}

// copiedTables are those that are not measured here: the results against engines, from the page that
// has them, and what others publish.
func copiedTables(strength string) (map[string]string, error) {
	rows, err := readStandards(scoreboardRows)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(strength)
	if err != nil {
		return nil, err
	}
	tables := map[string]string{"engines": firstTable(string(text))}
	if tables["engines"] == "" {
		return nil, fmt.Errorf("%s has no table", strength)
	}
	tables["peers"] = "| program | game | cost of training | what is published | comparable? |\n|---|---|---|---|---|\n"
	for _, p := range rows.Peer {
		tables["peers"] += fmt.Sprintf("| [%s](%s) | %s | %s | %s | %s |\n", p.Program, p.Source, p.Game, p.Cost, p.Published, p.Comparable)
	}
	return tables, nil
}

// firstTable returns the first table of a page.
func firstTable(page string) (table string) {
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "|"):
			table += line
		case table != "":
			return table
		}
	}
	return table
}

// withTables puts tables between their marks in a page: <!-- name --> and <!-- end -->.
func withTables(page string, tables map[string]string) (string, error) {
	for name, table := range tables {
		before, rest, began := strings.Cut(page, "<!-- "+name+" -->\n")
		_, after, ended := strings.Cut(rest, "<!-- end -->\n")
		if !began || !ended {
			return "", fmt.Errorf("want <!-- %s --> and <!-- end --> around the table", name)
		}
		page = before + "<!-- " + name + " -->\n\n" + table + "\n<!-- end -->\n" + after
	}
	return page, nil
}
