package tafl

import "math/bits"

// board is where the pieces stand: the words of the set of each kind, one set after the
// other. A game knows how many words a set has.
type board []uint64

// kindAt returns the kind of the piece on c, or nothing.
func (g *Game) kindAt(b board, c cell) kind {
	w, bit := int(c>>6), c&63
	for k := range g.kinds {
		if b[w]>>bit&1 != 0 {
			return kind(k)
		}
		w += g.words
	}
	return nothing
}

// kindIn returns the kind of the piece of side x on c, or nothing.
func (g *Game) kindIn(b board, x side, c cell) kind {
	for _, k := range g.troops[x] {
		if b[int(k)*g.words+int(c>>6)]>>(c&63)&1 != 0 {
			return k
		}
	}
	return nothing
}

func (g *Game) put(b board, k kind, c cell) { b[int(k)*g.words+int(c>>6)] |= 1 << (c & 63) }

func (g *Game) lift(b board, k kind, c cell) { b[int(k)*g.words+int(c>>6)] &^= 1 << (c & 63) }

// sideWord returns word w of the pieces of a side.
func (g *Game) sideWord(b board, x side, w int) (word uint64) {
	for _, k := range g.troops[x] {
		word |= b[int(k)*g.words+w]
	}
	return word
}

// of returns the pieces of a side.
func (g *Game) of(b board, x side) (s set) {
	for w := range g.words {
		s[w] = g.sideWord(b, x, w)
	}
	return s
}

// empties returns the cells without pieces.
func (g *Game) empties(b board) set {
	empty := g.all
	for i := 0; i < len(b); {
		for w := range g.words {
			empty[w] &^= b[i]
			i++
		}
	}
	return empty
}

// kingOf returns where the king stands, or beyond.
func (g *Game) kingOf(b board) cell {
	for w := range g.words {
		if word := b[int(king)*g.words+w]; word != 0 {
			return cell(64*w + bits.TrailingZeros64(word))
		}
	}
	return g.beyond
}

// count returns how many pieces of a kind there are.
func (g *Game) count(b board, k kind) (n int) {
	for _, word := range b[int(k)*g.words : (int(k)+1)*g.words] {
		n += bits.OnesCount64(word)
	}
	return n
}

// menOf returns how many men a side has, the king left out.
func (g *Game) menOf(b board, x side) (n int) {
	for _, k := range g.troops[x] {
		if k != king {
			n += g.count(b, k)
		}
	}
	return n
}

// cellsOf returns the cells of a set, in order.
func (g *grid) cellsOf(s *set) (all []cell) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			all = append(all, cell(64*w+bits.TrailingZeros64(word)))
		}
	}
	return all
}
