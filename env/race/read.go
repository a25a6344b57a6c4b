package race

import (
	"fmt"

	"ludens/env"
	"ludens/env/variant"
)

// Read returns the game of a file, with its settings.
func Read(f *variant.File) (env.Game, error) {
	r := defaults()
	if err := f.Decode(r); err != nil {
		return nil, err
	}
	l, err := r.layout(f)
	if err != nil {
		return nil, err
	}
	if err := r.check(f); err != nil {
		return nil, err
	}
	return assemble(f, r, l)
}

// layout reads the drawings.
func (r *rules) layout(f *variant.File) (*layout, error) {
	if r.Start == "" {
		return nil, f.Wrong("start", "no start: want a drawing of the board, as in start = '''\\n...n\\n....\\nN...\\n'''")
	}
	l, err := parseStart(r.Start, r.Reserve)
	if err != nil {
		return nil, f.Wrong("start", "start: %v", err)
	}
	if err := l.parseGoals(r.Goals); err != nil {
		return nil, f.Wrong("goals", "goals: %v", err)
	}
	return l, r.checkMen(f, l)
}

// checkMen holds the men against their goals.
func (r *rules) checkMen(f *variant.File, l *layout) error {
	places := 0
	for _, is := range l.region {
		if is {
			places++
		}
	}
	if r.Reserve > 0 && places < 2*r.Reserve {
		return f.Wrong("reserve", "reserve = %d, and start has %d squares with +: want %d, one for each man of both sides", r.Reserve, places, 2*r.Reserve)
	}
	for x := range side(2) {
		switch {
		case l.total(x) == 0:
			return f.Wrong("start", "start: no men of %s: want some, %s for South and %s for North", sideNames[x], "capital letters", "small ones")
		}
		if m, men, squares := l.homeless(x); men > 0 {
			return f.Wrong("goals", "goals: %s has %d men %c and %d squares where they belong: want one for each, marked %c, %c or *; without goals they belong where %s's of their letter begin",
				sideNames[x], men, l.letter(m), squares, l.letter(m), "^_"[x], sideNames[x.other()])
		}
	}
	return nil
}

// check holds the keys against each other.
func (r *rules) check(f *variant.File) error {
	switch {
	case r.Capture && r.Chain:
		return f.Wrong("capture", "capture = true with chain = true: want chain = false, since it would matter which way a chain went")
	case r.Capture && r.Reserve > 0:
		return f.Wrong("capture", "capture = true with a reserve: want one of them")
	case r.Capture && r.Demand == byVeto:
		return f.Wrong("demand", "demand = \"veto\" with capture = true: want flag, none or always")
	case r.Vacate > 0 && r.Reserve > 0:
		return f.Wrong("vacate", "vacate = %d with a reserve: want 0, since the men begin nowhere", r.Vacate)
	}
	return nil
}

// ways reads the directions of the men.
func (r *rules) ways(f *variant.File) (steps, jumps ways, err error) {
	if steps, err = parseWays(r.Steps); err != nil {
		return nil, nil, f.Wrong("steps", "steps: %v", err)
	}
	if jumps, err = parseWays(r.Jumps); err != nil {
		return nil, nil, f.Wrong("jumps", "jumps: %v", err)
	}
	if len(steps)+len(jumps) == 0 {
		return nil, nil, f.Wrong("steps", "steps and jumps are both empty: want a direction in one of them")
	}
	return steps, jumps, nil
}

// assemble makes the game of checked rules.
func assemble(f *variant.File, r *rules, l *layout) (*Game, error) {
	steps, jumps, err := r.ways(f)
	if err != nil {
		return nil, err
	}
	b := newBoard(l, steps, jumps, r)
	if x, at, lost := b.stray(); lost {
		if b.afoot {
			return nil, f.Wrong("needs", "needs = \"steps\": the man of %s on %s cannot come where he belongs by steps %s alone", sideNames[x], b.name(at), r.Steps)
		}
		return nil, f.Wrong("start", "start: the man of %s on %s can never come where he belongs, by steps %s and jumps %s", sideNames[x], b.name(at), r.Steps, r.Jumps)
	}
	g := &Game{rules: *r, law: r.law(), file: f, board: b, coloured: l.coloured()}
	g.compile()
	if err := g.spec.Validate(); err != nil {
		return nil, f.Wrong("start", "%v", err)
	}
	if g.start = g.begin(); g.start.end != ongoing {
		return nil, f.Wrong("start", "start: the game is over before it begins: %s", g.start.Ending())
	}
	return g, nil
}

// compile turns checked rules into tables.
func (g *Game) compile() {
	b, r := g.board, &g.rules
	roles := [2]string{"south", "north"}
	if r.First == "north" {
		g.south, roles = env.Second, [2]string{"north", "south"}
	}
	g.sheet = newSheet(b, r, g.coloured)
	g.moves = g.movesOf()
	g.footprints = g.footprintsOf()
	g.stride = (2 + len(b.letters)) * b.words
	for x := range g.lanes {
		g.lanes[x] = g.lanesOf(side(x))
	}
	g.lap = g.lapse()
	g.plain = g.plainWays()
	g.pair = g.pairOf()
	if g.plain {
		g.keys = g.cetroKeys()
	} else {
		g.keys = g.keysOf()
	}
	g.grounds, g.views = g.groundsOf(), g.planes()
	g.spec = env.Spec{
		Name: g.file.GameName(), Version: Version, Actions: g.sheet.actions(), Roles: roles,
		Shape: [3]int{len(g.views), b.rows, b.cols}, MaxPly: r.Cap,
	}
	if g.law.veto { // a step that was vetoed, and decisions, do not count for the cap
		g.spec.Uncounted = true
		g.spec.MaxPly = r.Cap * actionsATurn
		if g.plain {
			g.spec.Version = cetroVetoVersion
		}
	}
}

// stray returns a man of the start who can never come home.
func (b *board) stray() (x side, at int, lost bool) {
	for at, m := range b.start {
		if m != noMan && b.distances(m.side(), b.goal[m.side()][m.kind()])[at] == unreached {
			return m.side(), at, true
		}
	}
	for x := range side(2) {
		for _, at := range b.placed {
			if b.distances(x, b.goal[x][0])[at] == unreached {
				return x, at, true
			}
		}
	}
	return 0, 0, false
}

// source returns where the rules are from, with the year.
func (g *Game) source() string {
	switch {
	case g.file.Source == "":
		return ""
	case g.file.Year > 0:
		return fmt.Sprintf("%s (first published %d)", g.file.Source, g.file.Year)
	}
	return g.file.Source
}
