// Package chess is chess as a file says it: boards of 3 to 12 ranks and files, with holes,
// and men whose moves are written in Betza's notation.
//
// [Keys] are what a file may say, [Read] makes its game. On boards of at most 64 squares the
// keys are compiled into masks, checks and pins are found once for each position, and moves
// follow from sets of squares (mask.go, guard.go, reach.go). Other boards, and games with
// hoppers, list the ways of each piece, and try a move on a copy of the board if it may
// leave a royal piece attacked (way.go, move.go, legal.go).
//
// The files cetran1, cetran1-mirror, cetran2, cetran2-mirror and cetran2-central are also
// games with options of their own (array, promo, fifty, threefold, insufficient, cap,
// asymmetric), as checkpoints and records have them: [Variants] lists them and [New] takes
// them. Armies of Cetran have their own numbering of actions and planes (cetran.go).
//
// [Import] reads variants.ini of Fairy-Stockfish, [Section] writes it.
package chess

import (
	"ludens/env"
	"ludens/env/seed"
	"ludens/env/variant"
)

// Version is that of the actions and planes: see action.go and observe.go.
const Version = 1

// version returns that of a game.
func (g *Game) version() int {
	if g.cetran != nil {
		return CetranVersion
	}
	return Version
}

// Game is the rule book of one file. It is immutable and safe for concurrent use.
type Game struct {
	area
	spec env.Spec
	head variant.Head
	keys Keys

	sides   [2]string // what they are called
	drawing string    // the start, a letter a square
	names   []string  // of the squares
	order   string    // letters of the file's kinds, by kind
	cetran  *cetran   // the army of Cetran that it has; nil: another
	hashes  *zobrist
	letters int
	kinds   []ware // those of the file, and those behind them
	behind  map[[2]kind]kind
	royals  int

	promotion, dropRegion, goal, passingRegion, begins, wallRegion [2]set
	extinct, minor, clockMen, connects                             kindSet
	goalMen                                                        [2]kindSet
	mateChecks, mateLoses                                          kindSet
	even                                                           kindSet // drops keep them on squares of two colours: see evenly
	countingMen                                                    []kind  // rook, khon and knight
	rarely                                                         bool    // it has rules of rare.go
	lasting                                                        bool    // who was royal before a move still is behind it: see survives
	passesAnywhere                                                 bool    // no passing_region
	dropsCount                                                     bool    // each of them starts the clock again

	closes  bool // moves close squares
	walling bool // half of each turn is to close one: see walls.go
	wall    kind // the kind of these, or noKind

	castlings []castling // of the drawing
	castles   castles    // where they are not drawn

	ways      [2][][][]way // by player, kind and square
	attackers [2][][]origin
	origins   [2][]uint8 // places in attackers by target and origin, from 1
	aimed     [2][]set   // the origins, by target
	hops      bool       // some men hop over others
	masks     *masks     // of boards of one word; nil: see compileMasks
	traits    [mostKinds]traits
	tries     bool // royal men may come or go: each move is tried
	limited   bool // some kinds have a limit
	fewer     bool // it is a win to have none left
	swaps     bool // captures on a square are an exchange: see Exchange
	onlyMate  bool // who wins at once gives check
	cheapest  int  // the least that a capture brings, where royal pieces bring nothing
	converts  bool // some bishops may or must convert
	dearest   int  // the most
	shuns     bool // some squares are closed to some kinds: see stuck
	careful   bool // where a piece may go, or be promoted, depends on more than its ways
	decides   bool // more ends a game than that there are no moves, and draws

	shuffled   [2][]square // the squares whose men are drawn
	sure       [2]string   // men on them that keep all constraints
	numbered   bool        // they are drawn by the number of their order, as Cetran's
	asymmetric bool        // no mirror or central array is drawn

	planes     planes
	inHands    []kind // the kinds that may be in hand
	handed     bool   // some kind may be, dropped or not
	uneven     bool   // the castlings of the two sides do not match
	symmetries []env.Symmetry
	start      board // before anything is drawn

	others, heavy []kind     // put on the board by Start; such as may mate
	stands        []set      // by piece: squares where it can stand
	given         []env.Odds // see Odds
}

var colours = [2]string{"White", "Black"}

// Spec describes the game.
func (g *Game) Spec() env.Spec { return g.spec }

// New returns the start, with what is drawn drawn from the seed.
func (g *Game) New(n uint64) env.State {
	s := g.blank()
	s.board = g.start
	if g.keys.Shuffle != "" {
		rng := seed.New(n).At("array", 0).Rand()
		if g.numbered {
			g.lay(&s.board, g.menOf(g.arrays().random(rng.IntN, g.asymmetric)))
		} else {
			g.lay(&s.board, g.drawn(rng))
		}
		g.castleFrom(&s.board)
	}
	s.goOnChecking()
	s.judged, s.found = false, unfound
	return s
}

// empty returns a board without men, White to move.
func (g *Game) empty() (b board) {
	b.victim, b.passed, b.hashes, b.castles = nowhere, [mostPassed]square{nowhere, nowhere}, g.hashes, &g.castles
	return b
}

// blank returns a state with an empty board.
func (g *Game) blank() *State {
	return &State{game: g, board: g.empty(), progress: beginning}
}

// setUp returns the board of the drawing.
func (g *Game) setUp() board {
	b := g.empty()
	for i := range g.drawing {
		if c := g.drawing[i]; isLetter(c) {
			g.put(&b, g.kindOf(c), sideOf(c), square(i))
		}
	}
	for i := range g.keys.Hand {
		c := g.keys.Hand[i]
		g.take(&b, sideOf(c), g.kindOf(c), 1)
	}
	g.promoteAtFirst(&b)
	if g.keys.CastlingDropped == "" {
		b.castlings(1<<len(g.castlings) - 1)
	}
	if g.keys.First == "black" {
		b.pass()
	}
	g.unconverted(&b)
	return b
}

// promoteAtFirst puts promoted men where Keys.Begins has them.
func (g *Game) promoteAtFirst(b *board) {
	for p := range env.Player(2) {
		g.begins[p].each(func(q square) {
			if x := b.at[q]; x != 0 && ownerOf(x) == p && len(g.kinds[kindOf(x)].by[p]) == 1 {
				k := g.lift(b, q)
				g.put(b, g.promoted(k, g.kinds[k].by[p][0]), p, q)
			}
		})
	}
}

// sideOf returns whose man a letter stands for.
func sideOf(c byte) env.Player {
	if c >= 'a' {
		return env.Second
	}
	return env.First
}

// unconverted puts the bishops of a side that start on one colour under the bishops
// conversion rule.
func (g *Game) unconverted(b *board) {
	for p := range env.Player(2) {
		for k := range kind(g.letters) {
			free := g.kinds[k].free
			if free == noKind {
				continue
			}
			var there [2]set
			for q := range square(g.cells) {
				if b.at[q] == pieceOf(k, p) {
					there[btoi(g.dark(q))].add(q)
				}
			}
			for i, s := range there {
				if s.count() < 2 || !there[1-i].empty() {
					continue
				}
				s.each(func(q square) {
					g.lift(b, q)
					g.put(b, free, p, q)
				})
			}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkStart says why the start is no position to begin with.
func (g *Game) checkStart() error {
	g.start = g.setUp()
	if err := g.settleDraw(); err != nil {
		return err
	}
	s := g.New(0).(*State)
	for p := range env.Player(2) {
		if g.start.own[p].empty() && !g.start.holds(p) {
			return wrongf("board", "%s has no men", colours[p])
		}
	}
	if s.ending() != ongoing {
		return wrongf("board", "the game is over at the start: %s", s.Ending())
	}
	if g.inCheck(&s.board, s.board.toMove.Other()) {
		return wrongf("board", "the side that does not move first is in check")
	}
	g.stands = make([]set, 1+2*len(g.kinds))
	for x := range g.stands[1:] {
		for _, q := range g.standing(piece(x + 1)) {
			g.stands[x+1].add(q)
		}
	}
	g.settleStarts()
	g.settleOdds()
	return nil
}
