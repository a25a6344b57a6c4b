package tafl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// special writes the special squares and their rules.
func (r *rulesRecord) special() {
	const allKinds = "tcnkTCNK"
	ground := slices.Repeat([]byte{'.'}, r.size*r.size)
	drawn := false
	draw := func(entry, key string, letter byte) {
		value := r.get(entry, "default")
		if value == "default" {
			return
		}
		squares := strings.FieldsFunc(value, func(c rune) bool { return c == ',' })
		if len(squares) == 0 && key != "" {
			r.say(key, "false")
		}
		for _, name := range squares {
			g := grid{rows: r.size, cols: r.size}
			c, ok := g.cellOf(name)
			if !ok {
				r.wrong("%s: there is no square %.20q", entry, name)
				return
			}
			ground[c], drawn = letter, true
		}
	}
	draw("cen", "throne", 'T')
	draw("cor", "corners", 'X')
	draw("afor", "", 'A')
	draw("dfor", "", 'D')
	if drawn {
		var text strings.Builder
		for row := range slices.Chunk(ground, max(r.size, 1)) {
			text.Write(append(row, '\n'))
		}
		r.say("ground", "\"\"\"\n"+text.String()+"\"\"\"")
	}
	r.set("throne_stop", "cens", "K", "cenre")
	r.set("throne_pass", "cenp", allKinds, "")
	r.set("throne_hostile", "cenhe", allKinds, "")
	r.set("throne_always", "cenh", "tcnk", "")
	r.set("corner_stop", "cors", "K", "corre")
	r.set("corner_pass", "corp", "K", "")
	r.set("corner_hostile", "corh", allKinds, "")
	if r.entries["afor"] != "" {
		r.set("camp_stop", "afors", allKinds, "aforre")
		r.set("camp_pass", "aforp", allKinds, "aforre")
		r.set("camp_hostile", "aforh", "TCNK", "")
		if _, ok := r.entries["aforre"]; ok {
			r.say("camp_within", "true")
		}
	}
	if r.entries["dfor"] != "" {
		r.set("fort_stop", "dfors", "TCNK", "dforre")
		r.set("fort_pass", "dforp", allKinds, "dforre")
		r.set("fort_hostile", "dforh", "tcnk", "")
	}
}

// set writes a set of kinds; who may not enter anew is left out of it.
func (r *rulesRecord) set(key, entry, usual, anew string) {
	value := r.get(entry, usual)
	if anew != "" {
		if only, ok := r.entries[anew]; ok {
			r.used[anew] = true
			value = strings.Map(func(c rune) rune {
				if strings.ContainsRune(only, c) {
					return c
				}
				return -1
			}, value)
		}
	}
	kinds := ""
	for _, class := range []struct{ own, all string }{{"a", "tcn"}, {"d", "TCN"}, {"k", "K"}} {
		in := strings.IndexByte(value, class.all[0]) >= 0
		for i := range class.all {
			if _, there := r.letters[class.all[i]]; there && in != (strings.IndexByte(value, class.all[i]) >= 0) {
				r.wrong("%s:%.20s: all men of a side are alike here", entry, value)
			}
		}
		if in {
			kinds += class.own
		}
	}
	if kinds == "" {
		kinds = "none"
	}
	r.say(key, strconv.Quote(kinds))
}

// speedOrder is the order of the kinds in spd, by the number of its values: GetString
// of TaflmanCodes.java, with and without mercenaries and guards.
var speedOrder = map[int]string{1: "t", 8: "tcnkTCNK", 12: "tcnkmgTCNKMG"}

// ranges writes how far pieces go.
func (r *rulesRecord) ranges() {
	values := strings.FieldsFunc(r.get("spd", "-1"), func(c rune) bool { return c == ',' })
	order, ok := speedOrder[len(values)]
	if !ok {
		r.wrong("spd has %d values, want 1, 8 or 12", len(values))
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
	for _, k := range []struct {
		letter, usual, entry, name, figure string
	}{{"c", "j", "cj", "commander", "rook"}, {"n", "c", "nj", "knight", "knight"}} {
		value := r.get(k.entry, k.usual)
		jumps, ok := jumpsOfRecord[value]
		if !ok {
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
