// Measure measures what the documentation reports, beyond what `ludens` measures itself:
//
//	python3 scripts/measure/compare.py                                      (compare.md)
//	go run ./scripts/measure crowd -preset cetran2 -games 4096 -o docs/pictures/scale.svg
//	go run ./scripts/measure fuzz -share 600
//	go run ./scripts/measure gallery --out gallery copenhagen capablanca halma-8x8 gomoku
//	go run ./scripts/measure levels celta connect4
//	go run ./scripts/measure lines                                          (the house, room by room)
//	go run ./scripts/measure methods celta connect4                         (docs/guide/evaluation.md)
//	go run ./scripts/measure kills --random 300 --aimed 100
//	go run ./scripts/measure mutants --n 30 ./arena ./stat                  (CONTRIBUTING.md)
//	go run ./scripts/measure openings celta connect4
//	go run ./scripts/measure puzzles celta connect4
//	go run ./scripts/measure scoreboard                                     (docs/scoreboard.md)
//	go run ./scripts/measure strength -games 40
//
// It is run in the root of the tree.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"ludens/env"
	"ludens/env/games"
)

var verbs = map[string]func(ctx context.Context, args []string) error{
	"compare":    compare,
	"scoreboard": scoreboard,
	"crowd":      crowd,
	"fuzz":       fuzz,
	"gallery":    showGallery,
	"kills":      kills,
	"levels":     levels,
	"lines":      lines,
	"methods":    methods,
	"mutants":    mutants,
	"openings":   openings,
	"puzzles":    puzzles,
	"quota":      quota,
	"strength":   strength,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	verb := strings.Join(os.Args[1:min(2, len(os.Args))], "")
	work, ok := verbs[verb]
	if !ok {
		fmt.Fprintf(os.Stderr, "measure: want one of %s\n", strings.Join(slices.Sorted(maps.Keys(verbs)), ", "))
		os.Exit(2)
	}
	if err := work(ctx, os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", verb, err)
		os.Exit(1)
	}
}

// eachGame calls measure for the games that are named behind a verb's flags.
func eachGame(f *flag.FlagSet, measure func(g env.Game) error) error {
	if f.NArg() == 0 {
		return fmt.Errorf("which game? As in: go run ./scripts/measure %s celta connect4", f.Name())
	}
	for _, name := range f.Args() {
		g, err := games.Make(name)
		if err == nil {
			err = measure(g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// built returns the path of a program: the one that is named, or ludens, built from this checkout
// in a folder.
func built(program, dir string, flags ...string) (string, error) {
	if program == "" {
		program = filepath.Join(dir, "ludens")
		args := append(append([]string{"build"}, flags...), "-o", program, "ludens/cmd/ludens")
		if said, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("go build: %w\n%s", err, said)
		}
	}
	return filepath.Abs(program)
}

// overlay returns the flag of the go command that puts a text in place of a file; it is kept in a
// folder meanwhile.
func overlay(dir, file string, text []byte) (flag string, err error) {
	changed, list := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	return "-overlay=" + list, errors.Join(err, os.WriteFile(changed, text, 0o600), os.WriteFile(list, replace, 0o600))
}

// decode reads TOML that has no other keys than v.
func decode(text string, v any) error {
	meta, err := toml.Decode(text, v)
	if err == nil && len(meta.Undecoded()) > 0 {
		err = fmt.Errorf("unknown key %s", meta.Undecoded()[0])
	}
	return err
}

// readLines reads a file of JSON, a value a line.
func readLines[T any](path string) (all []T, err error) {
	text, err := os.ReadFile(path)
	for d := json.NewDecoder(bytes.NewReader(text)); err == nil && d.More(); {
		var v T
		if err = d.Decode(&v); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, len(all)+1, err)
		}
		all = append(all, v)
	}
	return all, err
}

// writeLines writes such a file.
func writeLines[T any](path string, all []T) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, v := range all {
		if err := e.Encode(v); err != nil {
			return err
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
