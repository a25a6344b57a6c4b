package hnefatafl

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/tafl"
	"ludens/env/variant"
)

// Rules returns a pointer to a Ruleset with the family's defaults.
func Rules() any {
	r := Defaults()
	return &r
}

// Read returns the game of a file: one of package tafl where the file says no more than
// that can play. Every error is one line with the place in the file.
func Read(f *variant.File) (env.Game, error) {
	r, d, err := decode(f)
	if err != nil {
		return nil, err
	}
	var g env.Game
	if layout, ok := d.simple(&r); ok {
		g = tafl.Of(f, r.Rules, layout)
	} else {
		g = newGame(f, r, d)
	}
	if err := g.Spec().Validate(); err != nil {
		return nil, f.Wrong("cap", "%v", err)
	}
	if s := g.New(0); s.Result() != env.Ongoing {
		return nil, f.Wrong("board", "the game is over before it begins: %s", s.(env.Explained).Ending())
	}
	return g, nil
}

// decode reads the rules of a file and its drawings.
func decode(f *variant.File) (r Ruleset, d *drawing, err error) {
	r = Defaults()
	if err := f.Decode(&r); err != nil {
		return r, nil, err
	}
	if r.Board != "" && f.Says("start") {
		return r, nil, f.Wrong("start", "start = %q beside a board: the board says how the men stand", r.Start)
	}
	if err := checkMen(f, r.Men); err != nil {
		return r, nil, err
	}
	d, err = draw(f, &r)
	return r, d, err
}

var manName = regexp.MustCompile(`^[a-z][a-z ]{0,23}$`)

// checkMen checks the letters and names of other men.
func checkMen(f *variant.File, men map[string]Man) error {
	names := []string{"attacker", "defender", "king"}
	for _, letter := range slices.Sorted(maps.Keys(men)) {
		m, key := men[letter], "men."+letter
		switch {
		case len(letter) != 1 || letter < "a" || letter > "z" || strings.Contains("adk", letter):
			return f.Wrong(key, "[men.%s]: want a small letter other than a, d and k", letter)
		case len(men) > mostOthers:
			return f.Wrong(key, "[men] has %d kinds, want at most %d", len(men), mostOthers)
		case m.Side == "":
			return f.Wrong(key, "[men.%s] has no side: want side = \"attackers\" or \"king\"", letter)
		case !manName.MatchString(m.Name):
			return f.Wrong(key+".name", "men.%s.name = %q: want up to 24 small letters and spaces", letter, m.Name)
		case slices.Contains(names, m.Name):
			return f.Wrong(key+".name", "men.%s.name = %q: another kind is called so", letter, m.Name)
		}
		if m.Outline != "" {
			if _, err := diagram.Outline(m.Outline); err != nil {
				return f.Wrong(key+".outline", "outline: %v", err)
			}
		}
		names = append(names, m.Name)
	}
	return nil
}

// simple returns the layout of a game that package tafl plays, too: its board is a square
// with an odd side of 5 to 9, all its own images, with the king on the centre, and
// nothing is said that Rules of that package cannot.
func (d *drawing) simple(r *Ruleset) (layout []string, ok bool) {
	const least, most = 5, 9
	if !r.plain() || d.rows != d.cols || d.rows%2 == 0 || d.rows < least || d.rows > most || !d.ordinary() {
		return nil, false
	}
	if d.men[len(d.men)/2] != king || !d.round() {
		return nil, false
	}
	for row := range d.rows {
		var text []byte
		for _, k := range d.men[row*d.cols : (row+1)*d.cols] {
			text = append(text, k.letter())
		}
		layout = append(layout, string(text))
	}
	return layout, true
}

// plain reports that the rules say no more than those of package tafl.
func (r *Ruleset) plain() bool {
	return r.ThroneAlways == tafl.Nobody && r.Strength+r.StrengthEdge+r.StrengthBeside+r.StrengthThrone == 0 &&
		r.KingJumps == NoJumps && r.ManJumps == NoJumps && r.Shieldwall == NoWall && r.EdgeFort == NoFort &&
		r.Surround == NoSurround && r.RepeatLoser == NoLoser && r.Berserk == Calm && len(r.Men) == 0
}

// ordinary reports that the throne is the centre and the corners are the four of the
// board, and nothing else is special.
func (d *drawing) ordinary() bool {
	usual := drawing{rows: d.rows, cols: d.cols}
	usual.usual()
	return d.ground == usual.ground
}

// round reports that the start is its own image under the eight symmetries of the
// square: two mirrors make them.
func (d *drawing) round() bool {
	n := d.rows
	for i := range n {
		for j := range n {
			k := d.men[i*n+j]
			if k != d.men[j*n+i] || k != d.men[i*n+n-1-j] {
				return false
			}
		}
	}
	return true
}
