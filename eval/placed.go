package eval

import "ludens/env"

// placed are the weights of a player's pieces by kind and cell, those of a hand behind the
// cells: tables that are made when a royal piece is first met on a cell.
type placed struct {
	own   [][]int64 // by the cell of the player's royal piece, or behind the cells: of the square and the way from there
	other [][]int64 // by that of the other one: of the way from there
}

// place returns the sum of the weights of a player's pieces on their squares.
func (e *Evaluation) place(p env.Player) (sum int64) {
	f := e.features
	own := e.own(p, e.at.royal[p])
	if !f.royals {
		for _, x := range e.at.pieces {
			if x.Owner == p {
				sum += own[f.entry(x)]
			}
		}
		return sum
	}
	other := e.other(p, e.at.royal[1-p])
	other = other[:len(own)]
	for _, x := range e.at.pieces {
		if x.Owner == p {
			i := f.entry(x)
			sum += own[i] + other[i]
		}
	}
	return sum
}

// entry returns the place of a piece in the tables.
func (f *Features) entry(x env.Piece) int {
	if x.Cell < 0 {
		return int(x.Kind)*(f.cells+1) + f.cells
	}
	return int(x.Kind)*(f.cells+1) + int(x.Cell)
}

// own returns the table for a cell of p's royal piece, -1 for none.
func (e *Evaluation) own(p env.Player, royal int) []int64 {
	t := &e.placed[p].own
	return e.table(t, royal, func(kind, cell int) int64 {
		f := e.features
		sum := e.weights[int(f.begin.square)+kind*f.squares+int(f.square[p][cell])]
		if royal >= 0 && royal != cell && cell < f.cells {
			sum += e.weights[int(f.begin.own)+kind*f.ways+int(f.way[p][royal*f.cells+cell])]
		}
		return sum
	})
}

// other returns the table for a cell of the other royal piece, -1 for none.
func (e *Evaluation) other(p env.Player, royal int) []int64 {
	return e.table(&e.placed[p].other, royal, func(kind, cell int) int64 {
		f := e.features
		if royal < 0 || cell == f.cells {
			return 0
		}
		return e.weights[int(f.begin.other)+kind*f.ways+int(f.way[p][royal*f.cells+cell])]
	})
}

// table returns the table of a cell, -1 for none, and makes it the first time.
func (e *Evaluation) table(all *[][]int64, royal int, weight func(kind, cell int) int64) []int64 {
	if *all == nil {
		*all = make([][]int64, e.features.cells+1)
	}
	t := &(*all)[royal+1]
	if *t == nil {
		*t = make([]int64, e.features.kinds*(e.features.cells+1))
		for i := range *t {
			(*t)[i] = weight(i/(e.features.cells+1), i%(e.features.cells+1))
		}
	}
	return *t
}
