package chess

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// translateStart reads startFen: the board, hands, turn, castling and checks.
func (m *importer) translateStart() error {
	fields := strings.Fields(m.take("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
	if len(fields) == 0 {
		return errors.New("startFen is empty")
	}
	placement, hand, _ := strings.Cut(fields[0], "[")
	if strings.ContainsAny(placement, "+~") {
		return fmt.Errorf("startFen = %s: promoted men cannot stand there at the start", clip(placement))
	}
	for _, row := range strings.Split(placement, "/") {
		m.board = append(m.board, expanded(row))
	}
	m.rows, m.cols = len(m.board), len(m.board[0])
	if m.rows > mostSide || m.cols > mostSide {
		return fmt.Errorf("a board of %d ranks and %d files: want at most %d", m.rows, m.cols, mostSide)
	}
	hand = strings.Trim(hand, "-]")
	m.say(hand != "", "hand = %s", quoted(hand))
	m.say(len(fields) > 1 && fields[1] == "b", "first = \"black\"")
	if m.on("castling", true) && len(fields) > 2 {
		m.translateCastling(fields[2])
	} else {
		for _, key := range []string{"castlingKingsideFile", "castlingQueensideFile", "castlingRank", "castlingKingFile", "castlingKingPiece", "castlingRookPieces", "castlingRookKingsideFile", "castlingRookQueensideFile"} {
			m.take(key, "")
		}
	}
	if m.on("checkCounting", false) {
		n := "3"
		for _, f := range fields[1:] {
			if a, b, ok := strings.Cut(f, "+"); ok && a == b {
				n = a
			} else if ok {
				m.problem("startFen: the sides have to give different numbers of checks: both get %s", n)
			}
		}
		m.say(true, "checks = %s", n)
	}
	return nil
}

var run = regexp.MustCompile(`\d+`)

// expanded writes a row of FEN with a dot for each empty square and # for no square.
func expanded(row string) string {
	row = run.ReplaceAllStringFunc(row, func(n string) string {
		count, _ := strconv.Atoi(n)
		return strings.Repeat(".", min(count, 99))
	})
	return strings.ReplaceAll(row, "*", "#")
}

// fileOf reads a file: a letter or a number; it is negative where there is none.
func fileOf(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n - 1
	}
	if len(text) == 1 {
		return int(text[0]) - 'a'
	}
	return -1
}

// translateCastling writes the castlings that the letters of FEN allow.
func (m *importer) translateCastling(rights string) {
	to := map[byte]int{'K': fileOf(m.take("castlingKingsideFile", "g")), 'Q': fileOf(m.take("castlingQueensideFile", "c"))}
	corner := map[byte]string{'K': m.take("castlingRookKingsideFile", ""), 'Q': m.take("castlingRookQueensideFile", "")}
	rank, _ := strconv.Atoi(m.take("castlingRank", "1"))
	kings, rooks := m.letters(m.take("castlingKingPiece", "")), m.letters(m.take("castlingRookPieces", ""))
	kingFile := fileOf(m.take("castlingKingFile", "-"))
	if kings == "" {
		kings = m.letter["king"]
	}
	if rooks == "" {
		rooks = m.letters("r")
	}
	if rank < 1 || rank > m.rows {
		return
	}
	var list []string
	for _, right := range []byte(rights) {
		if right == '-' {
			continue
		}
		side, row := right&^0x20, m.rows-rank
		if right >= 'a' {
			row = rank - 1
		}
		text, ok := m.castling(m.board[row], right >= 'a', side, to[side], corner[side], kings, rooks, kingFile, m.rows-row)
		if !ok {
			m.problem("castling %q of startFen: not covered", right)
			continue
		}
		list = append(list, text)
	}
	m.say(len(list) > 0, "castling = %q", strings.Join(list, ", "))
}

// castling writes one: the king goes to a file, the outermost rook beside him.
func (m *importer) castling(row string, black bool, side byte, to int, corner, kings, rooks string, kingFile, rank int) (string, bool) {
	is := func(c byte, letters string) bool {
		own := c >= 'a' == black && isLetter(c)
		return own && strings.Contains(letters, strings.ToUpper(string(c)))
	}
	king, rook := -1, -1
	for i := range row {
		if is(row[i], kings) && (kingFile < 0 || i == kingFile) {
			king = i
		}
	}
	for i := range row {
		if is(row[i], rooks) && (side == 'K' && i > king || side == 'Q' && i < king && rook < 0) {
			rook = i
		}
	}
	if n := fileOf(corner); corner != "" && n >= 0 && n < len(row) && is(row[n], rooks) {
		rook = n
	}
	beside := to - 1
	if side == 'Q' {
		beside = to + 1
	}
	if king < 0 || rook < 0 || min(to, beside) < 0 || max(to, beside) >= len(row) || side != 'K' && side != 'Q' {
		return "", false
	}
	at := func(file int) string { return string(rune('a'+file)) + strconv.Itoa(rank) }
	return at(king) + at(to) + " " + at(rook) + at(beside), true
}

// pawns returns the letters of pawnTypes.
func (m *importer) pawns() string {
	if p, ok := m.said["pawnTypes"]; ok {
		return m.letters(p.value)
	}
	return m.letters("p")
}

// tell writes a key of a kind of men.
func (m *importer) tell(t, format string, args ...any) {
	m.men[t] = append(m.men[t], fmt.Sprintf(format, args...))
}

// translatePromotion writes regions, what becomes what, double steps and royal men.
func (m *importer) translatePromotion() {
	pawns := m.letters(m.take("promotionPawnTypes", m.pawns()))
	becomes := m.letters(m.take("promotionPieceTypes", "nbrq"))
	mustPawn, mustPiece := m.on("mandatoryPawnPromotion", true), m.on("mandatoryPiecePromotion", false)
	promoted := map[string]string{}
	for _, word := range strings.Fields(m.take("promotedPieceType", "")) {
		if from, to, ok := strings.Cut(strings.ToUpper(word), ":"); ok && to != "-" {
			promoted[from] = m.letters(to)
		}
	}
	white, black := m.take("promotionRegionWhite", "*8"), m.take("promotionRegionBlack", "*1")
	m.sides("promotion", white, black)
	pieces := false
	for _, t := range m.types {
		letter := m.letter[t]
		switch {
		case promoted[letter] != "":
			m.tell(t, "promotes = %q", promoted[letter])
			if !mustPiece {
				m.tell(t, "choice = \"may\"")
			}
			pieces = true
		case strings.Contains(pawns, letter) && strings.Trim(becomes, letter) != "":
			m.tell(t, "promotes = %q", strings.ReplaceAll(becomes, letter, ""))
			if !mustPawn {
				m.tell(t, "choice = \"may\"")
			}
		}
	}
	m.say(pieces, "promotion_begins = true")
	for _, word := range strings.Fields(m.take("promotionLimit", "")) {
		letter, n, _ := strings.Cut(strings.ToUpper(word), ":")
		m.toMen(letter, "limit = %s", n)
	}
	m.translateInitial()
	for _, t := range m.types {
		if t == "king" {
			m.tell(t, "royal = true")
		}
	}
}

// toMen writes a key of the kinds of some letters.
func (m *importer) toMen(letters, format string, args ...any) {
	for _, t := range m.types {
		if strings.Contains(letters, m.letter[t]) {
			m.tell(t, format, args...)
		}
	}
}

var initialMoves = regexp.MustCompile(`[a-z]*i[a-z]*[A-Z]\d*`)

// translateInitial writes from where moves with i are made: the region of double steps.
func (m *importer) translateInitial() {
	allowed := m.on("doubleStep", true)
	white, black := m.take("doubleStepRegionWhite", "*2"), m.take("doubleStepRegionBlack", "*"+strconv.Itoa(m.rows-1))
	if !m.mirrored(white, black) {
		m.problem("doubleStepRegionBlack = %s: no image of White's; it is taken to be", clip(black))
	}
	for _, t := range m.types {
		if !initialMoves.MatchString(m.moves[t]) {
			continue
		}
		if !allowed || white == "-" {
			m.moves[t] = initialMoves.ReplaceAllString(m.moves[t], "")
			continue
		}
		m.tell(t, "initial = %s", quoted(white))
	}
}

// lines cleans a region of lines that the board does not have.
func (m *importer) lines(text string) string {
	a := area{rows: m.rows, cols: m.cols, cells: m.rows * m.cols}
	var words []string
	for _, word := range strings.Fields(text) {
		if _, err := a.lines(word); err == nil {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// mirrored reports whether Black's region is the image of White's.
func (m *importer) mirrored(white, black string) bool {
	a := area{rows: m.rows, cols: m.cols, cells: m.rows * m.cols}
	w, _ := a.lines(m.lines(white))
	b, _ := a.lines(m.lines(black))
	return a.flipped(w) == b
}

// sides writes a region's keys for the two sides.
func (m *importer) sides(key, white, black string) {
	mirrored := m.mirrored(white, black)
	white, black = m.lines(white), m.lines(black)
	m.say(white != "", "%s = %s", key, quoted(white))
	m.say(black != "" && (!mirrored || white == ""), "%s_second = %s", key, quoted(black))
}

// translateDrops writes what concerns men in hand.
func (m *importer) translateDrops() {
	drops := m.on("pieceDrops", false)
	m.say(drops, "drops = true")
	m.say(drops && m.on("capturesToHand", false), "captures_to_hand = true")
	m.say(m.on("dropLoop", false), "keeps_promotion = true")
	m.say(m.on("mustDrop", false), "must_drop = true")
	all := "*"
	white, black := m.take("whiteDropRegion", all), m.take("blackDropRegion", all)
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
				m.problem("mobilityRegionBlack%s: no image of White's; it is taken to be", t)
			}
			m.tell(t, "stays = %s", quoted(m.lines(r[0])))
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
	if men := m.letters(m.take("nMoveRuleTypes", m.pawns())); men != "" {
		m.say(true, "clock_men = %q", men)
	} else {
		m.say(true, "clock_men = \"-\"")
	}
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
