package hnefatafl

import (
	"fmt"
	"strings"

	"ludens/env"
	"ludens/env/tafl"
)

// Book implements env.Described: what package tafl says of the rules that both have,
// and a sentence for each rule that it does not know.
func (g *Game) Book() env.Book {
	w := g.rules.Words(false)
	if g.rules.Escape == tafl.ToCorner {
		w.Goal = []string{"The king's side wins when the king gets to a corner. The attackers win when they capture him."}
	}
	b := env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: w.Goal},
			{Title: "The board", Paragraphs: append(g.boardInWords(), w.Squares...)},
			{Title: "Moves", Paragraphs: g.movesInWords(w.Moves)},
			{Title: "Capturing men", Paragraphs: append(w.Captures, g.capturesInWords()...)},
			{Title: "Capturing the king", Paragraphs: g.siegeInWords(w.Siege)},
			{Title: "Writing moves", Paragraphs: []string{
				"A move is written as the square left and the square entered: `d2e2`, or `d2-e2`. What it captures may follow, `d1d3xc3,e3`, and `#` for the king's capture or `+` for his escape.",
				"A position is written rank by rank from the top, with the letters of the pieces and numbers for empty squares, followed by whose turn it is: `" + g.Position(g.start) + "`.",
			}},
		},
		Endings: g.endingsInWords(w.Endings),
	}
	if g.source != "" {
		b.Sources = []string{g.source}
	}
	return b
}

// Turned implements env.Labelled.
func (*Game) Turned() bool { return false }

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() (names []string) {
	for d, name := range [...]string{up: "up", right: "right", down: "down", left: "left"} {
		for n := 1; n <= g.length(d); n++ {
			names = append(names, fmt.Sprintf("the piece moves %s by %d", name, n))
		}
	}
	if g.globals() > 0 {
		names = append(names, "stop capturing")
	}
	return names
}

// boardInWords tells the size, the army, and special squares that are not where they
// usually are.
func (g *Game) boardInWords() (all []string) {
	var army []string
	for k := attacker; int(k) < len(g.kinds); k++ {
		if k != king && g.army[k] > 0 {
			army = append(army, g.troop(k))
		}
	}
	all = append(all, fmt.Sprintf("The board has %d ranks and %d files. Besides the king (`k`) there are %s. They are called men; the king is not a man.",
		g.rows, g.cols, strings.Join(army, ", ")))
	usual := drawing{rows: g.rows, cols: g.cols}
	usual.usual()
	for _, s := range []struct {
		what   string
		here   bool
		is     *set
		common *set
	}{
		{"What is said of the throne holds on", g.rules.Throne, &g.thrones, &usual.thrones},
		{"What is said of the corners holds on", true, &g.corners, &usual.corners},
	} {
		if s.here && *s.is != *s.common {
			all = append(all, fmt.Sprintf("%s %s.", s.what, strings.Join(g.names(s.is), ", ")))
		}
	}
	return append(all, g.fortressesInWords()...)
}

// troop tells how many men of a kind there are at the beginning.
func (g *Game) troop(k kind) string {
	p := &g.kinds[k]
	text := fmt.Sprintf("%d %s", g.army[k], p.name)
	if g.army[k] != 1 {
		text += "s"
	}
	text += fmt.Sprintf(" (`%c`)", p.letter)
	if k >= firstOther {
		text += fmt.Sprintf(" of the %s", p.side)
	}
	return text
}

// fortressesInWords tells of camps and forts.
func (g *Game) fortressesInWords() (all []string) {
	r := &g.rules
	for _, s := range []struct {
		whose               string
		squares             *set
		stop, pass, hostile tafl.Kinds
	}{
		{"attackers", &g.camps, r.CampStop, r.CampPass, r.CampHostile},
		{"defenders", &g.forts, r.FortStop, r.FortPass, r.FortHostile},
	} {
		if !s.squares.empty() {
			all = append(all, fmt.Sprintf("Fortresses of the %s are %s. May stop on them: %s. May pass over them: %s. Can be captured against an empty one: %s.",
				s.whose, strings.Join(g.names(s.squares), ", "), inWords(s.stop), inWords(s.pass), inWords(s.hostile)))
		}
	}
	if len(all) > 0 {
		all = append(all, "Who begins on a fortress may stay there.")
	}
	if r.CampWithin && !g.camps.empty() {
		all = append(all, "Who stands on a fortress of the attackers may also move on from one of them to another.")
	}
	return all
}

// inWords says who is in a set.
func inWords(set tafl.Kinds) string {
	var who []string
	for i, name := range []string{"attackers", "men of the king's side", "the king"} {
		if set.Include("adk"[i]) {
			who = append(who, name)
		}
	}
	if who == nil {
		return "nobody"
	}
	return strings.Join(who, ", ")
}

// movesInWords adds jumps, other men, and berserk turns.
func (g *Game) movesInWords(usual []string) (all []string) {
	for _, text := range usual {
		if g.anyJumps() {
			text = strings.ReplaceAll(text, "No piece jumps over another, or stops", "No piece stops")
		}
		all = append(all, text)
	}
	for k := attacker; int(k) < len(g.kinds); k++ {
		p := &g.kinds[k]
		if k >= firstOther {
			reach := "like a rook"
			if n := g.rules.Men[string(p.letter)].Range; n > 0 {
				reach = fmt.Sprintf("up to %d squares along a row or column", n)
			}
			all = append(all, fmt.Sprintf("Every %s (`%c`) moves %s.", p.name, p.letter, reach))
		}
		if p.jumps != NoJumps {
			who := "Every " + p.name
			if k == king {
				who = "The king"
			}
			all = append(all, fmt.Sprintf("%s may also jump over an ordinary man of the other side next to it, to the empty square behind him%s.",
				who, map[Jumps]string{JumpsOver: "", Captures: ", and captures him", Restricted: ", if it jumps from or to a throne, a corner or a fortress of its side"}[p.jumps]))
		}
	}
	if words := map[Berserk]string{
		MayCapture:  "A piece that has captured may go on and capture again, as often as it can; or it stops.",
		MustCapture: "A piece that has captured must go on and capture again, as long as it can.",
		MustMove:    "A piece that has captured must move again, until a move of it captures nothing or it cannot move.",
	}[g.rules.Berserk]; words != "" {
		all = append(all, words+" It is the same side's turn until then.")
	}
	return all
}

// anyJumps reports whether a kind of pieces jumps.
func (g *Game) anyJumps() bool {
	for k := attacker; int(k) < len(g.kinds); k++ {
		if g.kinds[k].jumps != NoJumps {
			return true
		}
	}
	return false
}

// capturesInWords tells what package tafl does not know of captures.
func (g *Game) capturesInWords() (all []string) {
	for k := firstOther; int(k) < len(g.kinds); k++ {
		p := &g.kinds[k]
		if p.strength != 2 {
			all = append(all, fmt.Sprintf("A %s %s.", p.name, fallInWords[p.strength]))
		}
		if !p.hammer || !p.anvil {
			all = append(all, fmt.Sprintf("A %s takes no part in captures%s.", p.name,
				map[[2]bool]string{{true, false}: " but by its own moves", {false, true}: " but as the one who waits"}[[2]bool{p.hammer, p.anvil}]))
		}
	}
	if g.rules.Throne && g.rules.ThroneAlways != tafl.Nobody {
		all = append(all, "The throne helps to capture even while somebody stands on it: "+inWords(g.rules.ThroneAlways)+".")
	}
	if g.rules.Shieldwall != NoWall {
		text := "Two or more men in a row at the edge fall together when each has an enemy in front of it and the row has an enemy at both ends."
		if g.rules.Shieldwall == StrongWall {
			text += " An empty corner will do at one end."
		}
		if g.rules.ShieldwallFlank {
			text += " The capturing piece must have arrived at an end."
		}
		all = append(all, text+" A king in the row counts and is not captured.")
	}
	return all
}

// fallInWords is what a strength in sides means.
var fallInWords = [...]string{
	2:     "is captured between two enemies on opposite sides",
	3:     "is captured when any three of the four sides are closed",
	4:     "is captured when all sides are closed that there are",
	never: "cannot be captured",
}

// siegeInWords tells how the king is captured.
func (g *Game) siegeInWords(usual []string) []string {
	r := &g.rules
	if r.Strength != 0 {
		usual = []string{"The king " + fallInWords[r.Strength] + "."}
	}
	for _, s := range []struct {
		where string
		sides int
	}{{"At the edge", r.StrengthEdge}, {"Beside the throne", r.StrengthBeside}, {"On the throne", r.StrengthThrone}} {
		if s.sides != 0 {
			usual = append(usual, s.where+" he "+fallInWords[s.sides]+".")
		}
	}
	return usual
}

// endingsInWords adds the endings that package tafl does not know.
func (g *Game) endingsInWords(usual []env.Ending) (all []env.Ending) {
	const kingWins, attackersWin = "the king's side wins", "the attackers win"
	r := &g.rules
	met := map[string]bool{}
	for _, e := range usual {
		if strings.HasSuffix(e.Words, "occurrence of the position") && r.RepeatLoser != NoLoser {
			e.Means = map[RepeatLoser]string{AttackersLose: kingWins, KingsSideLoses: attackersWin,
				MoverLoses: "the side loses whose move brought it about", OtherLoses: "the side wins whose move brought it about"}[r.RepeatLoser]
		}
		met[e.Words] = true
		all = append(all, e)
	}
	add := func(words, means string) {
		if !met[words] {
			all = append(all, env.Ending{Words: words, Means: means})
		}
	}
	for _, e := range g.waysToCapture() {
		add(strings.TrimSuffix(endingWords[e], ": the king is captured"), attackersWin)
	}
	if r.EdgeFort != NoFort {
		means := kingWins + ": he can move within walls of his men, which reach the edge, and no attacker is inside"
		if r.EdgeFort == Safe {
			means += "; no man of the walls could ever be captured"
		}
		add("a fort at the edge", means)
	}
	if r.Surround != NoSurround {
		add("surrounded", attackersWin+": "+map[Surround]string{
			SurroundKing: "every way of the king to where he escapes leads over an attacker",
			SurroundAll:  "every way of any piece of the king's side to where he escapes leads over an attacker"}[r.Surround])
	}
	return all
}

// waysToCapture returns how a game can end by the king's capture from three sides or
// from all that there are.
func (g *Game) waysToCapture() (all []ending) {
	met := map[ending]bool{}
	for c := range cell(g.cells()) {
		switch g.strength[c] {
		case 3:
			met[kingFromThree] = true
		case 4:
			met[kingFromFour] = met[kingFromFour] || !g.edge.has(c)
			met[kingAtEdge] = met[kingAtEdge] || g.edge.has(c)
			met[kingAtThrone] = met[kingAtThrone] || g.rules.Throne && g.beside(c, &g.thrones) && g.hostile[king].meets(&g.thrones)
			met[kingAtCorner] = met[kingAtCorner] || g.rules.Corners && g.edge.has(c) && g.beside(c, &g.corners) && g.hostile[king].meets(&g.corners)
		}
	}
	for e := kingFromTwo; e <= kingAtCorner; e++ {
		if met[e] {
			all = append(all, e)
		}
	}
	return all
}
