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
	if m.on("castling", true) && len(fields) > 2 && fields[2][0] > '9' { // a number where it has no such field
		m.translateCastling(fields[2])
	} else {
		for _, key := range []string{"castlingKingsideFile", "castlingQueensideFile", "castlingRank", "castlingKingFile", "castlingKingPiece", "castlingRookPieces", "castlingRookKingsideFile", "castlingRookQueensideFile"} {
			m.take(key, "")
		}
	}
	if m.on("checkCounting", false) {
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
	kings, rooks := m.letters(m.take("castlingKingPiece", "king")), m.letters(m.take("castlingRookPieces", "rook"))
	kingFile := fileOf(m.take("castlingKingFile", "e"))
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
		if strings.ToUpper(rights) != rights {
			continue
		}
		if _, both := m.castling(m.board[rank-1], true, side, to[side], corner[side], kings, rooks, kingFile, rank); both {
			m.problem("castling %q of startFen without that of the other side: not covered", right)
		}
	}
	m.say(len(list) > 0, "castling = %q", strings.Join(list, ", "))
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

// pawns returns the types of pawnTypes.
func (m *importer) pawns() string {
	if p, ok := m.said["pawnTypes"]; ok {
		return p.value
	}
	return "pawn"
}

// tell writes a key of a kind of men.
func (m *importer) tell(t, format string, args ...any) {
	m.men[t] = append(m.men[t], fmt.Sprintf(format, args...))
}

// translatePromotion writes regions, what becomes what, double steps and royal men.
func (m *importer) translatePromotion() {
	pawns := m.letters(m.take("promotionPawnTypes", m.pawns()))
	becomes := m.letters(m.take("promotionPieceTypes", ""))
	mustPawn, mustPiece := m.on("mandatoryPawnPromotion", true), m.on("mandatoryPiecePromotion", false)
	promoted := map[string]string{}
	for _, word := range strings.Fields(m.take("promotedPieceType", "")) {
		if from, to, ok := strings.Cut(word, ":"); ok && to != "-" {
			promoted[m.letter[from]] = m.letters(to)
		}
	}
	white, black := m.take("promotionRegionWhite", "*8"), m.take("promotionRegionBlack", "*1")
	m.sides("promotion", white, black)
	pieces, plain := false, false
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
			plain = true
			m.tell(t, "promotes = %q", strings.ReplaceAll(becomes, letter, ""))
			if !mustPawn {
				m.tell(t, "choice = \"may\"")
			}
		}
	}
	m.say(pieces, "promotion_begins = true")
	if p := m.letter["pawn"]; p != "" && mustPawn && !(strings.Contains(pawns, p) && strings.Trim(becomes, p) != "") {
		m.problem("promotionPieceTypes: that a pawn who becomes nothing may not enter the region: not covered")
	}
	if pieces && plain {
		m.problem("promotedPieceType: men who may be promoted by leaving the region, too, beside pawns who may not: not covered")
	}
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
	white, black := m.take("doubleStepRegionWhite", "*2"), m.take("doubleStepRegionBlack", "*7")
	initial := func(t string) bool { return initialMoves.MatchString(m.moves[t]) }
	if allowed && slices.ContainsFunc(m.types, initial) && !m.mirrored(white, black) {
		m.problem("doubleStepRegionBlack = %s: no image of White's; it is taken to be", clip(black))
	}
	for _, t := range m.types {
		if !initial(t) {
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
