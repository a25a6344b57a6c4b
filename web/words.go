package web

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
)

// figures are what pieces are called.
var figures = [...]string{
	diagram.Nothing: "", diagram.Disc: "man", diagram.Crowned: "king", diagram.CrossStone: "cross", diagram.RingStone: "nought",
	diagram.Mitre: "man", diagram.Crown: "man", diagram.Pawn: "pawn", diagram.Knight: "knight", diagram.Bishop: "bishop",
	diagram.Rook: "rook", diagram.Queen: "queen", diagram.King: "king", diagram.Chancellor: "chancellor",
	diagram.Archbishop: "archbishop", diagram.DragonHorse: "dragon horse", diagram.Sissa: "sissa",
}

var tones = [...]string{diagram.NoTone: "", diagram.BlueTone: "blue ", diagram.GreenTone: "green ", diagram.RedTone: "red ", diagram.YellowTone: "yellow "}

func nameOf(p diagram.Piece) string { return tones[p.Tone] + figures[p.Figure] }

// means returns what a book says of an ending.
func means(b env.Book, ending string) string {
	for _, e := range b.Endings {
		if strings.HasPrefix(ending, e.Words) {
			return e.Means
		}
	}
	return ""
}

// verb returns the name of an action that is not on the board: "pass".
func (v *viewer) verb(a env.Action) string {
	spec := v.game.Spec()
	l, ok := v.game.(env.Labelled)
	if i := int(a) - spec.Planes()*spec.Cells(); ok && i >= 0 {
		return l.ActionNames()[spec.Planes()+i]
	}
	return ""
}

// Deed says what came of a move: "takes the men on c3 and e3", "becomes a queen";
// "" if nothing did.
func Deed(before, after diagram.Diagram) string {
	if len(after.Last) < 2 {
		return ""
	}
	from, to := after.Last[0], after.Last[len(after.Last)-1]
	mover := before.Cells[from].Piece
	var parts []string
	if lost := losses(before, after, from, to); lost != "" {
		parts = append(parts, "takes "+lost)
	}
	switch stands := after.Cells[to].Piece; {
	case stands.Figure == diagram.Nothing:
		parts = append(parts, "is taken itself, in between two enemies")
	case stands.Side == mover.Side && stands.Figure != mover.Figure:
		parts = append(parts, "becomes "+article(nameOf(stands)))
	}
	return strings.Join(parts, " and ")
}

// losses names what has gone from the board, and from where: "the king on d4".
func losses(before, after diagram.Diagram, from, to int) string {
	var names []string
	squares := map[string][]string{}
	for i, c := range before.Cells {
		gone := i != from && c.Piece.Figure != diagram.Nothing && (i == to || after.Cells[i].Piece.Figure == diagram.Nothing)
		if !gone {
			continue
		}
		name := nameOf(c.Piece)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		squares[name] = append(squares[name], square(before, i))
	}
	var parts []string
	for _, name := range names {
		at := squares[name]
		slices.Sort(at)
		parts = append(parts, "the "+plural(name, len(at))+" on "+list(at))
	}
	return strings.Join(parts, " and ")
}

// Whereabouts says where a side stands, the rarest pieces first: "king on d4; men
// on c4 and d3".
func Whereabouts(d diagram.Diagram, side diagram.Side) string {
	var names []string
	squares := map[string][]string{}
	for i, c := range d.Cells {
		if c.Piece.Figure == diagram.Nothing || c.Piece.Side != side {
			continue
		}
		name := nameOf(c.Piece)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		squares[name] = append(squares[name], place(d, i))
	}
	slices.SortStableFunc(names, func(a, b string) int { return len(squares[a]) - len(squares[b]) })
	var parts []string
	for _, name := range names {
		at := squares[name]
		slices.Sort(at)
		parts = append(parts, plural(name, len(at))+" on "+list(at))
	}
	return strings.Join(parts, "; ")
}

// place names a cell in words where the board's edge is not enough.
func place(d diagram.Diagram, cell int) string {
	if d.Ranks == nil {
		return fmt.Sprintf("column %s row %d", square(d, cell), d.Rows-cell/d.Cols)
	}
	return square(d, cell)
}

// square names a cell as the board's edge does.
func square(d diagram.Diagram, cell int) string {
	name := ""
	if d.Files != nil {
		name = d.Files[cell%d.Cols]
	}
	if d.Ranks != nil {
		name += d.Ranks[cell/d.Cols]
	}
	return name
}

func plural(name string, n int) string {
	switch {
	case n == 1:
		return name
	case strings.HasSuffix(name, "man"):
		return strings.TrimSuffix(name, "man") + "men"
	case strings.HasSuffix(name, "s"):
		return name + "es"
	}
	return name + "s"
}

func article(name string) string {
	if strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// list returns "c3", "c3 and e3", "a1, c3 and e3".
func list(words []string) string {
	n := len(words)
	if n == 1 {
		return words[0]
	}
	return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}
