package connect4

import (
	"strconv"

	"ludens/env"
)

// PlaneNames implements env.Labelled.
func (Game) PlaneNames() []string { return []string{"own stones", "enemy stones"} }

// Turned implements env.Labelled.
func (Game) Turned() bool { return false }

// ActionNames implements env.Labelled.
func (Game) ActionNames() (names []string) {
	for col := range cols {
		names = append(names, "drop a stone into column "+strconv.Itoa(col+1))
	}
	return names
}

// Book implements env.Described.
func (Game) Book() env.Book {
	return env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: []string{
				"To have four of one's own stones in a line without a gap: upright, level or in a diagonal.",
			}},
			{Title: "Play", Paragraphs: []string{
				"The board stands upright, seven columns of six cells, and is empty. Red begins. In turn each side drops one stone into a column that is not full; it falls to the lowest empty cell and stays there.",
				"With best play red wins, beginning in the middle.",
			}},
			{Title: "Writing moves", Paragraphs: []string{
				"A move is the number of its column, `1` at the left to `7`.",
			}},
		},
		Endings: []env.Ending{
			{Words: "four in a row", Means: "who has dropped the last stone wins"},
			{Words: "the board is full", Means: "a draw"},
		},
		Sources: []string{
			"The usual game of Connect Four. That the first player wins: J. D. Allen 1988, V. Allis 1988 (A Knowledge-based Approach of Connect-Four).",
			"The numbers of positions are those of J. Tromp's playground, https://tromp.github.io/c4/c4.html",
		},
	}
}
