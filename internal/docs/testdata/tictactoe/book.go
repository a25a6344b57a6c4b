package tictactoe

import "ludens/env"

// PlaneNames implements env.Labelled.
func (Game) PlaneNames() []string { return []string{"own stones", "enemy stones"} }

// Turned implements env.Labelled.
func (Game) Turned() bool { return false }

// ActionNames implements env.Labelled.
func (Game) ActionNames() []string { return []string{"put a stone here"} }

// Book implements env.Described.
func (Game) Book() env.Book {
	return env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: []string{
				"To have three of one's own stones in a line: in a row, a column or a diagonal.",
			}},
			{Title: "Play", Paragraphs: []string{
				"The board has 3 by 3 cells and is empty. Crosses begin. In turn each side puts one stone on any empty cell, where it stays.",
				"With best play the game is a draw.",
			}},
			{Title: "Writing moves", Paragraphs: []string{
				"A move is the name of its cell, as on a chessboard: `a1` at the lower left, `c3` at the upper right.",
			}},
		},
		Endings: []env.Ending{
			{Words: "three in a row", Means: "who has put the last stone wins"},
			{Words: "the board is full", Means: "a draw"},
		},
		Sources: []string{
			"Noughts and crosses, as everybody knows it. That best play draws is computed in the tests.",
		},
		Shelf: env.Shelf{Title: "Stones in a row", Order: 45},
	}
}
