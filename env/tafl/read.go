package tafl

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/diagram"
	"ludens/env/variant"
	"ludens/games"
	"ludens/internal/prose"
)

// NewRules returns a pointer to Rules with the family's defaults.
func NewRules() any {
	r := Defaults()
	return &r
}

// New returns a game that comes with ludens as a file, with some of its options set.
func New(name string, settings []env.Setting) (*Game, error) {
	text, ok := games.Text(name)
	if !ok {
		return nil, fmt.Errorf("tafl: no variant %q%s", name, prose.Hint(name, games.Names()))
	}
	f, err := variant.Parse("games/"+name+".toml", text, games.Text)
	if err == nil {
		f, err = f.With(settings, NewRules)
	}
	if err != nil {
		return nil, fmt.Errorf("tafl: %w", err)
	}
	g, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("tafl: %w", err)
	}
	return g.(*Game), nil
}

// Read returns the game of a file. Every error is one line with the place in the file.
func Read(f *variant.File) (env.Game, error) {
	r, d, err := decode(f)
	if err != nil {
		return nil, err
	}
	g := compile(f, r, d)
	if err := g.spec.Validate(); err != nil {
		return nil, f.Wrong("cap", "%v", err)
	}
	if g.start.end != ongoing {
		return nil, f.Wrong("board", "the game is over before it begins: %s", g.start.Ending())
	}
	return g, nil
}

// decode reads the rules of a file and its drawings.
func decode(f *variant.File) (r Rules, d *drawing, err error) {
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
