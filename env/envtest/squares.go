package envtest

import (
	"slices"

	"ludens/env"
	"ludens/env/diagram"
)

// The squares of an action say what it does to the diagram, and they distinguish
// legal actions.
func checkSquares(k *kit) error {
	return k.each(func(p position) error {
		s, ok := p.State.(env.Spatial)
		if !ok {
			return nil
		}
		if err := k.toldApart(p, s); err != nil {
			return err
		}
		var before diagram.Diagram
		if pictured, ok := p.State.(diagram.Pictured); ok {
			before = pictured.Diagram()
		}
		for _, a := range p.Legal(nil) {
			x := s.Squares(a)
			if err := k.possible(p, a, x); err != nil {
				return err
			}
			if err := k.happens(p, before, a, x); err != nil {
				return err
			}
		}
		return nil
	})
}

// toldApart checks that no two legal actions have the same squares and choice.
func (k *kit) toldApart(p position, s env.Spatial) error {
	type place struct {
		from, to int
		choice   string
	}
	met := map[place]env.Action{}
	for _, a := range p.Legal(nil) {
		x := s.Squares(a)
		at := place{x.From, x.To, x.Choice}
		if b, twice := met[at]; twice {
			return p.breach("Squares: %s and %s are from %d to %d with the choice %q", p.Format(b), p.Format(a), x.From, x.To, x.Choice)
		}
		met[at] = a
	}
	return nil
}

// possible checks squares by themselves.
func (k *kit) possible(p position, a env.Action, x env.Squares) error {
	if x.To < 0 {
		off := x.From == -1 && x.To == -1 && len(x.Path)+len(x.Captured)+len(x.Flipped) == 0 && !x.Closed && x.Promotion == ""
		if !off || x.Choice == "" {
			return p.breach("Squares of %s, off the board, are %+v, want nothing but a Choice", p.Format(a), x)
		}
		return nil
	}
	cells := slices.Concat(x.Path, x.Captured, x.Flipped, []int{x.To})
	if x.From != -1 {
		cells = append(cells, x.From)
	}
	for _, c := range cells {
		if c < 0 || c >= k.spec.Cells() {
			return p.breach("Squares of %s: there is no cell %d", p.Format(a), c)
		}
	}
	switch {
	case x.From == x.To:
		return p.breach("Squares of %s: from %d to the same cell", p.Format(a), x.To)
	case slices.Contains(x.Path, x.From) || slices.Contains(x.Path, x.To):
		return p.breach("Squares of %s: the path %v has an end of the move", p.Format(a), x.Path)
	case !slices.IsSorted(x.Captured) || !slices.IsSorted(x.Flipped):
		return p.breach("Squares of %s: captured are %v and flipped %v, not in increasing order", p.Format(a), x.Captured, x.Flipped)
	case x.Closed && (x.From >= 0 || len(x.Captured)+len(x.Flipped) > 0):
		return p.breach("Squares of %s: a cell is closed, but pieces move", p.Format(a))
	}
	return nil
}

// happens compares squares with what becomes of the diagram before.
func (k *kit) happens(p position, before diagram.Diagram, a env.Action, x env.Squares) error {
	if _, ok := p.State.(diagram.Pictured); !ok || x.To < 0 {
		return nil
	}
	next := p.Copy(nil)
	next.Play(a)
	after := next.(diagram.Pictured).Diagram()
	ends := []int{x.To}
	if x.From >= 0 {
		ends = []int{x.From, x.To}
	}
	if n := len(after.Last); n == 0 || !slices.Equal([]int{after.Last[0], after.Last[n-1]}, []int{ends[0], x.To}) {
		return p.breach("Squares of %s: from %d to %d, but the diagram's last move is %v", p.Format(a), x.From, x.To, after.Last)
	}
	for c := range before.Cells {
		was, is := before.Cells[c].Piece, after.Cells[c].Piece
		switch captured := slices.Contains(x.Captured, c); {
		case slices.Contains(x.Flipped, c):
			if was.Figure != is.Figure || was.Figure == diagram.Nothing || is == was {
				return p.breach("Squares of %s: nothing is flipped on cell %d", p.Format(a), c)
			}
		case !captured && !slices.Contains(ends, c) && is != was:
			return p.breach("Squares of %s do not say what happens on cell %d", p.Format(a), c)
		case captured && c != x.To && (was.Figure == diagram.Nothing || is.Figure != diagram.Nothing):
			return p.breach("Squares of %s: nothing is captured on cell %d", p.Format(a), c)
		case c == x.From && (was.Figure == diagram.Nothing || is.Figure != diagram.Nothing):
			return p.breach("Squares of %s: no piece leaves cell %d", p.Format(a), c)
		case c == x.To && x.Closed:
			if was.Figure != diagram.Nothing || is.Figure != diagram.Nothing || before.Cells[c].Mark == after.Cells[c].Mark {
				return p.breach("Squares of %s: cell %d is not closed", p.Format(a), c)
			}
		case c == x.To && !captured && (was.Figure != diagram.Nothing || is.Figure == diagram.Nothing):
			return p.breach("Squares of %s: no piece arrives on cell %d, or another is captured there", p.Format(a), c)
		}
	}
	if was, is := before.Cells[max(0, x.From)].Piece, after.Cells[x.To].Piece; x.From >= 0 && is.Figure != diagram.Nothing {
		if becomes := is.Figure != was.Figure || is.Letter != was.Letter; becomes != (x.Promotion != "") {
			return p.breach("Squares of %s: the promotion is %q", p.Format(a), x.Promotion)
		}
	}
	return nil
}

// Pieces have owners where the diagram has pieces, those drawn alike the same
// one, and the mover moves his own.
func checkOwner(k *kit) error {
	var owners map[diagram.Piece]env.Player
	return k.each(func(p position) error {
		if len(p.actions) == 0 {
			owners = map[diagram.Piece]env.Player{}
		}
		s, owned := p.State.(env.Spatial)
		pictured, ok := p.State.(diagram.Pictured)
		if !owned || !ok {
			return nil
		}
		for c, cell := range pictured.Diagram().Cells {
			who, there := s.Owner(c)
			if there != (cell.Piece.Figure != diagram.Nothing) || there && who != env.First && who != env.Second {
				return p.breach("Owner of cell %d is %d, %v", c, who, there)
			}
			if !there {
				continue
			}
			if was, met := owners[cell.Piece]; met && was != who {
				return p.breach("Owner of cell %d is %v, and %v of another %s drawn alike", c, who, was, cell.Piece.Name())
			}
			owners[cell.Piece] = who
		}
		return k.movesOwn(p, s)
	})
}

// movesOwn checks that the mover moves pieces of his own.
func (k *kit) movesOwn(p position, s env.Spatial) error {
	for _, a := range p.Legal(nil) {
		x := env.SquaresOf(p.State, a)
		if x.From < 0 {
			continue
		}
		if who, ok := s.Owner(x.From); !ok || who != p.ToMove() {
			return p.breach("%s moves a piece whose Owner is %v, and it is the turn of %v", p.Format(a), who, p.ToMove())
		}
	}
	return nil
}

// The pieces of a Placing game are those of its diagram, its actions start where the mover
// sees their squares, and what captures attacks.
func checkPieces(k *kit) error {
	g, ok := env.As[env.Placing](k.game)
	if !ok {
		return nil
	}
	type kind struct {
		index uint8
		owner env.Player
	}
	drawn := map[kind]diagram.Piece{}
	return k.each(func(p position) error {
		pictured, ok := p.State.(diagram.Pictured)
		if !ok {
			return nil
		}
		d, pieces := pictured.Diagram(), g.Pieces(p.State, nil)
		there := map[int]bool{}
		for _, x := range pieces {
			if int(x.Kind) >= len(g.PieceKinds()) || x.Owner != env.First && x.Owner != env.Second {
				return p.breach("there is no piece %+v", x)
			}
			if x.Cell == env.InHand {
				continue
			}
			c := int(x.Cell)
			who, ok := env.OwnerOf(p.State, d, c)
			if !ok || who != x.Owner || there[c] {
				return p.breach("%+v is not the piece on its cell, or listed twice", x)
			}
			there[c] = true
			as := kind{x.Kind, x.Owner}
			if was, met := drawn[as]; met && was != d.Cells[c].Piece {
				return p.breach("%+v is drawn as %s, and another of its kind as %s", x, d.Cells[c].Piece.Name(), was.Name())
			}
			drawn[as] = d.Cells[c].Piece
		}
		for c := range d.Cells {
			if _, ok := env.OwnerOf(p.State, d, c); ok && !there[c] {
				return p.breach("the piece on cell %d is not listed", c)
			}
		}
		return k.startsWhereSeen(p, g, pieces)
	})
}

// startsWhereSeen checks where actions start and what they attack.
func (k *kit) startsWhereSeen(p position, g env.Placing, pieces []env.Piece) error {
	words := env.Words(k.spec.Cells())
	attacks := make([]uint64, len(pieces)*words)
	attacking, known := env.As[env.Attacking](k.game)
	if known {
		attacking.Attacks(p.State, pieces, attacks)
	}
	at := map[int]int{}
	for i, x := range pieces {
		at[int(x.Cell)] = i
		if known && x.Cell != env.InHand {
			from := make([]uint64, words)
			attacking.AttacksFrom(p.State, x, x.Owner, int(x.Cell), from)
			if here := attacks[i*words:][:words]; !slices.Equal(from, here) {
				return p.breach("%+v attacks %x, and one like it there %x", x, here, from)
			}
		}
	}
	for _, a := range p.Legal(nil) {
		move := env.SquaresOf(p.State, a)
		if move.From < 0 || int(a) >= k.spec.Planes()*k.spec.Cells() {
			continue
		}
		if seen := g.Seen(move.From, p.ToMove()); seen != int(a)%k.spec.Cells() {
			return p.breach("%s starts on cell %d, which the mover sees as %d, want %d", p.Format(a), move.From, seen, int(a)%k.spec.Cells())
		}
		if known && len(move.Captured) > 0 && move.Captured[0] == move.To && attacks[at[move.From]*words+move.To/64]>>(move.To%64)&1 == 0 {
			return p.breach("%s captures on a cell that its piece does not attack", p.Format(a))
		}
	}
	return nil
}
