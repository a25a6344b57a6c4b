package tafl

import (
	"math/bits"
	"slices"

	"ludens/env/seed"
)

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

// zobrist are the numbers that are xored together into a position's key (Zobrist
// 1970). They are fixed for good: a key means the same tomorrow.
type zobrist struct {
	piece [mostKinds][64 * maxWords]uint64
	again [64 * maxWords]uint64 // the piece there moves again
	turn  uint64                // the king's side is to move
	seen  [maxRepeat]uint64     // by earlier occurrences of the position
	end   [endings + 1]uint64
}

// keysOf returns the numbers of a game. Those that package tafl played before it took in
// all boards and rules keep theirs: see drawing.classic.
func keysOf(classic bool) *zobrist {
	if classic {
		return classicKeys
	}
	return generalKeys
}

var classicKeys = func() *zobrist {
	const cells = 9 * 9
	h, r := new(zobrist), seed.New(1732).At("tafl", 0).Rand()
	for k := attacker; k <= king; k++ {
		fill(h.piece[k][:cells], r.Uint64)
	}
	h.turn = r.Uint64()
	fill(h.seen[1:], r.Uint64)
	for e := kingTaken; e <= endings; e++ {
		if !slices.Contains([]ending{kingFromThree, fort, surrounded}, e) {
			h.end[e] = r.Uint64()
		}
	}
	return h
}()

var generalKeys = func() *zobrist {
	h, r := new(zobrist), seed.New(1587).At("hnefatafl", 0).Rand()
	fill(make([]uint64, maxCells), r.Uint64) // of empty squares once
	for k := range h.piece {
		fill(h.piece[k][:maxCells], r.Uint64)
	}
	fill(h.again[:maxCells], r.Uint64)
	h.turn = r.Uint64()
	fill(h.seen[1:], r.Uint64)
	fill(h.end[1:], r.Uint64)
	return h
}()

func fill(numbers []uint64, next func() uint64) {
	for i := range numbers {
		numbers[i] = next()
	}
}

// of returns the number of pieces of a kind on the cells of word w of a set.
func (h *zobrist) of(k kind, w int, cells uint64) (sum uint64) {
	for ; cells != 0; cells &= cells - 1 {
		sum ^= h.piece[k][64*w+bits.TrailingZeros64(cells)]
	}
	return sum
}

// wild returns the number of a berserk piece on c.
func (h *zobrist) wild(g *Game, c cell) uint64 {
	if c == g.beyond {
		return 0
	}
	return h.again[c]
}
