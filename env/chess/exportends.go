package chess

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// writeDrops writes what concerns men in hand.
func (e *exporter) writeDrops() error {
	g, k := e.g, &e.g.keys
	if !k.Drops {
		return nil
	}
	e.say(true, "pieceDrops", "true")
	e.say(k.CapturesToHand, "capturesToHand", "true")
	e.say(k.KeepsPromotion, "dropLoop", "true")
	e.say(k.MustDrop, "mustDrop", "true")
	e.say(g.dropRegion[env.First] != g.whole(), "dropRegionWhite", "%s", g.regionText(g.dropRegion[env.First]))
	e.say(g.dropRegion[env.Second] != g.whole(), "dropRegionBlack", "%s", g.regionText(g.dropRegion[env.Second]))
	e.writePawnDrops()
	doubled := g.some(func(_ kind, w *ware) bool { return w.oneAFile })
	if len(doubled) > 1 {
		return errors.New("one_a_file: it has it for one kind of men")
	}
	e.say(len(doubled) > 0, "dropNoDoubled", "%s", e.letters(doubled))
	for _, i := range g.some(func(_ kind, w *ware) bool { return w.noMate }) {
		if e.types[i] != "shogiPawn" {
			return fmt.Errorf("men.%c.no_mate: it has that for men who go fW alone", g.order[i])
		}
		e.say(true, "shogiPawnDropMateIllegal", "true")
	}
	return nil
}

// writePawnDrops writes where its pawns are dropped: they need leave to be on the first
// rank and where they are promoted.
func (e *exporter) writePawnDrops() {
	g := e.g
	for i, t := range e.types {
		if t != "pawn" {
			continue
		}
		first, _ := g.region("*1")
		e.say(first.without(g.kinds[i].dropsIn[env.First]).empty(), "firstRankPawnDrops", "true")
		zone := g.promotion[env.First].without(first)
		e.say(zone.without(g.kinds[i].dropsIn[env.First]).empty(), "promotionZonePawnDrops", "true")
	}
}

// writeRegions writes goals, and the regions that men do not leave.
func (e *exporter) writeRegions() error {
	g, k := e.g, &e.g.keys
	for _, i := range g.some(func(_ kind, w *ware) bool { return w.stays != [2]set{g.whole(), g.whole()} }) {
		t := strings.ToUpper(e.types[i][:1]) + e.types[i][1:]
		e.say(true, "mobilityRegionWhite"+t, "%s", g.regionText(g.kinds[i].stays[env.First]))
		e.say(true, "mobilityRegionBlack"+t, "%s", g.regionText(g.kinds[i].stays[env.Second]))
	}
	if g.goal == [2]set{} {
		return nil
	}
	e.say(true, "flagRegionWhite", "%s", g.regionText(g.goal[env.First]))
	e.say(true, "flagRegionBlack", "%s", g.regionText(g.goal[env.Second]))
	if g.goalMen[0] != g.goalMen[1] {
		return errors.New("goal_men_second: it is not written")
	}
	switch men := g.in(g.goalMen[0]); {
	case len(men) == g.letters:
		e.say(true, "flagPiece", "*")
	case len(men) == 1:
		e.say(true, "flagPiece", "%s", e.letters(men))
	default:
		return fmt.Errorf("goal_men = %q: one kind of men or all reach a goal", k.GoalMen)
	}
	if men := g.in(g.goalMen[0]); k.GoalReply && (len(men) != 1 || !g.kinds[men[0]].royal || g.royals != eachRoyal || k.GoalCount > 1) {
		return errors.New("goal_reply: it has that for the king alone")
	}
	e.say(true, "flagPieceCount", "%d", k.GoalCount)
	e.say(k.GoalReply, "flagMove", "true")
	return nil
}

// writeRoyals writes which men are royal, beside a king.
func (e *exporter) writeRoyals() error {
	g, k := e.g, &e.g.keys
	e.say(k.MustCapture, "mustCapture", "true")
	e.say(k.Trail, "wallingRule", "past")
	if g.walling {
		return errors.New("walls: a turn is one move there, and two here")
	}
	if walls := g.some(func(_ kind, w *ware) bool { return w.petrifies }); walls != nil {
		e.say(true, "petrifyOnCaptureTypes", "%s", e.letters(walls))
	}
	e.say(!k.Checking, "checking", "false")
	e.say(k.Facing, "flyingGeneral", "true")
	e.say(k.NoStuck, "immobilityIllegal", "true")
	royal := g.royalKinds()
	if k.Facing && len(royal) == 1 && g.shareRank(g.kinds[royal[0]].stays) {
		return errors.New("facing: it has that along ranks, too, and the kings may stand on one")
	}
	switch {
	case len(royal) == 0:
		return nil
	case len(royal) > 1:
		return errors.New("royal: one kind of men is at most")
	case g.royals == allRoyals:
		return errors.New("royals = \"all\": it has one royal man a side, or the last of a kind")
	case g.royals == lastRoyal && (k.Extinction != "no" || k.Checkmate != "loss" || k.Facing || !k.Checking || k.Checks > 0):
		return errors.New("royals = \"last\": it has that as an extinction that is lost, without checks, checkmate and facing men of another meaning")
	case g.royals == lastRoyal:
		e.say(true, "extinctionValue", "loss")
		e.say(true, "extinctionPieceTypes", "%s", e.letters(royal))
		e.say(true, "extinctionPseudoRoyal", "true")
		return nil
	}
	several := slices.ContainsFunc(g.kinds, func(w ware) bool { return slices.Contains(w.promotes, royal[0]) }) || slices.Contains(g.inHands, royal[0])
	for p := range env.Player(2) {
		several = several || g.start.royals[p].count() > 1
	}
	if several {
		return errors.New("royals = \"each\": a side has one king at most")
	}
	return nil
}

// writeEnds writes how games end, but for the clock.
func (e *exporter) writeEnds() error {
	g, k := e.g, &e.g.keys
	e.say(k.Checkmate != "loss", "checkmateValue", "%s", k.Checkmate)
	e.say(true, "stalemateValue", "%s", k.Stalemate)
	e.say(k.Checks > 0, "checkCounting", "true")
	e.say(true, "nFoldRule", "%d", k.Repetition)
	e.say(k.RepetitionResult != "draw", "nFoldValue", "%s", opposite[k.RepetitionResult])
	if k.Extinction == "no" {
		return nil
	}
	men := "*"
	if k.ExtinctionMen != "*" {
		men = e.letters(g.in(g.extinct))
	}
	e.say(true, "extinctionValue", "%s", k.Extinction)
	e.say(true, "extinctionPieceTypes", "%s", men)
	e.say(true, "extinctionPieceCount", "%d", k.ExtinctionCount)
	e.say(true, "extinctionOpponentPieceCount", "%d", k.ExtinctionOpponent)
	e.say(k.ExtinctionReply, "extinctionClaim", "true")
	return nil
}

// writeClock writes after how many moves without a capture a game is drawn.
func (e *exporter) writeClock() error {
	g, k := e.g, &e.g.keys
	e.say(true, "nMoveRule", "%d", k.Clock/2)
	if k.Clock == 0 {
		return nil
	}
	e.say(true, "nMoveRuleTypes", "%s", e.letters(g.in(g.clockMen)))
	promoting := g.some(func(i kind, w *ware) bool { return len(w.promotes) > 0 && !g.clockMen.has(i) })
	switch {
	case k.Clock%2 != 0:
		return fmt.Errorf("clock = %d: it counts moves of both sides: want an even number of plies", k.Clock)
	case k.Drops && !g.dropsCount:
		return fmt.Errorf("clock_men = %q: each drop starts its clock again: @ says so", k.ClockMen)
	case len(promoting) > 0:
		return fmt.Errorf("clock_men: a promotion of %c does not start its clock again", g.order[promoting[0]])
	}
	return nil
}

// shareRank reports whether two regions have squares on one rank.
func (g *Game) shareRank(s [2]set) bool {
	for rank := range g.rows {
		line, _ := g.region(fmt.Sprintf("*%d", rank+1))
		if line.without(s[0]) != line && line.without(s[1]) != line {
			return true
		}
	}
	return false
}
