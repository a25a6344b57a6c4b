package chess

import (
	"fmt"
	"slices"
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

// castles are the castlings of a game: of its drawing, or from where the men were drawn.
type castles struct {
	list  []castling       // as in the file: a right is a bit of the same number
	loses [mostCells]uint8 // rights that a move from or to a square costs
	drawn []uint64         // with shuffle, for each: a hash of where its men stand
}

func (c *castles) add(i int, one castling) {
	c.loses[one.king] |= 1 << i
	c.loses[one.rook] |= 1 << i
	c.list = append(c.list, one)
}

// key hashes the squares where men were drawn who may still castle.
func (c *castles) key(rights uint8) (hash uint64) {
	for i, one := range c.drawn {
		if rights>>i&1 != 0 {
			hash ^= one
		}
	}
	return hash
}

// castlesDrawn reports whether the men who castle stand on squares that are drawn.
func (g *Game) castlesDrawn() bool { return g.keys.Shuffle != "" && len(g.castlings) > 0 }

// mostDrawnFiles bounds boards where men castle from where they are drawn: of rights K is a
// side and not a file.
const mostDrawnFiles = 10

// checkDrawnCastling says what castlings ask of men who are drawn: that the king stands
// between his two rooks, in each order.
func (g *Game) checkDrawnCastling() error {
	if g.castlesDrawn() && g.cols > mostDrawnFiles {
		return wrongf("castling", "with shuffle the board has %d files: want at most %d", g.cols, mostDrawnFiles)
	}
	for i := range g.castlings {
		c := &g.castlings[i]
		king, rook := string(g.kinds[kindOf(c.kingPiece)].letter), string(g.kinds[kindOf(c.rookPiece)].letter)
		if g.keys.Men[king].Between != rook {
			return wrongf("castling", "with shuffle: want [men.%s] between = %q", king, rook)
		}
		if g.drawnMen(c.owner, c.kingPiece) != 1 || g.drawnMen(c.owner, c.rookPiece) != 2 {
			return wrongf("castling", "with shuffle: want one %s and two %s of %s among the men that are drawn", king, rook, colours[c.owner])
		}
	}
	for letter, m := range g.keys.Men {
		if _, ok := g.keys.Men[m.Between]; m.Between != "" && !ok {
			return wrongf("men."+letter+".between", "%q: want the letter of a kind", m.Between)
		}
	}
	return nil
}

// drawnMen counts the men of a piece among those that are drawn.
func (g *Game) drawnMen(p env.Player, x piece) (n int) {
	for _, q := range g.shuffled[p] {
		if c := g.drawing[q]; isLetter(c) && sideOf(c) == p && pieceOf(g.kindOf(c), p) == x {
			n++
		}
	}
	return n
}

// keepsBetween reports whether an order of men keeps between.
func (g *Game) keepsBetween(p env.Player, men []byte) bool {
	for i, c := range men {
		between := g.keys.Men[strings.ToUpper(string(c))].Between
		if between == "" {
			continue
		}
		var left, right bool
		for j, d := range men {
			if strings.EqualFold(string(d), between) && j != i {
				before := g.file(g.shuffled[p][j]) < g.file(g.shuffled[p][i])
				left, right = left || before, right || !before
			}
		}
		if !left || !right {
			return false
		}
	}
	return true
}

// castleFrom gives a board whose men have just been drawn its castlings, and all rights.
func (g *Game) castleFrom(b *board) {
	if !g.castlesDrawn() {
		return
	}
	rights := b.rights
	g.castlesOf(b, func(c *castling, king square) square {
		rook := nowhere
		for q := range square(g.cells) {
			if b.at[q] == c.rookPiece && g.rank(q) == g.rank(king) && g.file(q) > g.file(king) == (c.letter == 'K') {
				rook = q
			}
		}
		return rook
	})
	b.castlings(rights)
}

// castlesOf finds the castlings of men on a board; rook names the square of the one with whom a
// king castles, or nowhere. It returns which there are.
func (g *Game) castlesOf(b *board, rook func(c *castling, king square) square) (rights uint8) {
	all := &castles{}
	for i, c := range g.castlings {
		king := nowhere
		for q := range square(g.cells) {
			if b.at[q] == c.kingPiece && g.rank(q) == g.rank(c.king) {
				king = q
			}
		}
		if from := king; from != nowhere {
			if to := rook(&c, from); to != nowhere {
				c.king, c.rook = from, to
				c, _ = g.complete(c) // the drawing has no holes there: prepare has passed them
				all.add(i, c)
				all.drawn = append(all.drawn, hashOf(hashCastles, uint64(i), uint64(from)<<8|uint64(to)))
				rights |= 1 << i
				continue
			}
		}
		all.list, all.drawn = append(all.list, c), append(all.drawn, 0)
	}
	b.castles = all
	return rights
}

// rightText writes a right: K or Q, or the file of the man with whom the king castles
// (Shredder-FEN); small for Second.
func (g *Game) rightText(c *castling) string {
	if !g.castlesDrawn() {
		return c.right()
	}
	file := string(rune('A' + g.file(c.rook)))
	if c.owner == env.Second {
		return strings.ToLower(file)
	}
	return file
}

// parseDrawnRights reads the rights of a game whose men are drawn, as Shredder-FEN (HAha) and
// as X-FEN: K is the outermost man towards the last file.
func (g *Game) parseDrawnRights(b *board, text string) error {
	letters := []byte(strings.TrimPrefix(text, "-"))
	rights := g.castlesOf(b, func(c *castling, king square) square {
		at := slices.IndexFunc(letters, func(letter byte) bool {
			return g.rookOf(b, c, king, letter) != nowhere
		})
		if at < 0 {
			return nowhere
		}
		rook := g.rookOf(b, c, king, letters[at])
		letters = slices.Delete(letters, at, at+1)
		return rook
	})
	if len(letters) > 0 {
		return fmt.Errorf("castling %q: no king of a side castles with a man there: must be files of the men with whom he may, or some of KQkq, each once, or -", text)
	}
	b.castlings(rights)
	return nil
}

// rookOf returns the square of the man whom a letter of a right means, if he is of a castling.
func (g *Game) rookOf(b *board, c *castling, king square, letter byte) (rook square) {
	rook = nowhere
	if (letter >= 'a') != (c.owner == env.Second) {
		return rook
	}
	upper := strings.ToUpper(string(letter))[0]
	for file := range g.cols {
		q, ok := g.at(file, g.rank(king))
		if !ok || b.at[q] != c.rookPiece || file > g.file(king) != (c.letter == 'K') {
			continue
		}
		switch {
		case upper == 'A'+byte(file):
			return q
		case upper == c.letter && (rook == nowhere || c.letter == 'K'): // the outermost
			rook = q
		}
	}
	return rook
}

// observeDrawnRight writes the plane of a castling: where the man stands with whom p castles.
func (s *State) observeDrawnRight(e *easel, i int, p env.Player) {
	c := &s.board.castles.list[i]
	if c.owner != p && !s.game.uneven {
		return
	}
	plane := e.next()
	if c.owner == p && s.board.rights>>i&1 != 0 {
		plane[s.game.view(c.rook, s.board.toMove)] = 1
	}
}
