package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// liars runs fleets of three workers and a liar until that many processes were killed, and
// then, as a control, fleets without audits until the liar has changed one's outcome.
func (s *series) liars(dir string, want files) error {
	forger, err := buildForger(dir)
	if err != nil {
		return err
	}
	delete(want, "ledger.jsonl") // which has the proof in some line
	caught, runs, before := 0, 0, s.kills
	for ; s.kills-before < s.liar || caught == 0; runs++ {
		f := fleet{series: s, dir: filepath.Join(dir, fmt.Sprint("liar", runs)), workers: 3, forger: forger, audit: "0.02"}
		if err := f.compared(s.liar-(s.kills-before), want); err != nil {
			return err
		}
		if f.caught {
			caught++
		}
	}
	fmt.Printf("%d kills in %d fleets with a liar, which was expelled in %d: all came to checkpoint %s\n", s.kills-before, runs, caught, want["checkpoints/000004.ckpt"].short())
	for range 5 {
		f := fleet{series: s, dir: filepath.Join(dir, "control"), workers: 3, forger: forger, audit: "0"}
		if err := f.compared(0, want); errors.Is(err, errFiles) {
			fmt.Println("control, without audits: the liar changes the outcome")
			return nil
		} else if err != nil {
			return err
		}
	}
	return errors.New("control: without audits the liar changes nothing")
}

// invite makes keys for that many workers.
func (f *fleet) invite(workers int) error {
	for range workers {
		out, err := exec.Command(f.ludens, "work", "--invite", "--keys", filepath.Join(f.dir, "keys")).Output()
		if err != nil {
			return err
		}
		_, key, _ := strings.Cut(string(out), "--key ")
		key, _, _ = strings.Cut(key, "\n")
		f.keys = append(f.keys, key)
	}
	return nil
}

// honest is where a worker brings a record of self-play, and forged what stands there in the
// liar: the record follows the rules, but its first value is another.
const (
	honest = "bring(number, r.Marshal())"
	forged = "for i := range r.Plies { if len(r.Plies[i].Policy) > 1 { r.Plies[i].Value = -r.Plies[i].Value / 2; break } }; " + honest
)

// buildForger builds a ludens whose workers forge. The tree is not changed.
func buildForger(dir string) (program string, err error) {
	where, err := exec.Command("go", "list", "-f", "{{.Dir}}", "ludens/internal/fleet").Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	player := filepath.Join(strings.TrimSpace(string(where)), "player.go")
	src, err := os.ReadFile(player)
	if err != nil {
		return "", err
	}
	if bytes.Count(src, []byte(honest)) != 1 {
		return "", fmt.Errorf("%s: want %q once", player, honest)
	}
	forger := filepath.Join(dir, "forger")
	if err := os.Mkdir(forger, 0o755); err != nil {
		return "", err
	}
	flag, err := overlay(forger, player, bytes.Replace(src, []byte(honest), []byte(forged), 1))
	if err != nil {
		return "", err
	}
	return built("", forger, flag)
}

// judge notes whether the liar was expelled, and takes the ledger away, which verify must find
// in order.
func (f *fleet) judge() error {
	run := filepath.Join(f.dir, "run")
	out, err := exec.Command(f.ludens, "verify", run).CombinedOutput()
	if err != nil {
		return fmt.Errorf("verify: %w\n%s", err, out)
	}
	f.caught = bytes.Contains(out, []byte("\nforged "))
	return os.Remove(filepath.Join(run, "ledger.jsonl"))
}

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
		if err != nil || d.IsDir() || d.Name() == "workers.json" { // who played
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
