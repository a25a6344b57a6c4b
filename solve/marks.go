package solve

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"ludens/env"
	"ludens/env/seed"
)

// Tally counts moves.
type Tally struct {
	Positions int `json:"positions"`
	Kept      int `json:"kept"` // where the move keeps what the position is worth
}

func (t *Tally) add(kept bool) {
	t.Positions++
	if kept {
		t.Kept++
	}
}

// Marks is how an agent did in an exam.
type Marks struct {
	All      Tally    `json:"all"`
	Decisive Tally    `json:"decisive"` // positions in which a wrong move can be made
	Worth    [3]Tally `json:"worth"`    // positions that are lost, drawn, won
	Choices  [3]Tally `json:"choices"`  // of these the decisive ones
	ToDraw   int      `json:"to_draw"`  // won positions after whose move they are drawn
	ToLoss   int      `json:"to_loss"`  // or lost
	Delay    int      `json:"delay"`    // plies by which kept wins got longer than they need be
}

func (m *Marks) add(q Question, answer env.Worth) {
	best, sign := q.Worth(), answer.Sign
	worth := best.Sign
	kept := sign == worth
	m.All.add(kept)
	m.Worth[worth+1].add(kept)
	if q.Decisive() {
		m.Decisive.add(kept)
		m.Choices[worth+1].add(kept)
	}
	if worth == 1 && sign == 0 {
		m.ToDraw++
	}
	if worth == 1 && sign == -1 {
		m.ToLoss++
	}
	if worth == 1 && kept {
		m.Delay += answer.Plies - best.Plies
	}
}

// Examine asks an agent for a move in each position: always a new agent, made
// with a seed of its own.
func Examine(ctx context.Context, questions []Question, newAgent func(seed.Seed) (env.Agent, error), s seed.Seed, workers int, seen func(Progress)) (m Marks, err error) {
	answers := make([]env.Worth, len(questions))
	err = each(ctx, workers, len(questions), func(done int) {
		if seen != nil {
			seen(Progress{"asking", uint64(done), uint64(len(questions))})
		}
	}, func(_, i int) error {
		agent, err := newAgent(s.At("question", i))
		if err != nil {
			return err
		}
		a, err := askFor(ctx, agent, questions[i].State)
		env.Close(agent)
		if err == nil {
			answers[i] = questions[i].Worths[slices.Index(questions[i].State.Legal(nil), a)]
		}
		return err
	})
	if err != nil {
		return m, fmt.Errorf("solve: exam: %w", err)
	}
	for i, q := range questions {
		m.add(q, answers[i])
	}
	return m, nil
}

var errIllegal = errors.New("the agent made an illegal move")

// askFor returns a legal move of an agent.
func askFor(ctx context.Context, agent env.Agent, s env.State) (env.Action, error) {
	d, err := agent.Act(ctx, s)
	if err == nil && !slices.Contains(s.Legal(nil), d.Action) {
		err = errIllegal
	}
	return d.Action, err
}

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
