package chess

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
)

// predefined are the pieces that go as a kind, by their moves: those that do nothing
// else in some variant or other.
var predefined = func() map[string]string {
	all := map[string]string{}
	for _, named := range pieceTypes {
		t := named[0]
		legs, err := parseMoves(named[1])
		if err != nil {
			panic(err) // a table of ours
		}
		if t != "janggiCannon" && t != "king" {
			all[movesOf(legs)] = t
		}
	}
	return all
}()

// movesOf returns legs in one way of writing, whatever their order: all that they allow.
func movesOf(legs []leg) string {
	met := map[string]bool{}
	for _, l := range legs {
		for _, v := range l.vectors {
			for _, mode := range []struct {
				on   bool
				name string
			}{{l.quiet, "m"}, {l.capture, "c"}, {l.passing, "e"}} {
				if mode.on {
					met[fmt.Sprint(v, l.manner, l.steps, l.lame, l.is, mode.name)] = true
				}
			}
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(met)), ";")
}

// writeMen writes the pieces, predefined ones by their names.
func (e *exporter) writeMen() error {
	g, custom := e.g, 0
	step, _ := parseMoves("fmWfcF")
	used := map[string]bool{}
	for k := range kind(g.letters) {
		w := &g.kinds[k]
		moves := strings.ReplaceAll(g.keys.Men[string(w.letter)].Moves, " ", "")
		t := predefined[movesOf(w.legs)]
		if movesOf(w.legs) == movesOf(step) && !g.anyLeg(initial) {
			t = "pawn"
		}
		if t == "pawn" && (len(w.promotes) == 0 || g.keys.PromotionBegins) {
			t = "" // its pawns may not even go where they are promoted, if they become nothing there
		}
		letter := strings.ToLower(string(w.letter))
		switch {
		case fairyMoves(w) != "":
			return fmt.Errorf("men.%c.moves = %q: it knows no %s", w.letter, moves, fairyMoves(w))
		case w.royal && g.royals == eachRoyal && predefined[movesOf(w.legs)] == "commoner":
			t = "king"
		case w.royal && g.royals == eachRoyal:
			t, letter = "king", letter+":"+moves
		case t == "" || used[t]:
			custom++
			t, letter = "customPiece"+strconv.Itoa(custom), letter+":"+moves
		}
		used[t] = true
		e.types[k] = t
		e.say(true, t, "%s", letter)
	}
	if custom > mostCustom {
		return fmt.Errorf("men: it has %d pieces of a game's own at most, and these are %d", mostCustom, custom)
	}
	return nil
}

// clash reports whether two atoms say the same direction otherwise, lame and not, or as far
// as three steps and four: to Fairy-Stockfish the last one counts alone.
func clash(legs []leg) bool {
	type way struct {
		v       vector
		rides   int // a rider, a hopper, neither
		is      bool
		capture bool
	}
	met := map[way]string{}
	for _, l := range legs {
		for _, v := range l.vectors {
			for _, capture := range []bool{false, true} {
				if capture && !l.capture || !capture && !l.quiet {
					continue
				}
				w, how := way{v, min(int(l.manner), 2), l.is, capture}, fmt.Sprint(l.manner, l.steps, l.lame)
				if met[w] != "" && met[w] != how {
					return true
				}
				met[w] = how
			}
		}
	}
	return false
}

// crossed reports whether a man rides in some directions and hops in others: to
// Fairy-Stockfish he does both in all of them.
func crossed(legs []leg) bool {
	type line struct{ diagonal, capture bool }
	directions := map[line]map[manner][]string{}
	for _, l := range legs {
		for _, v := range l.vectors {
			for _, capture := range []bool{false, true} {
				if l.manner == leap || capture && !l.capture || !capture && !l.quiet {
					continue
				}
				at := line{v.dx != 0 && v.dy != 0, capture}
				if directions[at] == nil {
					directions[at] = map[manner][]string{}
				}
				directions[at][l.manner] = append(directions[at][l.manner], fmt.Sprint(v))
			}
		}
	}
	for _, manners := range directions {
		sets := map[string]bool{}
		for _, list := range manners {
			slices.Sort(list)
			sets[strings.Join(slices.Compact(list), " ")] = true
		}
		if len(sets) > 1 {
			return true
		}
	}
	return false
}

// fairyMoves returns what Fairy-Stockfish does not know of a kind's moves, or "".
func fairyMoves(w *ware) string {
	passes := slices.ContainsFunc(w.legs, func(l leg) bool { return l.passing })
	if clash(w.legs) {
		return "man who goes one way in two manners"
	}
	if crossed(w.legs) {
		return "man who rides in some directions and hops in others"
	}
	for _, l := range w.legs {
		switch {
		case l.sissa:
			return "sissa"
		case l.steps > 9:
			return "riders of more than 9 steps"
		case w.royal && (l.manner != leap || l.lame):
			return "royal men but leapers that jump"
		case passes && (l.capture != l.passing || l.passing && l.quiet):
			return "man of whose captures only some are in passing, too"
		case !passes && l.is && l.lame:
			return "man who can be captured in passing and captures none so"
		case passes && l.is && !l.lame:
			return "initial moves without n of who captures in passing"
		}
		for _, v := range l.vectors {
			long, short := max(abs(v.dx), abs(v.dy)), min(abs(v.dx), abs(v.dy))
			straight := long == 1
			switch {
			case l.manner == ride && !straight && (long != 2 || short != 1 || l.steps > 0):
				return "riders but those of W, F and N, the last as far as they like"
			case l.manner > ride && !straight:
				return "hoppers but those of W and F"
			case l.lame && (straight || long == 3 && short != 2):
				return "lame leapers but D, N, A and Z"
			}
		}
	}
	return ""
}

// writePromotion writes who becomes what, and where: as pawns do it in chess, or as men do
// in shogi.
func (e *exporter) writePromotion() error {
	g := e.g
	who := g.promoting()
	e.say(true, "promotionRegionWhite", "%s", g.regionText(g.promotion[env.First]))
	e.say(true, "promotionRegionBlack", "%s", g.regionText(g.promotion[env.Second]))
	if len(who) == 0 {
		e.say(true, "promotionPawnTypes", "-")
		e.say(true, "promotionPieceTypes", "-")
		return nil
	}
	may := g.kinds[who[0]].may
	for _, k := range who {
		switch w := &g.kinds[k]; {
		case w.may != may:
			return fmt.Errorf("men.%c.choice: it has one for all", w.letter)
		case w.royal:
			return fmt.Errorf("men.%c.promotes: royal men do not", w.letter)
		}
	}
	e.writeLimits()
	if g.keys.PromotionBegins {
		var pairs []string
		for _, k := range who {
			pairs = append(pairs, e.letters([]kind{k})+":"+e.letters(g.kinds[k].promotes))
		}
		e.say(true, "promotionPawnTypes", "-")
		e.say(true, "promotionPieceTypes", "-")
		e.say(true, "promotedPieceType", "%s", strings.Join(pairs, " "))
		e.say(!may, "mandatoryPiecePromotion", "true")
		return nil
	}
	becomes := g.kinds[who[0]].promotes
	for _, k := range who {
		w := &g.kinds[k]
		if !sameKinds(w.promotes, becomes) || slices.Contains(becomes, k) {
			return fmt.Errorf("men.%c.promotes: a man who is promoted where he arrives becomes one of the same kinds", w.letter)
		}
	}
	e.say(true, "promotionPawnTypes", "%s", e.letters(who))
	e.say(true, "promotionPieceTypes", "%s", e.letters(becomes))
	e.say(may, "mandatoryPawnPromotion", "false")
	return nil
}

func sameKinds(a, b []kind) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func (e *exporter) writeLimits() {
	var limits []string
	for _, k := range e.g.some(func(_ kind, w *ware) bool { return w.limit > 0 }) {
		limits = append(limits, fmt.Sprintf("%s:%d", e.letters([]kind{k}), e.g.kinds[k].limit))
	}
	e.say(limits != nil, "promotionLimit", "%s", strings.Join(limits, " "))
}

// writeInitial writes from where double steps and other moves with i are made.
func (e *exporter) writeInitial() error {
	g := e.g
	var from *[2]set
	for k := range kind(g.letters) {
		w := &g.kinds[k]
		if !slices.ContainsFunc(w.legs, func(l leg) bool { return l.is }) {
			continue
		}
		if from != nil && *from != w.initial {
			return fmt.Errorf("men.%c.initial: it has one region for the initial moves of all men", w.letter)
		}
		from = &w.initial
	}
	if from == nil || *from == [2]set{} {
		e.say(true, "doubleStep", "false")
		return nil
	}
	e.say(true, "doubleStepRegionWhite", "%s", g.regionText(from[env.First]))
	e.say(true, "doubleStepRegionBlack", "%s", g.regionText(from[env.Second]))
	return nil
}

// writeCastling writes castling to one file on each side; startFen says who has it.
func (e *exporter) writeCastling() error {
	g := e.g
	if len(g.castlings) == 0 {
		e.say(true, "castling", "false")
		return nil
	}
	one := map[string]int{}
	var kings, rooks []kind
	for i := range g.castlings {
		c := &g.castlings[i]
		side, beside := "Queenside", g.file(c.kingTo)+1
		if c.letter == 'K' {
			side, beside = "Kingside", g.file(c.kingTo)-1
		}
		if g.file(c.rookTo) != beside {
			return errors.New("castling: the rook comes to stand beside the king")
		}
		for key, n := range map[string]int{
			"castling" + side + "File": g.file(c.kingTo), "castlingRook" + side + "File": g.file(c.rook),
			"castlingKingFile": g.file(c.king), "castlingRank": g.rank(g.view(c.king, c.owner)),
		} {
			if was, said := one[key]; said && was != n {
				return fmt.Errorf("castling: it has one %s for both sides", key)
			}
			one[key] = n
		}
		kings, rooks = append(kings, kindOf(c.kingPiece)), append(rooks, kindOf(c.rookPiece))
	}
	slices.Sort(kings)
	slices.Sort(rooks)
	kings, rooks = slices.Compact(kings), slices.Compact(rooks)
	if len(kings) > 1 {
		return errors.New("castling: it has one kind of men who castle")
	}
	for _, key := range slices.Sorted(maps.Keys(one)) {
		e.say(true, key, "%d", one[key]+1)
	}
	e.say(true, "castlingKingPiece", "%s", e.letters(kings))
	e.say(true, "castlingRookPieces", "%s", e.letters(rooks))
	return nil
}
