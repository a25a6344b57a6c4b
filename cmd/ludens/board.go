package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
	"ludens/internal/atomicfile"
)

// start is the flags that say where a game begins.
type start struct {
	position string
	seed     uint64
}

func (f *start) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.position, "position", "", "start from this position, in the notation that ludens games GAME shows")
	c.Flags().Uint64Var(&f.seed, "seed", 0, "seed of whatever is drawn: the start of some games, the choices of agents")
}

// state returns the position that a game begins with.
func (f *start) state(g env.Game) (env.State, error) {
	if f.position == "" {
		return g.New(f.seed), nil
	}
	n, ok := g.(env.Notated)
	if !ok {
		return nil, fmt.Errorf("--position: %s has no text for positions", g.Spec().Name)
	}
	return n.ParsePosition(f.position)
}

// record returns the record of a game without moves.
func (f *start) record(g env.Game) (record.Record, error) {
	s, err := f.state(g)
	if err != nil || f.position == "" {
		return record.New(g, f.seed), err
	}
	return record.Record{Game: g.Spec().Name, Start: g.(env.Notated).Position(s)}, nil
}

func saveRecord(path string, r record.Record) error {
	return atomicfile.Write(path, func(w io.Writer) error { return record.Write(w, r) })
}

// colourful tells whether boards written to out may have colours: on a terminal
// whose user has not set NO_COLOR (no-color.org).
func colourful(out io.Writer) bool { return terminal(out) && os.Getenv("NO_COLOR") == "" }

// board draws a position for people, in colours with hints, or plainly.
func board(s env.State, colours bool, hints ...int) string {
	text := s.String()
	if p, ok := s.(diagram.Pictured); ok && colours {
		d := p.Diagram()
		d.Hints = hints
		text = diagram.ANSI(d)
	}
	return strings.TrimRight(text, "\n") + "\n"
}

// tellPlayers prints the game, and who plays what.
func tellPlayers(out io.Writer, g env.Game, r record.Record) {
	fmt.Fprintln(out, g.Spec().Name)
	for p := env.First; p <= env.Second; p++ {
		line := fmt.Sprintf("%-8s%s", p, g.Spec().Roles[p])
		if name := r.Player(p); name != "" {
			line += ": " + name
		}
		fmt.Fprintln(out, line)
	}
}

// grid lays words out in columns, row by row, so many characters wide.
func grid(words []string, most int) string {
	width := 0
	for _, w := range words {
		width = max(width, utf8.RuneCountInString(w))
	}
	across := max(1, most/(width+2))
	var b strings.Builder
	for row := range slices.Chunk(words, across) {
		for _, w := range row[:len(row)-1] {
			fmt.Fprintf(&b, "%-*s  ", width, w)
		}
		b.WriteString(row[len(row)-1] + "\n")
	}
	return b.String()
}

// verdict says how a game stands: "won by attackers: the king is captured".
func verdict(g env.Game, r record.Record) string {
	roles := g.Spec().Roles
	text := "unfinished"
	switch r.Result {
	case env.FirstWins:
		text = "won by " + roles[env.First]
	case env.SecondWins:
		text = "won by " + roles[env.Second]
	case env.Drawn:
		text = "drawn"
	}
	if r.Ending != "" {
		text += ": " + r.Ending
	}
	return text
}
