package tafl

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// special writes the special squares and their rules.
func (r *rulesRecord) special() {
	ground := slices.Repeat([]byte{'.'}, r.size*r.size)
	drawn := false
	for _, e := range squaresEntries {
		squares := strings.FieldsFunc(r.get(e.name, "default"), func(c rune) bool { return c == ',' })
		if slices.Equal(squares, []string{"default"}) {
			squares = nil
		} else if len(squares) == 0 && e.key != "" {
			r.say(e.key, "false")
		}
		for _, name := range squares {
			g := grid{rows: r.size, cols: r.size}
			c, ok := g.cellOf(name)
			if !ok {
				r.wrong("%s: there is no square %.20q", e.name, name)
				break
			}
			ground[c], drawn = e.letter, true
		}
	}
	if drawn {
		var text strings.Builder
		for row := range slices.Chunk(ground, max(r.size, 1)) {
			text.Write(append(row, '\n'))
		}
		r.say("ground", "\"\"\"\n"+text.String()+"\"\"\"")
	}
	for _, e := range squaresEntries {
		for _, s := range e.sets {
			if r.used[s.name], r.used[s.anew] = true, true; e.key != "" || r.entries[e.name] != "" {
				r.set(s)
			}
		}
	}
	if _, ok := r.entries["aforre"]; ok && r.entries["afor"] != "" {
		r.say("camp_within", "true")
	}
}

// set writes a set of kinds; those that may not enter anew are left out of it.
func (r *rulesRecord) set(e setEntry) {
	value := r.get(e.name, e.usual)
	if only, ok := r.entries[e.anew]; ok {
		value = strings.Map(func(c rune) rune {
			if strings.ContainsRune(only, c) {
				return c
			}
			return -1
		}, value)
	}
	kinds := ""
	for _, class := range kindLetters {
		in := strings.IndexByte(value, class.record[0]) >= 0
		for i := range class.record {
			if _, there := r.letters[class.record[i]]; there && in != (strings.IndexByte(value, class.record[i]) >= 0) {
				r.wrong("%s:%.20s: all men of a side are alike here", e.name, value)
			}
		}
		if in {
			kinds += class.own
		}
	}
	kinds = cmp.Or(kinds, "none")
	r.say(e.key, strconv.Quote(kinds))
}

// ranges writes how far pieces go.
func (r *rulesRecord) ranges() {
	values := strings.FieldsFunc(r.get("spd", "-1"), func(c rune) bool { return c == ',' })
	order, ok := speedOrder[len(values)]
	if !ok {
		r.wrong("spd has %d values, want 1, 2, 8, 10 or 12", len(values))
		return
	}
	speed := func(letter byte) int {
		n, err := strconv.Atoi(values[max(0, strings.IndexByte(order, letter))])
		if err != nil || n < -1 || n > maxSide {
			r.wrong("spd:%.40s: want numbers from -1 to %d", r.entries["spd"], maxSide)
		}
		return max(n, 0)
	}
	if speed('t') != speed('T') {
		r.wrong("spd:%.40s: ordinary men of both sides go equally far here", r.entries["spd"])
	}
	r.say("man_range", strconv.Itoa(speed('t')))
	r.say("king_range", strconv.Itoa(speed('K')))
	for _, letter := range []byte("cnCN") {
		if _, there := r.letters[letter]; there && speed(letter) != speed('t') {
			r.wrong("spd:%.40s: other men go as far as ordinary ones here", r.entries["spd"])
		}
	}
}

// others writes the tables of commanders and knights.
func (r *rulesRecord) others() {
	for _, k := range otherMen {
		value, jumps := r.get(k.entry, k.usual), ""
		for _, v := range jumpWords {
			if v[0] == value {
				jumps = v[1]
			}
		}
		if jumps == "" {
			r.wrong("%s:%.20s: want one of c, j, n, r", k.entry, value)
		}
		for _, side := range []struct {
			letter byte
			name   string
			of     string
		}{{k.letter[0], "attackers", ""}, {k.letter[0] - 'a' + 'A', "king", " of the king"}} {
			own, there := r.letters[side.letter]
			if !there {
				continue
			}
			name := k.name
			if own != k.letter[0] {
				name += side.of
			}
			fmt.Fprintf(&r.text, "\n[men.%c]\nside = %q\nname = %q\njumps = %s\nfigure = %q\n", own, side.name, name, jumps, k.figure)
		}
	}
}
