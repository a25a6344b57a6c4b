package draughts

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"ludens/configs/layer"
	"ludens/env"
	"ludens/env/diagram"
)

// look is what the pieces of First and of Second are, and are called.
type look struct {
	roles [2]string
	sides [2]diagram.Side
	men   [2]rune // their letters; kings have capitals
}

var looks = map[string]look{
	"white_black": {[2]string{"white", "black"}, [2]diagram.Side{diagram.FirstSide, diagram.SecondSide}, [2]rune{'w', 'b'}},
	"black_white": {[2]string{"black", "white"}, [2]diagram.Side{diagram.SecondSide, diagram.FirstSide}, [2]rune{'b', 'w'}},
}

// piece returns the drawing of a player's man or king.
func (l look) piece(p env.Player, king bool) diagram.Piece {
	if king {
		return diagram.Piece{Figure: diagram.Crowned, Side: l.sides[p], Letter: l.men[p] - 'a' + 'A'}
	}
	return diagram.Piece{Figure: diagram.Disc, Side: l.sides[p], Letter: l.men[p]}
}

func (s *State) String() string { return diagram.Text(s.Diagram()) }

// Diagram implements diagram.Pictured. Captured pieces have gone from it, and their squares are
// marked until the turn ends.
func (s *State) Diagram() diagram.Diagram {
	g := s.game
	d := diagram.Diagram{Rows: g.side, Cols: g.side, Cells: make([]diagram.Cell, g.side*g.side), Files: diagram.Lettered(g.side), Ranks: diagram.Numbered(g.side), Caption: s.caption()}
	for c := range d.Cells {
		d.Cells[c].Ground = diagram.LightCell
		if q := g.square[c]; q >= 0 {
			d.Cells[c].Ground = diagram.DarkCell
			if s.dead>>q&1 != 0 {
				d.Cells[c].Mark = diagram.DotMark
			}
		}
		if p, ok := s.Owner(c); ok {
			d.Cells[c].Piece = g.look.piece(p, s.kings>>g.square[c]&1 != 0)
		}
	}
	for _, q := range s.lastMove {
		if q >= 0 {
			d.Last = append(d.Last, int(g.cell[q]))
		}
	}
	return g.head.Styled(d)
}

func (s *State) caption() string {
	role := s.game.look.roles
	switch s.result {
	case env.FirstWins:
		return role[0] + " wins: " + s.Ending()
	case env.SecondWins:
		return role[1] + " wins: " + s.Ending()
	case env.Drawn:
		return "drawn: " + s.Ending()
	}
	text := role[s.mover] + " to move"
	if s.chain >= 0 {
		text += ", and to go on capturing from " + s.game.squareName(s.chain)
	}
	return text
}

// Ending implements env.Explained.
func (s *State) Ending() string { return s.game.endings()[s.end] }

func (g *Game) endings() [byQuiet + 1]string {
	return [...]string{byStuck: "the mover has no move", byQuiet: fmt.Sprintf("%d plies without a capture or a move of a man", g.rules.Quiet)}
}

// squareName returns the name of a dark square.
func (g *Game) squareName(q int8) string {
	c := int(g.cell[q])
	return string(rune('a'+c%g.side)) + strconv.Itoa(g.side-c/g.side)
}

// Format names both squares, "c3-d4", of a jump with an x, "c3xe5".
func (s *State) Format(a env.Action) string {
	m := s.game.step(a, s.mover)
	to, hit := s.way(m)
	if hit >= 0 {
		return s.game.squareName(m.from) + "x" + s.game.squareName(to)
	}
	return s.game.squareName(m.from) + "-" + s.game.squareName(to)
}

// Owner implements env.Spatial.
func (s *State) Owner(cell int) (p env.Player, ok bool) {
	q := s.game.square[cell]
	for p := range env.Player(2) {
		if q >= 0 && (s.pieces[p]&^s.dead)>>q&1 != 0 {
			return p, true
		}
	}
	return 0, false
}

// Squares implements env.Spatial.
func (s *State) Squares(a env.Action) env.Squares {
	g, m := s.game, s.game.step(a, s.mover)
	to, hit := s.way(m)
	x := env.Squares{From: int(g.cell[m.from]), To: int(g.cell[to])}
	for q := g.next[m.from][m.dir]; q != to; q = g.next[q][m.dir] {
		x.Path = append(x.Path, int(g.cell[q]))
	}
	if hit >= 0 {
		x.Captured = []int{int(g.cell[hit])}
	}
	after := s.Copy(nil).(*State)
	if after.Play(a); s.kings>>m.from&1 == 0 && after.kings>>to&1 != 0 {
		x.Promotion = "king"
	}
	return x
}

// PieceKinds implements env.Placing.
func (g *Game) PieceKinds() []env.PieceKind { return []env.PieceKind{{Name: "man"}, {Name: "king"}} }

// Seen implements env.Placing: each side sees its men go up.
func (g *Game) Seen(cell int, p env.Player) int {
	if p == env.Second {
		return g.side*g.side - 1 - cell
	}
	return cell
}

// Pieces implements env.Placing.
func (g *Game) Pieces(state env.State, dst []env.Piece) []env.Piece {
	s := state.(*State)
	for p := range env.Player(2) {
		for w := s.pieces[p] &^ s.dead; w != 0; w &= w - 1 {
			q := bits.TrailingZeros64(w)
			dst = append(dst, env.Piece{Cell: g.cell[q], Kind: uint8(s.kings >> q & 1), Owner: p})
		}
	}
	return dst
}

// Material implements env.Countable.
func (s *State) Material(p env.Player) []env.Men {
	left := s.pieces[p] &^ s.dead
	return []env.Men{{Kind: "man", Count: bits.OnesCount64(left &^ s.kings)}, {Kind: "king", Count: bits.OnesCount64(left & s.kings)}}
}

// PlaneNames implements env.Labelled.
func (g *Game) PlaneNames() []string {
	names := []string{"own men", "own kings", "enemy men", "enemy kings", "captured in this turn", "the piece that goes on"}
	if g.rules.Quiet > 0 {
		names = append(names, "plies without a capture or a move of a man")
	}
	return names
}

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() (names []string) {
	for _, way := range []string{"up left", "up right", "down left", "down right"} {
		for n := range g.far() {
			names = append(names, way+" "+strconv.Itoa(n+1))
		}
	}
	return names
}

// Turned implements env.Labelled.
func (*Game) Turned() bool { return true }

// Observe shows the planes of the game as the mover sees the board.
func (s *State) Observe(dst []float32) {
	clear(dst)
	g, n := s.game, s.game.side*s.game.side
	own, enemy := s.pieces[s.mover]&^s.dead, s.pieces[s.mover.Other()]&^s.dead
	going := uint64(0)
	if s.chain >= 0 {
		going = 1 << s.chain
	}
	for i, w := range [...]uint64{own &^ s.kings, own & s.kings, enemy &^ s.kings, enemy & s.kings, s.dead, going} {
		for ; w != 0; w &= w - 1 {
			dst[i*n+g.Seen(int(g.cell[bits.TrailingZeros64(w)]), s.mover)] = 1
		}
	}
	if g.rules.Quiet > 0 {
		for i := range n {
			dst[6*n+i] = min(1, float32(s.quiet)/float32(g.rules.Quiet))
		}
	}
}

// Position writes the rows from the top, numbers for empty squares, then whose turn it is, and:
//
//	... w on=e5 dead=d4,f6   the piece there goes on capturing; these have been captured
//	... w quiet=12           plies without a capture or a move of a man
func (g *Game) Position(state env.State) string {
	s := state.(*State)
	letters := make([]rune, g.side*g.side)
	for c := range letters {
		if q := g.square[c]; q >= 0 {
			for p := range env.Player(2) {
				if s.pieces[p]>>q&1 != 0 {
					letters[c] = g.look.piece(p, s.kings>>q&1 != 0).Letter
				}
			}
		}
	}
	text := env.Rows(letters, g.side, false) + " " + string(g.look.men[s.mover])
	if s.chain >= 0 {
		text += " on=" + g.squareName(s.chain)
		sep := " dead="
		for w := s.dead; w != 0; w &= w - 1 {
			text += sep + g.squareName(int8(bits.TrailingZeros64(w)))
			sep = ","
		}
	}
	if s.quiet > 0 {
		text += " quiet=" + strconv.Itoa(int(s.quiet))
	}
	return text
}

// Arrange implements env.Arranged: no capture goes on.
func (g *Game) Arrange(letters []rune, toMove env.Player) string {
	return env.Rows(letters, g.side, false) + " " + string(g.look.men[toMove])
}

var positionText = regexp.MustCompile(`^(\S+) ([wb])( on=(\S+) dead=(\S+))?( quiet=([0-9]{1,4}))?$`)

// ParsePosition reads what Position writes. No game need lead to it.
func (g *Game) ParsePosition(text string) (env.State, error) {
	s := &State{game: g, chain: -1, lastMove: [2]int8{-1, -1}}
	if err := s.read(text); err != nil {
		return nil, fmt.Errorf("draughts: position %s: %w", layer.Clip(text), err)
	}
	return s, nil
}

func (s *State) read(text string) error {
	g, m := s.game, positionText.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("want the rows and whose turn it is, as in %q", g.Position(g.origin))
	}
	rows := strings.Split(m[1], "/")
	if len(rows) != g.side {
		return fmt.Errorf("%d rows, want %d", len(rows), g.side)
	}
	if err := env.ReadRows(rows, g.side, func(c int, text string) (int, error) { return 1, s.place(c, rune(text[0])) }); err != nil {
		return err
	}
	s.mover = env.Player(b2i(rune(m[2][0]) != g.look.men[0]))
	n, _ := strconv.Atoi(m[7])
	if s.quiet = int16(n); n > g.rules.Quiet {
		return fmt.Errorf("%d plies without a capture or a move of a man, want at most %d", n, g.rules.Quiet)
	}
	s.rehash()
	if m[3] == "" {
		s.settle()
		return nil
	}
	return s.readChain(m[4], strings.Split(m[5], ","))
}

// place puts what a letter stands for on a cell.
func (s *State) place(c int, letter rune) error {
	g := s.game
	for p := range env.Player(2) {
		for _, king := range []bool{false, true} {
			if g.look.piece(p, king).Letter != letter {
				continue
			}
			if g.square[c] < 0 {
				return fmt.Errorf("a piece on a light square")
			}
			s.lift(g.square[c], p, king)
			return nil
		}
	}
	return fmt.Errorf("%q stands for no piece: want w, W, b or B, or a number of empty squares", letter)
}

// readChain reads the piece that goes on capturing, and what it has captured.
func (s *State) readChain(on string, dead []string) error {
	g := s.game
	named := func(name string, of uint64) (int8, error) {
		for q := range int8(g.dark) {
			if g.squareName(q) == name && of>>q&1 != 0 {
				return q, nil
			}
		}
		return 0, fmt.Errorf("%s: there is no such piece", layer.Clip(name))
	}
	q, err := named(on, s.pieces[s.mover])
	if err != nil {
		return err
	}
	last := int8(-1)
	for _, name := range dead {
		d, err := named(name, s.pieces[s.mover.Other()])
		if err != nil {
			return err
		}
		if d <= last {
			return fmt.Errorf("dead=%s: want the squares row by row from the top, each once", layer.Clip(name))
		}
		s.dead, last = s.dead|1<<d, d
	}
	s.chain = q
	if s.find(); s.jumps.n == 0 {
		return fmt.Errorf("the piece on %s cannot go on capturing", on)
	}
	return nil
}

// Book implements env.Described.
func (g *Game) Book() env.Book {
	b := env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: g.goal()},
			{Title: "Play", Paragraphs: g.play()},
			{Title: "Writing moves", Paragraphs: []string{"A move is both of its squares, `c3-d4`; a jump has an x, `c3xe5`. Each jump of a chain is written by itself."}},
		},
		Sources: g.head.Sources(),
		Shelf:   env.Shelf{Title: "Draughts", Order: 46},
		Men:     g.pieces(),
	}
	wins := "the other side wins"
	if g.rules.Result == "loses" {
		wins = "the mover wins"
	}
	b.Endings = append(b.Endings, env.Ending{Words: g.endings()[byStuck], Means: wins})
	if g.rules.Quiet > 0 {
		b.Endings = append(b.Endings, env.Ending{Words: g.endings()[byQuiet], Means: "a draw"})
	}
	return b
}

// pieces returns the man and the king, with a drawing of where each goes.
func (g *Game) pieces() []env.Man {
	letter := string(g.look.men[0])
	reach := func(letter string, far int, backward, jumpsBackward bool) []string {
		return env.Reach(letter, func(down, right int) byte {
			distance := max(down, -down)
			switch {
			case distance != max(right, -right):
			case distance <= far && (down < 0 || backward):
				return env.GoesOnly
			case distance == 2 && (down < 0 || jumpsBackward):
				return env.Hops
			}
			return env.Nowhere
		})
	}
	far, king := 1, strings.ToUpper(letter)
	if g.rules.Flying {
		far = env.ReachSide
	}
	return []env.Man{
		{Name: "man", Letter: letter, Moves: "one square diagonally forward", Reach: reach(letter, 1, false, g.rules.Backward)},
		{Name: "king", Letter: king, Moves: g.kingMoves(), Reach: reach(king, far, true, true)},
	}
}

func (g *Game) kingMoves() string {
	if g.rules.Flying {
		return "any number of empty squares diagonally"
	}
	return "one square diagonally"
}

func (g *Game) goal() (all []string) {
	all = []string{"A player whose turn it is and who has no move, or no piece left, loses."}
	if g.rules.Result == "loses" {
		all = []string{"A player whose turn it is and who has no move, or no piece left, wins."}
	}
	if g.rules.Quiet > 0 {
		all = append(all, fmt.Sprintf("After %d plies in a row without a capture or a move of a man the game is drawn.", g.rules.Quiet))
	}
	return all
}

func (g *Game) play() (all []string) {
	r := &g.rules
	directions := "forward"
	if r.Backward {
		directions = "forward or backward"
	}
	all = append(all,
		fmt.Sprintf("The board has %d by %d squares; the dark ones are used, and each player has one in the corner at the left. Each side has %d men on its first %s. %s begins.",
			g.side, g.side, r.Ranks*g.side/2, env.Number(r.Ranks)+" rows", strings.ToUpper(g.look.roles[0][:1])+g.look.roles[0][1:]),
		"A man moves one square diagonally forward. On the last row it becomes a king, which moves "+g.kingMoves()+".",
		"A man captures an enemy piece next to it, diagonally "+directions+", by a jump to the empty square right behind it. Who can capture must, and goes on with the same piece as long as it can. Captured pieces leave the board at the end of the turn; none is jumped over twice.")
	if r.Flying {
		all = append(all, "A king captures at any distance, with only empty squares before the captured piece, and lands on any empty square behind it.")
	} else {
		all = append(all, "A king captures as a man does, in all four directions.")
	}
	switch {
	case r.Most:
		all = append(all, "Of several ways to capture one must be taken that captures as many pieces as any.")
	case r.Flying:
		all = append(all, "A king lands where it can go on capturing, if there is such a square behind the captured piece.")
	}
	switch r.Promote {
	case "stops":
		all = append(all, "A man that reaches the last row by a capture becomes a king, and the turn is over.")
	case "continues":
		all = append(all, "A man that reaches the last row by a capture becomes a king at once, and goes on capturing as one if it can.")
	default:
		all = append(all, "A man that reaches the last row by a capture and goes on capturing stays a man.")
	}
	return all
}

// Constraint implements env.Constrained: a capture is compulsory.
func (s *State) Constraint() string {
	if s.end != ongoing || s.jumps.n == 0 {
		return ""
	}
	return s.game.look.roles[s.mover] + " must capture"
}
