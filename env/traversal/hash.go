package traversal

import (
	"ludens/env/seed"
)

// tableOf returns the numbers that are xored together into the hash of the men on a
// board (Zobrist 1970), by man and cell. They are fixed for good: a key means the same
// tomorrow.
func tableOf(b *board) (table [][]uint64) {
	root := seed.New(1883)
	for m := range 1 + 2*len(b.letters) {
		row := make([]uint64, b.cells())
		for at := range row {
			row[at] = root.At("man", m).At("cell", at).Uint64()
		}
		table = append(table, row)
	}
	return table
}

// zobrist returns the number of a man on a cell.
func (g *Game) zobrist(m man, at int) uint64 { return g.table[m][at] }

// The numbers of all else that a key tells apart.
var (
	northMoves = seed.New(1883).At("north moves", 0).Uint64()
	mustJump   = seed.New(1883).At("must jump", 0).Uint64()
	judgedStep = seed.New(1883).At("judged", 0)
	occurred   = seed.New(1883).At("occurred", 0)
	played     = seed.New(1883).At("played", 0)
)

// identity hashes what makes two positions the same to the rule on repetition: the men,
// the turn, and a demand or a step under judgement.
func (s *State) identity() uint64 {
	hash := s.sum
	if s.mover == north {
		hash ^= northMoves
	}
	if s.must {
		hash ^= mustJump
	}
	if s.judging() {
		hash ^= judgedStep.At("", s.judged.from*s.game.board.cells()+s.judged.to).Uint64()
	}
	return hash
}

// Key hashes the position, how often it has occurred before, as far as that matters,
// and the ply where it decides something: all that Legal, Result and Observe depend on.
func (s *State) Key() uint64 {
	key := s.hash
	if n := min(s.seen, max(1, s.game.rules.Repeat-1)); n > 0 {
		key ^= occurred.At("", n).Uint64()
	}
	if s.game.timed() {
		key ^= played.At("", s.ply).Uint64()
	}
	return key
}

// timed reports that the result depends on the plies that were played.
func (g *Game) timed() bool { return g.scored() || g.rules.Vacate > 0 }

// scored reports that who is ahead at the cap wins.
func (g *Game) scored() bool { return g.rules.CapResult != "draw" }
