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
	Positions int      // of the exam
	Every     int      // iterations from one exam to the next
	Share     []string // settings, as for ludens train --set
	Arms      []arm    `toml:"arm"`
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
	if s.Game == "" || s.Positions < 1 || s.Every < 1 || len(s.Arms) == 0 {
		return s, fmt.Errorf("%s: want a game, positions and every from 1 up, and an arm", file)
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

// settings are all that a run of a is told, each key once.
func (s study) settings(a arm, seed int) (told []string) {
	set := slices.Concat(s.Share, a.Set)
	if a.Iterations > 0 {
		set = append(set, fmt.Sprintf("train.iterations=%d", a.Iterations))
	}
	set = append(set, fmt.Sprintf("seed=%d", seed), fmt.Sprintf("evaluation.every=%d", s.Every), "evaluation.watch=\"\"", "evaluation.baselines=[]")
	for i, line := range set {
		key, _, _ := strings.Cut(line, "=")
		again := func(other string) bool { return strings.HasPrefix(other, key+"=") }
		if !slices.ContainsFunc(set[i+1:], again) {
			told = append(told, line)
		}
	}
	return told
}

// name returns what tells a run from all others: its arm and seed, and a hash of
// what it is told.
func (s study) name(a arm, seed int) string {
	told := fmt.Sprint(s.Game, s.Positions, strings.Join(s.settings(a, seed), "\n"))
	hash := sha256.Sum256([]byte(told))
	return fmt.Sprintf("%s-%d-%s", a.Name, seed, hex.EncodeToString(hash[:4]))
}
