package chess

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/variant"
)

// Read returns the game of a file, settings laid over it.
func Read(f *variant.File) (env.Game, error) {
	k := Rules().(*Keys)
	if err := f.Decode(k); err != nil {
		return nil, err
	}
	g, err := assemble(k)
	if err == nil {
		g.head, g.spec.Name = f.Head, f.GameName()
		err = g.letter()
	}
	if err != nil {
		var w *wrong
		if errors.As(err, &w) {
			return nil, f.Wrong(w.key, "%s", w.what)
		}
		return nil, err
	}
	if err := g.spec.Validate(); err != nil {
		return nil, f.Wrong("men", "%v", err)
	}
	return g, nil
}

// wrong is what is wrong with a key.
type wrong struct{ key, what string }

func (w *wrong) Error() string { return w.key + ": " + w.what }

func wrongf(key, format string, args ...any) error { return &wrong{key, fmt.Sprintf(format, args...)} }

// How royal men are to be kept safe.
const (
	eachRoyal = iota
	lastRoyal
	allRoyals
)

// assemble makes the game of some keys; its name is to be filled in.
func assemble(k *Keys) (*Game, error) {
	g := &Game{keys: *k, royals: slices.Index([]string{"each", "last", "all"}, k.Royals)}
	for _, step := range []func() error{
		g.readSides, g.readBoard, g.readMen, g.readKinds, g.readBehind, g.readWalls, g.readHashes, g.readRegions, g.readHand,
		g.readCastlings, g.readEndings, g.readShuffle,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	g.passesAnywhere = g.keys.PassingRegion == "" && g.keys.PassingRegionSecond == ""
	g.rarely, g.lasting = g.rare(), g.keys.RoyalMost > 0 || g.keys.Blast
	g.settleForward()
	g.furnish()
	g.weigh()
	if err := g.numberPlanes(); err != nil {
		return nil, err
	}
	g.settleTraits()
	g.compileMasks()
	return g, g.checkStart()
}

// readHashes finds the numbers of keys.
func (g *Game) readHashes() error {
	if g.hashes = generalKeys(); g.cetran != nil {
		g.hashes = g.cetranKeys()
	}
	return nil
}

// readSides reads what the sides are called.
func (g *Game) readSides() error {
	g.sides = colours
	words := strings.Fields(g.keys.Sides)
	if len(words) == 0 {
		return nil
	}
	if len(words) != 2 || words[0] == words[1] || max(len(words[0]), len(words[1])) > mostSideName {
		return wrongf("sides", "sides = %.60q: want two different words of at most %d bytes, as in Red Black", g.keys.Sides, mostSideName)
	}
	g.sides = [2]string(words)
	return nil
}

const mostSideName = 20 // bytes

// readBoard reads the drawing.
func (g *Game) readBoard() error {
	lines := ranksOf(g.keys.Board)
	if len(lines) == 0 {
		return wrongf("board", "no board: want a drawing, a line for each rank")
	}
	g.rows, g.cols = len(lines), len(lines[0])
	if min(g.rows, g.cols) < leastSide || max(g.rows, g.cols) > mostSide {
		return wrongf("board", "the board has %d ranks and %d files: want %d to %d", g.rows, g.cols, leastSide, mostSide)
	}
	g.cells = g.rows * g.cols
	for i, line := range lines {
		if len(line) != g.cols {
			return wrongf("board", "line %d of the board has %d squares, and the first has %d", i+1, len(line), g.cols)
		}
		g.drawing += line
	}
	for q := range square(g.cells) {
		g.names = append(g.names, g.name(q))
	}
	for i := range g.drawing {
		switch c := g.drawing[i]; {
		case c == '#':
			g.holes.add(square(i))
		case c != '.' && !isLetter(c):
			return wrongf("board", "%q in the drawing: want letters, . and #", c)
		}
	}
	return nil
}

// ranksOf returns the lines of a drawing that have something, without spaces.
func ranksOf(board string) (lines []string) {
	for _, line := range strings.Split(board, "\n") {
		if line = strings.Join(strings.Fields(line), ""); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

// readRegions reads the regions of promotion, drops and goals.
func (g *Game) readRegions() (err error) {
	k := &g.keys
	last, _ := g.regions("promotion", fmt.Sprintf("*%d", g.rows), "", "", [2]set{})
	if g.promotion, err = g.regions("promotion", k.Promotion, "promotion_second", k.PromotionSecond, last); err != nil {
		return err
	}
	if g.dropRegion, err = g.regions("drop_region", k.DropRegion, "drop_region_second", k.DropRegionSecond, [2]set{g.whole(), g.whole()}); err != nil {
		return err
	}
	if g.passingRegion, err = g.regions("passing_region", k.PassingRegion, "passing_region_second", k.PassingRegionSecond, [2]set{g.whole(), g.whole()}); err != nil {
		return err
	}
	if g.wallRegion, err = g.regions("wall_region", k.WallRegion, "wall_region_second", k.WallRegionSecond, [2]set{g.whole(), g.whole()}); err != nil {
		return err
	}
	begins, err := g.region(k.Begins)
	if err != nil {
		return wrongf("begin_promoted", "%v", err)
	}
	g.begins = [2]set{begins, begins}
	g.goal, err = g.regions("goal", k.Goal, "goal_second", k.GoalSecond, [2]set{})
	return err
}

// mostInHand bounds the men in hand at the start.
const mostInHand = 100

// readHand reads the men in hand at the start.
func (g *Game) readHand() error {
	if len(g.keys.Hand) > mostInHand {
		return wrongf("hand", "%d men in hand: want at most %d", len(g.keys.Hand), mostInHand)
	}
	for i := range g.keys.Hand {
		if c := g.keys.Hand[i]; !isLetter(c) || g.kindOf(c) == noKind {
			return wrongf("hand", "%q in hand: want letters of %s, small ones for Second's men", c, g.order)
		}
	}
	for k := range kind(g.letters) {
		if g.keys.Drops && g.keys.Men[g.order[k:k+1]].Colours {
			g.even.add(k)
		}
	}
	if (g.keys.CapturesToHand || g.keys.Hand != "") && !g.keys.Drops {
		return wrongf("drops", "men are in hand, and drops = false: want true")
	}
	return nil
}

// readEndings reads the kinds that endings speak of.
func (g *Game) readEndings() (err error) {
	k := &g.keys
	all := make([]kind, g.letters)
	for i := range all {
		all[i] = kind(i)
	}
	clockMen := strings.ReplaceAll(k.ClockMen, "@", "")
	if g.dropsCount = clockMen != k.ClockMen; g.dropsCount && clockMen == "" {
		clockMen = "-"
	}
	for _, r := range []struct {
		key, letters string
		kinds        *kindSet
		otherwise    []kind
	}{
		{"extinction_men", k.ExtinctionMen, &g.extinct, nil},
		{"goal_men", k.GoalMen, &g.goalMen[env.First], all},
		{"goal_men_second", cmp.Or(k.GoalMenSecond, k.GoalMen), &g.goalMen[env.Second], all},
		{"connect_men", k.ConnectMen, &g.connects, all},
		{"insufficient", k.Insufficient, &g.minor, nil},
		{"mate_checks", k.MateChecks, &g.mateChecks, nil},
		{"mate_loses", k.MateLoses, &g.mateLoses, nil},
		{"clock_men", clockMen, &g.clockMen, slices.DeleteFunc(slices.Clone(all), func(i kind) bool { return len(g.kinds[i].promotes) == 0 })},
	} {
		list := r.otherwise
		if letters := strings.Trim(r.letters, "*-"); letters != "" {
			if list, err = g.kindsOf(r.key, letters); err != nil {
				return err
			}
		} else if r.letters == "-" {
			list = nil
		}
		for _, i := range list {
			r.kinds.add(i)
		}
	}
	if g.countingMen, err = g.kindsOf("counting_men", k.CountingMen); err != nil {
		return err
	}
	if k.Counting != "no" && len(g.countingMen) != 3 {
		return wrongf("counting_men", "counting = %q with counting_men = %q: want the letters of rook, khon and knight, as in RSN", k.Counting, k.CountingMen)
	}
	if k.Extinction != "no" && k.ExtinctionMen == "" {
		return wrongf("extinction", "extinction = %q of no men: want extinction_men = letters, or *", k.Extinction)
	}
	for i := range g.kinds {
		g.kinds[i].counts = g.clockMen.has(g.kinds[i].base)
	}
	return nil
}
