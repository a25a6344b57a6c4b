package chess

import (
	"strings"

	"ludens/env"
)

// mostCastlings bounds the castlings of both sides together: rights are the bits of a byte.
const mostCastlings = 8

// readCastlings reads "e1g1 h1f1, e1c1 a1d1": First's, and Second's unless some of these
// are written besides, where men of the same kinds stand.
func (g *Game) readCastlings() error {
	if err := g.checkDropped(); err != nil {
		return err
	}
	if g.keys.Castling == "" {
		return nil
	}
	for _, text := range strings.Split(g.keys.Castling, ",") {
		c, err := g.readCastling(text)
		if err != nil {
			return err
		}
		g.castlings = append(g.castlings, c)
	}
	if own := len(g.castlings); g.keys.CastlingMirrored && g.castlings[0].owner == env.First && g.castlings[own-1].owner == env.First {
		for _, c := range g.castlings[:own] {
			image, err := g.prepare(env.Second, g.flip(c.king), g.flip(c.kingTo), g.flip(c.rook), g.flip(c.rookTo))
			if err != nil {
				return err
			}
			if kindOf(image.kingPiece) == kindOf(c.kingPiece) && kindOf(image.rookPiece) == kindOf(c.rookPiece) {
				g.castlings = append(g.castlings, image)
			}
		}
	}
	if len(g.castlings) > mostCastlings {
		return wrongf("castling", "%d castlings: want at most %d of both sides", len(g.castlings), mostCastlings)
	}
	met := map[string]bool{}
	for i := range g.castlings {
		c := &g.castlings[i]
		if met[c.right()] {
			return wrongf("castling", "two castlings of one side towards the same edge")
		}
		met[c.right()] = true
		g.castles.add(i, *c)
	}
	return nil
}

// right returns the letter of FEN: K or Q, small for Second.
func (c *castling) right() string {
	if c.owner == env.Second {
		return strings.ToLower(string(c.letter))
	}
	return string(c.letter)
}

// royal reports whether some man is.
func (k *Keys) royal() bool {
	for _, m := range k.Men {
		if m.Royal {
			return true
		}
	}
	return false
}

func (g *Game) readCastling(text string) (castling, error) {
	var squares []square
	for _, word := range strings.Fields(text) {
		n := strings.LastIndexAny(word, "abcdefghijkl")
		if n < 1 {
			return castling{}, wrongf("castling", "%q: want two squares, as in e1g1", word)
		}
		for _, name := range []string{word[:n], word[n:]} {
			q, err := g.parse(name)
			if err != nil {
				return castling{}, wrongf("castling", "%v", err)
			}
			squares = append(squares, q)
		}
	}
	if len(squares) != 4 {
		return castling{}, wrongf("castling", "%q: want the king's squares and the rook's, as in e1g1 h1f1", strings.TrimSpace(text))
	}
	if g.keys.CastlingDropped != "" {
		return g.prepare(env.Player(btoi(2*g.rank(squares[0]) >= g.rows)), squares[0], squares[1], squares[2], squares[3])
	}
	if king := g.drawing[squares[0]]; g.keys.Shuffle == "" && g.keys.royal() && !g.keys.Men[strings.ToUpper(string(king))].Royal {
		return castling{}, wrongf("castling", "%q: no royal man stands on the first square, where the king comes from", strings.TrimSpace(text))
	}
	owner := env.First
	if c := g.drawing[squares[0]]; c >= 'a' && c <= 'z' {
		owner = env.Second
	}
	return g.prepare(owner, squares[0], squares[1], squares[2], squares[3])
}

// prepare returns a castling with what it asks for.
func (g *Game) prepare(p env.Player, king, kingTo, rook, rookTo square) (castling, error) {
	c := castling{owner: p, king: king, kingTo: kingTo, rook: rook, rookTo: rookTo}
	for _, q := range [2]square{king, rook} {
		letter := g.castler(q, q == king, p)
		if !isLetter(letter) || (letter >= 'a') != (p == env.Second) {
			return c, wrongf("castling", "no man of %s on %s in the drawing", colours[p], g.name(q))
		}
	}
	if g.rank(king) != g.rank(kingTo) || g.rank(king) != g.rank(rook) || g.rank(king) != g.rank(rookTo) || king == rook || kingTo == rookTo {
		return c, wrongf("castling", "castling from %s and %s to %s and %s: want four squares of one rank, the two men on different ones", g.name(king), g.name(rook), g.name(kingTo), g.name(rookTo))
	}
	c.kingPiece = pieceOf(g.kindOf(g.castler(king, true, p)), p)
	c.rookPiece = pieceOf(g.kindOf(g.castler(rook, false, p)), p)
	return g.complete(c)
}

// castler returns the letter of the man of p who castles from q: that of the drawing, or that
// of Keys.CastlingDropped.
func (g *Game) castler(q square, king bool, p env.Player) byte {
	if g.keys.CastlingDropped == "" {
		return g.drawing[q]
	}
	letter := g.keys.CastlingDropped[btoi(!king)]
	if p == env.Second {
		letter += 'a' - 'A'
	}
	return letter
}

// checkDropped says what Keys.CastlingDropped asks for.
func (g *Game) checkDropped() error {
	switch letters := g.keys.CastlingDropped; {
	case letters == "":
		return nil
	case len(letters) != 2 || !isCapital(letters[0]) || !isCapital(letters[1]) || g.kindOf(letters[0]) == noKind || g.kindOf(letters[1]) == noKind:
		return wrongf("castling_dropped", "castling_dropped = %.20q: want two letters of %s, the king's and the rook's", letters, g.order)
	case !g.keys.Drops || g.keys.Castling == "" || g.keys.Shuffle != "":
		return wrongf("castling_dropped", "castling_dropped: want drops = true, castling = squares, and no shuffle")
	}
	return nil
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

// complete finds what a castling asks for.
func (g *Game) complete(c castling) (castling, error) {
	king, kingTo, rook, rookTo := c.king, c.kingTo, c.rook, c.rookTo
	c.letter, c.clear, c.safe = 'Q', nil, nil
	if g.file(rook) > g.file(king) {
		c.letter = 'K'
	}
	var clear set
	for _, way := range [2][2]square{{king, kingTo}, {rook, rookTo}} {
		for q := min(way[0], way[1]); q <= max(way[0], way[1]); q++ {
			if g.holes.has(q) {
				return c, wrongf("castling", "there is no square on %s, where castling passes", g.name(q))
			}
			clear.add(q)
		}
	}
	clear.remove(king)
	clear.remove(rook)
	clear.each(func(q square) { c.clear = append(c.clear, q) })
	if g.kinds[kindOf(c.kingPiece)].royal {
		for q := min(king, kingTo); q <= max(king, kingTo); q++ {
			c.safe = append(c.safe, q)
		}
	}
	return c, nil
}
