// Package tui is what people see and type at a terminal: boards, tables in columns,
// bars, and a whole game against an agent.
package tui

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/record"
)

// Terminal reports whether w is a terminal: bars are drawn only there.
func Terminal(w any) bool {
	f := fileOf(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// Colourful reports whether boards written to out may have colours: on a terminal
// whose user has not set NO_COLOR (no-color.org).
func Colourful(out io.Writer) bool { return Terminal(out) && os.Getenv("NO_COLOR") == "" }

// Board draws a position for people, in colours with hints, or plainly.
func Board(s env.State, colours bool, hints ...int) string {
	return dressed(s, env.Dress{}, colours, hints...)
}

// dressed is Board in a dress.
func dressed(s env.State, dress env.Dress, colours bool, hints ...int) string {
	p, ok := s.(diagram.Pictured)
	if !ok {
		return strings.TrimRight(s.String(), "\n") + "\n"
	}
	d := p.Diagram()
	if dress.Roles != [2]string{} {
		d = dress.Diagram(d)
	}
	d.Hints = hints
	draw := diagram.Text
	if colours {
		draw = diagram.ANSI
	}
	return strings.TrimRight(draw(d), "\n") + "\n"
}

// printPlayers prints the game, and who plays what.
func printPlayers(out io.Writer, g env.Game, r record.Record) { tellPlayers(out, g, env.Dress{}, r) }

func tellPlayers(out io.Writer, g env.Game, dress env.Dress, r record.Record) {
	fmt.Fprintln(out, g.Spec().Name)
	for p := env.First; p <= env.Second; p++ {
		line := fmt.Sprintf("%-8s%s", p, dress.RolesOf(g)[p])
		if name := r.Player(p); name != "" {
			line += ": " + name
		}
		fmt.Fprintln(out, line)
	}
}

// grid lays words out in columns, row by row, most characters wide.
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
