package cetro

// side is the board as one player sees it. Both players' sides always show the
// same board, each turned to its player.
type side struct {
	men  [maxColours]set // his own
	own  set             // all of these
	foe  set             // the other player's
	need int             // moves that his men still need: the sum of board.cost
}

// colourAt returns the colour of the player's man on q.
func (s *side) colourAt(q square) colour {
	for c, men := range s.men {
		if men&q.bit() != 0 {
			return colour(c)
		}
	}
	panic("cetro: no man there")
}

// home counts the men that stand where they belong.
func (s *side) home(b *board) (n int) {
	for c, men := range s.men {
		n += (men & b.goal[c]).count()
	}
	return n
}

// reach says where men can go: by direction, the squares from which one may.
type reach [directions]set

func (r *reach) canJump() bool { return r[jumpLeft]|r[jumpRight] != 0 }

func (r *reach) canRetreat() bool { return r[retreatLeft]|r[retreatRight] != 0 }

func (r *reach) none() bool { return !r.canJump() && !r.canRetreat() }

// reach returns the moves of the player whose side it is, demands aside: jumps
// over exactly one man onto an empty square, retreats to an empty one.
func (b *board) reach(s *side) (r reach) {
	over := s.own | s.foe
	empty := b.all &^ over
	r[jumpLeft] = s.own & b.room[jumpLeft] & (over << b.left) & (empty << (2 * b.left))
	r[jumpRight] = s.own & b.room[jumpRight] & (over << b.right) & (empty << (2 * b.right))
	r[retreatLeft] = s.own & b.room[retreatLeft] & (empty >> b.right)
	r[retreatRight] = s.own & b.room[retreatRight] & (empty >> b.left)
	return r
}
