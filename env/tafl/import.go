package tafl

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Import returns a rules record of OpenTafl as the text of a file: [OTN], section 3, and
// RulesSerializer.java there for the entries ks:c, ks:m, ka:h, ka:a, spd, cenre, aforre
// and starti, which the text lags behind. What it cannot say is an error with a line
// for each entry.
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

// choose writes the word, or the number, that an entry stands for.
func (r *rulesRecord) choose(entry, usual, key string, words map[string]string) {
	value := r.get(entry, usual)
	word, ok := words[value]
	if !ok {
		r.wrong("%s:%.20s: want one of %s", entry, value, strings.Join(slices.Sorted(maps.Keys(words)), ", "))
		return
	}
	r.say(key, word)
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
	yes := map[string]string{"y": "true", "n": "false"}
	r.choose("esc", "c", "escape", map[string]string{"c": `"corner"`, "e": `"edge"`})
	r.choose("surf", "y", "encirclement", yes)
	r.choose("atkf", "y", "first", map[string]string{"y": `"attackers"`, "n": `"king"`})
	r.choose("ka", "y", "king_armed", map[string]string{"y": `"both"`, "h": `"hammer"`, "a": `"anvil"`, "n": `"none"`})
	r.choose("ks", "s", "king_capture", map[string]string{"s": `"four"`, "y": `"four"`, "c": `"nielsen"`, "m": `"four_edge"`, "w": `"two"`, "n": `"two"`})
	r.choose("kj", "n", "king_jumps", jumpsOfRecord)
	r.choose("sw", "n", "shieldwall", map[string]string{"n": `"none"`, "w": `"weak"`, "s": `"strong"`})
	r.choose("swf", "y", "shieldwall_flank", yes)
	r.choose("efe", "n", "edge_fort", map[string]string{"n": `"none"`, "y": `"safe"`})
	r.choose("ber", "n", "berserk", map[string]string{"n": `"none"`, "c": `"capture"`, "m": `"any"`})
	r.repetition()
	r.special()
	r.ranges()
	r.others()
	return r.text.String()
}

var jumpsOfRecord = map[string]string{"n": `"none"`, "r": `"restricted"`, "j": `"over"`, "c": `"capture"`}

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
