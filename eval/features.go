// Package eval is a linear evaluation of positions, learned from games: integer weights of
// features that are found in a game's rules ([env.Placing], [env.Attacking]).
//
//	logit = sum of the weights of First's features - the same of Second's
//
// seen by the mover. Each weight is a pair, for the opening and for the endgame; a
// position counts them by the share of pieces that are left. [Features] finds the features
// of a position, [Fit] learns their weights by logistic regression, [Weights] holds them in
// a file, and [Evaluation] evaluates the leaves of a search.
package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/bits"

	"ludens/env"
)

// Features numbers the features of a game. A player p has
//
//	turn        if p is to move
//	first       if p is First
//	square      for each piece: its kind and its square as p sees the board
//	own royal   for each piece: its kind and the way to it from p's royal piece
//	other royal the same from the other player's
//
// and, in games that know what pieces attack,
//
//	mobility    for each piece: its kind and how many squares it attacks, own pieces left out
//	ring        for each square of the other royal piece's ring that a piece attacks: its kind
//	siege       how many pieces attack that ring, and how many squares of it, with repeats
//	threatened  for each piece and each kind of the other player that attacks it: both kinds
//	hanging     for each piece that is attacked and not defended: its kind
//	defended    for each piece that is defended: its kind
//
// Squares and ways that a symmetry of the game exchanges are one.
type Features struct {
	game      env.Placing
	attacking env.Attacking // nil: the game does not know
	cells     int
	kinds     int
	full      int // pieces of the opening
	royal     [env.MaxPieceKinds]bool
	royals    bool

	square   [2][]uint16 // by player and cell: its class; behind the cells that of a hand
	way      [2][]uint16 // by player, cell of the royal piece and cell: the class of the way
	ring     []uint64    // by cell: the cells beside it, and itself
	squares  int         // classes
	ways     int
	begin    groups
	count    int
	notation string
}

// groups are the numbers of the first features of each group.
type groups struct {
	square, own, other, mobility, ring, attackers, touched, threatened, hanging, defended uint16
}

const (
	turn  = 0
	first = 1

	mobilities = 32 // squares attacked, at most
	sieges     = 16
)

// MaxFeatures bounds the features of a game.
const MaxFeatures = 1 << 15

// NewFeatures returns the features of a game, or an error if it lists no pieces.
func NewFeatures(g env.Game) (*Features, error) {
	placing, ok := g.(env.Placing)
	if !ok {
		return nil, fmt.Errorf("%s does not list its pieces: no evaluation can be learned", g.Spec().Name)
	}
	f := &Features{game: placing, cells: g.Spec().Cells(), kinds: len(placing.PieceKinds())}
	for k, kind := range placing.PieceKinds() {
		f.royal[k] = kind.Royal
		f.royals = f.royals || kind.Royal
	}
	start := placing.Pieces(g.New(0), nil)
	if f.full = len(start); f.full == 0 {
		f.full = f.cells
	}
	if x, ok := g.(env.Attacking); ok && f.cells <= 64 && x.Attacks(g.New(0), start, make([]uint64, len(start))) {
		f.attacking = x
	}
	f.classify(g)
	f.number()
	if f.count > MaxFeatures {
		return nil, fmt.Errorf("%s has %d features: want %d at most", g.Spec().Name, f.count, MaxFeatures)
	}
	return f, nil
}

// classify puts squares and ways into classes.
func (f *Features) classify(g env.Game) {
	cols := g.Spec().Shape[2]
	images := [][]int{nil}
	if x, ok := g.(env.Symmetric); ok {
		images = nil
		for _, s := range x.Symmetries() {
			images = append(images, s.Cells)
		}
	}
	image := func(cells []int, c int) int {
		if cells == nil {
			return c
		}
		return cells[c]
	}
	// The least image of a square, and of a way, names its class.
	squares, ways := classes{}, classes{}
	for p := range env.Player(2) {
		f.square[p] = make([]uint16, f.cells+1)
		f.way[p] = make([]uint16, f.cells*f.cells)
		for c := range f.cells {
			least := f.cells
			for _, cells := range images {
				least = min(least, image(cells, f.game.Seen(c, p)))
			}
			f.square[p][c] = squares.of(least)
		}
		f.square[p][f.cells] = squares.of(-1)
	}
	if !f.royals {
		f.squares = len(squares)
		return
	}
	for p := range env.Player(2) {
		for from := range f.cells {
			for to := range f.cells {
				least := 1 << 30
				for _, cells := range images {
					a, b := image(cells, f.game.Seen(from, p)), image(cells, f.game.Seen(to, p))
					least = min(least, (b/cols-a/cols+f.cells)*4*f.cells+b%cols-a%cols+f.cells)
				}
				f.way[p][from*f.cells+to] = ways.of(least)
			}
		}
	}
	f.squares, f.ways = len(squares), len(ways)
	f.ring = rings(f.cells, cols)
}

// classes numbers things by their names, in the order of meeting them.
type classes map[int]uint16

func (c classes) of(name int) uint16 {
	n, known := c[name]
	if !known {
		n = uint16(len(c))
		c[name] = n
	}
	return n
}

// rings returns for each cell of a board of one word the cells beside it, and itself.
func rings(cells, cols int) []uint64 {
	if cells > 64 {
		return nil
	}
	all := make([]uint64, cells)
	for a := range cells {
		for b := range cells {
			if max(abs(a/cols-b/cols), abs(a%cols-b%cols)) <= 1 {
				all[a] |= 1 << b
			}
		}
	}
	return all
}

func abs(n int) int { return max(n, -n) }

// number gives each group its numbers.
func (f *Features) number() {
	next, text := 2, fmt.Sprintf("v1 turn first full=%d", f.full)
	group := func(name string, size int) uint16 {
		at := next
		next += size
		text += fmt.Sprintf(" %s=%d", name, size)
		return uint16(at)
	}
	b, k := &f.begin, f.kinds
	b.square = group("square", k*f.squares)
	if f.royals {
		b.own, b.other = group("own", k*f.ways), group("other", k*f.ways)
	}
	if f.attacking != nil {
		b.mobility = group("mobility", k*mobilities)
		b.ring, b.attackers, b.touched = group("ring", k), group("attackers", sieges), group("touched", sieges)
		b.threatened, b.hanging, b.defended = group("threatened", k*k), group("hanging", k), group("defended", k)
	}
	f.count, f.notation = next, text
}

// Worths returns for each feature the kind of piece whose worth is a part of its weight, or
// -1: a piece on a square is worth what its kind is, and what the square adds.
func (f *Features) Worths() []int {
	all := make([]int, f.count)
	for i := range all {
		all[i] = -1
	}
	for k := range f.kinds {
		for c := range f.squares {
			all[int(f.begin.square)+k*f.squares+c] = k
		}
	}
	return all
}

// Count returns how many features there are.
func (f *Features) Count() int { return f.count }

// Digest tells the numbering of features from any other: weights fit no other.
func (f *Features) Digest() string {
	sum := sha256.New()
	fmt.Fprintln(sum, f.notation, f.square, f.way)
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// Position is what the evaluation sees of a position: each player's features, with repeats,
// and the share of the opening, from 0 to Phases. Its zero value is ready for Find.
type Position struct {
	Of    [2][]uint16
	Phase int32

	pieces  []env.Piece
	attacks []uint64
}

// Phases is the Phase of a position with all pieces of the opening.
const Phases = 256

// Find fills in p for a position of the game.
func (f *Features) Find(s env.State, p *Position) {
	p.Of[0], p.Of[1] = p.Of[0][:0], p.Of[1][:0]
	p.Of[env.First] = append(p.Of[env.First], first)
	p.Of[s.ToMove()] = append(p.Of[s.ToMove()], turn)
	p.pieces = f.game.Pieces(s, p.pieces[:0])
	p.Phase = int32(min(len(p.pieces)*Phases/f.full, Phases))
	royal := f.findRoyals(p.pieces)
	for _, x := range p.pieces {
		o, k, cell := x.Owner&1, uint16(x.Kind), int(x.Cell)
		if cell < 0 {
			p.Of[o] = append(p.Of[o], f.begin.square+k*uint16(f.squares)+f.square[o][f.cells])
			continue
		}
		of := append(p.Of[o], f.begin.square+k*uint16(f.squares)+f.square[o][cell])
		if f.royals {
			if from := royal[o]; from >= 0 && from != cell {
				of = append(of, f.begin.own+k*uint16(f.ways)+f.way[o][from*f.cells+cell])
			}
			if from := royal[1-o]; from >= 0 {
				of = append(of, f.begin.other+k*uint16(f.ways)+f.way[o][from*f.cells+cell])
			}
		}
		p.Of[o] = of
	}
	if f.attacking != nil {
		f.findAttacks(s, p, royal)
	}
}

// findRoyals returns the cell of each player's first royal piece, -1 without one.
func (f *Features) findRoyals(pieces []env.Piece) (at [2]int) {
	at = [2]int{-1, -1}
	if !f.royals {
		return at
	}
	for _, x := range pieces {
		if f.royal[x.Kind&63] && at[x.Owner&1] < 0 {
			at[x.Owner&1] = int(x.Cell)
		}
	}
	return at
}

// findAttacks appends what follows from what the pieces attack.
func (f *Features) findAttacks(s env.State, p *Position, royal [2]int) {
	if len(p.attacks) < len(p.pieces) {
		p.attacks = make([]uint64, 2*len(p.pieces))
	}
	f.attacking.Attacks(s, p.pieces, p.attacks)
	var own, all [2]uint64
	var by [2][env.MaxPieceKinds]uint64
	for i, x := range p.pieces {
		if x.Cell < 0 {
			continue
		}
		own[x.Owner&1] |= 1 << x.Cell
		all[x.Owner&1] |= p.attacks[i]
		by[x.Owner&1][x.Kind&63] |= p.attacks[i]
	}
	var attackers, touched [2]int
	for i, x := range p.pieces {
		if x.Cell < 0 {
			continue
		}
		o, k, bit := x.Owner&1, uint16(x.Kind), uint64(1)<<x.Cell
		of := append(p.Of[o], f.begin.mobility+k*mobilities+uint16(min(bits.OnesCount64(p.attacks[i]&^own[o]), mobilities-1)))
		if at := royal[1-o]; at >= 0 {
			if n := bits.OnesCount64(p.attacks[i] & f.ring[at]); n > 0 {
				attackers[o]++
				touched[o] += n
				for range n {
					of = append(of, f.begin.ring+k)
				}
			}
		}
		defended := all[o]&bit != 0
		if defended {
			of = append(of, f.begin.defended+k)
		}
		if all[1-o]&bit != 0 {
			if !defended {
				of = append(of, f.begin.hanging+k)
			}
			for j := range f.kinds {
				if by[1-o][j]&bit != 0 {
					of = append(of, f.begin.threatened+k*uint16(f.kinds)+uint16(j))
				}
			}
		}
		p.Of[o] = of
	}
	for o := range p.Of {
		p.Of[o] = append(p.Of[o], f.begin.attackers+uint16(min(attackers[o], sieges-1)), f.begin.touched+uint16(min(touched[o], sieges-1)))
	}
}
