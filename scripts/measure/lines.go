package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"

	"ludens/internal/prose"
)

// abilitiesText lists what the program has learned to do since a revision, and in which files.
//
//go:embed lines.toml
var abilitiesText string

// ability is something that the program could not do at the revision that lines.toml names.
type ability struct {
	Name  string
	Issue int
	Paths []string // files, or folders with all in them
}

// source is the Go files of a revision, by their paths: without generated and borrowed code,
// generators of assembly, and the data of tests.
type source map[string]string

// lines counts the lines of the source, room by room, at a revision and at another, and how
// many of them are abilities that the earlier one did not have.
func lines(ctx context.Context, args []string) error {
	var abilities struct {
		Since   string
		Ability []ability
	}
	if err := decode(abilitiesText, &abilities); err != nil {
		return err
	}
	flags := flag.NewFlagSet("lines", flag.ContinueOnError)
	since := flags.String("since", abilities.Since, "the earlier revision")
	at := flags.String("at", "HEAD", "the later revision")
	if err := flags.Parse(args); err != nil {
		return err
	}
	then, err := sourceAt(ctx, *since)
	if err != nil {
		return err
	}
	now, err := sourceAt(ctx, *at)
	if err != nil {
		return err
	}
	rooms := [][]string{{"room", "then", "now", "files then", "files", "tests per code"}}
	for _, room := range append([]string{""}, slices.Sorted(maps.Keys(now.rooms()))...) {
		code, tests, files := now.count(room)
		before, _, were := then.count(room)
		rooms = append(rooms, []string{cmp.Or(room, "all"), fmt.Sprint(before), fmt.Sprint(code), fmt.Sprint(were), fmt.Sprint(files), fmt.Sprintf("%.2f", float64(tests)/float64(code))})
	}
	fmt.Print(prose.Table(rooms, []bool{true, false, false, false, false, false}, 92), "\n")
	table, later, err := now.abilities(abilities.Ability)
	if err != nil {
		return err
	}
	fmt.Print(prose.Table(table, []bool{true, false, false}, 92), "\n")
	before, _, _ := then.count("")
	all, _, _ := now.count("")
	fmt.Printf("%d lines then; %d now, %d of them in files of later abilities, %d in the others: %.2f of then.\n", before, all, later, all-later, float64(all-later)/float64(before))
	fmt.Printf("Of the lines of now %d stood somewhere then, word for word.\n", now.kept(then))
	return nil
}

// sourceAt returns the source of a revision of this repository.
func sourceAt(ctx context.Context, revision string) (source, error) {
	archive, err := exec.CommandContext(ctx, "git", "archive", revision).Output()
	if err != nil {
		return nil, fmt.Errorf("git archive %s: %w", revision, err)
	}
	return readSource(bytes.NewReader(archive))
}

func readSource(archive io.Reader) (source, error) {
	all := source{}
	for files := tar.NewReader(archive); ; {
		head, err := files.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if path.Ext(head.Name) != ".go" || strings.Contains(head.Name, "testdata/") || strings.Contains(head.Name, "/_asm/") {
			continue
		}
		text, err := io.ReadAll(files)
		if err != nil {
			return nil, err
		}
		all[head.Name] = string(text)
	}
}

func isTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

// rooms are the folders with code.
func (s source) rooms() map[string]bool {
	all := map[string]bool{}
	for file := range s {
		if !isTest(file) {
			all[path.Dir(file)] = true
		}
	}
	return all
}

// count returns the lines of code and of tests in a room, "" for all, and its files of code.
func (s source) count(room string) (code, tests, files int) {
	for file, text := range s {
		switch n := strings.Count(text, "\n"); {
		case room != "" && path.Dir(file) != room:
		case isTest(file):
			tests += n
		default:
			code, files = code+n, files+1
		}
	}
	return code, tests, files
}

// abilities returns a table of abilities with their lines, and their sum. A path without a file
// and a file of two abilities are errors.
func (s source) abilities(all []ability) (table [][]string, sum int, err error) {
	table, owner := [][]string{{"later ability", "issue", "lines"}}, map[string]string{}
	for _, a := range all {
		n := 0
		for _, p := range a.Paths {
			found := false
			for file, text := range s {
				if isTest(file) || file != p && path.Dir(file) != p {
					continue
				}
				if other := owner[file]; other != "" {
					return nil, 0, fmt.Errorf("%s belongs to %q and to %q", file, other, a.Name)
				}
				owner[file], found = a.Name, true
				n += strings.Count(text, "\n")
			}
			if !found {
				return nil, 0, fmt.Errorf("%q: there is no %s", a.Name, p)
			}
		}
		table, sum = append(table, []string{a.Name, fmt.Sprint(a.Issue), fmt.Sprint(n)}), sum+n
	}
	return table, sum, nil
}

// kept returns how many lines of code stand in another source, too, each as often as there, but
// for blanks at their ends.
func (s source) kept(in source) (n int) {
	left := map[string]int{}
	each := func(s source, visit func(line string)) {
		for file, text := range s {
			if !isTest(file) {
				for line := range strings.Lines(text) {
					visit(strings.TrimSpace(line))
				}
			}
		}
	}
	each(in, func(line string) { left[line]++ })
	each(s, func(line string) {
		if left[line] > 0 {
			left[line]--
			n++
		}
	})
	return n
}
