package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// study is a game, what all runs share, and the arms; the first is the whole
// method, which the others are compared with.
type study struct {
	Game      string
	Positions int      // of an exam
	Every     int      // iterations from one examined checkpoint to the next
	Exams     []exam   `toml:"exam"`
	Share     []string // settings, as for ludens train --set
	Arms      []arm    `toml:"arm"`
}

// exam asks for a move in every position. Its mark is the share of kept values
// where a wrong move exists.
type exam struct {
	Simulations int     // of the search; 0: the network alone
	Target      float64 // the mark that evaluations are counted to
}

func (e exam) String() string {
	if e.Simulations == 0 {
		return "the network alone"
	}
	return fmt.Sprintf("the network and %d simulations", e.Simulations)
}

// arm is one way to train.
type arm struct {
	Name string
	Says string   // what it is, for people
	Set  []string // settings that differ
	// Iterations of a run; 0: as all.
	Iterations int
}

func readStudy(file string) (s study, err error) {
	md, err := toml.DecodeFile(file, &s)
	if err != nil {
		return s, err
	}
	if extra := md.Undecoded(); len(extra) > 0 {
		return s, fmt.Errorf("%s: unknown key %q", file, extra[0])
	}
	if s.Game == "" || s.Positions < 1 || s.Every < 1 || len(s.Exams) == 0 || len(s.Arms) == 0 {
		return s, fmt.Errorf("%s: want a game, positions and every from 1 up, an exam, and an arm", file)
	}
	return s, nil
}

// choose returns the arms of these names, the first arm before them.
func (s study) choose(names []string) (chosen []arm, err error) {
	for i, a := range s.Arms {
		if i == 0 || slices.Contains(names, a.Name) {
			chosen = append(chosen, a)
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(s.Arms, func(a arm) bool { return a.Name == n }) {
			return nil, fmt.Errorf("there is no arm %q", n)
		}
	}
	return chosen, nil
}

// settings are all settings of a run of a, each key once.
func (s study) settings(a arm, seed int) (lines []string) {
	set := slices.Concat(s.Share, a.Set)
	if a.Iterations > 0 {
		set = append(set, fmt.Sprintf("train.iterations=%d", a.Iterations))
	}
	set = append(set, fmt.Sprintf("seed=%d", seed), fmt.Sprintf("evaluation.every=%d", s.Every), "evaluation.watch=\"\"", "evaluation.baselines=[]")
	for i, line := range set {
		key, _, _ := strings.Cut(line, "=")
		again := func(other string) bool { return strings.HasPrefix(other, key+"=") }
		if !slices.ContainsFunc(set[i+1:], again) {
			lines = append(lines, line)
		}
	}
	return lines
}

// name returns a name unique to a run: its arm and seed, and a hash of
// its settings.
func (s study) name(a arm, seed int) string {
	text := fmt.Sprint(s.Game, s.Positions, strings.Join(s.settings(a, seed), "\n"))
	for _, e := range s.Exams {
		text += fmt.Sprint("\n", e.Simulations)
	}
	hash := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%s-%d-%s", a.Name, seed, hex.EncodeToString(hash[:4]))
}
