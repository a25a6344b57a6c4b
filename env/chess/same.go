package chess

import (
	"fmt"
	"slices"

	"ludens/env"
)

// difference returns a key by which the rules of two games differ, or "". Names and looks
// are no rules; nor are here cap and insufficient.
func (g *Game) difference(h *Game) string {
	switch {
	case g.area != h.area || g.drawing != h.drawing:
		return "board"
	case g.order != h.order:
		return "men"
	}
	for k := range kind(g.letters) {
		if key := g.kindDiffers(h, k); key != "" {
			return "men." + g.order[k:k+1] + "." + key
		}
	}
	promotes := g.promoting() != nil
	royal := g.keys.royal()
	a, b := &g.keys, &h.keys
	for _, d := range []struct {
		key   string
		other bool
	}{
		{"first", g.start.toMove != h.start.toMove},
		{"shuffle", a.Shuffle != b.Shuffle},
		{"promotion", promotes && g.promotion != h.promotion},
		{"promotion_begins", promotes && a.PromotionBegins != b.PromotionBegins},
		{"no_stuck", a.NoStuck != b.NoStuck},
		{"castling", !slices.EqualFunc(g.castlingList(), h.castlingList(), castling.equals)},
		{"castling_dropped", len(g.castlings) > 0 && a.CastlingDropped != b.CastlingDropped},
		{"must_capture", a.MustCapture != b.MustCapture},
		{"checking", a.Checking != b.Checking},
		{"royals", royal && g.royals != h.royals},
		{"facing", royal && a.Facing != b.Facing},
		{"drops", a.Drops != b.Drops},
		{"hand", g.start.hand != h.start.hand},
		{"captures_to_hand", a.CapturesToHand != b.CapturesToHand},
		{"keeps_promotion", a.Drops && a.KeepsPromotion != b.KeepsPromotion},
		{"must_drop", a.MustDrop != b.MustDrop},
		{"drop_region", a.Drops && g.dropRegion != h.dropRegion},
		{"checkmate", royal && a.Checkmate != b.Checkmate},
		{"mate_checks", royal && (g.mateChecks != h.mateChecks || g.mateLoses != h.mateLoses)},
		{"stalemate", a.Stalemate != b.Stalemate},
		{"checks", a.Checks != b.Checks},
		{"clock", a.Clock != b.Clock},
		{"clock_men", a.Clock > 0 && (g.clockMen != h.clockMen || g.dropsCount != h.dropsCount)},
		{"repetition", a.Repetition != b.Repetition},
		{"repetition_result", a.Repetition > 0 && a.RepetitionResult != b.RepetitionResult},
		{"goal", g.goal != h.goal},
		{"goal_men", g.goal != [2]set{} && (g.goalMen != h.goalMen || a.GoalSafe != b.GoalSafe || a.GoalBlocked != b.GoalBlocked || a.GoalCount != b.GoalCount || a.GoalReply != b.GoalReply)},
		{"extinction", a.Extinction != b.Extinction},
		{"begin_promoted", g.begins != h.begins},
		{"promotion_captures", promotes && a.PromotionCaptures != b.PromotionCaptures},
		{"demotes", promotes && a.Demotes != b.Demotes},
		{"castling_opposite", len(g.castlings) > 0 && a.CastlingOpposite != b.CastlingOpposite},
		{"passing_region", g.passingRegion != h.passingRegion},
		{"royal_most", royal && a.RoyalMost != b.RoyalMost},
		{"no_flight", royal && a.NoFlight != b.NoFlight},
		{"facing_ranks", a.Facing && a.FacingRanks != b.FacingRanks},
		{"trail", a.Trail != b.Trail},
		{"walls", a.Walls != b.Walls || g.wallRegion != h.wallRegion},
		{"blast", a.Blast != b.Blast},
		{"pass", a.Pass != b.Pass},
		{"drop_checks", a.Drops && a.DropChecks != b.DropChecks},
		{"drop_promoted", a.Drops && a.DropPromoted != b.DropPromoted},
		{"drop_onto", a.Drops && a.DropOnto != b.DropOnto},
		{"connect", a.Connect != b.Connect || a.ConnectSquare != b.ConnectSquare},
		{"connect_men", a.Connect+a.ConnectSquare > 0 && (g.connects != h.connects || a.ConnectApart != b.ConnectApart || a.ConnectLines != b.ConnectLines)},
		{"connect_result", a.Connect+a.ConnectSquare > 0 && a.ConnectResult != b.ConnectResult},
		{"perpetual_check", a.Repetition > 0 && a.PerpetualCheck != b.PerpetualCheck},
		{"counting", a.Counting != b.Counting || !slices.Equal(g.countingMen, h.countingMen)},
		{"draw_odds", a.DrawOdds != b.DrawOdds},
		{"extinction_men", a.Extinction != "no" && g.extinctions() != h.extinctions()},
	} {
		if d.other {
			return d.key
		}
	}
	return ""
}

// kindDiffers returns what a file says otherwise of a kind, or "".
func (g *Game) kindDiffers(h *Game, k kind) string {
	a, b := &g.kinds[k], &h.kinds[k]
	droppable := g.keys.Drops && slices.Contains(g.inHands, k)
	switch {
	case a.royal != b.royal:
		return "royal"
	case !sameKinds(a.by[0], b.by[0]) || !sameKinds(a.by[1], b.by[1]):
		return "promotes"
	case len(a.promotes) > 0 && a.may != b.may:
		return "choice"
	case a.limit != b.limit:
		return "limit"
	case a.stays != b.stays:
		return "stays"
	case a.avoids != b.avoids:
		return "avoids"
	case a.spares != b.spares:
		return "spares"
	case a.petrifies != b.petrifies:
		return "petrifies"
	case g.keys.Blast && a.explodes != b.explodes:
		return "explodes"
	case droppable && a.mostAFile != b.mostAFile:
		return "most_a_file"
	case droppable && a.dropsIn != b.dropsIn:
		return "drops_in"
	case droppable && a.oneAFile != b.oneAFile:
		return "one_a_file"
	case g.even.has(k) != h.even.has(k):
		return "colours"
	case droppable && a.noMate != b.noMate:
		return "no_mate"
	}
	for p := range env.Player(2) {
		for q := range square(g.cells) {
			if !slices.Equal(g.waysInWords(p, k, q), h.waysInWords(p, k, q)) {
				return "moves"
			}
		}
	}
	return ""
}

// waysInWords returns the ways of a kind from a square in one order. A way that can be
// captured in passing differs only if a man captures so.
func (g *Game) waysInWords(p env.Player, k kind, q square) (list []string) {
	passing, leaves := g.anyLeg(passes), g.anyLeg(func(l leg) bool { return l.is && l.lame })
	for _, w := range g.ways[p][k][q] {
		for _, mode := range []struct {
			on   bool
			name string
		}{{w.quiet, "m"}, {w.capture, "c"}, {w.passing && leaves, "e"}} {
			if mode.on {
				list = append(list, fmt.Sprint(mode.name, w.squares, w.manner, w.passant && passing && mode.name == "m"))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// castlingList returns the castlings in one order.
func (g *Game) castlingList() []castling {
	return slices.SortedFunc(slices.Values(g.castlings), func(a, b castling) int {
		return slices.Compare([]square{square(a.owner), a.rook}, []square{square(b.owner), b.rook})
	})
}

func (c castling) equals(d castling) bool {
	return c.owner == d.owner && c.king == d.king && c.kingTo == d.kingTo && c.rook == d.rook && c.rookTo == d.rookTo &&
		c.kingPiece == d.kingPiece && c.rookPiece == d.rookPiece && slices.Equal(c.safe, d.safe)
}

// extinctions is what a file says of them.
type extinctions struct {
	men             kindSet
	all, reply      bool
	count, opponent int
}

func (g *Game) extinctions() extinctions {
	k := &g.keys
	return extinctions{g.extinct, k.ExtinctionMen == "*", k.ExtinctionReply, k.ExtinctionCount, k.ExtinctionOpponent}
}
