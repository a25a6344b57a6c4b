package cetran

// Perft returns the number of sequences of depth legal moves: the leaves of
// the game tree at that depth. As is the custom in chess only mate and
// stalemate end a sequence: the fifty-move rule, repetition and insufficient
// material do not. The last ply is counted without being played.
func (s *State) Perft(depth int) int {
	if depth <= 0 {
		return 1
	}
	t := tree{promotions: s.game.promotions, levels: make([]legal, depth)}
	return t.leaves(&s.board, depth)
}

// tree walks a game tree; it keeps the moves of one position per level.
type tree struct {
	promotions []kind
	levels     []legal
}

// leaves returns the number of leaves depth plies below b.
func (t *tree) leaves(b *board, depth int) int {
	l := &t.levels[depth-1]
	l.find(b)
	if depth == 1 {
		return l.count(len(t.promotions))
	}
	n := 0
	for _, man := range l.men[:l.n] {
		n += t.below(b, man, depth-1)
	}
	return n
}

// below returns the number of leaves depth plies below the moves of one man.
func (t *tree) below(b *board, man reach, depth int) (n int) {
	for to := man.to; to != 0; to &= to - 1 {
		s := first(to)
		if man.kind != pawn || s.bit()&(rank1|rank8) == 0 {
			n += t.after(b, move{man.from, s, none}, man.kind, depth)
			continue
		}
		for _, k := range t.promotions {
			n += t.after(b, move{man.from, s, k}, pawn, depth)
		}
	}
	return n
}

func (t *tree) after(b *board, m move, k kind, depth int) int {
	next := *b
	next.play(m, k)
	return t.leaves(&next, depth)
}
