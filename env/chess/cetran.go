package chess

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"ludens/env"
	"ludens/env/seed"
)

// A cetran is an army of Cetran Chess. Games of such an army on a board of 8 by 8 have the
// actions, planes, keys and positions that Cetran's had before it was read from files,
// whatever their other rules are: so a network for Cetran can begin them. Rules that Cetran
// has not have their planes behind these.
//
// An action's plane says how far the man goes, in files to the right and ranks ahead; only
// where he ends counts, not the path of a sissa:
//
//	 0..55  queen's moves and a sissa's rook squares: 7*direction + distance-1,
//	        directions clockwise from straight ahead
//	56..79  nightrider squares, n knight's jumps in one direction: 56 + 8*(n-1)
//	        + jump, n = 1..3, jumps clockwise from (1, 2)
//	80..    promotions: 80 + 3*kind + (1 + files to the right), the kinds in the
//	        order of the army without its king and pawn
type cetran struct {
	title    string   // of the game
	order    string   // letters of the kinds, as the planes have them
	officers Officers // of a back rank
}

// cetran1 is the army of Cetina Random Chess, since called Cetran Chess 1: two bishops, and
// a rule that keeps them from sharing a colour.
var cetran1 = &cetran{title: "Cetran Chess 1", order: "KQSCBRNP", officers: "BBCKNQRS"}

// cetran2 is the army of Cetran Chess 2: eight officers, all different.
var cetran2 = &cetran{title: "Cetran Chess 2", order: "KQSCAHRNP", officers: "ACHKNQRS"}

// CetranVersion is that of the actions and planes of Cetran's armies.
//
// Version 2 shows what is attacked and the material, now and settled.
const CetranVersion = 2

// armyOf returns the army of Cetran that a file has, or nil.
func (g *Game) armyOf() *cetran {
	if g.rows != 8 || g.cols != 8 || !g.holes.empty() || g.keys.Men["S"].Moves != "Sissa" {
		return nil
	}
	for _, c := range []*cetran{cetran1, cetran2} {
		if len(c.order) != len(g.keys.Men) {
			continue
		}
		all := true
		for i := range c.order {
			m, there := g.keys.Men[c.order[i:i+1]]
			all = all && there && m.Royal == (c.order[i] == 'K') && (m.Promotes != "") == (c.order[i] == 'P')
		}
		if all {
			return c
		}
	}
	return nil
}

// clockwise are a queen's directions and a knight's jumps in the order of the planes.
var (
	clockwise = []vector{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	jumps     = []vector{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// numberPlanes adds the planes of the army, all of them, whatever the men may do.
func (c *cetran) numberPlanes(g *Game) {
	p := &g.planes
	for i, way := range []string{"ahead", "ahead to the right", "to the right", "back to the right", "back", "back to the left", "to the left", "ahead to the left"} {
		for n := 1; n <= 7; n++ {
			v := vector{n * clockwise[i].dx, n * clockwise[i].dy}
			*p.at(&p.plain, v) = p.add(fmt.Sprintf("the man goes %s by %d", way, n), v, noKind, false)
		}
	}
	for n := 1; n <= 3; n++ {
		for i, jump := range jumps {
			v := vector{n * jump.dx, n * jump.dy}
			*p.at(&p.plain, v) = p.add(fmt.Sprintf("the man goes as far as %s in line: of those clockwise from %d right and %d ahead number %d",
				[...]string{"", "one knight's jump", "two knight's jumps", "three knight's jumps"}[n], n, 2*n, i+1), v, noKind, false)
		}
	}
	for k := range kind(g.letters) {
		if w := &g.kinds[k]; !w.royal && len(w.promotes) == 0 {
			for dx := -1; dx <= 1; dx++ {
				v := vector{dx, 1}
				*p.at(p.promotions(k), v) = p.add(fmt.Sprintf("a pawn is promoted to %s, one square ahead and files to the right %d", w.name, dx), v, k, false)
			}
		}
	}
}

// planeNames returns the names of the observation planes.
func (c *cetran) planeNames(g *Game) (names []string) {
	for _, owner := range []string{"own ", "enemy "} {
		for k := range g.letters {
			names = append(names, owner+g.kinds[k].name)
		}
	}
	if g.converting() {
		names = append(names, "bishops that may convert", "bishops that must convert")
	}
	names = append(names,
		"square where a pawn can capture in passing",
		"everywhere 1 if the position occurred before",
		"everywhere the fifty-move clock, in tenths of 100 plies",
		attackedByOwn, attackedByEnemy, materialAhead,
		"everywhere the material ahead once captures have settled: (1 + settled score) / 2",
	)
	for _, owner := range []string{"own ", "enemy "} {
		for k := range g.kinds {
			if g.kinds[k].was != noKind {
				names = append(names, owner+g.kindName(kind(k)))
			}
		}
	}
	names = append(append(names, g.handPlanes()...), g.rightPlanes()...)
	names = append(names, g.checkPlanes()...)
	if g.keys.Repetition > 3 {
		names = append(names, repetitionShare)
	}
	return names
}

// observe writes the planes of planeNames.
func (c *cetran) observe(s *State, e *easel) {
	g, b := s.game, &s.board
	us := b.toMove
	kinds := e.take(2 * g.letters)
	var converts []float32
	if g.converts {
		converts = e.take(2)
	}
	for men := b.own[0][0] | b.own[1][0]; men != 0; men &= men - 1 {
		q := square(bits.TrailingZeros64(men))
		x, cell := b.at[q], int(g.view(q, us))
		k := kindOf(x)
		w := &g.kinds[k]
		kinds[64*(int(w.base)+g.letters*btoi(ownerOf(x) != us))+cell] = 1
		if w.converts {
			converts[64*btoi(k == w.bound)+cell] = 1
		}
	}
	passed := e.next()
	for _, q := range b.passed {
		if b.victim != nowhere && q != nowhere {
			passed[g.view(q, us)] = 1
		}
	}
	e.fill(float32(min(s.repeats(), 1)))
	e.fill(float32(s.clockStep()) / clockSteps)
	for _, p := range [2]env.Player{us, us.Other()} {
		g.countAttackers(b, p, e.next())
	}
	e.fill((1 + s.Score(us)) / 2)
	e.fill((1 + s.Settled(-1, 1)) / 2)
	c.observeMore(s, e)
}

// observeMore writes the planes of rules that Cetran has not.
func (c *cetran) observeMore(s *State, e *easel) {
	g, b := s.game, &s.board
	for _, p := range [2]env.Player{b.toMove, b.toMove.Other()} {
		for k := range g.kinds {
			if g.kinds[k].was == noKind {
				continue
			}
			plane := e.next()
			for q := range square(g.cells) {
				if b.at[q] == pieceOf(kind(k), p) {
					plane[g.view(q, b.toMove)] = 1
				}
			}
		}
	}
	s.observeHands(e)
	s.observeRights(e)
	s.observeChecks(e)
	if g.keys.Repetition > 3 {
		e.fill(s.repetitionShare())
	}
}

// cetranKinds are the kinds in the order of Cetran's keys, and cetranNames their names.
const cetranKinds = "PNBRQKCAHS"

var cetranNames = [len(cetranKinds)]string{
	"pawn", "knight", "bishop", "rook", "queen", "king", "chancellor", "archbishop", "dragon horse", "sissa",
}

// cetranKeys are the keys of Cetran, by square from a1 to h8; pieces that it has not have
// those of all games.
func (g *Game) cetranKeys() *zobrist {
	h := cetranNumbers()
	z := new(zobrist)
	*z = *generalKeys()
	z.turn, z.victim = h.turn, [mostCells]uint64{}
	copy(z.seen[1:], h.seen[:])
	copy(z.clock[1:], h.clock[:])
	for q := range square(64) {
		from := q ^ 56
		z.passed[q] = h.passed[from]
		for k := range g.kinds {
			w := &g.kinds[k]
			if w.was != noKind {
				continue
			}
			for p := range env.Player(2) {
				n := h.man[p][strings.IndexByte(cetranKinds, w.letter)][from]
				switch {
				case w.converts && kind(k) == w.free:
					n ^= h.free[from]
				case w.converts:
					n ^= h.bound[from]
				}
				z.man[pieceOf(kind(k), p)][q] = n
			}
		}
	}
	return z
}

// cetranNumbers are drawn in the order of their fields.
var cetranNumbers = sync.OnceValue(func() (h struct {
	man         [2][len(cetranKinds)][64]uint64
	passed      [64]uint64
	turn        uint64
	free, bound [64]uint64
	clock       [clockSteps]uint64
	seen        [2]uint64
}) {
	r := seed.New(1998).At("cetran", 0).Rand()
	fill := func(numbers []uint64) {
		for i := range numbers {
			numbers[i] = r.Uint64()
		}
	}
	for p := range h.man {
		for k := range h.man[p] {
			fill(h.man[p][k][:])
		}
	}
	fill(h.passed[:])
	h.turn = r.Uint64()
	fill(h.free[:])
	fill(h.bound[:])
	fill(h.clock[:])
	fill(h.seen[:])
	return h
})

// cetranEndings are the words of endings that Cetran's armies have of their own.
var cetranEndings = map[ending]string{
	insufficient: "only kings (and a knight) left",
	tooSlow:      "fifty moves without a capture or pawn move",
	repeated:     "third occurrence",
}

// withBishop is that of too few men in an army with bishops.
const withBishop = "only kings (and a knight or bishop) left"

// endingText says how a game ended; nothing of one that goes on.
func (g *Game) endingText(e ending) string {
	if text := cetranEndings[e]; g.cetran != nil && text != "" {
		if e == insufficient && g.cetran == cetran1 {
			return withBishop
		}
		return text
	}
	return endings[e]
}

// validateArmy compares the men of p with an army: every officer more than at the start was
// a pawn once.
func (g *Game) validateArmy(b *board, p env.Player) error {
	if g.keys.Drops {
		return nil
	}
	pawn, now, start := g.kindOf('P'), g.census(b, p), g.census(&g.start, p)
	promoted := 0
	for k := range g.letters {
		if kind(k) != pawn {
			promoted += max(0, now[k]-start[k])
		}
	}
	switch {
	case now[pawn] > start[pawn]:
		return fmt.Errorf("%s has %d pawns: must be at most %d", colours[p], now[pawn], start[pawn])
	case now[pawn]+promoted > start[pawn]:
		return fmt.Errorf("%s has %d pawns and %d promoted officers: must be at most %d together", colours[p], now[pawn], promoted, start[pawn])
	}
	for q := range square(g.cells) {
		if x := pieceOf(pawn, p); b.at[q] == x && !g.stands[x].has(q) {
			return fmt.Errorf("pawn on %s: pawns never stand on the first and last rank", g.name(q))
		}
	}
	return nil
}
