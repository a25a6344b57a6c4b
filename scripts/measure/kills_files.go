package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
)

// files are the SHA-256 of a run's files by name, of the metrics without times. What a
// learner's server keeps is not the run's.
type files map[string]sum

type sum string

func (s sum) short() string { return string(s[:min(12, len(s))]) }

func read(dir string) (files, error) {
	dir = filepath.Join(dir, "run")
	all := files{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == "fleet" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if name == "metrics.jsonl" {
			b, err = timeless(b)
		}
		hash := sha256.Sum256(b)
		all[filepath.ToSlash(name)] = sum(hex.EncodeToString(hash[:]))
		return err
	})
	return all, err
}

// timeless returns metrics without what depends on the clock.
func timeless(metrics []byte) (kept []byte, err error) {
	for line := range bytes.Lines(metrics) {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(line, &fields); err != nil {
			return nil, err
		}
		for _, clock := range []string{"time", "seconds", "playing_seconds", "sha256"} {
			delete(fields, clock)
		}
		b, err := json.Marshal(fields)
		if err != nil {
			return nil, err
		}
		kept = append(append(kept, b...), '\n')
	}
	return kept, nil
}
