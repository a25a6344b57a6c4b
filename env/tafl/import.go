package tafl

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ludens/env/variant"
)

// Import returns a rules record of OpenTafl as the text of a file. What it cannot say is an
// error with a line for each entry.
func Import(record string) (text string, err error) {
	r := &rulesRecord{entries: map[string]string{}, used: map[string]bool{}}
	for entry := range strings.FieldsSeq(record) {
		key, value, ok := strings.Cut(entry, ":")
		if !ok {
			r.wrong("entry %.40q: want key:value", entry)
		}
		if _, twice := r.entries[key]; twice {
			r.wrong("%s stands there twice", key)
		}
		r.entries[key] = value
	}
	text = r.file()
	for _, key := range slices.Sorted(maps.Keys(r.entries)) {
		if !r.used[key] {
			r.wrong("%.20s:%.40s: there is no such rule here", key, r.entries[key])
		}
	}
	if len(r.errs) > 0 {
		return "", errors.Join(r.errs...)
	}
	return text, nil
}

// rulesRecord is a record while it is read.
type rulesRecord struct {
	entries map[string]string
	used    map[string]bool
	errs    []error
	size    int
	letters map[byte]byte // of the pieces here, by those of the record
	text    strings.Builder
}

func (r *rulesRecord) wrong(format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("rules record: "+format, args...))
}

// get returns the value of an entry, or what it is without one.
func (r *rulesRecord) get(key, usual string) string {
	r.used[key] = true
	if value, ok := r.entries[key]; ok {
		return value
	}
	return usual
}

// say writes a key of the file.
func (r *rulesRecord) say(key, value string) { fmt.Fprintf(&r.text, "%s = %s\n", key, value) }

// choose writes the value that an entry stands for.
func (r *rulesRecord) choose(e wordEntry) {
	value, words := r.get(e.name, e.usual), map[string]string{}
	for _, v := range e.values {
		words[v[0]] = v[1]
	}
	if words[value] == "" {
		r.wrong("%s:%.20s: want one of %s", e.name, value, strings.Join(slices.Sorted(maps.Keys(words)), ", "))
		return
	}
	r.say(e.key, words[value])
}

// idle takes an entry without a meaning here: rules that are off, pieces that no start has.
func (r *rulesRecord) idle(key, values string) {
	value, there := r.entries[key]
	r.used[key] = there && value != "" && strings.Contains(values, value)
}

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// file writes the text of the file.
func (r *rulesRecord) file() string {
	title := strings.ReplaceAll(r.get("name", "Imported tafl"), "_", " ")
	name := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(title), "-"), "-")
	if name == "" || name[0] < 'a' || len(name) > 40 {
		name = "imported-tafl"
	}
	r.say("family", `"tafl"`)
	r.say("name", strconv.Quote(name))
	r.say("title", strconv.Quote(title))
	r.say("source", `"a rules record of OpenTafl"`)
	r.board()
	for _, e := range wordEntries {
		r.choose(e)
	}
	r.idle("linc", "n")
	r.idle("mj", "cjnr")
	r.idle("gj", "cjnr")
	r.repetition()
	r.special()
	r.ranges()
	r.others()
	return r.text.String()
}

// repetition writes what becomes of the third occurrence.
func (r *rulesRecord) repetition() {
	switch value := r.get("tfr", "d"); value {
	case "d":
	case "i":
		r.say("repeat", "0")
	case "l":
		r.say("repeat_result", `"loss_mover"`)
	case "w":
		r.say("repeat_loser", `"other"`)
	default:
		r.wrong("tfr:%.20s: want one of d, i, l, w", value)
	}
}

// board writes the start. The rows of "start" begin with rank 1, as in
// PositionSerializer.java; those of "starti", which records of 2017 have, with the last.
func (r *rulesRecord) board() {
	size, err := strconv.Atoi(r.get("dim", ""))
	if err != nil || size < leastSide || size > maxSide {
		r.wrong("dim:%.20s: want a size from %d to %d", r.entries["dim"], leastSide, maxSide)
		return
	}
	r.size = size
	inverted := r.get("starti", "")
	start := strings.Trim(r.get("start", inverted), "/")
	rows := strings.Split(start, "/")
	if inverted != "" {
		slices.Reverse(rows)
	}
	if len(rows) != size {
		r.wrong("start has %d rows, want %d", len(rows), size)
		return
	}
	r.name(start)
	var drawing strings.Builder
	for _, row := range slices.Backward(rows) {
		squares := r.row(row)
		if len(squares) != size {
			r.wrong("start: the row %.40q has %d squares, want %d", row, len(squares), size)
			return
		}
		drawing.WriteString(squares + "\n")
	}
	r.say("board", "\"\"\"\n"+drawing.String()+"\"\"\"")
}

// name gives the pieces of a start their letters.
func (r *rulesRecord) name(start string) {
	r.letters = map[byte]byte{'t': 'a', 'T': 'd', 'K': 'k'}
	for letter, others := range map[byte]byte{'c': 'b', 'n': 'h'} {
		upper := letter - 'a' + 'A'
		mine, yours := strings.IndexByte(start, letter) >= 0, strings.IndexByte(start, upper) >= 0
		if mine {
			r.letters[letter] = letter
		}
		if yours && !mine {
			r.letters[upper] = letter
		} else if yours {
			r.letters[upper] = others
		}
	}
}

// row returns the squares of a row of a position record.
func (r *rulesRecord) row(text string) string {
	var squares strings.Builder
	for i := 0; i < len(text); i++ {
		digits := len(text[i:]) - len(strings.TrimLeft(text[i:], "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(text[i : i+digits])
			if err == nil && n <= maxSide {
				squares.WriteString(strings.Repeat(".", n))
			}
			i += digits - 1
			continue
		}
		letter, ok := r.letters[text[i]]
		if !ok {
			r.wrong("start: there is no piece %q here", text[i])
			letter = '.'
		}
		squares.WriteByte(letter)
	}
	return squares.String()
}

// ByRecord returns the game of the family that a rules record describes, by the name of a
// game that comes with ludens and settings: its board must be one of theirs.
func ByRecord(record string) (*Game, error) {
	text, err := Import(record)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	f, err := variant.Parse("rules record", text, nil)
	if err != nil {
		return nil, err
	}
	r, d, err := decode(f)
	if err != nil {
		return nil, err
	}
	r.Start = ""
	for a := range arrays {
		if slices.Equal(a.Layout(), lines(r.Board)) {
			r.Start = a
		}
	}
	if r.Start == "" || !d.classic() {
		return nil, errors.New("start or the special squares are not those of these games")
	}
	if r.ThroneAlways == "a" && r.KingArmed.anvil() {
		r.ThroneAlways = NoKind // the king on it captures himself
	}
	if r.Shieldwall == NoWall {
		r.ShieldwallFlank = true
	}
	r.Board, r.Ground = "", ""
	return New("nielsen", variant.Settings(&r, "cap"))
}
