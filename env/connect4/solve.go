package connect4

import (
	"context"
	"math/bits"

	"ludens/env"
)

// NewSolver implements env.Solvable: alpha-beta to the end of the game with a
// table of 64 MiB, as P. Pons describes it ("Solving Connect 4", 2015-2018):
// moves that leave a win in one are not tried, moves that make more threats are
// tried first, and the score is found by windows of no width.
func (Game) NewSolver() env.Solver { return &solver{table: make([]entry, tableSize)} }

// A score is how many stones a side still had, at best, before its win: the
// winner's last stone being the n-th of his 21, he scores 22-n, and the loser
// the negative. So a sooner win scores more.
const (
	most  = cells/2 - 3 // a win with the fourth stone
	least = -most
)

// solver searches. It is used by one goroutine at a time.
type solver struct {
	table []entry
	nodes uint64
	ctx   context.Context
	err   error // of ctx
}

// entry is a position's key, and in the lowest 8 bits a bound of its score: 0
// for none, 1 to upperBounds for at most that less shift, more for at least.
type entry uint64

const (
	tableSize   = 1<<23 + 9 // a prime, so that all of a key counts
	shift       = most + 1
	upperBounds = 2*most + 1
	boundBits   = 8
)

// Solve returns what a position is worth. Without plies it asks only who wins.
func (v *solver) Solve(ctx context.Context, state env.State, plies bool) (env.Worth, error) {
	s := state.(*position)
	d := drop{own: s.stones[s.mover], taken: s.taken()}
	d.stones = bits.OnesCount64(uint64(d.taken))
	v.ctx, v.err = ctx, ctx.Err()
	score := v.score(d, plies)
	return d.worth(score, plies), v.err
}

// soon is from how many stones on a position is solved in about a second: positions of
// random games with ten of them take 0.3 s on average, with eight 1.5.
const soon = 10

// Soon implements env.Prompt.
func (v *solver) Soon(state env.State) bool {
	return bits.OnesCount64(uint64(state.(*position).taken())) >= soon
}

// worth turns a score into a worth.
func (d drop) worth(score int, plies bool) env.Worth {
	w := env.Worth{Sign: sign(score)}
	if plies && score != 0 {
		nth := cells/2 + 1 - max(score, -score) // of the winner's stones
		end := 2*nth - 1                        // of all stones, if First wins
		if (score > 0) == (d.stones%2 == 1) {
			end = 2 * nth
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
func (v *solver) score(d drop, exact bool) int {
	if d.winning()&d.open() != 0 {
		return (cells + 1 - d.stones) / 2
	}
	low, high := -(cells-d.stones)/2, (cells+1-d.stones)/2
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
func (v *solver) search(d drop, alpha, beta int) int {
	if v.nodes++; v.nodes%(1<<16) == 0 {
		v.err = v.ctx.Err()
	}
	if v.err != nil {
		return alpha
	}
	moves := d.unpunished()
	switch {
	case moves == 0:
		return -(cells - d.stones) / 2
	case d.stones >= cells-2:
		return 0
	}
	if alpha = max(alpha, -(cells-2-d.stones)/2); alpha >= beta {
		return alpha
	}
	high := (cells - 1 - d.stones) / 2
	key := d.key()
	slot := &v.table[uint64(key)%tableSize]
	if *slot>>boundBits == key {
		if bound := int(*slot & (1<<boundBits - 1)); bound > upperBounds {
			if alpha = max(alpha, bound-upperBounds-shift); alpha >= beta {
				return alpha
			}
		} else {
			high = min(high, bound-shift)
		}
	}
	if beta = min(beta, high); alpha >= beta {
		return beta
	}
	var line queue
	line.fill(d, moves)
	for i := line.n - 1; i >= 0; i-- {
		r := -v.search(d.play(line.moves[i].stone), -beta, -alpha)
		if v.err != nil {
			return alpha
		}
		if r >= beta {
			*slot = key<<boundBits | entry(r+upperBounds+shift)
			return r
		}
		alpha = max(alpha, r)
	}
	*slot = key<<boundBits | entry(alpha+shift)
	return alpha
}

// queue is moves in increasing order of promise.
type queue struct {
	moves [cols]struct {
		stone  board
		threat int
	}
	n int
}

// fill inserts the moves of d: by the threats they make, equal ones nearer to
// the middle last, so that they are tried first.
func (q *queue) fill(d drop, moves board) {
	for _, col := range [...]int{0, 6, 1, 5, 2, 4, 3} {
		stone := moves & column(col)
		if stone == 0 {
			continue
		}
		threat := bits.OnesCount64(uint64((d.own | stone).threats(d.taken)))
		i := q.n
		for ; i > 0 && q.moves[i-1].threat > threat; i-- {
			q.moves[i] = q.moves[i-1]
		}
		q.moves[i].stone, q.moves[i].threat = stone, threat
		q.n++
	}
}
