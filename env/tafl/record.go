package tafl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/env/variant"
)

// Record returns the rules record of a game of the family, as OpenTafl reads it and
// Import does. What a record cannot say is an error with a line for each rule.
func Record(g env.Game) (string, error) {
	own, ok := g.(*Game)
	if !ok {
		return "", fmt.Errorf("rules record: %s is not tafl", g.Spec().Name)
	}
	w := newRecordWriter(own)
	w.write(g.Spec().Name)
	if len(w.errs) > 0 {
		return "", errors.Join(w.errs...)
	}
	return strings.Join(w.entries, " "), nil
}

// Nearest returns the record of the nearest rules that a record can say. It cannot say all
// that Rules can: that a man who moves in between two enemies is captured, that the king
// falls to four on the throne and to two beside it, that a side without a move draws, that a
// repetition loses for the king's side.
func (g *Game) Nearest(name string) string {
	w := newRecordWriter(g)
	w.write(name)
	return strings.Join(w.entries, " ")
}

// recordWriter is a record while it is written.
type recordWriter struct {
	*Game
	said    map[string]string // the value of each key, as a file writes it
	entries []string
	errs    []error
}

func newRecordWriter(g *Game) *recordWriter {
	w := &recordWriter{Game: g, said: map[string]string{}}
	for _, k := range variant.Keys(&g.rules) {
		w.said[k.Name] = k.Default
	}
	return w
}

// add writes an entry unless it is what a record means without it.
func (w *recordWriter) add(key, value, usual string) {
	if value != usual {
		w.entries = append(w.entries, key+":"+value)
	}
}

// refuse says that a record cannot express a rule.
func (w *recordWriter) refuse(is bool, key string, value any) {
	if is {
		w.errs = append(w.errs, fmt.Errorf("rules record: it cannot say %s = %v", key, value))
	}
}

// nearestWords are the values of a record for keys that it cannot say.
var nearestWords = map[string]string{`"throne4"`: "c", `"loss_defenders"`: "l", `"may"`: "c", `"closed"`: "y"}

// choose writes the value of a key.
func (w *recordWriter) choose(e wordEntry) {
	value := w.said[e.key]
	i := slices.IndexFunc(e.values, func(v [2]string) bool { return v[1] == value })
	w.refuse(i < 0, e.key, strings.Trim(value, `"`))
	if i >= 0 {
		w.add(e.name, e.values[i][0], e.usual)
	} else {
		w.add(e.name, cmp.Or(nearestWords[value], e.usual), e.usual)
	}
}

// unsaid are keys that no record has, with the value that it means.
var unsaid = [][2]string{{"passive", "false"}, {"third", "false"}, {"no_move", `"loss"`}, {"surround", `"none"`}, {"man_jumps", `"none"`},
	{"king_strength", "0"}, {"king_strength_edge", "0"}, {"king_strength_beside", "0"}, {"king_strength_throne", "0"}}

func (w *recordWriter) write(name string) {
	w.refuse(w.rows != w.cols, "board", fmt.Sprintf("%d by %d", w.rows, w.cols))
	for _, k := range unsaid {
		w.refuse(w.said[k[0]] != k[1], k[0], strings.Trim(w.said[k[0]], `"`))
	}
	w.entries = append(w.entries, "dim:"+strconv.Itoa(w.rows), "name:"+strings.NewReplacer(" ", "_", ":", "_").Replace(name))
	for _, e := range wordEntries {
		if e.name == "atkf" {
			e.usual = "" // it is always written
		}
		w.choose(e)
	}
	w.repetition()
	w.squares()
	w.others()
	w.entries = append(w.entries, "start:"+w.OTN(w.start))
}

// repetition writes the result of the third occurrence.
func (w *recordWriter) repetition() {
	r := &w.rules
	switch {
	case r.Repeat == 0:
		w.add("tfr", "i", "")
		return
	case r.Repeat != 3:
		w.refuse(true, "repeat", r.Repeat)
	}
	e := wordEntry{"tfr", "d", "repeat_result", [][2]string{{"d", `"draw"`}, {"l", `"loss_mover"`}}}
	if r.RepeatLoser != NoLoser {
		e = wordEntry{"tfr", "d", "repeat_loser", [][2]string{{"l", `"mover"`}, {"w", `"other"`}}}
	}
	w.choose(e)
}

// squares writes the special squares and their rules.
func (w *recordWriter) squares() {
	usual := drawing{rows: w.rows, cols: w.cols}
	usual.usual()
	for i, e := range squaresEntries {
		squares := []*set{&w.thrones, &w.corners, &w.camps, &w.forts}[i]
		common := []*set{&usual.thrones, &usual.corners, &usual.camps, &usual.forts}[i]
		if e.key != "" && w.said[e.key] == "false" {
			squares = new(set)
		}
		if *squares != *common {
			w.add(e.name, strings.Join(w.names(squares), ","), "-")
		}
		for _, s := range e.sets {
			if e.key != "" && w.said[e.key] == "true" || e.key == "" && !squares.empty() {
				w.set(s)
			}
		}
	}
	if w.rules.CampWithin && !w.camps.empty() {
		w.refuse(w.rules.CampStop != NoKind || w.rules.CampPass != NoKind, "camp_within", "true, where some may enter a camp anew")
		w.add("aforre", "", "-")
	}
}

// set writes a set of kinds.
func (w *recordWriter) set(e setEntry) {
	letters := ""
	for _, k := range kindLetters {
		if Kinds(strings.Trim(w.said[e.key], `"`)).Include(k.own[0]) {
			letters += k.record
		}
	}
	if letters != strings.ReplaceAll(e.usual, "k", "") { // attackers have no king
		w.add(e.name, letters, "-")
	}
}

// others writes how far pieces go, and how other men jump.
func (w *recordWriter) others() {
	r, known := &w.rules, 0
	for _, k := range otherMen {
		m, there := r.Men[k.letter]
		if !there {
			continue
		}
		known++
		w.refuse(m.Strength > 2 || m.Armed != "" && m.Armed != Armed || m.Range != r.ManRange, "[men."+k.letter+"]", "other than a usual "+k.name)
		jumps := strconv.Quote(string(cmp.Or(m.Jumps, NoJumps)))
		w.add(k.entry, jumpWords[slices.IndexFunc(jumpWords, func(v [2]string) bool { return v[1] == jumps })][0], k.usual)
	}
	w.refuse(known < len(r.Men), "[men]", "other than a commander c or a knight n")
	slices.Sort(w.entries[1:]) // the size comes first
	if r.KingRange != 0 || r.ManRange != 0 {
		values := slices.Repeat([]string{strconv.Itoa(cmp.Or(r.ManRange, -1))}, len(speedOrder[12]))
		values[strings.IndexByte(speedOrder[12], 'K')] = strconv.Itoa(cmp.Or(r.KingRange, -1))
		w.entries = append(w.entries, "spd:"+strings.Join(values, ","))
	}
}

// OTN writes the pieces as a positional record of OpenTafl's notation, with t for
// attackers, T for defenders and K for the king; other men have their letter, a capital
// on the king's side:
//
//	/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/
//
// It has no side to move. Rank 1 comes first, as in OpenTafl's own reader and writer
// (PositionSerializer and Coord in its source): the specification does not say.
func (g *Game) OTN(s env.State) string {
	rows := strings.Split(g.rowsOf(s.(*State).board, g.otnLetter), "/")
	slices.Reverse(rows)
	return "/" + strings.Join(rows, "/") + "/"
}

// otnLetter returns that of a kind.
func (g *Game) otnLetter(k kind) byte {
	switch letter := g.kinds[k].letter; {
	case k <= king:
		return "tTK"[k]
	case g.kinds[k].side == kingsSide:
		return letter - 'a' + 'A'
	default:
		return letter
	}
}

// ParseOTN reads what OTN writes, as a position in which mover is next.
func (g *Game) ParseOTN(text string, mover env.Player) (env.State, error) {
	b, err := g.parseOTN(strings.TrimSpace(text))
	if err != nil {
		return nil, fmt.Errorf("tafl: OTN %q: %w", text, err)
	}
	return g.place(b, g.sideOf(mover), g.beyond), nil
}

func (g *Game) parseOTN(text string) (board, error) {
	rows := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "/"), "/"), "/")
	slices.Reverse(rows)
	return g.parseRows(rows, g.otnLetter)
}
