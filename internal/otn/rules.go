// Package otn is what the records of OpenTafl's notation say of the rules of the tafl
// family.
package otn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ludens/env"
	"ludens/env/tafl"
)

// Rules is what a rules record of OpenTafl's notation says of a game that has
// attackers, defenders and a king, and no berserk moves, fortresses or shield
// walls (opentafl-notation-spec.txt in its source, section 3; RulesSerializer
// there for the entries ks:c, ks:m, ka:h, ka:a, spd, cenre and starti, which the
// text lags behind).
//
// A record cannot say all that tafl.Rules can: that a man who moves in between
// two enemies is captured, that the king falls to four on the throne and to two
// beside it, that a side without a move draws, that a repetition loses for the
// king's side. Where a game has such a rule, its record says the nearest that
// there is.
type Rules struct {
	size          int
	start         string // position record, without the slashes at its ends
	escape        string // c, e
	encirclement  bool
	attackersMove bool   // first
	repetition    string // i, d, w, l
	armed         string // y, h, a, n
	strength      string // s, c, m, w
	kingRange     int    // 0: any
	manRange      int
	corners       bool // that anything is special about them
	throne        bool
	cornerStop    string // kinds of pieces: letters out of tTK, in this order
	cornerHostile string
	throneStop    string
	thronePass    string
	throneHostile string // when it is empty
	occupied      bool   // it is hostile to attackers, too, while the king sits on it
}

// Of returns what a record can say of g.
func Of(g *tafl.Game) Rules {
	r := g.Rules()
	o := Rules{
		size:          g.Spec().Shape[1],
		start:         strings.Trim(g.OTN(g.New(0)), "/"),
		escape:        map[tafl.Escape]string{tafl.ToCorner: "c", tafl.ToEdge: "e"}[r.Escape],
		encirclement:  r.Encirclement,
		attackersMove: r.First == tafl.Attackers,
		repetition: map[tafl.RepeatResult]string{
			tafl.RepeatDraws: "d", tafl.RepeatMoverLoses: "l", tafl.RepeatDefendersLose: "l",
		}[r.RepeatResult],
		armed: map[tafl.KingArmed]string{
			tafl.Armed: "y", tafl.AsHammer: "h", tafl.AsAnvil: "a", tafl.Powerless: "n",
		}[r.KingArmed],
		strength: map[tafl.KingCapture]string{
			tafl.FromTwo: "w", tafl.FourOnThrone: "c", tafl.FourNearThrone: "c", tafl.FromFour: "s", tafl.FourOrEdge: "m",
		}[r.KingCapture],
		kingRange: r.KingRange,
		manRange:  r.ManRange,
		corners:   r.Corners,
		throne:    r.Throne,
	}
	if r.Repeat == 0 {
		o.repetition = "i"
	}
	if r.Corners {
		o.cornerStop, o.cornerHostile = letters(r.CornerStop), letters(r.CornerHostile)
	}
	if r.Throne {
		o.throneStop, o.thronePass, o.throneHostile = letters(r.ThroneStop), letters(r.ThronePass), letters(r.ThroneHostile)
	}
	return o
}

// letters turns a set of kinds into OpenTafl's letters.
func letters(set tafl.Kinds) string {
	if set == tafl.NoKind {
		return ""
	}
	return strings.NewReplacer("a", "t", "d", "T", "k", "K").Replace(string(set))
}

// kindsOf is the inverse of letters.
func kindsOf(text string) tafl.Kinds {
	if text == "" {
		return tafl.NoKind
	}
	return tafl.Kinds(strings.NewReplacer("t", "a", "T", "d", "K", "k").Replace(text))
}

// Record writes o with every entry that is not OpenTafl's default. The throne is
// hostile to no piece while the king sits on it: if he captures, he does so
// himself.
func (o Rules) Record(name string) string {
	entries := []string{fmt.Sprintf("dim:%d", o.size), "name:" + strings.ReplaceAll(name, " ", "_")}
	add := func(key, value, usual string) {
		if value != usual {
			entries = append(entries, key+":"+value)
		}
	}
	add("esc", o.escape, "c")
	add("surf", yesNo(o.encirclement), "y")
	add("atkf", yesNo(o.attackersMove), "")
	add("tfr", o.repetition, "d")
	add("ka", o.armed, "y")
	add("ks", o.strength, "s")
	if o.kingRange != 0 || o.manRange != 0 {
		man, king := spell0(o.manRange), spell0(o.kingRange)
		entries = append(entries, "spd:"+strings.Join([]string{man, man, man, man, man, man, man, man, man, king, man, man}, ","))
	}
	if !o.corners {
		entries = append(entries, "cor:")
	} else {
		add("cors", o.cornerStop, "K")
		add("corh", o.cornerHostile, everybody)
	}
	if !o.throne {
		entries = append(entries, "cen:")
	} else {
		add("cenp", o.thronePass, everybody)
		add("cens", o.throneStop, "K")
		entries = append(entries, "cenh:")
		add("cenhe", o.throneHostile, everybody)
	}
	return strings.Join(append(entries, "start:/"+o.start+"/"), " ")
}

// everybody is every kind of pieces that we know of.
const everybody = "tTK"

func yesNo(yes bool) string {
	if yes {
		return "y"
	}
	return "n"
}

// spell0 writes a range as OpenTafl does: -1 where there is no limit.
func spell0(squares int) string {
	if squares == 0 {
		return "-1"
	}
	return strconv.Itoa(squares)
}

// Game returns the game with these rules.
func (o Rules) Game() (*tafl.Game, error) {
	if o.repetition == "w" {
		return nil, errors.New("tfr:w: no side wins by repetition in these games")
	}
	array, err := o.array()
	if err != nil {
		return nil, err
	}
	settings := []env.Setting{
		{Name: "first", Value: map[bool]string{true: string(tafl.Attackers), false: string(tafl.KingsSide)}[o.attackersMove]},
		{Name: "start", Value: string(array)},
		{Name: "king_range", Value: strconv.Itoa(o.kingRange)},
		{Name: "man_range", Value: strconv.Itoa(o.manRange)},
		{Name: "throne", Value: onOff(o.throne)},
		{Name: "throne_stop", Value: string(kindsOf(o.throneStop))},
		{Name: "throne_pass", Value: string(kindsOf(o.thronePass))},
		{Name: "throne_hostile", Value: string(kindsOf(o.throneHostile))},
		{Name: "corners", Value: onOff(o.corners)},
		{Name: "corner_stop", Value: string(kindsOf(o.cornerStop))},
		{Name: "corner_hostile", Value: string(kindsOf(o.cornerHostile))},
		{Name: "escape", Value: map[string]string{"c": string(tafl.ToCorner), "e": string(tafl.ToEdge)}[o.escape]},
		{Name: "king_armed", Value: map[string]string{
			"y": string(tafl.Armed), "h": string(tafl.AsHammer), "a": string(tafl.AsAnvil), "n": string(tafl.Powerless)}[o.armed]},
		{Name: "king_capture", Value: map[string]string{
			"s": string(tafl.FromFour), "c": string(tafl.FourNearThrone), "m": string(tafl.FourOrEdge), "w": string(tafl.FromTwo)}[o.strength]},
		{Name: "encirclement", Value: onOff(o.encirclement)},
		{Name: "repeat", Value: map[bool]string{true: "0", false: "3"}[o.repetition == "i"]},
		{Name: "repeat_result", Value: map[bool]string{true: string(tafl.RepeatMoverLoses), false: string(tafl.RepeatDraws)}[o.repetition == "l"]},
	}
	g, err := tafl.New("nielsen", append(settings, env.Setting{Name: "no_move", Value: string(tafl.StuckLoses)}))
	if err != nil {
		return nil, err
	}
	return g, nil
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// array returns the start position that o begins with.
func (o Rules) array() (tafl.Array, error) {
	for _, a := range []tafl.Array{tafl.Cross, tafl.Magpie, tafl.ArdRi, tafl.Tablut} {
		g, err := tafl.New("nielsen", []env.Setting{{Name: "start", Value: string(a)}})
		if err == nil && Of(g).start == o.start {
			return a, nil
		}
	}
	return "", fmt.Errorf("start %.60q is not an array of these games", o.start)
}
