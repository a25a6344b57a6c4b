package tafl

// kind is a kind of pieces.
type kind uint8

const (
	attacker kind = iota
	defender      // a man of the king's side
	king
	kinds = 3
)

// letter returns that of positions and options.
func (k kind) letter() byte { return "adk"[k] }

// side returns whose piece it is: side(attacker) or side(defender).
func (k kind) side() side { return side(min(k, defender)) }

// side is one of the two sides. The number of a side is the kind of its men.
type side uint8

const (
	attackers = side(attacker)
	kingsSide = side(defender)
)

func (s side) other() side { return 1 - s }

func (s side) men() kind { return kind(s) }

// String returns what people call the side.
func (s side) String() string { return [...]string{"attackers", "king's side"}[s] }

// board is where the pieces stand: the squares of each kind.
type board [kinds]squares

func (b *board) occupied() squares { return b[attacker].or(b[defender]).or(b[king]) }

// of returns the squares of a side.
func (b *board) of(s side) squares {
	if s == attackers {
		return b[attacker]
	}
	return b[defender].or(b[king])
}

// at returns the kind of the piece on c, which is not empty.
func (b *board) at(c cell) kind {
	switch {
	case b[attacker].has(c):
		return attacker
	case b[king].has(c):
		return king
	}
	return defender
}

func (b *board) put(k kind, c cell) { b[k] = b[k].or(only(c)) }

func (b *board) move(k kind, m move) { b[k] = b[k].minus(only(m.from)).or(only(m.to)) }

func (b *board) remove(taken squares) {
	for k := range b {
		b[k] = b[k].minus(taken)
	}
}
