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

// A diagram's second side is the dark one.
var (
	white = diagram.Piece{Figure: diagram.Disc, Side: diagram.FirstSide, Letter: 'w'}
	black = diagram.Piece{Figure: diagram.Disc, Side: diagram.SecondSide, Letter: 'b'}
)

var looks = map[string]look{
	"crosses_noughts": {
		roles: [2]string{"crosses", "noughts"},
		names: [2]string{"x", "o"},
		pieces: [2]diagram.Piece{
			{Figure: diagram.CrossStone, Side: diagram.FirstSide, Letter: 'x'},
			{Figure: diagram.RingStone, Side: diagram.SecondSide, Letter: 'o'},
		},
	},
	"black_white": {
		roles:  [2]string{"black", "white"},
		names:  [2]string{"black", "white"},
		pieces: [2]diagram.Piece{black, white},
	},
	"white_black": {
		roles:  [2]string{"white", "black"},
		names:  [2]string{"white", "black"},
		pieces: [2]diagram.Piece{white, black},
	},
	"red_yellow": {
		roles: [2]string{"red", "yellow"},
		names: [2]string{"red", "yellow"},
		pieces: [2]diagram.Piece{
			{Figure: diagram.Disc, Side: diagram.FirstSide, Tone: diagram.RedTone, Letter: 'r'},
			{Figure: diagram.Disc, Side: diagram.SecondSide, Tone: diagram.YellowTone, Letter: 'y'},
		},
	},
}
