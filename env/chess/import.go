package chess

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

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
	keys, err := inherited(file, builtin, name, 0)
	if err != nil {
		return "", nil, fmt.Errorf("variants.ini: %w", err)
	}
	m := newImporter(name)
	for _, p := range keys {
		m.set(p)
	}
	if err := m.translate(); err != nil {
		return "", nil, fmt.Errorf("variants.ini: %s: %w", clip(name), err)
	}
	text := m.write()
	f, err := variant.Parse("imported.toml", text, nil)
	if err == nil {
		_, err = Read(f)
	}
	if err != nil {
		return "", m.problems, fmt.Errorf("variants.ini: %s: %w", clip(name), err)
	}
	return text, m.problems, nil
}

// pieceTypes are Fairy-Stockfish's predefined pieces.
var pieceTypes = map[string]string{
	"pawn": "fmWfceFifmnD", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "fers": "F", "alfil": "A",
	"fersAlfil": "FA", "silver": "FfW", "aiwok": "RNF", "bers": "RF", "archbishop": "BN", "chancellor": "RN",
	"amazon": "QN", "knibis": "mNcB", "biskni": "mBcN", "kniroo": "mNcR", "rookni": "mRcN", "shogiPawn": "fW",
	"lance": "fR", "shogiKnight": "fN", "gold": "WfF", "dragonHorse": "BW", "clobber": "cW", "breakthrough": "fmWfF",
	"immobile": "", "cannon": "mRcpR", "janggiCannon": "pR", "soldier": "fsW", "horse": "nN", "elephant": "nA",
	"janggiElephant": "nZ", "banner": "RcpRnN", "wazir": "W", "commoner": "K", "centaur": "KN", "king": "K",
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
	board      []string // a line a rank, from the top
	top        []string // lines of the file
	men        map[string][]string
}

func newImporter(name string) *importer {
	return &importer{name: name, letter: map[string]string{}, moves: map[string]string{}, said: map[string]pair{}, men: map[string][]string{}}
}

// idle are keys that say nothing about rules.
var idle = []string{"variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "description", "maxRank", "maxFile"}

var customPiece = regexp.MustCompile(`^customPiece\d{1,2}$`)

// set takes a key, over what was said before.
func (m *importer) set(p pair) {
	moves, predefined := pieceTypes[p.key]
	if !predefined && !customPiece.MatchString(p.key) {
		m.said[p.key] = p
		return
	}
	m.remove(func(t string) bool { return t == p.key })
	letter, betza, custom := strings.Cut(p.value, ":")
	letter = strings.ToUpper(strings.TrimSpace(letter))
	if letter == "-" || letter == "" {
		return
	}
	m.remove(func(t string) bool { return m.letter[t] == letter })
	if custom {
		moves = strings.TrimSpace(betza)
	}
	m.types = append(m.types, p.key)
	m.letter[p.key], m.moves[p.key] = letter, moves
}

func (m *importer) remove(is func(string) bool) {
	m.types = slices.DeleteFunc(m.types, func(t string) bool {
		gone := is(t)
		if gone {
			delete(m.letter, t)
			delete(m.moves, t)
		}
		return gone
	})
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

// letters returns letters in capitals, those of men there are: "*" stays.
func (m *importer) letters(text string) (list string) {
	for _, c := range strings.ToUpper(text) {
		if c == '*' {
			return "*"
		}
		for _, l := range m.letter {
			if l == string(c) && !strings.ContainsRune(list, c) {
				list += l
			}
		}
	}
	return list
}

// translate fills in the lines of the file.
func (m *importer) translate() error {
	for _, key := range idle {
		m.take(key, "")
	}
	if err := m.translateStart(); err != nil {
		return err
	}
	m.translatePromotion()
	m.translateDrops()
	m.translateRegions()
	m.translateEnds()
	m.say(m.on("mustCapture", false), "must_capture = true")
	m.say(!m.on("checking", true), "checking = false")
	facing := m.on("flyingGeneral", false)
	m.say(facing, "facing = true")
	if facing && len(m.men["king"]) < 2 { // besides that it is royal
		m.problem("flyingGeneral: that kings without a region of their own may not face each other along a rank: not covered")
	}
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
