package cetro

// side is the board as one player sees it. Both players' sides always show the
// same board, each turned to its player.
type side struct {
	men  [maxColours]set // his own
	own  set             // all of these
	all  set             // and the other player's
	need int             // moves that his men still need: the sum of board.cost
}

// colourAt returns the colour of the player's man on q: blue, which is 0, if it
// is neither green nor red.
func (s *side) colourAt(q square) colour {
	has := func(c colour) colour { return colour(s.men[c] >> (q & 63) & 1) }
	return green*has(green) + red*has(red)
}

// home counts the men that stand where they belong.
func (s *side) home(b *board) (n int) {
	for c, men := range s.men {
		n += (men & b.goal[c]).count()
	}
	return n
}

// reach says where a player's men can go: by direction, the squares from which
// one may.
type reach [directions]set

func (r *reach) canJump() bool { return r[jumpLeft]|r[jumpRight] != 0 }

func (r *reach) none() bool { return r[jumpLeft]|r[jumpRight]|r[retreatLeft]|r[retreatRight] == 0 }

// reach returns the reach of a player with men on own, in the order of the
// directions, demands aside: jumps over exactly one man of all onto an empty
// square, retreats to an empty one.
func (b *board) reach(own, all set) (jl, jr, rl, rr set) {
	empty := b.all &^ all
	left, right := b.left&31, b.right&31 // 31 saves the machine a comparison
	jl = own & b.room[jumpLeft] & (all << left) & (empty << (2 * left))
	jr = own & b.room[jumpRight] & (all << right) & (empty << (2 * right))
	rl = own & b.room[retreatLeft] & (empty >> right)
	rr = own & b.room[retreatRight] & (empty >> left)
	return jl, jr, rl, rr
}

// torn reports whether a player can both jump and retreat.
func (b *board) torn(own, all set) bool {
	jl, jr, rl, rr := b.reach(own, all)
	return jl|jr != 0 && rl|rr != 0
}
