package solve

import (
	"math/bits"
	"sync/atomic"
)

// A matrix has a bit for each pair of placements. Its rows are worked on in
// blocks of as many words as the first cache holds many of.
type matrix struct {
	words []uint64
	width int // words of a row, whole blocks
}

const blockWords = 64

// block is the bits of blockWords*64 neighbours in a row.
type block [blockWords]uint64

// add adds the bits of c.
func (b *block) add(c *block) {
	for w := range b {
		b[w] |= c[w]
	}
}

func (b *block) count() int { return b.countBefore(columns) }

// countBefore counts the bits before column o.
func (b *block) countBefore(o int) (n int) {
	for w, word := range b {
		if o < 64*(w+1) {
			return n + bits.OnesCount64(word&(1<<(o-64*w)-1))
		}
		n += bits.OnesCount64(word)
	}
	return n
}

// columns is how many bits a block has.
const columns = 64 * blockWords

// blocksOf returns how many blocks hold n columns.
func blocksOf(n int) int { return (n + columns - 1) / columns }

func newMatrix(rows, n int) *matrix {
	width := blocksOf(n) * blockWords
	return &matrix{make([]uint64, rows*width), width}
}

// matrixBytes is the memory that a matrix takes.
func matrixBytes(rows, n int) uint64 { return uint64(rows) * uint64(blocksOf(n)*blockWords) * 8 }

func (x *matrix) block(row, b int) *block {
	at := row*x.width + b*blockWords
	return (*block)(x.words[at : at+blockWords])
}

// add sets the bit in a column. Goroutines may add to one row if their columns
// share no word.
func (x *matrix) add(row, column int) { x.words[row*x.width+column/64] |= 1 << (column % 64) }

// changes says which blocks of which rows have changed: bit b of word i is block
// b of row i. It is safe for concurrent use.
type changes []uint64

// mostColumns is how many columns changes can speak of.
const mostColumns = 64 * columns

func (c changes) add(row, column int) {
	if bit := uint64(1) << (column / columns); atomic.LoadUint64(&c[row])&bit == 0 {
		atomic.OrUint64(&c[row], bit)
	}
}
