package chess

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/variant"
)

// Section writes a game of the family as a section of Fairy-Stockfish's variants.ini:
// what [Import] reads back as the same game. What has no word there is an error that
// names its key. Three keys stay out, for they change no win: cap, by which games
// are cut off without a result; worth; and insufficient where neither side could win anyway.
func Section(g env.Game) (string, error) {
	if own, ok := Of(g); ok {
		return own.section()
	}
	return "", fmt.Errorf("%s is no game of the chess family, and variants.ini describes no others", g.Spec().Name)
}

func (g *Game) section() (string, error) {
	e := exporter{g: g, types: map[kind]string{}}
	for _, step := range []func() error{
		e.checkBoard, e.checkDraw, e.writeMen, e.writePromotion, e.writeInitial, e.writeCastling, e.writeDrops,
		e.writeRegions, e.writeRoyals, e.writeEnds, e.writeClock, g.checkInsufficient,
	} {
		if err := step(); err != nil {
			return "", fmt.Errorf("variants.ini: %w", err)
		}
	}
	text := e.text.String()
	if key := g.differs(text); key != "" {
		return "", fmt.Errorf("variants.ini: %s: it cannot say this as the file does", key)
	}
	return text, nil
}

// exporter is a section being written.
type exporter struct {
	g     *Game
	text  strings.Builder
	types map[kind]string // of Fairy-Stockfish's pieces, by kind of the file
}

// say writes a key if a condition holds.
func (e *exporter) say(on bool, key, format string, args ...any) {
	if on {
		fmt.Fprintf(&e.text, "%s = %s\n", key, fmt.Sprintf(format, args...))
	}
}

// differs returns a key by which the game that a section is read as differs from g, or "".
func (g *Game) differs(section string) string {
	text, problems, err := Import(section, fileName(g.spec.Name))
	switch {
	case err != nil:
		return err.Error()
	case len(problems) > 0:
		return problems[0]
	}
	f, err := variant.Parse(g.spec.Name, text, nil)
	if err != nil {
		return err.Error()
	}
	back, err := Read(f)
	if err != nil {
		return err.Error()
	}
	return g.difference(back.(*Game))
}

// The largest board of Fairy-Stockfish's.
const (
	fairyRanks = 10
	fairyFiles = 12
)

// checkBoard writes the board and the start.
func (e *exporter) checkBoard() error {
	g := e.g
	if g.rows > fairyRanks || g.cols > fairyFiles {
		return fmt.Errorf("board: it has %d ranks and %d files, of %d and %d at most", g.rows, g.cols, fairyRanks, fairyFiles)
	}
	if g.keys.Checks > 9 {
		return fmt.Errorf("checks = %d: 9 at most", g.keys.Checks)
	}
	fmt.Fprintf(&e.text, "[%s]\n", fileName(g.spec.Name))
	e.say(true, "maxRank", "%d", g.rows)
	e.say(true, "maxFile", "%d", g.cols)
	e.say(true, "startFen", "%s", g.Position(g.New(0)))
	return nil
}

// checkDraw refuses what there are no words for at all.
func (e *exporter) checkDraw() error {
	g := e.g
	for _, r := range []struct {
		on   bool
		what string
	}{
		{g.keys.Men["S"].Moves == "Sissa", "men.S.moves: it has no word for a sissa"},
		{g.keys.Shuffle != "", "shuffle: it has no start that is drawn"},
		{g.mateChecks|g.mateLoses != 0, "mate_checks, mate_loses: it has them for shatar's men alone"},
		{g.keys.CastlingDropped != "", "castling_dropped: it is not written"},
		{g.even != 0, "colours: that drops keep them is not written"},
		{g.keys.Demotes, "demotes: it is not written"},
		{g.keys.GoalSafe || g.keys.GoalBlocked, "goal_safe, goal_blocked: they are not written"},
		{g.keys.PassingRegion+g.keys.PassingRegionSecond != "", "passing_region: it is not written"},
		{g.keys.Connect+g.keys.ConnectSquare > 0, "connect: it is not written"},
		{!g.holes.empty() && g.hops, "board: to it, men hop over holes"},
		{g.keys.NoStuck && (!g.holes.empty() || g.stuckOtherwise()),
			"no_stuck: it asks for the moves of an empty board without holes, none of them initial or captures only, and a king's of one square"},
		{g.converting(), "converts: it has no bishops conversion rule"},
		{g.keys.PromotionBegins && slices.ContainsFunc(g.kinds, func(w ware) bool { return len(w.promotes) > 1 }),
			"promotion_begins: who is promoted by leaving the region becomes one kind only"},
	} {
		if r.on {
			return errors.New(r.what)
		}
	}
	return nil
}

// stuckOtherwise reports whether some man could not leave a square but by captures or moves
// with i, or is royal and may be stuck.
func (g *Game) stuckOtherwise() bool {
	for k := range kind(g.letters) {
		w := g.kinds[k]
		w.legs = slices.DeleteFunc(slices.Clone(w.legs), func(l leg) bool { return l.is || !l.quiet })
		for p := range env.Player(2) {
			for q := range square(g.cells) {
				stuck := len(g.waysFrom(&w, p, q)) == 0
				if stuck && (w.royal || len(g.ways[p][k][q]) > 0) {
					return true
				}
			}
		}
	}
	return false
}

// regionText writes a region: whole ranks and files first, then squares; - for none.
func (a *area) regionText(s set) string {
	var words []string
	rest := s
	whole := func(word string) {
		line, err := a.lines(word)
		line = line.without(a.holes)
		if err == nil && !line.empty() && line.without(s).empty() && line.without(rest) != line {
			words, rest = append(words, word), rest.without(line)
		}
	}
	for rank := range a.rows {
		whole(fmt.Sprintf("*%d", rank+1))
	}
	for file := range a.cols {
		whole(string(rune('a'+file)) + "*")
	}
	rest.each(func(q square) { words = append(words, a.name(q)) })
	if words == nil {
		return "-"
	}
	return strings.Join(words, " ")
}

// letters returns the small letters of kinds, - for none.
func (e *exporter) letters(list []kind) string {
	text := ""
	for _, k := range list {
		text += string(e.g.order[k])
	}
	if text == "" {
		return "-"
	}
	return strings.ToLower(text)
}
