package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"ludens/arena"
	"ludens/env"
	"ludens/internal/bounded"
	"ludens/internal/seed"
	"ludens/internal/tui"
)

// meeting is what a match and a ladder have in common: the flags that decide
// games, and the folder where they are kept.
type meeting struct {
	opening  int
	openings string
	moveTime time.Duration
	seed     uint64
	workers  int
	out      string
	asJSON   bool
	report   string // a folder for it; "": none
}

func (m *meeting) flags(c *cobra.Command, out string) {
	c.Flags().IntVar(&m.opening, "opening", 4, "random plies of each opening, drawn until it is balanced")
	c.Flags().StringVar(&m.openings, "openings", "", "file of openings instead: moves on a line each, or game records")
	c.Flags().DurationVar(&m.moveTime, "movetime", 0, "time a move for agents that search, as in 100ms; their own limits hold too, and games then depend on the clock")
	c.Flags().Uint64Var(&m.seed, "seed", 1, "equal seeds play equal games")
	c.Flags().IntVar(&m.workers, "workers", runtime.GOMAXPROCS(0), "games at once; the outcome does not depend on it")
	c.Flags().StringVar(&m.out, "out", "", "folder of the games (default "+out+")")
	c.Flags().BoolVar(&m.asJSON, "json", false, "print the result as JSON")
	c.Flags().StringVarP(&m.report, "report", "o", "", "write a report into this folder, too: HTML, Markdown, pictures, CSV, JSON")
}

// check refuses flags that make no sense.
func (m *meeting) check() error {
	if m.moveTime < 0 || m.moveTime > maxMoveHours*time.Hour {
		return usage{fmt.Errorf("--movetime %v: want more than nothing, as in 100ms, and at most %d hours", m.moveTime, maxMoveHours)}
	}
	return inRange(randomPlies("opening", m.opening), players("workers", m.workers))
}

// book returns the openings, and what tells them from others.
func (m *meeting) book(g env.Game) (arena.Openings, string, error) {
	s := seed.New(m.seed)
	if m.openings == "" {
		return arena.Balanced(g, m.opening, s), fmt.Sprintf("%d balanced plies", m.opening), nil
	}
	text, err := bounded.ReadFile(m.openings, maxOpenings)
	if err != nil {
		return nil, "", err
	}
	book, err := arena.ParseBook(g, string(text), s)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", m.openings, err)
	}
	return book, fmt.Sprintf("%d of a file with sha256 %.8x", len(book), sha256.Sum256(text)), nil
}

// about returns what decides the games, but for who plays them.
func (m *meeting) about(g env.Game, openings string) map[string]string {
	about := map[string]string{
		"game": g.Spec().Name, "rules": env.Fingerprint(g), "openings": openings, "seed": fmt.Sprint(m.seed),
	}
	if m.moveTime > 0 {
		about["movetime"] = m.moveTime.String()
	}
	return about
}

// open opens the folder and holds what was played against the rules.
func (m *meeting) open(g env.Game, about map[string]string) (*arena.Folder, []arena.Entry, error) {
	f, entries, err := arena.Open(m.out, about)
	if errors.Is(err, arena.ErrOther) {
		return nil, nil, fmt.Errorf("%w; name another folder with --out", err)
	} else if err != nil {
		return nil, nil, err
	}
	for i, e := range entries {
		if e.Game == nil {
			continue
		}
		if err := e.Game.Verify(g); err != nil {
			err = fmt.Errorf("%s: line %d is damaged (%w): remove it to go on", filepath.Join(m.out, "games.jsonl"), i+1, err)
			return nil, nil, errors.Join(err, f.Close())
		}
	}
	tellUnsummed(f)
	return f, entries, nil
}

// tellUnsummed says so if games are believed on the rules' word alone.
func tellUnsummed(f *arena.Folder) {
	if f.Unsummed > 0 {
		fmt.Fprintf(os.Stderr, "%s: %d lines of games.jsonl are of an older ludens and have no checksum; only the rules vouch for them\n", f.Dir, f.Unsummed)
	}
}

// pace is how fast games went.
type pace struct {
	played  int
	seconds float64
	agents  float64 // share of the time of all workers that agents used
}

// pace returns that of so many games since began.
func (m *meeting) pace(w *stopwatch, played int, began time.Time) pace {
	took := time.Since(began).Seconds()
	return pace{played, took, w.Spent().Seconds() / (took * float64(m.workers))}
}

func (p pace) String() string {
	if p.played == 0 {
		return "all games had been played before"
	}
	return fmt.Sprintf("%d games in %.1f s, %.1f games/s; the agents used %.1f %% of the time",
		p.played, p.seconds, float64(p.played)/p.seconds, 100*p.agents)
}

// barOf shows so many games, of which some were played before; no end is known
// to a most of 0.
func barOf(most, played int, what string) *progressbar.ProgressBar {
	if most == 0 {
		most = -1
	}
	bar := tui.NewBar(tui.Terminal(os.Stderr), os.Stderr, most, "games", what)
	bar.Add(played)
	return bar
}

// ticker says when to tell something anew: four times a second, to terminals.
type ticker struct {
	on   bool
	last time.Time
}

func (t *ticker) due(now time.Time) bool {
	if !t.on || now.Sub(t.last) < 250*time.Millisecond {
		return false
	}
	t.last = now
	return true
}
