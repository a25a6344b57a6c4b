package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A program with two verbs: each has its page, with its own headings, and roff finds no
// order in what the help says.
func TestManuals(t *testing.T) {
	const help = "Ludens learns. And more.\n\nAvailable Commands:\n  help        Help about any command\n  play        Play against\n              it\n  train       Learn\n\nFlags:\n  --version\n"
	asked := []string{}
	ask := func(words ...string) (string, error) {
		asked = append(asked, strings.Join(words, " "))
		switch {
		case words[0] == "--help":
			return help, nil
		case words[0] == "completion":
			return "complete " + words[1], nil
		case words[0] == "play":
			return "Play is a verb\nof two lines.\n\nUsage:\n.hidden \\order\n'too\n", nil
		}
		return "Train trains.\n", nil
	}
	dir := t.TempDir()
	if err := describe(dir, ask); err != nil {
		t.Fatal(err)
	}
	page := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want := ".TH LUDENS-PLAY 1\n.SH NAME\nludens-play \\- Play is a verb of two lines\n.SH DESCRIPTION\n.nf\nPlay is a verb\nof two lines.\n\n.fi\n.SH USAGE\n.nf\n\\&.hidden \\eorder\n\\&'too\n.fi\n"
	if got := page("man1/ludens-play.1"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := page("man1/ludens.1"); !strings.Contains(got, ".SH FLAGS\n") || !strings.Contains(got, "ludens \\- Ludens learns\n") {
		t.Errorf("got\n%s", got)
	}
	if page("zsh/_ludens") != "complete zsh" || page("man1/ludens-train.1") == "" || slices.Contains(asked, "help --help") {
		t.Errorf("asked %q", asked)
	}
	if err := describe(dir, func(...string) (string, error) { return "no list", nil }); err == nil {
		t.Error("a program without verbs has manuals")
	}
	if err := describe(dir, func(words ...string) (string, error) {
		if words[0] == "completion" {
			return "", errors.New("no shell")
		}
		return ask(words...)
	}); err == nil || !strings.Contains(err.Error(), "completion") {
		t.Errorf("a program without completions: %v", err)
	}
}
