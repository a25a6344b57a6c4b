package envtest

import (
	"slices"

	"ludens/env"
	"ludens/env/diagram"
)

// What stands on the board of a position, arranged anew, is a position with the same
// pieces, and with the same side to move unless the game is over.
func checkArranged(k *kit) error {
	g, ok := k.game.(env.Arranged)
	if !ok {
		return nil
	}
	return k.each(func(p position) error {
		drawn, ok := p.State.(diagram.Pictured)
		if !ok {
			return p.breach("is Arranged, but draws no board")
		}
		letters := lettersOf(drawn.Diagram())
		text := g.Arrange(letters, p.ToMove())
		s, err := g.ParsePosition(text)
		if err != nil {
			return p.breach("Arrange writes %q: %v", text, err)
		}
		if !slices.Equal(lettersOf(s.(diagram.Pictured).Diagram()), letters) {
			return p.breach("Arrange writes %q, which is another board", text)
		}
		if p.Result() == env.Ongoing && s.ToMove() != p.ToMove() {
			return p.breach("Arrange writes %q, in which %v is to move", text, s.ToMove())
		}
		return nil
	})
}

func lettersOf(d diagram.Diagram) []rune {
	all := make([]rune, len(d.Cells))
	for i, c := range d.Cells {
		all[i] = c.Piece.Letter
	}
	return all
}
