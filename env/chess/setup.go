package chess

// What a game asks for whose players put their men on the board themselves, as in placement
// chess.

// evenly reports whether a drop of a kind on q keeps the men of each kind of g.even on squares
// of two colours, as many on the one as on the other: such a man does not come to where too many
// are, and another leaves enough squares of either colour.
func (g *Game) evenly(b *board, k kind, q square) bool {
	us := b.toMove
	for _, e := range g.in(g.even) {
		var there, room [2]int
		for at := range square(g.cells) {
			switch colour := btoi(g.dark(at)); {
			case b.at[at] == pieceOf(e, us):
				there[colour]++
			case b.at[at] == 0 && at != q && !g.holes.has(at) && g.dropRegion[us].has(at) && g.kinds[e].dropsIn[us].has(at):
				room[colour]++
			}
		}
		n := there[0] + there[1] + int(b.hand[us][e])
		if e == k && there[btoi(g.dark(q))]+1 > (n+1)/2 {
			return false
		}
		if e != k && (there[0]+room[0] < n/2 || there[1]+room[1] < n/2) {
			return false
		}
	}
	return true
}

// castleDropped gives the castlings of which one man has just been dropped and both are where
// they begin.
func (b *board) castleDropped(q square) {
	for i := range b.castles.list {
		if c := &b.castles.list[i]; (q == c.king || q == c.rook) && b.at[c.king] == c.kingPiece && b.at[c.rook] == c.rookPiece {
			b.castlings(b.rights | 1<<i)
		}
	}
}
