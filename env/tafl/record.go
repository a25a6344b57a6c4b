package tafl

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
)

// Record returns the rules record of a game of the family, as OpenTafl reads it and
// Import does. What a record cannot say is an error with a line for each rule.
func Record(g env.Game) (string, error) {
	own, ok := g.(*Game)
	if !ok {
		return "", fmt.Errorf("rules record: %s is not tafl", g.Spec().Name)
	}
	w := &recordWriter{rules: own.rules, ground: own.ground, rows: own.rows, cols: own.cols, start: own.OTN(own.start)}
	w.write(g.Spec().Name)
	if len(w.errs) > 0 {
		return "", errors.Join(w.errs...)
	}
	return strings.Join(w.entries, " "), nil
}

// recordWriter is a record while it is written.
type recordWriter struct {
	rules      Rules
	rows, cols int
	ground
	start   string
	entries []string
	errs    []error
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

// choose writes the letter of a word of ours.
func (w *recordWriter) choose(entry, usual, key, word string, letters map[string]string) {
	letter, ok := letters[word]
	w.refuse(!ok, key, word)
	w.add(entry, letter, usual)
}

func (w *recordWriter) write(name string) {
	r := &w.rules
	w.refuse(w.rows != w.cols, "board", fmt.Sprintf("%d by %d", w.rows, w.cols))
	w.refuse(r.Passive, "passive", r.Passive)
	w.refuse(r.Third, "third", r.Third)
	w.refuse(r.NoMove != StuckLoses, "no_move", r.NoMove)
	w.refuse(r.Surround != NoSurround, "surround", r.Surround)
	for key, sides := range map[string]int{"king_strength": r.Strength, "king_strength_edge": r.StrengthEdge,
		"king_strength_beside": r.StrengthBeside, "king_strength_throne": r.StrengthThrone} {
		w.refuse(sides != 0, key, sides)
	}
	w.refuse(r.ManJumps != NoJumps, "man_jumps", r.ManJumps)
	w.entries = append(w.entries, "dim:"+strconv.Itoa(w.rows), "name:"+strings.NewReplacer(" ", "_", ":", "_").Replace(name))
	yes := map[string]string{"true": "y", "false": "n"}
	w.choose("esc", "c", "escape", string(r.Escape), map[string]string{"corner": "c", "edge": "e"})
	w.choose("surf", "y", "encirclement", fmt.Sprint(r.Encirclement), yes)
	w.choose("atkf", "", "first", string(r.First), map[string]string{"attackers": "y", "king": "n"})
	w.choose("ka", "y", "king_armed", string(r.KingArmed), map[string]string{"both": "y", "hammer": "h", "anvil": "a", "none": "n"})
	w.choose("ks", "s", "king_capture", string(r.KingCapture), map[string]string{"four": "s", "nielsen": "c", "four_edge": "m", "two": "w"})
	w.choose("kj", "n", "king_jumps", string(r.KingJumps), recordJumps)
	w.choose("sw", "n", "shieldwall", string(r.Shieldwall), map[string]string{"none": "n", "weak": "w", "strong": "s"})
	w.choose("swf", "y", "shieldwall_flank", fmt.Sprint(r.ShieldwallFlank), yes)
	w.choose("efe", "n", "edge_fort", string(r.EdgeFort), map[string]string{"none": "n", "safe": "y"})
	w.choose("ber", "n", "berserk", string(r.Berserk), map[string]string{"none": "n", "capture": "c", "any": "m"})
	w.repetition()
	w.squares()
	w.others()
	w.entries = append(w.entries, "start:"+w.start)
}

var recordJumps = map[string]string{"none": "n", "restricted": "r", "over": "j", "capture": "c"}

// repetition writes what becomes of the third occurrence.
func (w *recordWriter) repetition() {
	r := &w.rules
	switch {
	case r.Repeat == 0:
		w.add("tfr", "i", "")
		return
	case r.Repeat != 3:
		w.refuse(true, "repeat", r.Repeat)
	}
	if r.RepeatLoser != NoLoser {
		w.choose("tfr", "d", "repeat_loser", string(r.RepeatLoser), map[string]string{"mover": "l", "other": "w"})
		return
	}
	w.choose("tfr", "d", "repeat_result", string(r.RepeatResult), map[string]string{"draw": "d", "loss_mover": "l"})
}

// squares writes the special squares and their rules.
func (w *recordWriter) squares() {
	const allKinds = "tcnkTCNK"
	r := &w.rules
	usual := drawing{rows: w.rows, cols: w.cols}
	usual.usual()
	list := func(entry string, special bool, squares, common set) {
		if !special {
			squares = set{}
		}
		if squares != common {
			g := grid{rows: w.rows, cols: w.cols}
			w.add(entry, strings.Join(g.names(&squares), ","), "-")
		}
	}
	list("cen", r.Throne, w.thrones, usual.thrones)
	list("cor", r.Corners, w.corners, usual.corners)
	list("afor", true, w.camps, set{})
	list("dfor", true, w.forts, set{})
	if r.Throne {
		w.set("cens", r.ThroneStop, "K")
		w.set("cenp", r.ThronePass, allKinds)
		w.set("cenhe", r.ThroneHostile, allKinds)
		w.set("cenh", r.ThroneAlways, "tcnk")
	}
	if r.Corners {
		w.set("cors", r.CornerStop, "K")
		w.set("corp", r.CornerPass, "K")
		w.set("corh", r.CornerHostile, allKinds)
	}
	if !w.camps.empty() {
		w.set("afors", r.CampStop, allKinds)
		w.set("aforp", r.CampPass, allKinds)
		w.set("aforh", r.CampHostile, "TCNK")
		if r.CampWithin {
			w.refuse(r.CampStop != NoKind || r.CampPass != NoKind, "camp_within", "true, where some may enter a camp anew")
			w.add("aforre", "", "-")
		}
	}
	if !w.forts.empty() {
		w.set("dfors", r.FortStop, "TCNK")
		w.set("dforp", r.FortPass, allKinds)
		w.set("dforh", r.FortHostile, "tcnk")
	}
}

// set writes a set of kinds: the letters of attackers, of men of the king's side, the
// king's.
func (w *recordWriter) set(entry string, kinds Kinds, usual string) {
	letters := ""
	for _, k := range [...]struct {
		class   byte
		letters string
	}{{'a', "tcn"}, {'d', "TCN"}, {'k', "K"}} {
		if kinds.Include(k.class) {
			letters += k.letters
		}
	}
	if letters != strings.ReplaceAll(usual, "k", "") { // attackers have no king
		w.add(entry, letters, "-")
	}
}

// others writes how far pieces go, and how other men jump.
func (w *recordWriter) others() {
	r := &w.rules
	jumps := map[string]string{}
	for _, letter := range slices.Sorted(maps.Keys(r.Men)) {
		m := r.Men[letter]
		entry, ok := map[string]string{"c": "cj", "n": "nj"}[letter]
		if !ok || m.Strength > 2 || m.Armed != "" && m.Armed != Armed || m.Range != r.ManRange {
			w.refuse(true, "[men."+letter+"]", "other than a commander c or a knight n")
			continue
		}
		jumps[entry] = recordJumps[string(m.Jumps)]
		if m.Jumps == "" {
			jumps[entry] = "n"
		}
	}
	for entry, usual := range map[string]string{"cj": "j", "nj": "c"} {
		if jump, ok := jumps[entry]; ok && jump != usual {
			w.entries = append(w.entries, entry+":"+jump)
		}
	}
	slices.Sort(w.entries[1:]) // the size comes first
	if r.KingRange != 0 || r.ManRange != 0 {
		far := func(n int) string {
			if n == 0 {
				return "-1"
			}
			return strconv.Itoa(n)
		}
		man, king := far(r.ManRange), far(r.KingRange)
		w.entries = append(w.entries, "spd:"+strings.Join([]string{man, man, man, man, man, man, man, king}, ","))
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
