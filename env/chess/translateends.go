package chess

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// translateDrops writes what concerns men in hand.
func (m *importer) translateDrops() {
	drops := m.on("pieceDrops", false)
	m.drops = drops
	m.say(drops, "drops = true")
	m.say(drops && m.on("capturesToHand", false), "captures_to_hand = true")
	m.say(m.on("dropLoop", false), "keeps_promotion = true")
	m.say(m.on("mustDrop", false), "must_drop = true")
	m.say(m.checksOnly("dropChecks", !m.on("dropChecks", true) && drops), "drop_checks = false")
	m.say(m.on("dropPromoted", false), "drop_promoted = true")
	if m.said["enclosingDrop"].value == "top" { // its anyside is no drop from each edge: from two it takes the lowest square
		m.say(true, "drop_onto = \"stack\"")
		m.take("enclosingDrop", "")
	}
	all := "*"
	white, black := m.take("dropRegionWhite", all), m.take("dropRegionBlack", all)
	if drops && (white != all || black != all) {
		m.sides("drop_region", white, black)
	}
	first, zone := m.on("firstRankPawnDrops", false), m.on("promotionZonePawnDrops", false)
	doubled, count := m.letters(m.take("dropNoDoubled", "")), m.take("dropNoDoubledCount", "1")
	if drops && !(first && zone) {
		m.pawnDrops(first, zone)
	}
	switch n, err := strconv.Atoi(count); {
	case doubled == "":
	case err != nil || n < 0:
		m.problem("dropNoDoubledCount = %s: want a number", clip(count))
	case n == 0:
		m.forbid(doubled)
	case n == 1:
		m.toMen(doubled, "one_a_file = true")
	default:
		m.toMen(doubled, "most_a_file = %d", min(n, mostSide))
	}
	if m.on("dropOppositeColoredBishop", false) && drops {
		m.toMen(m.letter["bishop"], "colours = true")
	}
	if m.on("shogiPawnDropMateIllegal", false) {
		m.toMen(m.letter["shogiPawn"], "no_mate = true")
	}
}

// checksOnly reports whether a rule about checks holds: Fairy-Stockfish counts those of the
// king alone. With others that are royal beside him the rule is not covered.
func (m *importer) checksOnly(key string, on bool) bool {
	if !on || m.letter["king"] == "" {
		return false
	}
	if m.pseudo {
		m.problem("%s: that it concerns the king, and no other royal men: not covered", key)
	}
	return true
}

// forbid writes that men of some letters are never dropped.
func (m *importer) forbid(letters string) {
	for _, t := range m.types {
		if strings.Contains(letters, m.letter[t]) {
			m.men[t] = slices.DeleteFunc(m.men[t], func(line string) bool { return strings.HasPrefix(line, "drops_in") })
			m.tell(t, "drops_in = \"-\"")
		}
	}
}

// pawnDrops writes where predefined pawns are dropped: not on the first rank and in the region
// of promotion, unless they may be.
func (m *importer) pawnDrops(first, zone bool) {
	a := area{rows: m.rows, cols: m.cols, cells: m.rows * m.cols}
	var allowed [2]set
	for p := range allowed {
		allowed[p] = a.whole()
		if !first {
			line, _ := a.lines(fmt.Sprintf("*%d", []int{1, m.rows}[p]))
			allowed[p] = allowed[p].without(line)
		}
		if !zone {
			line, _ := a.lines(m.lines(m.regions[p]))
			allowed[p] = allowed[p].without(line)
		}
	}
	m.toMen(m.letter["pawn"], "drops_in = %q", a.regionText(allowed[0]))
	if a.flipped(allowed[0]) != allowed[1] {
		m.toMen(m.letter["pawn"], "drops_in_second = %q", a.regionText(allowed[1]))
	}
}

var mobility = regexp.MustCompile(`^mobilityRegion(White|Black)(.+)$`)

// translateRegions writes goals and the regions that men do not leave.
func (m *importer) translateRegions() {
	if goal := m.takeSides("flagRegion", "", ""); goal != [2]string{} {
		m.sides("goal", goal[0], goal[1])
		men := m.takeSides("flagPiece", "*", "*")
		m.say(true, "goal_men = %q", cmp.Or(m.letters(men[0]), "-"))
		m.say(men[0] != men[1], "goal_men_second = %q", cmp.Or(m.letters(men[1]), "-"))
		m.say(true, "goal_count = %s", m.take("flagPieceCount", "1"))
		m.say(m.on("flagMove", false), "goal_reply = true")
		m.say(m.on("flagPieceSafe", false), "goal_safe = true")
		m.say(m.on("flagPieceBlockedWin", false), "goal_blocked = true")
	}
	regions := map[string][2]string{}
	for key := range m.said {
		if f := mobility.FindStringSubmatch(key); f != nil {
			t := strings.ToLower(f[2][:1]) + f[2][1:]
			r := regions[t]
			r[btoi(f[1] == "Black")] = m.take(key, "")
			regions[t] = r
		}
	}
	for _, t := range m.types {
		if r, ok := regions[t]; ok {
			white, black := m.region(r[0]), m.region(r[1])
			m.pen[t] = white
			m.tell(t, "stays = %s", quoted(white))
			held := slices.ContainsFunc(m.men[t], func(line string) bool { return strings.HasPrefix(line, "drops_in") })
			if held {
				m.problem("mobilityRegion of %s, who is dropped in a region, too: not covered", t)
			}
			if m.drops {
				m.tell(t, "drops_in = %s", quoted(white))
			}
			if !m.mirrored(white, black) {
				m.tell(t, "stays_second = %s", quoted(black))
				if m.drops {
					m.tell(t, "drops_in_second = %s", quoted(black))
				}
			}
		}
	}
}

// region returns a region without what lies off the board; the empty text is all squares.
func (m *importer) region(text string) string {
	if text == "" {
		return "*"
	}
	return cmp.Or(m.lines(text), "-")
}

// opposite is a result as the other side sees it.
var opposite = map[string]string{"win": "loss", "loss": "win", "draw": "draw"}

// translateEnds writes what ends the game.
func (m *importer) translateEnds() {
	value := func(key, otherwise string) string {
		v := m.take(key, otherwise)
		if opposite[v] == "" {
			m.problem("%s = %s: want win, draw or loss", key, clip(v))
			return otherwise
		}
		return v
	}
	m.say(true, "checkmate = %q", value("checkmateValue", "loss"))
	if letters := m.letters("knight rook bers"); m.checksOnly("shatarMateRule", m.on("shatarMateRule", false)) {
		if letters == "" {
			m.problem("shatarMateRule: without knight, rook and bers no checkmate wins: not covered")
		}
		m.say(true, "mate_checks = %q", letters)
		m.say(m.letter["knight"] != "", "mate_loses = %q", m.letter["knight"])
	}
	stalemate := value("stalemateValue", "draw")
	if m.on("stalematePieceCount", false) {
		stalemate = map[string]string{"win": "fewer", "loss": "more", "draw": "draw"}[stalemate]
	}
	m.say(true, "stalemate = %q", stalemate)
	m.say(true, "repetition = %s", m.take("nFoldRule", "3"))
	absolute := m.on("nFoldValueAbsolute", false)
	result := value("nFoldValue", "draw")
	if absolute {
		m.say(true, "repetition_result = %q", map[string]string{"win": "first", "loss": "second", "draw": "draw"}[result])
	} else {
		m.say(true, "repetition_result = %q", opposite[result])
	}
	m.say(m.checksOnly("perpetualCheckIllegal", m.on("perpetualCheckIllegal", false)), "perpetual_check = true")
	plies, err := strconv.Atoi(m.take("nMoveRule", "50"))
	if err != nil || plies < 0 || plies > 5000 {
		m.problem("nMoveRule: want a number of moves")
		plies = 50
	}
	m.say(true, "clock = %d", 2*plies)
	m.say(true, "clock_men = %q", cmp.Or(m.clockMen(), "-"))
	m.translateExtinction()
}

// clockMen returns the letters of those whose moves start the clock again.
func (m *importer) clockMen() string {
	types := m.takeSides("nMoveRuleTypes", "pawn", "pawn")
	for p := range types {
		for _, t := range strings.Fields(types[p]) {
			if !slices.Contains(strings.Fields(types[1-p]), t) && m.letter[t] != "" && !m.absent(t, 1-p) {
				m.problem("nMoveRuleTypes: that moves of %s of one side start the clock again: not covered", t)
			}
		}
	}
	men := m.letters(types[0] + " " + types[1])
	if m.drops {
		men += "@"
	}
	return men
}

// drawOdds are the results of draws by materialCounting.
var drawOdds = map[string]string{"whitedrawodds": "first", "blackdrawodds": "second"}

// translateRare writes rules that few variants have.
func (m *importer) translateRare() {
	m.say(m.on("makpongRule", false), "no_flight = true")
	if who := drawOdds[m.said["materialCounting"].value]; who != "" {
		m.say(true, "draw_odds = %q", who)
		m.take("materialCounting", "")
	}
	if rule := m.said["countingRule"].value; slices.Contains([]string{"makruk", "cambodian", "asean"}, rule) && m.letter["rook"] != "" && m.letter["silver"] != "" && m.letter["knight"] != "" {
		m.say(true, "counting = %q", rule)
		m.say(true, "counting_men = %q", m.letter["rook"]+m.letter["silver"]+m.letter["knight"])
		m.take("countingRule", "")
	}
	if pass := m.takeSides("pass", "false", "false"); pass[0] != pass[1] {
		m.problem("passWhite = %s: that one side may pass: not covered", clip(pass[0]))
	} else if pass[0] == "true" {
		m.say(true, "pass = \"always\"")
	} else if pass := m.takeSides("passOnStalemate", "false", "false"); pass[0] != pass[1] {
		m.problem("passOnStalemateWhite = %s: that one side may pass: not covered", clip(pass[0]))
	} else {
		m.say(pass[0] == "true", "pass = \"stalemate\"")
	}
	m.translateWalls()
	m.translateBlast()
	m.translateConnect()
}

// translateWalls writes which squares moves close. A pseudo-royal man who would turn into a wall
// may not capture at all.
func (m *importer) translateWalls() {
	switch rule := m.said["wallingRule"].value; {
	case rule == "past":
		m.take("wallingRule", "")
		m.say(true, "trail = true")
	case rule == "edge", m.said["blastOnCapture"].value == "true", m.said["wallOrMove"].value == "true":
	case rule == "arrow", rule == "static", rule == "duck":
		m.say(true, "walls = %q", m.take("wallingRule", ""))
		if both, all := m.said["wallingRegion"].value, m.takeSides("wallingRegion", "*", "*"); both != "" {
			m.sides("wall_region", m.take("wallingRegion", ""), both)
		} else if all != [2]string{"*", "*"} {
			m.sides("wall_region", all[0], all[1])
		}
	}
	types := strings.Fields(m.said["petrifyOnCaptureTypes"].value)
	if len(types) == 0 || m.said["blastOnCapture"].value == "true" || slices.Contains(types, "king") {
		return
	}
	m.take("petrifyOnCaptureTypes", "")
	for _, t := range types {
		switch {
		case m.letter[t] == "":
		case !slices.Contains(m.men[t], "royal = true"):
			m.tell(t, "petrifies = true")
		case t == "commoner":
			m.moves[t] = "mK"
		default:
			m.problem("petrifyOnCaptureTypes: that %s, who is royal, does not capture: not covered", t)
		}
	}
}

// translateBlast writes explosions, and men who do not capture their kind.
func (m *importer) translateBlast() {
	immune, mutual := m.take("blastImmuneTypes", ""), strings.Fields(m.take("mutuallyImmuneTypes", ""))
	if m.on("blastOnCapture", false) {
		m.say(true, "blast = true")
		for _, t := range m.types {
			switch {
			case slices.Contains(strings.Fields(immune), t):
				m.tell(t, "explodes = \"never\"")
			case t == "pawn":
				m.tell(t, "explodes = \"captures\"")
			}
		}
	}
	for _, t := range mutual {
		m.tell(t, "spares = %q", m.letter[t])
	}
}

// translateConnect writes men side by side.
func (m *importer) translateConnect() {
	n, apart, square := m.take("connectN", "0"), m.take("collinearN", "0"), m.take("connectNxN", "0")
	men, result := m.letters(m.take("connectPieceTypes", "*")), m.take("connectValue", "win")
	across, up, slanting := m.on("connectHorizontal", true), m.on("connectVertical", true), m.on("connectDiagonal", true)
	if n == "0" && apart == "0" && square == "0" {
		return
	}
	if n != "0" && apart != "0" || !across || !up || opposite[result] == "" {
		m.problem("connectN: with collinearN, or without ranks or files: not covered")
		return
	}
	m.say(n != "0", "connect = %s", n)
	m.say(apart != "0", "connect = %s\nconnect_apart = true", apart)
	m.say(square != "0", "connect_square = %s", square)
	m.say(!slanting, "connect_lines = \"straight\"")
	m.say(men != "*", "connect_men = %q", cmp.Or(men, "-"))
	m.say(true, "connect_result = %q", result)
}

// mayBecome reports whether some man may be promoted to a kind of some letters.
func (m *importer) mayBecome(letters string) bool {
	for _, lines := range m.men {
		for _, line := range lines {
			if key, as, _ := strings.Cut(line, " = "); strings.HasPrefix(key, "promotes") && strings.ContainsAny(strings.Trim(as, `"`), letters) {
				return true
			}
		}
	}
	return false
}

func (m *importer) translateExtinction() {
	v := m.take("extinctionValue", "none")
	men, count := m.letters(m.take("extinctionPieceTypes", "")), m.take("extinctionPieceCount", "0")
	opponent, claim := m.take("extinctionOpponentPieceCount", "0"), m.on("extinctionClaim", false)
	duple, blast := m.on("dupleCheck", false), m.said["blastOnCapture"].value == "true"
	royal := m.on("extinctionPseudoRoyal", false)
	if n, err := strconv.Atoi(count); royal && men != "*" && men != "" && err == nil && (len(men) > 1 || n > 0 || blast || duple || slices.Contains(m.types, "king") || m.mayBecome(men)) {
		m.toMen(strings.ReplaceAll(men, cmp.Or(m.letter["king"], "?"), ""), "royal = true")
		m.say(duple, "royals = \"all\"")
		m.say(n < 63, "royal_most = %d", n+1)
		royal = false
		if !blast {
			return
		}
	}
	switch {
	case v == "none" || men == "":
	case royal && len(men) == 1 && count == "0" && v == "loss" && slices.Index(m.types, "king") < 0:
		m.say(true, "royals = \"last\"")
		m.toMen(men, "royal = true")
	case royal:
		m.problem("extinctionPseudoRoyal = true: covered for one kind of men of which none may be lost")
	case opposite[v] == "":
		m.problem("extinctionValue = %s: want win, draw or loss", clip(v))
	default:
		m.say(true, "extinction = %q", v)
		m.say(true, "extinction_men = %q", men)
		m.say(true, "extinction_count = %s", count)
		m.say(true, "extinction_opponent = %s", opponent)
		m.say(claim, "extinction_reply = true")
	}
}
