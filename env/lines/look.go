package lines

import "ludens/env/diagram"

// look is what the stones of First and of Second are, and are called.
type look struct {
	roles  [2]string
	names  [2]string // before "wins" and "to move"
	pieces [2]diagram.Piece
}

// letter returns that of a player's stones.
func (l look) letter(p int) byte { return byte(l.pieces[p].Letter) }

var looks = map[string]look{
	"signs": {
		roles: [2]string{"crosses", "noughts"},
		names: [2]string{"x", "o"},
		pieces: [2]diagram.Piece{
			{Figure: diagram.CrossStone, Side: diagram.FirstSide, Letter: 'x'},
			{Figure: diagram.RingStone, Side: diagram.SecondSide, Letter: 'o'},
		},
	},
	"discs": {
		roles: [2]string{"black", "white"},
		names: [2]string{"black", "white"},
		pieces: [2]diagram.Piece{ // the second side's pieces are the dark ones
			{Figure: diagram.Disc, Side: diagram.SecondSide, Letter: 'b'},
			{Figure: diagram.Disc, Side: diagram.FirstSide, Letter: 'w'},
		},
	},
	"colours": {
		roles: [2]string{"red", "yellow"},
		names: [2]string{"red", "yellow"},
		pieces: [2]diagram.Piece{
			{Figure: diagram.Disc, Side: diagram.FirstSide, Tone: diagram.RedTone, Letter: 'r'},
			{Figure: diagram.Disc, Side: diagram.SecondSide, Tone: diagram.YellowTone, Letter: 'y'},
		},
	},
}
