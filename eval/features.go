// Package eval is a linear evaluation of positions, learned from games: integer weights of
// features that are found in a game's rules ([env.Placing], [env.Attacking], [env.Gauged]).
//
//	logit = sum of the weights of First's features - the same of Second's
//
// seen by the mover. Each weight is a pair, for the opening and for the endgame; a
// position counts them by the share of pieces that are left. [Features] finds the features
// of a position, [Fit] learns their weights by logistic regression, [Weights] holds them in
// a file, and [Evaluation] evaluates the leaves of a search.
//
// [Round] learns an evaluation for alpha-beta from its own games, from nothing: play games
// with what was learned in the round before, fit the weights to them, play again. The first
// round has no weights: it plays by the game's score, or by wins alone where a game has none.
// Each game depends on the [RoundConfig], its number and the weights alone, so that rounds
// are the same for any number of goroutines. The games are records as those of self-play:
// package train keeps them, and does round after round.
//
// [Teach] plays games of alpha-beta, with an evaluation learned so, for a network to learn
// from before its self-play.
package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

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
// and, if some of them only go ahead (env.PieceKind.Forward),
//
//	passed      for each of these that no other one stands ahead of, in its column, nor one of
//	            the other player's in those beside it: its kind and its row
//	isolated, doubled, beside, backed
//	            for each of these: its kind (see structure.go)
//	open        for each other piece in a column without one of its player's: its kind, and
//	            whether the other player has one there
//	several     for each other piece but the first of its kind: its kind
//
// and, in games that have gauges,
//
//	gauge       for each gauge of p that is not 0: its number, and whether p is to move
//
// and, if there are royal pieces (danger.go),
//
//	pair        for each two pieces that attack the other one's ring: both kinds
//	weak        how many squares of that ring are attacked, and guarded by a royal piece alone
//	check       for each kind that attacks squares from which it would attack the royal piece: the
//	            kind, and how many of them the other player does not attack
//
// In games whose score is more than material, because quiet moves change it (env.Scored
// without env.Tactical), the score is a feature of First, as often as it has logits.
//
// Squares and ways that a symmetry of the game exchanges are one.
type Features struct {
	game      env.Placing
	attacking env.Attacking // nil: the game does not know
	gauged    env.Gauged    // nil: it has no gauges
	gauges    []env.Gauge
	cells     int
	words     int // of a set of cells
	kinds     int
	full      int // pieces of the opening
	royal     [env.MaxPieceKinds]bool
	royals    bool
	mortal    uint64 // kinds that are not royal, a bit each
	scored    bool
	rows      int
	cols      int
	forward   uint64  // kinds that only go ahead; 0 if they are not followed
	places    []place // of cells

	square   [2][]uint16 // by player and cell: its class; behind the cells that of a hand
	way      [2][]uint16 // by player, cell of the royal piece and cell: the class of the way
	ring     []uint64    // by cell: the cells beside it, and itself; words each
	squares  int         // classes
	ways     int
	begin    groups
	count    int
	notation string
	earlier  []version // without the groups that came later, which their weights do not have
}

// groups are the numbers of the first features of each group.
type groups struct {
	square, own, other, mobility, ring, attackers, touched, threatened, hanging, defended, score, passed, open, several, gauge, pair, weak, check uint16
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
	placing, ok := env.As[env.Placing](g)
	if !ok {
		return nil, fmt.Errorf("%s does not list its pieces: no evaluation can be learned", g.Spec().Name)
	}
	f := &Features{game: placing, cells: g.Spec().Cells(), kinds: len(placing.PieceKinds())}
	for k, kind := range placing.PieceKinds() {
		f.royal[k] = kind.Royal
		if f.royals = f.royals || kind.Royal; !kind.Royal {
			f.mortal |= 1 << k
		}
	}
	_, scored := g.New(0).(env.Scored)
	_, loud := g.New(0).(env.Tactical)
	f.scored = scored && !loud
	start := placing.Pieces(g.New(0), nil)
	if f.full = len(start); f.full == 0 {
		f.full = f.cells
	}
	f.attacking, _ = env.As[env.Attacking](g)
	if f.gauged, _ = env.As[env.Gauged](g); f.gauged != nil {
		f.gauges = f.gauged.Gauges()
	}
	f.words = env.Words(f.cells)
	f.cols = g.Spec().Shape[2]
	f.rows = f.cells / f.cols
	if f.forward = f.forwards(); f.forward != 0 {
		for c := range f.cells {
			f.places = append(f.places, place{uint8(c / f.cols), uint8(c % f.cols)})
		}
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
	if x, ok := env.As[env.Symmetric](g); ok {
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
	if f.scored {
		b.score = group("score", 1)
	}
	f.earlier = nil
	version := func() { f.earlier = append(f.earlier, version{next, text}) }
	version()
	if f.forward != 0 {
		b.passed, b.open, b.several = group("passed", k*(f.rows+structures)), group("open", 2*k), group("several", k)
	}
	f.numberGauges(group)
	version()
	if f.attacking != nil && f.royals {
		b.pair, b.weak, b.check = group("pair", k*k), group("weak", sieges), group("check", checkings*k)
	}
	f.count, f.notation = next, text
}

// version is what an earlier version of this program knew of the features: the first of them.
type version struct {
	count    int
	notation string
}

// holds reports whether a digest and a number of weights are those of the features, or of those
// that an earlier version had.
func (f *Features) holds(digest string, weights int) bool {
	for _, v := range append(slices.Clip(f.earlier), version{f.count, f.notation}) {
		if weights == v.count && digest == f.digest(v.notation) {
			return true
		}
	}
	return false
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

// Digest identifies the numbering of the features: weights are valid for one numbering.
func (f *Features) Digest() string { return f.digest(f.notation) }

func (f *Features) digest(notation string) string {
	sum := sha256.New()
	fmt.Fprintln(sum, notation, f.square, f.way)
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// Position is what the evaluation sees of a position: each player's features, with repeats,
// and the share of the opening, from 0 to Phases. Its zero value is ready for Find.
type Position struct {
	Of    [2][]uint16
	Phase int32
	// Score is the game's score for First, as a logit in 1/Unit, and scored its feature; 0 in
	// games in which it is none.
	Score  int32
	scored uint16

	plain  bool // the features of structure and the gauges are left out,
	calm   bool // and those of danger
	gauge  gauged
	pieces []env.Piece
	sets
	royal [2]int // cells; -1 without one
}

// Phases is the Phase of a position with all pieces of the opening.
const Phases = 256

// Find fills in p for a position of the game.
func (f *Features) Find(s env.State, p *Position) {
	f.glance(s, p)
	if f.attacking != nil {
		f.findAttacks(s, p)
	}
	for _, x := range p.pieces {
		o, k, cell := x.Owner&1, uint16(x.Kind), int(x.Cell)
		if cell < 0 {
			cell = f.cells
		}
		of := append(p.Of[o], f.begin.square+k*uint16(f.squares)+f.square[o][cell])
		if f.royals && cell < f.cells {
			if from := p.royal[o]; from >= 0 && from != cell {
				of = append(of, f.begin.own+k*uint16(f.ways)+f.way[o][from*f.cells+cell])
			}
			if from := p.royal[1-o]; from >= 0 {
				of = append(of, f.begin.other+k*uint16(f.ways)+f.way[o][from*f.cells+cell])
			}
		}
		p.Of[o] = of
	}
}

// glance fills in p but for what follows from attacks, and the features of single pieces and
// their squares, which an Evaluation sums from tables.
func (f *Features) glance(s env.State, p *Position) {
	p.Of[0], p.Of[1] = p.Of[0][:0], p.Of[1][:0]
	p.Of[env.First] = append(p.Of[env.First], first)
	p.Of[s.ToMove()] = append(p.Of[s.ToMove()], turn)
	p.pieces = f.game.Pieces(s, p.pieces[:0])
	p.Phase = int32(min(len(p.pieces)*Phases/f.full, Phases))
	if f.scored {
		p.Score, p.scored = logitOf(s.(env.Scored).Score(env.First)), f.begin.score
	}
	p.royal = f.findRoyals(p.pieces)
	if len(f.gauges) > 0 && !p.plain {
		f.findGauges(s, p)
	}
}

// logitOf returns 2s / (1 - |s|) of a score s, in 1/Unit and within 18 logits.
func logitOf(s float32) int32 {
	x := float64(min(max(s, -0.9), 0.9))
	return int32(math.Round(2 * Unit * x / (1 - math.Abs(x))))
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
