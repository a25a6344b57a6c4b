package env

// Spatial is a State whose actions happen on the board that its diagram draws.
type Spatial interface {
	// Squares says where a legal action happens.
	//
	// Laws. Two legal actions with the same From and To differ in Choice. An
	// action on the board (To >= 0) leaves every piece where it was but for those
	// on From, To and Captured, and Diagram().Last of the position that it leads to
	// begins with From, if there is one, and ends with To. An action off the board
	// has a Choice.
	Squares(a Action) Squares
}

// Squares is where an action happens. Cells are those of the diagram: row by row
// from the top, for both players.
type Squares struct {
	From int `json:"from"` // the cell that a piece leaves; -1 if none does, as where a stone is put down
	To   int `json:"to"`   // the cell where a piece arrives; -1 if the action is not on the board, as a pass
	// Path are the cells that the piece passes on its way, in that order: the
	// pieces on them are jumped over. It is nil if no cell lies between, or if the
	// way is not unique.
	Path []int `json:"path,omitempty"`
	// Captured are the cells, in increasing order, whose piece goes off the board.
	// To is among them if a piece was captured there, or the one that arrives is.
	Captured []int `json:"captured,omitempty"`
	// Promotion is what the piece becomes: "queen"; "" if it stays what it is.
	Promotion string `json:"promotion,omitempty"`
	// Choice distinguishes the action for people from others with the same squares:
	// "queen", "just move", "pass". It is "" where the squares alone do.
	Choice string `json:"choice,omitempty"`
}

// SquaresOf returns the squares of a legal action. Those of a State that is not
// Spatial are off the board, and the text of the action is the choice.
func SquaresOf(s State, a Action) Squares {
	if x, ok := s.(Spatial); ok {
		return x.Squares(a)
	}
	return Squares{From: -1, To: -1, Choice: s.Format(a)}
}
