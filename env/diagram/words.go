package diagram

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// names are what pieces are called.
var names = [...]string{
	Nothing: "", Disc: "man", Crowned: "king", CrossStone: "cross", RingStone: "nought",
	Mitre: "man", Crown: "man", Pawn: "pawn", Knight: "knight", Bishop: "bishop",
	Rook: "rook", Queen: "queen", King: "king", Chancellor: "chancellor",
	Archbishop: "archbishop", DragonHorse: "dragon horse", Sissa: "sissa",
	Outlined: "man", Tile: "man", Token: "man",
}

var tones = [...]string{NoTone: "", BlueTone: "blue ", GreenTone: "green ", RedTone: "red ", YellowTone: "yellow "}

// Name returns what a piece is called: "blue man", "dragon horse".
func (p Piece) Name() string {
	if p.Lettered() {
		return cmp.Or(p.Called, names[p.Figure]) // a tone is none of its kind
	}
	return tones[p.Tone] + cmp.Or(p.Called, names[p.Figure])
}

// Change says what a move changed: "takes the men on c3 and e3", "becomes a queen",
// of castling "moves the rook from h1 to f1"; "" if nothing did.
func Change(before, after Diagram) string {
	if len(after.Last) < 2 {
		return ""
	}
	from, to := after.Last[0], after.Last[len(after.Last)-1]
	mover := before.Cells[from].Piece
	var parts []string
	if lost := losses(before, after, from, to); lost != "" {
		parts = append(parts, "takes "+lost)
	}
	for i := range before.Cells {
		if j := led(before, after, i, from, to); j >= 0 {
			parts = append(parts, "moves the "+before.Cells[i].Piece.Name()+" from "+before.Square(i)+" to "+before.Square(j))
		}
	}
	switch stands := after.Cells[to].Piece; {
	case stands.Figure == Nothing:
		parts = append(parts, "is taken itself, in between two enemies")
	case stands.Side == mover.Side && (stands.Figure != mover.Figure || stands.Outline != mover.Outline || stands.Lettered() && stands.Letter != mover.Letter):
		parts = append(parts, "becomes "+article(stands.Name()))
	}
	return strings.Join(parts, " and ")
}

// losses names what has gone from the board, and from where: "the king on d4".
func losses(before, after Diagram, from, to int) string {
	var kinds []string
	squares := map[string][]string{}
	for i, c := range before.Cells {
		gone := i != from && c.Piece.Figure != Nothing && (i == to || after.Cells[i].Piece.Figure == Nothing) && led(before, after, i, from, to) < 0
		if !gone {
			continue
		}
		name := c.Piece.Name()
		if !slices.Contains(kinds, name) {
			kinds = append(kinds, name)
		}
		squares[name] = append(squares[name], before.Square(i))
	}
	var parts []string
	for _, name := range kinds {
		at := squares[name]
		slices.Sort(at)
		parts = append(parts, "the "+plural(name, len(at))+" on "+list(at))
	}
	return strings.Join(parts, " and ")
}

// led returns where the mover's own piece of another cell than from has gone with the
// move, as a rook in castling, or -1.
func led(before, after Diagram, i, from, to int) int {
	p, mover := before.Cells[i].Piece, before.Cells[from].Piece
	if i == from || p.Figure == Nothing || p.Side != mover.Side || mover.Figure == Nothing || i != to && after.Cells[i].Piece == p {
		return -1
	}
	for j, c := range after.Cells {
		if j != to && c.Piece == p && before.Cells[j].Piece != p {
			return j
		}
	}
	return -1
}

// Whereabouts says where a side stands, the rarest pieces first: "king on d4; men
// on c4 and d3".
func Whereabouts(d Diagram, side Side) string {
	var kinds []string
	squares := map[string][]string{}
	for i, c := range d.Cells {
		if c.Piece.Figure == Nothing || c.Piece.Side != side {
			continue
		}
		name := c.Piece.Name()
		if !slices.Contains(kinds, name) {
			kinds = append(kinds, name)
		}
		squares[name] = append(squares[name], place(d, i))
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return len(squares[a]) - len(squares[b]) })
	var parts []string
	for _, name := range kinds {
		at := squares[name]
		slices.Sort(at)
		parts = append(parts, plural(name, len(at))+" on "+list(at))
	}
	return strings.Join(parts, "; ")
}

// place names a cell in words where the board's edge is not enough.
func place(d Diagram, cell int) string {
	if d.Ranks == nil {
		return fmt.Sprintf("column %s row %d", d.Square(cell), d.Rows-cell/d.Cols)
	}
	return d.Square(cell)
}

// Square names a cell as the board's edge does.
func (d Diagram) Square(cell int) string {
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
