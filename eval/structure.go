package eval

// structure is where the pieces that only go ahead stand, pawns: by player and column, those
// of the board between two empty ones, the rows from above, a bit each.
type structure [2][mostColumns + 2]uint32

const (
	mostColumns = 30
	mostRows    = 30
)

// The features of a piece that only goes ahead, behind those of its row where it is passed.
const (
	isolated = iota // none of its player's in the columns beside it
	doubled         // one of them ahead in its column
	beside          // one of them in the same row of a column beside it
	backed          // one of them a row behind that
	structures
)

// forwards returns the kinds that only go ahead and are followed, a bit each: those of First
// have to go up the board, those of Second down.
func (f *Features) forwards() (kinds uint64) {
	if f.rows > mostRows || f.cols > mostColumns || f.attacking == nil {
		return 0
	}
	for c := range f.cells {
		if row := c / f.cols; f.game.Seen(c, 0)/f.cols != row || f.game.Seen(c, 1)/f.cols != f.rows-1-row {
			return 0
		}
	}
	for k, kind := range f.game.PieceKinds() {
		if kind.Forward {
			kinds |= 1 << k
		}
	}
	return kinds
}

// findStructure appends what follows from the columns of the pieces that only go ahead, and
// the kinds that a player has several of.
func (f *Features) findStructure(p *Position) {
	var all structure
	var met [2]uint64
	for _, x := range p.pieces {
		if x.Cell < 0 {
			continue
		}
		o, bit := x.Owner&1, uint64(1)<<(x.Kind&63)
		switch {
		case f.forward&bit != 0:
			at := f.places[x.Cell]
			all[o][at.column+1] |= 1 << at.row
		case met[o]&bit != 0:
			p.Of[o] = append(p.Of[o], f.begin.several+uint16(x.Kind))
		default:
			met[o] |= bit
		}
	}
	for _, x := range p.pieces {
		switch {
		case x.Cell < 0:
		case f.forward>>(x.Kind&63)&1 != 0:
			p.Of[x.Owner&1] = f.findPawn(p.Of[x.Owner&1], &all, int(x.Owner&1), x.Kind, f.places[x.Cell])
		default:
			o, c := x.Owner&1, f.places[x.Cell].column+1
			if all[o][c] == 0 {
				half := uint16(min(all[1-o][c], 1))
				p.Of[o] = append(p.Of[o], f.begin.open+2*uint16(x.Kind)+half)
			}
		}
	}
}

// place is where a cell is.
type place struct{ row, column uint8 }

// findPawn appends the features of player o's piece of a kind that only goes ahead.
func (f *Features) findPawn(list []uint16, all *structure, o int, kind uint8, at place) []uint16 {
	own, theirs := all[o][at.column:], all[1-o][at.column:]
	begin, far, behind := f.begin.passed+uint16(kind)*uint16(f.rows+structures), at.row, at.row+1
	ahead := uint32(1)<<at.row - 1
	if o == 1 {
		ahead = ^(ahead | 1<<at.row)
		far, behind = uint8(f.rows-1)-at.row, at.row-1
	}
	if (theirs[0]|theirs[1]|theirs[2]|own[1])&ahead == 0 {
		list = append(list, begin+uint16(far))
	}
	begin += uint16(f.rows)
	if own[1]&ahead != 0 {
		list = append(list, begin+doubled)
	}
	neighbours := own[0] | own[2]
	if neighbours == 0 {
		return append(list, begin+isolated)
	}
	if neighbours>>at.row&1 != 0 {
		list = append(list, begin+beside)
	}
	if neighbours>>behind&1 != 0 {
		list = append(list, begin+backed)
	}
	return list
}
