package eval

import "ludens/env"

// span is where the pawns of a player on a file stand: the rows, as the player sees them, of
// the first and the last one. Its zero value is that of no pawn.
type span struct{ first, last uint8 } // from 1; the first is the farthest advanced

func (s span) with(row uint8) span {
	if s.last == 0 {
		return span{row, row}
	}
	return span{min(s.first, row), max(s.last, row)}
}

// findStructure appends what follows from how many pieces there are and how the pawns, which
// may be promoted, stand.
func (f *Features) findStructure(p *Position) {
	p.rising = p.rising[:0]
	var count [2][env.MaxPieceKinds]uint8
	for _, x := range p.pieces {
		count[x.Owner&1][x.Kind&63]++
		if f.rises[x.Kind&63] && x.Cell >= 0 {
			p.rising = append(p.rising, x)
		}
	}
	for o := range p.Of {
		for k, n := range count[o][:f.kinds] {
			if n > 1 {
				p.Of[o] = append(p.Of[o], f.begin.pair+uint16(k))
			}
		}
	}
	f.findPawns(p)
}

// findPawns appends how pawns stand to those of their own kind.
func (f *Features) findPawns(p *Position) {
	width := f.cols + 2
	for o := range p.ranks {
		if p.ranks[o] == nil {
			p.ranks[o] = make([]span, f.pawns*width)
		}
		clear(p.ranks[o])
	}
	for _, x := range p.rising {
		at := &p.ranks[x.Owner&1][f.pawn[x.Kind&63]*width+int(f.file[x.Cell])+1]
		*at = at.with(f.row[x.Owner&1][x.Cell] + 1)
	}
	for _, x := range p.rising {
		o, k := x.Owner&1, uint16(x.Kind)
		at, row := f.pawn[k&63]*width+int(f.file[x.Cell]), f.row[o][x.Cell]
		theirs, mine := p.ranks[1-o][at:at+3], p.ranks[o][at:at+3]
		of := p.Of[o]
		// Seen by the other player the rows run the other way: pawns of his that are ahead
		// of this one are in greater ones.
		if max(theirs[0].last, theirs[1].last, theirs[2].last) <= f.row[1-o][x.Cell]+1 {
			of = append(of, f.begin.passed+k*uint16(f.rows)+uint16(row))
		}
		if mine[1].first < row+1 {
			of = append(of, f.begin.doubled+k)
		}
		if mine[0].last == 0 && mine[2].last == 0 {
			of = append(of, f.begin.alone+k)
		}
		p.Of[o] = of
	}
}
