package diagram_test

import (
	"fmt"

	"ludens/env/diagram"
)

func Example() {
	d := diagram.Diagram{
		Rows: 2, Cols: 2, Cells: make([]diagram.Cell, 4),
		Files: []string{"a", "b"}, Ranks: []string{"2", "1"},
		Caption: "white to move",
	}
	d.Cells[3].Piece = diagram.Piece{Figure: diagram.King, Side: diagram.FirstSide, Letter: 'K'}
	fmt.Print(diagram.Text(d))
	// Output:
	// 2  . .
	// 1  . K
	//    a b
	// white to move
}
