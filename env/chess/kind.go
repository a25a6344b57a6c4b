package chess

import (
	"math"
	"slices"

	"ludens/env"
	"ludens/env/diagram"
)

// kind is what a man is, for both sides: a place in Game.kinds. Besides those of the file
// there are kinds behind them that differ from another in what becomes of them:
// promoted men who go to hand as what they were, and bishops that may or must convert.
type kind = uint8

// noKind is no kind.
const noKind kind = 255

// mostKinds bounds all kinds together: sets of them are words.
const mostKinds = 64

// ware is what there is to know of a kind.
type ware struct {
	letter   byte
	name     string
	figure   diagram.Figure
	outline  string    // of a figure of the file's own
	signs    [2]string // by side: what a tile or token carries in place of its letter
	legs     []leg
	royal    bool
	promotes []kind
	by       [2][]kind // of these what each side's men may become
	may      bool      // it need not be promoted
	limit    int
	worth    int
	forward  bool // none of its moves can ever be taken back
	counts   bool // its moves start the clock again, but for those that can be taken back

	initial, initialFar, stays, avoids, dropsIn, within [2]set
	oneAFile, noMate                                    bool
	mostAFile                                           int
	spares                                              kindSet
	explodes                                            uint8
	petrifies                                           bool

	base kind // of a kind behind those of the file: the one that it moves and looks like
	was  kind // what a promoted man goes to hand as; noKind: as its base
	mark string

	free, bound kind // of a bishop: the kinds that may and must convert
	converts    bool // it is one of these two
}

// traits is what a move looks up of a kind.
type traits struct {
	worth                     int16
	crown                     int16 // of what it may become the most
	prize                     int16 // what its capture brings
	may                       bool
	listed                    uint8 // in PieceKinds
	officer                   bool  // neither royal nor promoted
	classes                   classSet
	royal                     bool
	forward, counts, converts bool
	returns                   bool // it counts, there is a clock, and some of its moves can be taken back
}

// settleTraits fills them in, and what they have in common.
func (g *Game) settleTraits() {
	for k, w := range g.kinds {
		g.traits[k] = traits{worth: int16(w.worth), royal: w.royal, forward: w.forward, counts: w.counts, returns: g.keys.Clock > 0 && w.counts && !w.forward && g.returns(kind(k)), converts: w.converts, officer: !w.royal && len(w.promotes) == 0,
			may: w.may, listed: g.listedAs(kind(k))}
		for _, to := range w.promotes {
			g.traits[k].crown = max(g.traits[k].crown, int16(g.kinds[g.promoted(kind(k), to)].worth))
		}
		g.tries = g.tries || w.royal && len(w.promotes) > 0
		g.limited = g.limited || w.limit > 0
	}
	for k := range g.kinds {
		if g.traits[k].prize = g.traits[k].worth; g.keys.CapturesToHand {
			g.traits[k].prize += g.traits[g.inHand(kind(k))].worth
		}
	}
	g.converts, g.dearest = g.converting(), math.MinInt16
	for k := range g.kinds {
		g.dearest = max(g.dearest, int(g.traits[k].prize))
	}
	g.tries = g.tries || g.royalsMayCome()
	g.fewer = g.keys.Extinction == "win"
	k := &g.keys
	g.swaps = !g.fewer && !k.Blast && !g.closes && !k.MustCapture
	g.cheapest = math.MinInt16
	if g.royals == eachRoyal && !g.keys.CapturesToHand {
		g.cheapest = math.MaxInt16
		for i := range g.kinds {
			if !g.kinds[i].royal {
				g.cheapest = min(g.cheapest, int(g.traits[i].prize))
			}
		}
	}
	g.shuns = k.NoStuck || slices.ContainsFunc(g.kinds, func(w ware) bool { return w.avoids != [2]set{} })
	g.careful = g.shuns || k.PromotionBegins || g.limited
	g.decides = k.Checks > 0 || k.Extinction != "no" || g.goal != [2]set{} || k.Connect > 0 || k.ConnectSquare > 0
	g.onlyMate = k.Stalemate == "draw" && k.Checkmate == "loss" && k.Extinction == "no" && g.goal == [2]set{} && k.RepetitionResult == "draw" &&
		k.DrawOdds == "no" && !k.PerpetualCheck && k.Connect == 0 && k.ConnectSquare == 0
}

// A piece is a kind and an owner in one number; 0 is none.
type piece = uint8

func pieceOf(k kind, p env.Player) piece { return 1 + 2*k + piece(p) }

func kindOf(x piece) kind        { return (x - 1) >> 1 }
func ownerOf(x piece) env.Player { return env.Player((x - 1) & 1) }

// kindSet is some kinds, a bit each.
type kindSet uint64

func (s kindSet) has(k kind) bool { return s>>k&1 != 0 }
func (s *kindSet) add(k kind)     { *s |= 1 << k }

// some returns the kinds of the file of which something holds.
func (g *Game) some(is func(k kind, w *ware) bool) (list []kind) {
	for k := range kind(g.letters) {
		if is(k, &g.kinds[k]) {
			list = append(list, k)
		}
	}
	return list
}

// in returns the kinds of the file in a set.
func (g *Game) in(s kindSet) []kind { return g.some(func(k kind, _ *ware) bool { return s.has(k) }) }

// royalKinds returns the royal kinds of the file, and promoting those that may be promoted.
func (g *Game) royalKinds() []kind { return g.some(func(_ kind, w *ware) bool { return w.royal }) }
func (g *Game) promoting() []kind {
	return g.some(func(_ kind, w *ware) bool { return len(w.promotes) > 0 })
}

// anyLeg reports whether something holds of a leg of some kind.
func (g *Game) anyLeg(is func(l leg) bool) bool {
	return slices.ContainsFunc(g.kinds, func(w ware) bool { return slices.ContainsFunc(w.legs, is) })
}

func passes(l leg) bool  { return l.passing }
func initial(l leg) bool { return l.is }
