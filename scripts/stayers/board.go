package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
)

// board is a board of Cetro as its text has it: rows from the top down, South's men
// in capitals.
type board struct {
	rows, columns int
	squares       []square // all on which men can stand
	north, south  []man    // at the start
}

type square struct{ row, column int }

type man struct {
	at     square
	letter rune
}

// newBoard reads the text of the start position.
func newBoard(text string) (*board, error) {
	placement, _, _ := strings.Cut(text, " ")
	lines := strings.Split(placement, "/")
	b := &board{rows: len(lines)}
	for row, line := range lines {
		column := 0
		for _, c := range line {
			switch at := (square{row, column}); {
			case unicode.IsDigit(c):
				column += int(c-'0') - 1
			case unicode.IsUpper(c):
				b.south = append(b.south, man{at, c})
			default:
				b.north = append(b.north, man{at, c})
			}
			column++
		}
		b.columns = column
	}
	if len(b.south) == 0 || len(b.north) != len(b.south) {
		return nil, fmt.Errorf("%q is no start of Cetro", text)
	}
	for row := range b.rows {
		for column := range b.columns {
			if (row+b.rows-1+column)%2 == 0 { // a1 is dark
				b.squares = append(b.squares, square{row, column})
			}
		}
	}
	return b, nil
}

// draw returns the text of a position in which so many of North's men, drawn, are at
// home and the others of both sides stand anywhere else.
func (b *board) draw(home int, rng *rand.Rand) string {
	on := make(map[square]rune)
	start := make(map[square]bool)
	order := rng.Perm(len(b.north))
	for _, m := range b.north {
		start[m.at] = true
	}
	for i, k := range order {
		if m := b.north[k]; i < home {
			on[m.at] = m.letter
		} else {
			on[b.free(on, start, rng)] = m.letter
		}
	}
	for _, m := range b.south {
		on[b.free(on, nil, rng)] = m.letter
	}
	return b.text(on)
}

// free draws a square that is not taken and not among those to avoid.
func (b *board) free(taken map[square]rune, avoid map[square]bool, rng *rand.Rand) square {
	for {
		sq := b.squares[rng.IntN(len(b.squares))]
		if _, ok := taken[sq]; !ok && !avoid[sq] {
			return sq
		}
	}
}

func (b *board) text(on map[square]rune) string {
	var rows []string
	for row := range b.rows {
		var line strings.Builder
		empty := 0
		for column := range b.columns {
			c, ok := on[square{row, column}]
			if !ok {
				empty++
				continue
			}
			if empty > 0 {
				fmt.Fprint(&line, empty)
			}
			line.WriteRune(c)
			empty = 0
		}
		if empty > 0 {
			fmt.Fprint(&line, empty)
		}
		rows = append(rows, line.String())
	}
	return strings.Join(rows, "/") + " s -"
}
