package chess

import (
	"cmp"
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
	if strings.Contains(placement, "~") {
		return fmt.Errorf("startFen = %s: promoted men cannot stand there at the start", clip(placement))
	}
	rows := strings.Split(placement, "/")
	var promoted []string
	for i, row := range rows {
		row = expanded(row)
		for j := strings.IndexByte(row, '+'); j >= 0; j = strings.IndexByte(row, '+') {
			promoted = append(promoted, string(rune('a'+j))+strconv.Itoa(len(rows)-i))
			row = row[:j] + row[j+1:]
		}
		m.board = append(m.board, row)
	}
	m.say(promoted != nil, "begin_promoted = %q", strings.Join(promoted, " "))
	m.rows, m.cols = len(m.board), len(m.board[0])
	if m.rows > mostSide || m.cols > mostSide {
		return fmt.Errorf("a board of %d ranks and %d files: want at most %d", m.rows, m.cols, mostSide)
	}
	hand = strings.Trim(hand, "-]")
	m.say(hand != "", "hand = %s", quoted(hand))
	m.say(len(fields) > 1 && fields[1] == "b", "first = \"black\"")
	switch on, dropped := m.on("castling", true), m.on("castlingDroppedPiece", false); {
	case on && len(fields) > 2 && fields[2][0] > '9': // a number where it has no such field
		m.translateCastling(fields[2])
		if dropped {
			m.problem("castlingDroppedPiece, with castling in startFen, too: not covered")
		}
	case on && dropped:
		m.translateDropped()
	default:
		for _, key := range []string{"castlingKingsideFile", "castlingQueensideFile", "castlingRank", "castlingKingFile", "castlingKingPieceWhite", "castlingKingPieceBlack", "castlingRookPiecesWhite", "castlingRookPiecesBlack", "castlingRookKingsideFile", "castlingRookQueensideFile", "oppositeCastling"} {
			m.take(key, "")
		}
	}
	if m.checksOnly("checkCounting", m.on("checkCounting", false)) {
		n := "1" // where startFen has none, the next check wins
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
	kings, rooks := m.takeSides("castlingKingPiece", "king", "king"), m.takeSides("castlingRookPieces", "rook", "rook")
	for i := range kings {
		kings[i], rooks[i] = m.letters(kings[i]), m.letters(rooks[i])
	}
	kingFile := fileOf(m.take("castlingKingFile", "e"))
	if rank < 1 || rank > m.rows {
		return
	}
	var list []string
	alone := false
	for _, right := range []byte(rights) {
		if right == '-' {
			continue
		}
		side, row := right&^0x20, m.rows-rank
		if right >= 'a' {
			row = rank - 1
		}
		text, ok := m.castling(m.board[row], right >= 'a', side, to[side], corner[side], kings[btoi(right >= 'a')], rooks[btoi(right >= 'a')], kingFile, m.rows-row)
		if !ok {
			m.problem("castling %q of startFen: not covered", right)
			continue
		}
		list = append(list, text)
		if strings.ToUpper(rights) != rights {
			continue
		}
		_, both := m.castling(m.board[rank-1], true, side, to[side], corner[side], kings[1], rooks[1], kingFile, rank)
		alone = alone || both
	}
	m.say(alone || len(list) > 0 && strings.ToUpper(rights) == rights, "castling_mirrored = false")
	m.say(m.on("oppositeCastling", false), "castling_opposite = true")
	m.say(len(list) > 0, "castling = %q", strings.Join(list, ", "))
}

// translateDropped writes the castlings of men who are dropped on the squares of the king and in
// the corners.
func (m *importer) translateDropped() {
	kings, rooks := m.takeSides("castlingKingPiece", "king", "king"), m.takeSides("castlingRookPieces", "rook", "rook")
	king, rook := m.letters(kings[0]), m.letters(rooks[0])
	from, rank := fileOf(m.take("castlingKingFile", "e")), m.take("castlingRank", "1")
	near, far := fileOf(m.take("castlingKingsideFile", "g")), fileOf(m.take("castlingQueensideFile", "c"))
	if kings[0] != kings[1] || rooks[0] != rooks[1] || len(king) != 1 || len(rook) != 1 || far < 0 || far >= from || near <= from || near >= m.cols {
		m.problem("castlingDroppedPiece: covered for a king between two rooks, the same ones for both sides")
		return
	}
	at := func(file int) string { return string(rune('a'+file)) + rank }
	m.say(true, "castling = %s", quoted(at(from)+at(near)+" "+at(m.cols-1)+at(near-1)+", "+at(from)+at(far)+" "+at(0)+at(far+1)))
	m.say(true, "castling_dropped = %q", king+rook)
}

// castling writes one: the king goes to a file, the outermost rook beside him.
func (m *importer) castling(row string, black bool, side byte, to int, corner, kings, rooks string, kingFile, rank int) (string, bool) {
	is := func(c byte, letters string) bool {
		own := c >= 'a' == black && isLetter(c)
		return own && strings.Contains(letters, strings.ToUpper(string(c)))
	}
	king, rook, several := -1, -1, 0
	for i := range row {
		if is(row[i], kings) {
			king, several = i, several+1
		}
	}
	if several > 1 { // the file decides
		if king = kingFile; king < 0 || king >= len(row) || !is(row[king], kings) {
			return "", false
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

// tell writes a key of a kind of men.
func (m *importer) tell(t, format string, args ...any) {
	m.men[t] = append(m.men[t], fmt.Sprintf(format, args...))
}

// translatePromotion writes regions, what becomes what, double steps and royal men.
func (m *importer) translatePromotion() {
	pawns, becomes := m.takeSides("promotionPawnTypes", "pawn", "pawn"), m.takeSides("promotionPieceTypes", "", "")
	mustPawn, mustPiece := m.on("mandatoryPawnPromotion", true), m.on("mandatoryPiecePromotion", false)
	promoted := map[string]string{}
	for _, word := range strings.Fields(m.take("promotedPieceType", "")) {
		if from, to, ok := strings.Cut(word, ":"); ok && to != "-" {
			promoted[from] = m.letters(to)
		}
	}
	regions := m.takeSides("promotionRegion", "*8", "*1")
	m.regions = regions
	m.sides("promotion", regions[0], regions[1])
	pieces, loose, drops := false, false, m.said["pieceDrops"].value == "true"
	for _, t := range m.types {
		var as [2]string
		pawn := t == "pawn"
		for p := range as {
			if t == "pawn" || slices.Contains(strings.Fields(pawns[p]), t) {
				as[p], pawn = strings.ReplaceAll(m.letters(becomes[p]), m.letter[t], ""), true
			}
			if promoted[t] != "" && !strings.Contains(as[p], promoted[t]) {
				as[p] += promoted[t]
			}
		}
		m.becomes(t, as, pawn && mustPawn || !pawn && mustPiece)
		if t == "pawn" && mustPawn {
			m.shun(t, as, regions)
		}
		pieces = pieces || promoted[t] != ""
		outside := mustPawn && (!drops || t == "pawn" && m.said["promotionZonePawnDrops"].value != "true") // he never stands there
		loose = loose || pawn && as != [2]string{} && promoted[t] == "" && !outside
	}
	m.say(pieces, "promotion_begins = true")
	if pieces && loose {
		m.problem("promotedPieceType: men who may be promoted by leaving the region, too, beside pawns who may not: not covered")
	}
	m.chains(promoted, becomes)
	m.say(m.on("piecePromotionOnCapture", false), "promotion_captures = true")
	m.say(m.on("pieceDemotion", false), "demotes = true")
	for _, word := range strings.Fields(m.take("promotionLimit", "")) {
		t, n, _ := strings.Cut(word, ":")
		m.toMen(m.letter[t], "limit = %s", n)
	}
	m.translateInitial()
	for _, t := range m.types {
		if t == "king" {
			m.tell(t, "royal = true")
		}
	}
}

// chains notes men who may be promoted, and are what pawns become: whether they go to hand as
// pawns is not known here.
func (m *importer) chains(promoted map[string]string, becomes [2]string) {
	for _, t := range strings.Fields(becomes[0] + " " + becomes[1]) {
		if promoted[t] != "" && m.said["capturesToHand"].value == "true" {
			m.problem("promotedPieceType: that a %s who was a pawn is promoted again: not covered", t)
			return
		}
	}
}

// becomes writes what White's and Black's men of a type are promoted to.
func (m *importer) becomes(t string, as [2]string, must bool) {
	if as == [2]string{} {
		return
	}
	m.tell(t, "promotes = %q", as[0])
	if as[1] != as[0] {
		m.tell(t, "promotes_second = %q", cmp.Or(as[1], "-"))
	}
	if !must {
		m.tell(t, "choice = \"may\"")
	}
}

// shun writes that a pawn who becomes nothing does not enter the region of promotion.
func (m *importer) shun(t string, as, regions [2]string) {
	for p, key := range []string{"avoids", "avoids_second"} {
		if text := m.lines(regions[p]); as[p] == "" && text != "" {
			m.tell(t, "%s = %q", key, text)
		} else if p == 1 && as[0] == "" {
			m.tell(t, "%s = \"-\"", key)
		}
	}
}

var passingAtoms = regexp.MustCompile(`[a-z]*[A-Z]\d*`)

// translatePassing makes the men of enPassantTypes, and no others, capture in passing: by moves
// that only capture. Pawns always do.
func (m *importer) translatePassing() {
	types := m.takeSides("enPassantTypes", "pawn", "pawn")
	for _, t := range m.types {
		passes := [2]bool{t == "pawn", t == "pawn"}
		for p := range types {
			passes[p] = passes[p] || slices.Contains(strings.Fields(types[p]), t)
		}
		if passes[0] != passes[1] && !m.absent(t, btoi(passes[0])) {
			m.problem("enPassantTypes: that %s of one side captures in passing: not covered", t)
		}
		m.moves[t] = passingAtoms.ReplaceAllStringFunc(m.moves[t], func(atom string) string {
			captures := strings.Contains(atom, "c") && !strings.Contains(atom, "m")
			atom = strings.ReplaceAll(atom, "e", "")
			if (passes[0] || passes[1]) && captures {
				return "e" + atom
			}
			return atom
		})
	}
	_, white := m.said["enPassantRegionWhite"]
	_, black := m.said["enPassantRegionBlack"]
	all := "*"
	if regions := m.takeSides("enPassantRegion", all, all); white || black {
		m.say(true, "passing_region = %s", quoted(cmp.Or(m.lines(regions[0]), "-")))
		m.say(true, "passing_region_second = %s", quoted(cmp.Or(m.lines(regions[1]), "-")))
	}
}

// absent reports whether a side has no man of a type, and cannot come by one.
func (m *importer) absent(t string, side int) bool {
	letter := m.letter[t]
	if side == 1 {
		letter = strings.ToLower(letter)
	}
	start := m.said["startFen"].value
	become := m.said[[]string{"promotionPieceTypesWhite", "promotionPieceTypesBlack"}[side]].value + " " + m.said["promotedPieceType"].value
	return !strings.Contains(strings.Join(m.board, ""), letter) && !strings.Contains(start, letter) &&
		!strings.Contains(become, t) && m.said["capturesToHand"].value != "true"
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

// translateInitial writes from where moves with i are made: the regions of double and triple
// steps.
func (m *importer) translateInitial() {
	allowed := m.on("doubleStep", true)
	regions, far := m.takeSides("doubleStepRegion", "*2", "*7"), m.takeSides("tripleStepRegion", "-", "-")
	if !allowed {
		regions = [2]string{"-", "-"}
	}
	regions[0], regions[1], far[0], far[1] = m.lines(regions[0]), m.lines(regions[1]), m.lines(far[0]), m.lines(far[1])
	across, _ := strconv.Atoi(m.take("soldierPromotionRank", "1"))
	for _, t := range m.types {
		if t == "soldier" && across > 1 {
			m.moves[t] = "fWisW"
			m.tell(t, "initial = %s", quoted(m.ranksFrom(across)))
			continue
		}
		if regions == [2]string{} {
			m.moves[t] = initialMoves.ReplaceAllString(m.moves[t], "")
		}
		if t == "pawn" && far != [2]string{} {
			m.moves[t] += "ifmnH"
		}
		if !initialMoves.MatchString(m.moves[t]) {
			continue
		}
		m.tell(t, "initial = %s", quoted(cmp.Or(regions[0], "-")))
		if !m.mirrored(regions[0], regions[1]) {
			m.tell(t, "initial_second = %s", quoted(cmp.Or(regions[1], "-")))
		}
		if t == "pawn" && far != [2]string{} {
			m.tell(t, "initial_far = %s", quoted(cmp.Or(far[0], "-")))
			m.tell(t, "initial_far_second = %s", quoted(cmp.Or(far[1], "-")))
		}
	}
}

// ranksFrom returns the ranks from one on.
func (m *importer) ranksFrom(first int) string {
	words := []string{"-"}
	for y := first; y <= m.rows; y++ {
		words = append(words, "*"+strconv.Itoa(y))
	}
	return strings.Join(words, " ")
}

// lines cleans a region of lines that the board does not have.
func (m *importer) lines(text string) string {
	a := area{rows: m.rows, cols: m.cols, cells: m.rows * m.cols}
	var words []string
	for _, word := range strings.Fields(text) {
		if _, err := a.lines(word); err == nil && word != "-" {
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
	m.say(true, "%s = %s", key, quoted(cmp.Or(white, "-")))
	m.say(!mirrored, "%s_second = %s", key, quoted(cmp.Or(black, "-")))
}
