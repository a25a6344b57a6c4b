package chess

import (
	"cmp"
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
	all := "*"
	white, black := m.take("dropRegionWhite", all), m.take("dropRegionBlack", all)
	if drops && (white != all || black != all) {
		m.sides("drop_region", white, black)
	}
	first, zone := m.on("firstRankPawnDrops", false), m.on("promotionZonePawnDrops", false)
	doubled, count := m.letters(m.take("dropNoDoubled", "")), m.take("dropNoDoubledCount", "1")
	if doubled != "" && count != "1" {
		m.problem("dropNoDoubledCount = %s: taken to be 1", clip(count))
	}
	if drops && !(first && zone) {
		if text := m.pawnDrops(first, zone); text != "" {
			m.toMen(m.letter["pawn"], "drops_in = %q", text)
		}
	}
	m.toMen(doubled, "one_a_file = true")
	if m.on("shogiPawnDropMateIllegal", false) {
		m.toMen(m.letter["shogiPawn"], "no_mate = true")
	}
}

// pawnDrops returns the ranks where predefined pawns are dropped: without the first and the region
// of promotion, unless they may be.
func (m *importer) pawnDrops(first, zone bool) string {
	a := area{rows: m.rows, cols: m.cols, cells: m.rows * m.cols}
	var promotes set
	for _, line := range m.top {
		if text, ok := strings.CutPrefix(line, "promotion = "); ok {
			promotes, _ = a.lines(strings.Trim(text, `"`))
		}
	}
	var ranks []string
	for y := 1; y <= m.rows; y++ {
		q, _ := a.at(0, y-1)
		if (first || y > 1) && (zone || !promotes.has(q)) {
			ranks = append(ranks, "*"+strconv.Itoa(y))
		}
	}
	return strings.Join(ranks, " ")
}

var mobility = regexp.MustCompile(`^mobilityRegion(White|Black)(.+)$`)

// translateRegions writes goals and the regions that men do not leave.
func (m *importer) translateRegions() {
	both := m.take("flagRegion", "")
	white, black := m.take("flagRegionWhite", both), m.take("flagRegionBlack", both)
	if white != "" || black != "" {
		m.sides("goal", white, black)
		men := m.take("flagPiece", "*")
		if w := m.take("flagPieceWhite", men); w != m.take("flagPieceBlack", w) {
			m.problem("flagPieceBlack: the same men count for both sides")
		} else {
			men = w
		}
		m.say(true, "goal_men = %q", m.letters(men))
		m.say(true, "goal_count = %s", m.take("flagPieceCount", "1"))
		m.say(m.on("flagMove", false), "goal_reply = true")
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
			if !m.mirrored(r[0], r[1]) {
				m.problem("mobilityRegionBlack of %s: no image of White's; it is taken to be", t)
			}
			m.tell(t, "stays = %s", quoted(m.lines(r[0])))
			if m.drops && t != "pawn" {
				m.tell(t, "drops_in = %s", quoted(m.lines(r[0])))
			}
		}
	}
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
	m.say(true, "stalemate = %q", value("stalemateValue", "draw"))
	m.say(true, "repetition = %s", m.take("nFoldRule", "3"))
	absolute := m.on("nFoldValueAbsolute", false)
	if v := value("nFoldValue", "draw"); absolute && v != "draw" {
		m.problem("nFoldValueAbsolute = true: the occurrence of a position is a draw here")
		m.said["nFoldValue"] = pair{value: "draw"}
		m.take("nFoldValue", "")
	} else {
		m.say(true, "repetition_result = %q", opposite[v])
	}
	plies, err := strconv.Atoi(m.take("nMoveRule", "50"))
	if err != nil || plies < 0 || plies > 5000 {
		m.problem("nMoveRule: want a number of moves")
		plies = 50
	}
	m.say(true, "clock = %d", 2*plies)
	men := m.letters(m.take("nMoveRuleTypes", m.pawns()))
	if m.drops {
		men += "@"
	}
	m.say(true, "clock_men = %q", cmp.Or(men, "-"))
	m.take("pawnTypes", "")
	m.translateExtinction()
}

func (m *importer) translateExtinction() {
	v := m.take("extinctionValue", "none")
	men, count := m.letters(m.take("extinctionPieceTypes", "")), m.take("extinctionPieceCount", "0")
	opponent, claim := m.take("extinctionOpponentPieceCount", "0"), m.on("extinctionClaim", false)
	switch royal := m.on("extinctionPseudoRoyal", false); {
	case v == "none" || men == "":
	case royal && len(men) == 1 && count == "0" && v == "loss" && slices.Index(m.types, "king") < 0:
		m.say(true, "royals = \"last\"")
		m.toMen(men, "royal = true")
	case royal:
		m.problem("extinctionPseudoRoyal = true: covered for one kind of men of which none may be lost")
	case v != "win" && v != "loss":
		m.problem("extinctionValue = %s: want win or loss", clip(v))
	default:
		m.say(true, "extinction = %q", v)
		m.say(true, "extinction_men = %q", men)
		m.say(true, "extinction_count = %s", count)
		m.say(true, "extinction_opponent = %s", opponent)
		m.say(claim, "extinction_reply = true")
	}
}
