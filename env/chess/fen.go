package chess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// Position writes a position as FEN, as Fairy-Stockfish has it for other boards:
//
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qp] w KQkq - 3+3 0 1
//
// The fields are the ranks from the last to the first, * for no square and Q~ for a
// promoted man, with the men in hand in brackets; who moves; the castlings that may still
// be made; where something can be captured in passing, with the man's own square behind
// it if he is not straight ahead of it; the checks that each side has still to give, if
// they count; plies since the last capture or pawn move; the number of the move. Where
// bishops may convert, they stand in the place of castling, with ! if they must. With an
// army of Cetran nothing stands there where no man castles, and what a man has passed is
// named even where none can capture there. Where a turn has two parts, who has moved and closes
// a square now is written w@e4, with the square of the man who has moved:
//
//	qrknchsa/pppppppp/8/8/8/8/PPPPPPPP/KSNRCAQH w - 0 1
func (g *Game) Position(st env.State) string { return g.position(st.(*State), g.cetran == nil) }

// position is Position; full says that castling has its field in any case.
func (g *Game) position(s *State, full bool) string {
	b := &s.board
	text := fmt.Sprintf("%s %c", g.placement(b), "wb"[b.toMove])
	if s.walled != nowhere {
		text += "@" + g.name(s.walled)
	}
	switch {
	case g.converting():
		text += " " + g.conversions(b)
	case full || len(g.castlings) > 0:
		text += " " + g.rights(b)
	}
	if passed := g.passantText(b); s.over != nowhere && passed == "-" {
		text += " " + g.name(s.over)
	} else {
		text += " " + passed
	}
	if n := g.keys.Checks; n > 0 {
		text += fmt.Sprintf(" %d+%d", max(0, n-int(b.given[0])), max(0, n-int(b.given[1])))
	}
	return fmt.Sprintf("%s %d %d", text, s.clock, s.number)
}

// FEN implements env.FENWriter.
func (g *Game) FEN(s env.State) string { return g.unite(g.position(s.(*State), true)) }

// placement writes the men on the board, and those in hand.
func (g *Game) placement(b *board) string {
	men := make([]string, g.cells)
	for q := range men {
		if x := b.at[q]; x != 0 {
			men[q] = g.manText(x)
		}
	}
	g.holes.each(func(q square) { men[q] = "*" })
	text := env.Rows(men, g.cols, false)
	if g.keys.Drops {
		text += "[" + g.hands(b) + "]"
	}
	return text
}

// manText writes a man: "Q", "q~", "+p".
func (g *Game) manText(x piece) string {
	w := &g.kinds[kindOf(x)]
	text := w.mark
	text = cmp.Or(text, string(w.letter))
	if ownerOf(x) == env.Second {
		text = strings.ToLower(text)
	}
	return text
}

// hands writes the men in hand, First's in capital letters.
func (g *Game) hands(b *board) (text string) {
	for p := range env.Player(2) {
		for k := range kind(g.letters) {
			text += strings.Repeat(string(letterOf(&g.kinds[k], p)), int(b.hand[p][k]))
		}
	}
	return text
}

// rights writes the castlings that are left: "KQkq".
func (g *Game) rights(b *board) (text string) {
	for i := range b.castles.list {
		if c := &b.castles.list[i]; b.rights>>i&1 != 0 {
			text += g.rightText(c)
		}
	}
	return cmp.Or(text, "-")
}

func (g *Game) converting() bool {
	return slices.ContainsFunc(g.kinds, func(w ware) bool { return w.converts })
}

// conversions writes the bishops that may and must convert, from a1 on: "c1e1", "e1!".
func (g *Game) conversions(b *board) (text string) {
	for rank := range g.rows {
		for file := range g.cols {
			q, ok := g.at(file, rank)
			if !ok || b.at[q] == 0 {
				continue
			}
			if w := &g.kinds[kindOf(b.at[q])]; w.converts {
				text += g.name(q)
				if kindOf(b.at[q]) == w.bound {
					text += "!"
				}
			}
		}
	}
	return cmp.Or(text, "-")
}

// passantText writes where a man can be captured in passing.
func (g *Game) passantText(b *board) (text string) {
	if b.victim == nowhere {
		return "-"
	}
	for _, q := range b.passed {
		if q != nowhere {
			text += g.name(q)
		}
	}
	if b.passed[1] == nowhere && g.ahead(b.passed[0], ownerOf(b.at[b.victim])) == b.victim {
		return text
	}
	return text + g.name(b.victim)
}

// ahead returns the square one rank ahead of q for p, or nowhere.
func (g *Game) ahead(q square, p env.Player) square {
	to, _ := g.step(q, vector{0, 1}, p)
	return to
}

// Arrange implements env.Arranged: nothing is in hand, neither side may castle any more.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	letters = slices.Clone(letters)
	g.holes.each(func(q square) { letters[q] = '*' })
	text := env.Rows(letters, g.cols, false)
	if g.keys.Drops {
		text += "[]"
	}
	text += " " + "wb"[toMove:toMove+1]
	if g.cetran == nil || g.converting() || len(g.castlings) > 0 {
		text += " -"
	}
	return text + " - 0 1"
}
