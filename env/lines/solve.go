package lines

import (
	"context"
	"math/bits"

	"ludens/env"
)

// Solvable is a game of falling stones whose positions are solved by search.
type Solvable struct{ *Game }

// searched reports whether the solver knows the rules: a line wins, a full board is a
// draw, and a position's key leaves room for a bound.
func (g *Game) searched() bool {
	r := &g.rules
	return g.word != nil && r.Gravity && r.Line == wins && r.Full == "draw" && (g.rows+1)*g.cols <= 64-boundBits
}

// NewSolver implements env.Solvable: alpha-beta to the end of the game with a
// table of 64 MiB, as P. Pons describes it ("Solving Connect 4", 2015-2018):
// moves that leave a win in one are not tried, moves that make more threats are
// tried first, and the score is found by null windows.
//
// A score is how many stones a side still had, at best, before its win: with
// Connect Four's 42 cells, the winner's last stone being the n-th of his 21, he
// scores 22-n, and the loser the negative. So a sooner win scores more.
func (g Solvable) NewSolver() env.Solver {
	cells := g.rows * g.cols
	most := (cells+1)/2 - (g.rules.Length - 1) // a win with the first stones
	return &solver{board: g.word, cells: cells, shift: most + 1, columns: inwards(g.cols), table: make([]entry, tableSize)}
}

// inwards returns columns from the edges to the middle.
func inwards(cols int) (all []int) {
	for i := range cols {
		if i%2 == 0 {
			all = append(all, i/2)
		} else {
			all = append(all, cols-1-i/2)
		}
	}
	return all
}

// solver searches. It is used by one goroutine at a time.
type solver struct {
	board   *layout
	cells   int
	shift   int   // one more than the most that can be scored
	columns []int // those that are tried last first
	table   []entry
	nodes   uint64
	ctx     context.Context
	err     error // of ctx
}

// entry is a position's key, and in the lowest 8 bits a bound of its score: 0
// for none, 1 to upper for at most that less shift, more for at least.
type entry uint64

const (
	tableSize = 1<<23 + 9 // a prime, so that all of a key counts
	boundBits = 8
)

// upper is the greatest bound from above.
func (v *solver) upper() int { return 2*v.shift - 1 }

// Solve returns what a position is worth. Without plies it asks only who wins.
func (v *solver) Solve(ctx context.Context, state env.State, plies bool) (env.Worth, error) {
	d := v.fall(state)
	v.ctx, v.err = ctx, ctx.Err()
	score := v.score(d, plies)
	return v.worth(d, score, plies), v.err
}

// fall returns a position of the game.
func (v *solver) fall(state env.State) fall {
	var s *word
	switch x := state.(type) {
	case *word:
		s = x
	case *counted:
		s = &x.word
	}
	return fall{v.board, s.stones[s.mover], s.taken(), bits.OnesCount64(s.taken())}
}

// soon is up to how many empty cells a position is solved in about a second: positions of
// random games of Connect Four with 32 of them take 0.3 s on average, with 34 1.5.
const soon = 32

// Soon implements env.Prompt.
func (v *solver) Soon(state env.State) bool { return v.cells-v.fall(state).stones <= soon }

// worth turns a score into a worth.
func (v *solver) worth(d fall, score int, plies bool) env.Worth {
	w := env.Worth{Sign: sign(score)}
	if plies && score != 0 {
		end := v.cells + 1 - 2*max(score, -score) // stones of the whole game, or one more:
		first := (score > 0) == (d.stones%2 == 0) // First's last one has an odd number
		if first != (end%2 == 1) {
			end++
		}
		w.Plies = end - d.stones
	}
	return w
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// score returns the score of a position to its mover, or only its sign.
func (v *solver) score(d fall, exact bool) int {
	if d.threats(d.own)&d.open() != 0 {
		return (v.cells + 1 - d.stones) / 2
	}
	low, high := -(v.cells-d.stones)/2, (v.cells+1-d.stones)/2
	if !exact {
		low, high = -1, 1
	}
	for low < high && v.err == nil {
		mid := low + (high-low)/2
		if mid <= 0 && low/2 < mid { // first who wins, then how soon
			mid = low / 2
		} else if mid >= 0 && high/2 > mid {
			mid = high / 2
		}
		if r := v.search(d, mid, mid+1); r <= mid {
			high = r
		} else {
			low = r
		}
	}
	return low
}

// search returns the score of d if it lies between alpha and beta, else a bound
// on the same side of them. The mover of d cannot win at once.
func (v *solver) search(d fall, alpha, beta int) int {
	if v.nodes++; v.nodes%(1<<16) == 0 {
		v.err = v.ctx.Err()
	}
	if v.err != nil {
		return alpha
	}
	moves := d.unpunished()
	switch {
	case moves == 0:
		return -(v.cells - d.stones) / 2
	case d.stones >= v.cells-2:
		return 0
	}
	if alpha = max(alpha, -(v.cells-2-d.stones)/2); alpha >= beta {
		return alpha
	}
	high := (v.cells - 1 - d.stones) / 2
	key := d.key()
	slot := &v.table[uint64(key)%tableSize]
	if *slot>>boundBits == key {
		if bound := int(*slot & (1<<boundBits - 1)); bound > v.upper() {
			if alpha = max(alpha, bound-v.upper()-v.shift); alpha >= beta {
				return alpha
			}
		} else {
			high = min(high, bound-v.shift)
		}
	}
	if beta = min(beta, high); alpha >= beta {
		return beta
	}
	var line queue
	line.fill(d, moves, v.columns)
	for i := line.n - 1; i >= 0; i-- {
		r := -v.search(d.play(line.moves[i].stone), -beta, -alpha)
		if v.err != nil {
			return alpha
		}
		if r >= beta {
			*slot = key<<boundBits | entry(r+v.upper()+v.shift)
			return r
		}
		alpha = max(alpha, r)
	}
	*slot = key<<boundBits | entry(alpha+v.shift)
	return alpha
}

// queue is moves in increasing order of promise.
type queue struct {
	moves [maxSide]struct {
		stone  uint64
		threat int
	}
	n int
}

// fill inserts the moves of d: by the threats they make, equal ones nearer to
// the middle last, so that they are tried first.
func (q *queue) fill(d fall, moves uint64, columns []int) {
	for _, col := range columns {
		stone := moves & d.board.drops[col].column
		if stone == 0 {
			continue
		}
		threat := bits.OnesCount64(d.threats(d.own | stone))
		i := q.n
		for ; i > 0 && q.moves[i-1].threat > threat; i-- {
			q.moves[i] = q.moves[i-1]
		}
		q.moves[i].stone, q.moves[i].threat = stone, threat
		q.n++
	}
}

// fall is a position as the solver sees it.
type fall struct {
	board  *layout
	own    uint64 // of the mover
	taken  uint64 // of both
	stones int    // how many are taken
}

// open returns the cells where a stone can fall.
func (d fall) open() uint64 { return d.board.landings(d.taken) }

// threats returns the empty cells that would complete a line of some stones.
func (d fall) threats(own uint64) uint64 { return d.board.threats(own) &^ d.taken }

// play returns the position after a stone of the mover.
func (d fall) play(stone uint64) fall {
	return fall{board: d.board, own: d.own ^ d.taken, taken: d.taken | stone, stones: d.stones + 1}
}

// unpunished returns the moves after which the opponent has no win in one.
func (d fall) unpunished() uint64 {
	open, his := d.open(), d.threats(d.own^d.taken)
	if forced := open & his; forced != 0 {
		if forced&(forced-1) != 0 {
			return 0 // two wins cannot both be stopped
		}
		open = forced
	}
	return open &^ (his >> 1) // nor is he given the cell below a win
}

// mirrorUpTo is up to how many stones a position and its mirror image share a
// key: later on they are seldom met together.
const mirrorUpTo = 20

// key distinguishes positions, up to the mirror while that pays.
func (d fall) key() entry {
	b := d.board
	key := d.taken + b.floors + d.own
	if d.stones <= mirrorUpTo {
		key = min(key, b.mirror(d.taken)+b.floors+b.mirror(d.own))
	}
	return entry(key)
}

// mirror swaps left and right where stones fall.
func (b *layout) mirror(stones uint64) (m uint64) {
	up, cols := b.game.rows+1, b.game.cols
	for col := range cols {
		m |= (stones & b.drops[col&63].column) >> (col * up & 63) << ((cols - 1 - col) * up & 63)
	}
	return m
}
