package web

import (
	"ludens/env"
	"ludens/env/diagram"
)

// stone stands for a player: beside his name, and in the colour of his share of
// a chart.
type stone struct {
	Sprite string `json:"sprite"` // as kind.Sprite
	Shade  string `json:"shade"`  // "light", "dark", "red", "yellow" or "blue"
}

// stones returns the commonest piece of each player when both have moved once: a
// game may begin with an empty board.
func stones(g env.Game, dress env.Dress) (all [2]stone) {
	s := twoMovesOn(g)
	d := dress.Diagram(picture(s))
	count := map[diagram.Piece]int{}
	var most [2]diagram.Piece
	for i, c := range d.Cells {
		count[c.Piece]++
		p, ok := env.OwnerOf(s, d, i)
		if ok && (most[p].Figure == diagram.Nothing || count[c.Piece] > count[most[p]]) {
			most[p] = c.Piece
		}
	}
	for p, piece := range most {
		all[p] = stone{d.Sprite(piece), shade(d, piece)}
	}
	return all
}

// twoMovesOn is the position after the first legal move of each player.
func twoMovesOn(g env.Game) env.State {
	s := g.New(0)
	for range 2 {
		if legal := s.Legal(nil); len(legal) > 0 {
			s.Play(legal[0])
		}
	}
	return s
}

// shade is the colour that a piece has as a whole.
func shade(d diagram.Diagram, p diagram.Piece) string {
	switch ink := d.Inks[p.Side]; {
	case ink == diagram.BlackInk:
		return "dark"
	case ink == diagram.WhiteInk:
		return "light"
	case ink != diagram.OwnInk:
		return ink.String()
	case p.Figure == diagram.Disc && p.Tone == diagram.RedTone:
		return "red"
	case p.Figure == diagram.Disc && p.Tone == diagram.YellowTone:
		return "yellow"
	case p.Side == diagram.SecondSide:
		return "dark"
	}
	return "light"
}
