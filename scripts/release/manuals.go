package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// manuals writes what belongs to an installed program: a page for man of each verb, out of
// its help, and the completions of four shells. It builds the program to ask it.
func manuals(args []string) error {
	f := flag.NewFlagSet("manuals", flag.ExitOnError)
	to := f.String("to", filepath.Join("build", "manuals"), "folder to write to")
	f.Parse(args)
	folder, err := os.MkdirTemp("", "manuals")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "ludens")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/ludens").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return describe(*to, func(words ...string) (string, error) {
		c := exec.Command(program, words...)
		c.Env = append(os.Environ(), "COLUMNS=80")
		out, err := c.Output()
		return string(out), err
	})
}

// completions are the files of shells, each where its packages look for it.
var completions = map[string]string{"bash": "ludens", "zsh": "_ludens", "fish": "ludens.fish", "powershell": "ludens.ps1"}

// describe writes manuals and completions of a program that ask runs.
func describe(to string, ask func(words ...string) (string, error)) error {
	help, err := ask("--help")
	if err != nil {
		return err
	}
	verbs := verbsOf(help)
	if len(verbs) == 0 {
		return errors.New("the program's help lists no verbs")
	}
	files := map[string]string{filepath.Join("man1", "ludens.1"): manual("ludens", help)}
	for _, verb := range verbs {
		text, err := ask(verb, "--help")
		if err != nil {
			return fmt.Errorf("%s: %w", verb, err)
		}
		files[filepath.Join("man1", "ludens-"+verb+".1")] = manual("ludens-"+verb, text)
	}
	for shell, name := range completions {
		if files[filepath.Join(shell, name)], err = ask("completion", shell); err != nil {
			return fmt.Errorf("completion %s: %w", shell, err)
		}
	}
	for name, text := range files {
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// verbLine is a line of the list of verbs: two spaces, the verb, and what it does.
var verbLine = regexp.MustCompile(`(?m)^  ([a-z]+) {2,}[A-Z]`)

// verbsOf returns the verbs that a program's help lists, but for the one that prints help.
func verbsOf(help string) (verbs []string) {
	_, list, _ := strings.Cut(help, "Available Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	for _, row := range verbLine.FindAllStringSubmatch(list, -1) {
		if row[1] != "help" {
			verbs = append(verbs, row[1])
		}
	}
	return verbs
}

// heading is a line of help that begins a part of it.
var heading = regexp.MustCompile(`^[A-Z][A-Za-z ]*:$`)

// manual returns help as a page for man: its headings are those of the page, and the rest
// stays as it is, line by line.
func manual(name, help string) string {
	var page bytes.Buffer
	about, _, _ := strings.Cut(help, "\n\n")
	about, _, _ = strings.Cut(strings.Join(strings.Fields(about), " "), ". ")
	fmt.Fprintf(&page, ".TH %s 1\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n", strings.ToUpper(name), name, escaped(strings.TrimSuffix(about, ".")))
	for line := range strings.Lines(help) {
		line = strings.TrimRight(line, "\n")
		if heading.MatchString(line) {
			fmt.Fprintf(&page, ".fi\n.SH %s\n.nf\n", strings.ToUpper(strings.TrimSuffix(line, ":")))
			continue
		}
		page.WriteString(escaped(line) + "\n")
	}
	page.WriteString(".fi\n")
	return page.String()
}

// escaped keeps roff from reading orders in a line of text.
func escaped(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
