package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"ludens/configs"
	"ludens/internal/device"
)

// spanned finds commands between backquotes, which a line's end may break; indented finds
// those of a line of their own, up to what two spaces set off as a remark.
var (
	spanned  = regexp.MustCompile("`ludens ([a-z][^`]*)`")
	indented = regexp.MustCompile(`(?m)^(?:    |  +\$ |\$ )(?:go run \./cmd/ludens|ludens) ([a-z]+(?: .*)?)$`)
	remark   = regexp.MustCompile(`\s{2,}.*|\s#.*| [|>&<] .*|[.,;]$|…|\.\.\.`)
)

// commandsIn returns the commands that a text tells people to type.
func commandsIn(text string) (all []string) {
	for _, found := range spanned.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.Join(strings.Fields(found[1]), " "))
	}
	for _, found := range indented.FindAllStringSubmatch(text, -1) {
		line, _ := strings.CutSuffix(found[1], `\`)
		all = append(all, line)
	}
	for i, line := range all {
		all[i] = strings.TrimSpace(remark.ReplaceAllString(line, ""))
	}
	return all
}

// wrongWith returns what is wrong with a command line: its verb or a flag of it. It runs
// nothing.
func wrongWith(line string) error {
	args := split(line)
	c, rest, err := newRoot(new(device.Choice)).Find(args)
	if err != nil {
		return err
	}
	if !c.HasParent() {
		return fmt.Errorf("no verb %q", args[0])
	}
	c.InheritedFlags() // which joins them to its own
	var unknown *pflag.NotExistError
	if err := c.ParseFlags(rest); errors.As(err, &unknown) {
		return err
	}
	return nil // a text may name a flag without its value
}

// keyed finds keys of a configuration in a text.
var keyed = regexp.MustCompile("`(?:--set )?((?:search|selfplay|train|optimiser|evaluation|network|play|pretrain)\\.[a-z][a-z_.]*)(?: ?= ?[^`]*)?`")

// wrongKey returns what is wrong with a key: there is none of that name.
func wrongKey(key string) error {
	layers, err := configs.Set([]string{key + "=[]"})
	if err == nil {
		_, err = configs.Load(layers...)
	}
	if err != nil && strings.Contains(err.Error(), "unknown key") {
		return err
	}
	return nil // no key is an empty list in a run without a game
}

// Every command in README and docs has a verb and flags that there are, and every key of a
// configuration is one. Decisions and
// studies are of their time: they say what was typed then.
func TestDocumentedCommands(t *testing.T) {
	met, keys := 0, 0
	if wrongKey("train.iteration") == nil {
		t.Error("a key that is not there is not noticed")
	}
	for _, line := range []string{"trane celta", "train celta --sett a=b", "balance rules celta --goal x"} {
		if wrongWith(line) == nil {
			t.Errorf("ludens %s: a verb or flag that is not there is not noticed", line)
		}
	}
	root := filepath.Join("..", "..")
	check := func(file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range keyed.FindAllStringSubmatch(string(text), -1) {
			keys++
			if err := wrongKey(key[1]); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
		for _, line := range commandsIn(string(text)) {
			met++
			if err := wrongWith(line); err != nil {
				t.Errorf("%s: ludens %s: %v", file, line, err)
			}
		}
	}
	check(filepath.Join(root, "README.md"))
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "adr" || d.Name() == "studies") {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(file, ".md") {
			check(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if met < 200 || keys < 50 {
		t.Errorf("%d commands and %d keys were found: too few to have looked everywhere", met, keys)
	}
}
