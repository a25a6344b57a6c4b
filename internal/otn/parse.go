package otn

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// entry reads the value of one entry of a record into o.
type entry func(o *Rules, value string) error

// entries are those of a record that we know. Knights, commanders, mercenaries
// and guards are not part of our games: what a record says of them means nothing
// as long as none is on the board.
var entries = map[string]entry{
	"dim":  (*Rules).setSize,
	"name": ignore, "nj": ignore, "cj": ignore, "mj": ignore, "gj": ignore, "swf": ignore,
	"corp": ignore, "corre": ignore, // no way leads through a corner
	"aforh": ignore, "aforp": ignore, "afors": ignore, "aforre": ignore, "afor": only(""),
	"dforh": ignore, "dforp": ignore, "dfors": ignore, "dforre": ignore, "dfor": only(""),
	"kj": only("n"), "sw": only("n"), "efe": only("n"), "ber": only("n"), "linc": only("n"),

	"esc":  word(func(o *Rules) *string { return &o.escape }, "c", "e"),
	"surf": claim(func(o *Rules) *bool { return &o.encirclement }),
	"atkf": claim(func(o *Rules) *bool { return &o.attackersMove }),
	"tfr":  word(func(o *Rules) *string { return &o.repetition }, "i", "d", "w", "l"),
	"ka":   word(func(o *Rules) *string { return &o.armed }, "y", "h", "a", "n"),
	"ks": func(o *Rules, v string) error {
		if i := slices.Index([]string{"y", "n"}, v); i >= 0 {
			v = []string{"s", "w"}[i] // as older records have it
		}
		return word(func(o *Rules) *string { return &o.strength }, "s", "c", "m", "w")(o, v)
	},
	"spd":    (*Rules).setRanges,
	"cor":    (*Rules).setCorners,
	"cen":    (*Rules).setThrone,
	"cors":   kinds(func(o *Rules) *string { return &o.cornerStop }),
	"corh":   kinds(func(o *Rules) *string { return &o.cornerHostile }),
	"cens":   kinds(func(o *Rules) *string { return &o.throneStop }),
	"cenp":   kinds(func(o *Rules) *string { return &o.thronePass }),
	"cenhe":  kinds(func(o *Rules) *string { return &o.throneHostile }),
	"cenh":   (*Rules).setOccupiedThrone,
	"cenre":  (*Rules).setReturn,
	"start":  setStart,
	"starti": setStart,
}

func (o *Rules) setSize(v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 5 || n > 19 {
		return fmt.Errorf("%q; want a number from 5 to 19", v)
	}
	o.size = n
	return nil
}

func ignore(*Rules, string) error { return nil }

// only accepts one value: anything else is a rule that our games have not.
func only(want string) entry {
	return func(_ *Rules, v string) error {
		if v != want {
			return fmt.Errorf("%q is not a rule of these games", v)
		}
		return nil
	}
}

func word(field func(*Rules) *string, values ...string) entry {
	return func(o *Rules, v string) error {
		if !slices.Contains(values, v) {
			return fmt.Errorf("%q; want one of %s", v, strings.Join(values, ", "))
		}
		*field(o) = v
		return nil
	}
}

func claim(field func(*Rules) *bool) entry {
	return func(o *Rules, v string) error {
		if v != "y" && v != "n" {
			return fmt.Errorf("%q; want y or n", v)
		}
		*field(o) = v == "y"
		return nil
	}
}

func kinds(field func(*Rules) *string) entry {
	return func(o *Rules, v string) error {
		*field(o) = known(v)
		return nil
	}
}

// known leaves of a list of pieces those that our games have, in our order.
func known(list string) string {
	var text string
	for _, letter := range everybody {
		if strings.ContainsRune(list, letter) {
			text += string(letter)
		}
	}
	return text
}

// setRanges reads a range for all, for the attackers and the king's side, or for
// each kind of pieces in OpenTafl's order, the king's side in the second half.
func (o *Rules) setRanges(text string) error {
	var ranges []int
	for _, word := range strings.Split(strings.TrimSuffix(text, ","), ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n > 8 {
			return fmt.Errorf("%q; want numbers of squares up to 8, or -1", text)
		}
		ranges = append(ranges, max(n, 0))
	}
	n := len(ranges)
	switch n {
	case 1:
		o.manRange, o.kingRange = ranges[0], ranges[0]
	case 2, 8, 10, 12:
		o.manRange, o.kingRange = ranges[0], ranges[min(n-1, n/2+3)]
		if ranges[0] != ranges[n/2] && n > 2 || n == 2 && ranges[0] != ranges[1] {
			return errors.New("attackers and defenders have different ranges")
		}
	default:
		return fmt.Errorf("%d ranges; want 1, 2, 8, 10 or 12", n)
	}
	return nil
}

// setCorners reads the special squares of the corners: all four, or none.
func (o *Rules) setCorners(v string) error {
	last := fmt.Sprintf("%c%d", 'a'+o.size-1, o.size)
	return o.special(&o.corners, v, "a1", last, last[:1]+"1", "a"+last[1:])
}

func (o *Rules) setThrone(v string) error {
	return o.special(&o.throne, v, fmt.Sprintf("%c%d", 'a'+o.size/2, o.size/2+1))
}

func (o *Rules) special(field *bool, v string, squares ...string) error {
	list := strings.FieldsFunc(v, func(r rune) bool { return r == ',' })
	slices.Sort(list)
	slices.Sort(squares)
	*field = v == "default" || slices.Equal(list, squares)
	if !*field && len(list) > 0 {
		return fmt.Errorf("%q; want %s, or none", v, strings.Join(squares, ","))
	}
	return nil
}

// setOccupiedThrone reads to whom the throne is hostile while the king sits on
// it.
func (o *Rules) setOccupiedThrone(v string) error {
	hostile := known(v)
	if hostile != "" && hostile != "t" {
		return fmt.Errorf("%q: an occupied throne is hostile only to attackers in these games", v)
	}
	o.occupied = hostile == "t"
	return nil
}

// setReturn reads who may come back to the throne.
func (o *Rules) setReturn(v string) error {
	if !strings.Contains(v, "K") {
		o.throneStop = strings.ReplaceAll(o.throneStop, "K", "")
	}
	return nil
}

func setStart(o *Rules, v string) error {
	o.start = strings.Trim(v, "/")
	return nil
}

// Parse reads a record.
func Parse(text string) (Rules, error) {
	o := Rules{
		escape: "c", encirclement: true, attackersMove: true, repetition: "d", armed: "y", strength: "s",
		corners: true, throne: true, cornerStop: "K", cornerHostile: everybody,
		throneStop: "K", thronePass: everybody, throneHostile: everybody, occupied: true,
	}
	for _, field := range strings.Fields(text) {
		key, value, _ := strings.Cut(field, ":")
		set, ok := entries[key]
		if !ok {
			return o, fmt.Errorf("entry %.40q is unknown", key)
		}
		if err := set(&o, value); err != nil {
			return o, fmt.Errorf("%s: %w", key, err)
		}
	}
	if o.size < 1 || o.start == "" {
		return o, errors.New("a record needs dim and start")
	}
	if !o.corners {
		o.cornerStop, o.cornerHostile = "", ""
	}
	if !o.throne {
		o.throneStop, o.thronePass, o.throneHostile, o.occupied = "", "", "", false
	}
	if o.occupied && o.armed != "y" && o.armed != "a" {
		return o, errors.New("cenh: an occupied throne is hostile to no piece if the king in it is not")
	}
	o.occupied = false // the king does it
	return o, nil
}
