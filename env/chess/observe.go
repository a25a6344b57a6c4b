package chess

import (
	"math/bits"
	"slices"

	"ludens/env"
)

// Names of planes that armies of Cetran have, too.
const (
	attackedByOwn   = "how many own men attack a square, in quarters, 4 at most"
	attackedByEnemy = "how many enemy men attack a square, in quarters, 4 at most"
	materialAhead   = "everywhere the material ahead: (1 + score) / 2"
	repetitionShare = "everywhere how often the position occurred before, as a share of what ends the game"
)

// PlaneNames returns what each plane of an observation shows. All are seen from the
// mover's side: the last row is his own first rank.
func (g *Game) PlaneNames() (names []string) {
	if g.cetran != nil {
		return g.cetran.planeNames(g)
	}
	for _, owner := range []string{"own ", "enemy "} {
		for i := range g.men() {
			names = append(names, owner+g.kindName(kind(i)))
		}
	}
	if g.closes {
		names = append(names, "squares that are closed")
	}
	if g.walling {
		names = append(names, "the man who has moved, where a square is to be closed now")
	}
	names = slices.Concat(names, g.handPlanes(), g.rightPlanes(),
		[]string{"squares where a man can be captured in passing", "the man who can be captured in passing"}, g.checkPlanes())
	if g.keys.Repetition > 0 {
		names = append(names, repetitionShare)
	}
	if g.keys.Clock > 0 {
		names = append(names, "everywhere the clock of moves without a capture, in tenths of its length")
	}
	return append(names, attackedByOwn, attackedByEnemy, materialAhead)
}

// handPlanes are those of men in hand.
func (g *Game) handPlanes() (names []string) {
	for _, owner := range []string{"own ", "enemy "} {
		for _, k := range g.handKinds() {
			names = append(names, "everywhere the number of "+owner+g.kinds[k].name+" in hand, in sixteenths, 16 at most")
		}
	}
	return names
}

// rightPlanes are those of castlings.
func (g *Game) rightPlanes() (names []string) {
	for _, owner := range []string{"the mover", "the other"} {
		for i, c := range g.castlings {
			if c.owner == env.First || g.unevenCastlings() {
				if g.castlesDrawn() {
					names = append(names, "1 on the man with whom "+owner+" may still castle, number "+string(rune('1'+i)))
					continue
				}
				names = append(names, "everywhere 1 if "+owner+" may still castle, number "+string(rune('1'+i)))
			}
		}
	}
	return names
}

// checkPlanes are those of checks that count towards their number, or towards a checkmate.
func (g *Game) checkPlanes() (names []string) {
	if g.keys.Checks > 0 {
		names = append(names, "everywhere the share of the checks that the mover has given", "everywhere the share of the checks that the other has given")
	}
	if g.mateChecks != 0 {
		names = append(names, "everywhere 1 if a check that counts is in the mover's unbroken series", "everywhere 1 if a check that counts is in the other's unbroken series")
	}
	return names
}

// kindName distinguishes kinds behind others from these.
func (g *Game) kindName(k kind) string {
	w := &g.kinds[k]
	switch {
	case w.was != noKind:
		return w.name + " who was a " + g.kinds[w.was].name
	case w.converts && k == w.free:
		return w.name + " who may convert"
	case w.converts:
		return w.name + " who must convert"
	}
	return w.name
}

// unevenCastlings reports that not each castling of First's has one of Second's behind it.
func (g *Game) unevenCastlings() bool {
	half := len(g.castlings) / 2
	for i := range g.castlings {
		j := (i + half) % len(g.castlings)
		if 2*half != len(g.castlings) || g.castlings[i].owner == g.castlings[j].owner || g.castlings[i].letter != g.castlings[j].letter {
			return true
		}
	}
	return false
}

// easel is an observation being written, plane by plane.
type easel struct {
	left  []float32
	cells int
}

// next returns the next plane.
func (e *easel) next() []float32 { return e.take(1) }

// take returns the next n planes.
func (e *easel) take(n int) []float32 {
	planes := e.left[:n*e.cells]
	e.left = e.left[len(planes):]
	return planes
}

// fill writes a plane that is the same everywhere.
func (e *easel) fill(value float32) {
	for i, plane := 0, e.next(); i < len(plane); i++ {
		plane[i] = value
	}
}

// Observe writes the planes of PlaneNames.
func (s *State) Observe(dst []float32) {
	g, b := s.game, &s.board
	us := b.toMove
	clear(dst[:g.spec.Size()])
	e := easel{dst, g.cells}
	if g.cetran != nil {
		g.cetran.observe(s, &e)
		return
	}
	own, others := e.take(g.men()), e.take(g.men())
	for i, word := range b.own[0] {
		for word |= b.own[1][i]; word != 0; word &= word - 1 {
			q := square(64*i + bits.TrailingZeros64(word))
			planes := own
			if ownerOf(b.at[q]) != us {
				planes = others
			}
			planes[int(kindOf(b.at[q]))*g.cells+int(g.view(q, us))] = 1
		}
	}
	if g.closes {
		s.observeWalls(&e)
	}
	if g.walling {
		if plane := e.next(); s.walled != nowhere {
			plane[g.view(s.walled, us)] = 1
		}
	}
	s.observeHands(&e)
	s.observeRights(&e)
	s.observePassing(&e)
	s.observeChecks(&e)
	if g.keys.Repetition > 0 {
		e.fill(s.repetitionShare())
	}
	if g.keys.Clock > 0 {
		e.fill(float32(s.clockStep()) / clockSteps)
	}
	for _, p := range [2]env.Player{us, us.Other()} {
		g.countAttackers(b, p, e.next())
	}
	e.fill((1 + s.Score(us)) / 2)
}

func (s *State) observeHands(e *easel) {
	b := &s.board
	for _, p := range [2]env.Player{b.toMove, b.toMove.Other()} {
		for _, k := range s.game.inHands {
			e.fill(float32(min(b.hand[p][k], 16)) / 16)
		}
	}
}

func (s *State) observeRights(e *easel) {
	g, b := s.game, &s.board
	for _, p := range [2]env.Player{b.toMove, b.toMove.Other()} {
		for i := range g.castlings {
			if g.castlesDrawn() {
				s.observeDrawnRight(e, i, p)
			} else if g.uneven {
				e.fill(float32(b.rights >> i & 1 & uint8(btoi(g.castlings[i].owner == p))))
			} else if g.castlings[i].owner == p {
				e.fill(float32(b.rights >> i & 1))
			}
		}
	}
}

func (s *State) observePassing(e *easel) {
	g, b := s.game, &s.board
	passed, victim := e.next(), e.next()
	if b.victim == nowhere {
		return
	}
	victim[g.view(b.victim, b.toMove)] = 1
	for _, q := range b.passed {
		if q != nowhere {
			passed[g.view(q, b.toMove)] = 1
		}
	}
}

func (s *State) observeChecks(e *easel) {
	k, b := &s.game.keys, &s.board
	sides := [2]env.Player{b.toMove, b.toMove.Other()}
	for _, p := range sides {
		if k.Checks > 0 {
			e.fill(float32(min(int(b.given[p]), k.Checks)) / float32(k.Checks))
		}
	}
	for _, p := range sides {
		if s.game.mateChecks != 0 {
			e.fill(float32(btoi(s.series[p])))
		}
	}
}

// repetitionShare is how often the position has occurred before.
func (s *State) repetitionShare() float32 {
	return float32(s.repeats()) / float32(max(1, s.game.keys.Repetition-1))
}

// countAttackers writes to each cell how many men of p attack its square, whether or not
// their king could spare them.
func (g *Game) countAttackers(b *board, p env.Player, plane []float32) {
	if g.masks != nil {
		g.masks.tally(b, p).write(plane, &g.masks.views[b.toMove])
		return
	}
	for q := range square(g.cells) {
		n := 0
		for i := range g.attackers[p][q] {
			if o := &g.attackers[p][q][i]; b.own[p].has(o.from) && g.attacksFrom(b, o) {
				n++
			}
		}
		plane[g.view(q, b.toMove)] = float32(min(n, 4)) / 4
	}
}

// tally counts something on all squares of one word at once, up to 4: the binary digits of
// a square's count are its bits in three sets, and four stays.
type tally struct{ one, two, four uint64 }

// add counts one more on a set of squares.
func (n *tally) add(set uint64) {
	carry := n.one & set
	n.one ^= set
	n.four |= n.two & carry
	n.two ^= carry
}

// tally counts on each square the men of p that attack it.
func (m *masks) tally(b *board, p env.Player) (n tally) {
	occ := b.own[0][0] | b.own[1][0]
	for men := b.own[p][0]; men != 0; men &= men - 1 {
		q := square(bits.TrailingZeros64(men))
		n.add(m.attacks(&m.movers[b.at[q]][q&63], q, occ))
	}
	return n
}

// write writes the counts to their cells, in quarters.
func (n tally) write(plane []float32, views *[64]uint8) {
	mark := func(set uint64, quarters float32) {
		for ; set != 0; set &= set - 1 {
			plane[views[bits.TrailingZeros64(set)&63]] = quarters / 4
		}
	}
	mark(n.one&^n.two&^n.four, 1)
	mark(n.two&^n.one&^n.four, 2)
	mark(n.one&n.two&^n.four, 3)
	mark(n.four, 4)
}

// specify fills in the sizes.
func (g *Game) specify() error {
	g.handed = g.keys.Drops || g.keys.CapturesToHand || g.keys.Hand != ""
	g.inHands, g.uneven = g.handKinds(), len(g.castlings) > 0 && g.unevenCastlings()
	g.spec = env.Spec{
		Name: "chess", Version: g.version(), Actions: g.planes.n * g.cells,
		Shape: [3]int{len(g.PlaneNames()), g.rows, g.cols}, MaxPly: g.keys.Cap, Roles: g.sides,
	}
	g.symmetries = g.findSymmetries()
	return nil
}
