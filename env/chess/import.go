package chess

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/env/variant"
)

// Import turns a variant of Fairy-Stockfish's variants.ini into a file of this family.
// Each key that cannot be said here is a line of problems; the game is then another.
func Import(ini, name string) (toml string, problems []string, err error) {
	file, err := parseIni(ini, false)
	if err != nil {
		return "", nil, fmt.Errorf("variants.ini: %w", err)
	}
	builtin, err := parseIni(builtinText, true)
	if err != nil {
		return "", nil, err
	}
	line, err := inherited(file, builtin, name, 0)
	if err != nil {
		return "", nil, fmt.Errorf("variants.ini: %w", err)
	}
	m := newImporter(name)
	for _, s := range line {
		m.read(s)
	}
	if err := m.translate(); err != nil {
		return "", nil, fmt.Errorf("variants.ini: %s: %w", clip(name), err)
	}
	text := m.write()
	f, err := variant.Parse("imported.toml", text, nil)
	var g env.Game
	if err == nil {
		g, err = Read(f)
	}
	if err != nil {
		return "", m.problems, fmt.Errorf("variants.ini: %s: %w", clip(name), err)
	}
	m.checkMoves(g.(*Game))
	return text, m.problems, nil
}

// pieceTypes are Fairy-Stockfish's predefined pieces, in its order; its custom pieces come
// before the king.
var pieceTypes = [][2]string{
	{"pawn", "fmWfceFifmnD"}, {"knight", "N"}, {"bishop", "B"}, {"rook", "R"}, {"queen", "Q"},
	{"fers", "F"}, {"alfil", "A"}, {"fersAlfil", "FA"}, {"silver", "FfW"}, {"aiwok", "RNF"},
	{"bers", "RF"}, {"archbishop", "BN"}, {"chancellor", "RN"}, {"amazon", "QN"}, {"knibis", "mNcB"},
	{"biskni", "mBcN"}, {"kniroo", "mNcR"}, {"rookni", "mRcN"}, {"shogiPawn", "fW"}, {"lance", "fR"},
	{"shogiKnight", "fN"}, {"gold", "WfF"}, {"dragonHorse", "BW"}, {"clobber", "cW"}, {"breakthrough", "fmWfF"},
	{"immobile", ""}, {"cannon", "mRcpR"}, {"janggiCannon", "pR"}, {"soldier", "fsW"}, {"horse", "nN"},
	{"elephant", "nA"}, {"janggiElephant", "nZ"}, {"banner", "RcpRnN"}, {"wazir", "W"}, {"commoner", "K"},
	{"centaur", "KN"}, {"king", "K"},
}

// importer is a variant being translated.
type importer struct {
	name     string
	types    []string          // of pieces, in order
	letter   map[string]string // by type: a capital letter
	moves    map[string]string // by type
	said     map[string]pair
	problems []string

	rows, cols int
	drops      bool
	pseudo     bool      // men are royal besides the king
	regions    [2]string // of promotion
	board      []string  // a line a rank, from the top
	top        []string  // lines of the file
	men        map[string][]string
	pen        map[string]string // by type: the region that White's do not leave
}

func newImporter(name string) *importer {
	return &importer{name: name, letter: map[string]string{}, moves: map[string]string{}, said: map[string]pair{}, men: map[string][]string{}, pen: map[string]string{}}
}

// idle are keys that say nothing about rules.
var idle = []string{"chess960", "variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "description", "maxRank", "maxFile"}

var customPiece = regexp.MustCompile(`^customPiece\d{1,2}$`)

// read takes the keys of a section over those of the sections before it, as
// Fairy-Stockfish does: pieces first, in the order of their types, and letters stand for
// the types that have them here, whatever later sections do.
func (m *importer) read(s section) {
	keys := map[string]pair{}
	for _, p := range s.keys {
		keys[p.key] = p
	}
	for _, t := range pieceTypes[:len(pieceTypes)-1] {
		m.piece(t[0], t[1], keys)
	}
	for i := range mostCustom {
		m.piece(fmt.Sprintf("customPiece%d", i+1), "", keys)
	}
	king := pieceTypes[len(pieceTypes)-1]
	m.piece(king[0], king[1], keys)
	for older, name := range olderNames {
		if p, ok := keys[older]; ok {
			delete(keys, older)
			if _, both := keys[name]; !both {
				keys[name] = pair{name, p.value, p.line}
			}
		}
	}
	divide(keys)
	for key, p := range keys {
		if slices.Contains(letterKeys, strings.TrimSuffix(strings.TrimSuffix(key, "White"), "Black")) {
			p.value = m.typesOf(p.value)
		}
		if key == "promotedPieceType" || key == "promotionLimit" {
			p.value = merged(m.said[key].value, p.value)
		}
		m.said[key] = p
	}
	if m.said["doubleStep"].value == "false" { // a later section that says true has no region either
		for _, key := range []string{"doubleStepRegionWhite", "doubleStepRegionBlack"} {
			m.said[key] = pair{key: key, value: "-"}
		}
	}
}

// merged returns pairs "a:b" with those of a later list in the place of the same type's.
func merged(old, later string) string {
	list := strings.Fields(old)
	for _, word := range strings.Fields(later) {
		from, _, _ := strings.Cut(word, ":")
		list = slices.DeleteFunc(list, func(w string) bool { return strings.HasPrefix(w, from+":") })
		list = append(list, word)
	}
	return strings.Join(list, " ")
}

// colouredKeys are the keys that have one of the same name for each side.
var colouredKeys = []string{
	"promotionPawnTypes", "promotionPieceTypes", "enPassantTypes", "enPassantRegion", "castlingKingPiece", "castlingRookPieces",
	"nMoveRuleTypes", "pass", "passOnStalemate", "flagPiece", "flagRegion",
}

// divide writes keys of both sides as one for each. Fairy-Stockfish reads pawnTypes first, and
// those of a side last.
func divide(keys map[string]pair) {
	spread := func(from string, to ...string) {
		p, ok := keys[from]
		delete(keys, from)
		for _, name := range to {
			if _, said := keys[name]; ok && !said {
				keys[name] = pair{name, p.value, p.line}
			}
		}
	}
	spread("pawnTypes", "promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")
	for _, key := range colouredKeys {
		spread(key, key+"White", key+"Black")
	}
	if p := keys["dropOnTop"]; p.value == "true" {
		delete(keys, "dropOnTop")
		keys["enclosingDrop"] = pair{"enclosingDrop", "top", p.line}
	}
}

// takeSides returns what the two keys of a name say.
func (m *importer) takeSides(key, white, black string) [2]string {
	return [2]string{m.take(key+"White", white), m.take(key+"Black", black)}
}

// mostCustom is how many pieces of its own a variant of Fairy-Stockfish has at most.
const mostCustom = 25

// olderNames are names that Fairy-Stockfish still reads.
var olderNames = map[string]string{
	"whiteDropRegion": "dropRegionWhite", "blackDropRegion": "dropRegionBlack", "castlingRookPiece": "castlingRookPieces",
	"whiteFlag": "flagRegionWhite", "blackFlag": "flagRegionBlack",
}

// letterKeys are the keys whose letters stand for types of pieces.
var letterKeys = []string{
	"promotionPawnTypes", "promotionPieceTypes", "promotedPieceType", "promotionLimit", "enPassantTypes", "castlingKingPiece",
	"castlingRookPieces", "dropNoDoubled", "nMoveRuleTypes", "petrifyOnCaptureTypes", "extinctionPieceTypes", "flagPiece", "blastImmuneTypes", "mutuallyImmuneTypes", "connectPieceTypes",
}

// typesOf writes the types of letters instead of them; a letter without a type ends the
// list.
func (m *importer) typesOf(value string) string {
	var types []string
	for _, word := range strings.Fields(value) {
		from, to, paired := strings.Cut(word, ":")
		if paired {
			if t := m.typeOf(from); t != "" {
				types = append(types, t+":"+cmp.Or(m.typeOf(to), to))
			}
			continue
		}
		for _, c := range word {
			t := m.typeOf(string(c))
			if t == "" {
				return strings.Join(types, " ")
			}
			types = append(types, t)
		}
	}
	return strings.Join(types, " ")
}

// typeOf returns the type with a letter, "*" for all, "" for none.
func (m *importer) typeOf(letter string) string {
	if letter == "*" {
		return letter
	}
	for t, l := range m.letter {
		if l == strings.ToUpper(letter) {
			return t
		}
	}
	return ""
}

// piece takes the key of a type of pieces, if there is one: its letter and, of custom
// pieces and kings, its moves. A letter has one type at a time, and a type that loses its
// letter is not promoted to any more.
func (m *importer) piece(t, moves string, keys map[string]pair) {
	p, ok := keys[t]
	delete(keys, t)
	if !ok || p.value == "" {
		return
	}
	letter, betza, _ := strings.Cut(p.value, ":")
	letter = strings.ToUpper(strings.TrimSpace(letter))
	if letter == "" || !isLetter(letter[0]) {
		m.remove(t)
		return
	}
	letter = letter[:1]
	if betza = strings.TrimSpace(betza); betza != "" && (moves == "" || t == "king") {
		moves = betza
	}
	m.remove(m.typeOf(letter))
	if m.letter[t] == "" {
		m.types = append(m.types, t)
	}
	m.letter[t], m.moves[t] = letter, moves
	if customPiece.MatchString(t) && strings.Contains(moves, "e") {
		for _, key := range []string{"enPassantTypesWhite", "enPassantTypesBlack"} {
			m.said[key] = pair{key: key, value: m.take(key, "pawn") + " " + t}
		}
	}
}

func (m *importer) remove(t string) {
	if m.letter[t] == "" {
		return
	}
	delete(m.letter, t)
	delete(m.moves, t)
	m.types = slices.DeleteFunc(m.types, func(u string) bool { return u == t })
	for _, key := range []string{"promotionPieceTypesWhite", "promotionPieceTypesBlack"} {
		p := m.said[key]
		p.value = strings.Join(slices.DeleteFunc(strings.Fields(p.value), func(u string) bool { return u == t }), " ")
		m.said[key] = p
	}
}

// take returns what a key says, or otherwise; it is dealt with then.
func (m *importer) take(key, otherwise string) string {
	p, ok := m.said[key]
	if !ok {
		return otherwise
	}
	delete(m.said, key)
	return p.value
}

// on returns whether a key says true.
func (m *importer) on(key string, otherwise bool) bool {
	return m.take(key, strconv.FormatBool(otherwise)) == "true"
}

func (m *importer) problem(format string, args ...any) {
	m.problems = append(m.problems, fmt.Sprintf(format, args...))
}

// say writes a key of the file if a condition holds.
func (m *importer) say(on bool, format string, args ...any) {
	if on {
		m.top = append(m.top, fmt.Sprintf(format, args...))
	}
}

// letters returns the letters of types, in capitals, of those men that there are: "*"
// stays.
func (m *importer) letters(types string) (list string) {
	for _, t := range strings.Fields(types) {
		if t == "*" {
			return t
		}
		if l := m.letter[t]; l != "" && !strings.Contains(list, l) {
			list += l
		}
	}
	return list
}

// translate fills in the lines of the file.
func (m *importer) translate() error {
	for _, key := range idle {
		m.take(key, "")
	}
	m.pseudo = m.said["extinctionPseudoRoyal"].value == "true"
	if err := m.translateStart(); err != nil {
		return err
	}
	m.translatePassing()
	m.translatePromotion()
	m.translateDrops()
	m.translateRegions()
	m.translateEnds()
	m.say(m.on("mustCapture", false), "must_capture = true")
	m.say(m.checksOnly("checking", !m.on("checking", true)), "checking = false")
	facing := m.on("flyingGeneral", false)
	m.say(facing, "facing = true")
	m.say(facing && m.pen["king"] == "", "facing_ranks = true")
	m.translateRare()
	m.say(m.on("immobilityIllegal", false), "no_stuck = true")
	if m.letter["janggiCannon"] != "" {
		m.problem("janggiCannon: that it neither hops over its kind nor captures it: not covered")
	}
	rest := make([]string, 0, len(m.said))
	for key, p := range m.said {
		if p.value != "false" && p.value != "-" && p.value != "none" {
			rest = append(rest, fmt.Sprintf("%s = %s: not covered", key, clip(p.value)))
		}
	}
	slices.Sort(rest)
	m.problems = append(m.problems, rest...)
	return nil
}

// quoted returns a text as TOML has it, on one line.
func quoted(text string) string {
	return strconv.Quote(strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text))
}

// fileName makes a proper name: small letters, digits and hyphens, a letter first.
func fileName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	text := strings.Join(words, "-")
	if text == "" || text[0] < 'a' {
		text = strings.TrimSuffix("chess-"+text, "-")
	}
	return strings.Trim(text[:min(len(text), 40)], "-")
}

// names are those of predefined pieces where they read badly.
var names = map[string]string{
	"dragonHorse": "dragon horse", "bers": "dragon king", "silver": "silver general", "gold": "gold general",
	"shogiPawn": "shogi pawn", "shogiKnight": "shogi knight", "fersAlfil": "fers alfil", "fers": "ferz",
	"janggiCannon": "janggi cannon", "janggiElephant": "janggi elephant",
}

// write returns the file.
func (m *importer) write() string {
	var b strings.Builder
	fmt.Fprintf(&b, "family = \"chess\"\nname = %q\ntitle = %s\nsummary = %s\nsource = \"Fairy-Stockfish, variants.ini\"\n\nboard = \"\"\"\n",
		fileName(m.name), quoted(m.name), quoted(m.name+", from variants.ini"))
	for _, line := range m.board {
		b.WriteString(strings.Join(strings.Split(line, ""), " ") + "\n")
	}
	b.WriteString("\"\"\"\n")
	for _, line := range m.top {
		b.WriteString(line + "\n")
	}
	for _, t := range m.types {
		letter := m.letter[t]
		name := t
		if customPiece.MatchString(t) {
			name = strings.ToLower(letter) + "-man"
		} else if better := names[t]; better != "" {
			name = better
		}
		fmt.Fprintf(&b, "\n[men.%s]\nname = %q\nmoves = %s\n", letter, name, quoted(m.moves[t]))
		for _, line := range m.men[t] {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
