package stones

import (
	"fmt"
	"strings"

	"ludens/env"
)

// Book implements env.Described.
func (g *Game) Book() env.Book {
	return env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: g.goalText()},
			{Title: "Play", Paragraphs: g.playText()},
			{Title: "Writing moves", Paragraphs: g.writing()},
		},
		Endings: g.endings(),
		Sources: g.head.Sources(),
		Shelf:   env.Shelf{Title: "Stones that enclose, flip and connect", Order: 47},
	}
}

// goalText says what decides the game.
func (g *Game) goalText() (all []string) {
	r := &g.rules
	does := map[bool]string{false: "wins at once", true: "loses at once"}[g.loses]
	first, second := g.look.names[0], g.look.names[1]
	switch r.Goal {
	case "sides":
		all = append(all, fmt.Sprintf("A side that joins two opposite sides of the board by a chain of neighbouring stones %s: %s top and bottom, %s left and right.", does, first, second))
	case "three":
		all = append(all, "A side that joins three sides of the board by a chain of neighbouring stones "+does+". A cell in a corner belongs to both of its sides.")
	case "havannah":
		all = append(all, "A side "+does+" that completes one of these by a chain of neighbouring stones: a ring around one cell or more, empty or not; a bridge between two of the six corners; a fork that touches three of the six sides, to which corners do not belong.")
	case "gather":
		all = append(all, "A side whose stones are all in one group of neighbours "+does+". If a move does that for both, it counts for the mover. A single stone is a group.")
	}
	if g.tallies() {
		all = append(all, g.countText())
	}
	if r.Least > 0 {
		all = append(all, fmt.Sprintf("A side with fewer than %s, those still to be put among them, loses.", stones(r.Least)))
	}
	return append(all, g.stuckText()...)
}

// tallies reports whether a game can end by the count.
func (g *Game) tallies() bool {
	r := &g.rules
	return r.Pass != "never" || r.Stuck == counts
}

// countText says what is counted.
func (g *Game) countText() string {
	r := &g.rules
	what := "stones on the board"
	if r.Count == "area" {
		what = "stones on the board together with the empty cells that only stones of its side reach"
	}
	text := fmt.Sprintf("At the end the side with more %s wins", what)
	if g.loses {
		text = fmt.Sprintf("At the end the side with fewer %s wins", what)
	}
	switch k := r.Komi; {
	case k%2 != 0:
		text += fmt.Sprintf("; %s gets %+.1f for moving second", g.look.names[1], float64(k)/2)
	case k != 0:
		text += fmt.Sprintf("; %s gets %+d for moving second", g.look.names[1], k/2)
	}
	if r.Komi%2 == 0 {
		text += ". Equal counts are a draw"
	}
	return text + "."
}

// stuckText says what happens without a move, and when nothing happens.
func (g *Game) stuckText() (all []string) {
	r := &g.rules
	switch {
	case r.Pass == "free":
		all = append(all, "A player may pass. Two passes in a row end the game.")
	case r.Pass == "stuck":
		all = append(all, "A player without a move passes, and only then. When neither side has a move the game is over.")
	case r.Stuck == counts && r.Goal == "none":
		all = append(all, "The game is over when the mover has no move.")
	case r.Stuck == counts:
		all = append(all, "Without a move for the mover the game ends by the count.")
	case r.Stuck == "draws":
		all = append(all, "Without a move for the mover the game is drawn.")
	default:
		all = append(all, "A mover without a move "+r.Stuck+".")
	}
	if r.Quiet > 0 {
		all = append(all, fmt.Sprintf("After %d plies in a row without a stone put or removed the game is drawn.", r.Quiet))
	}
	return all
}

// playText says how stones come on the board, move and go.
func (g *Game) playText() (all []string) {
	r := &g.rules
	shape := "cells"
	if g.hexagons {
		shape = "hexagons"
	}
	board := fmt.Sprintf("The board has %d %s.", g.cells.count(), shape)
	if n := [2]int{g.start[0].count(), g.start[1].count()}; n[0]+n[1] > 0 {
		board += fmt.Sprintf(" At the start %s has %s on it, and %s %s, as the drawing shows.", g.look.names[0], stones(n[0]), g.look.names[1], stones(n[1]))
	}
	neighbours := fmt.Sprintf("A cell has up to %d neighbours", len(g.dirs))
	switch {
	case r.Links != "":
		neighbours = "Cells are neighbours that are joined by a line"
	case g.lined:
		neighbours = "Cells are neighbours that lie side by side or are joined by a line"
	case g.hexagons:
		neighbours += ": the hexagons that share an edge with it"
	case len(g.dirs) == 8:
		neighbours += ", those along diagonals among them"
	}
	all = append(all, board+" "+neighbours+".")
	begin := strings.ToUpper(g.look.names[0][:1]) + g.look.names[0][1:] + " begins"
	if r.Removal {
		all = append(all, "The game begins with two removals: "+g.look.names[0]+" removes one of its own stones from the middle of the board or from a corner, then "+g.look.names[1]+" one of its own next to that cell.")
	}
	return append(append(all, begin+", and the sides take turns."), append(g.turnText(), g.effects()...)...)
}

// turnText says what a turn is.
func (g *Game) turnText() (all []string) {
	r := &g.rules
	where := map[string]string{
		"anywhere": "puts a stone on any empty cell", "beside": "puts a stone on an empty cell next to one of its own",
		"flanking": "puts a stone on an empty cell where it flips at least one enemy stone",
	}[r.Put]
	how := map[string]string{
		"step":    "moves a stone to an empty neighbour",
		"slide":   "moves a stone over any number of empty cells in a line of neighbours, in one direction",
		"leap":    "moves a stone to an empty cell at distance two, over whatever lies between",
		"jump":    "jumps with a stone over an enemy stone next to it to the empty cell right behind, and goes on in the same line as often as it wants and can; all stones jumped over are removed",
		"clobber": "moves a stone onto an enemy neighbour, which is removed",
		"count":   "moves a stone in a line exactly as many cells as there are stones of both sides in that line, itself among them: over stones of its own, but not over enemies; on an enemy stone it lands and captures it",
	}[r.Move]
	switch {
	case where != "" && how != "" && r.Early:
		all = append(all, fmt.Sprintf("Each side has %s to put. In a turn a side either %s, while it has some, or %s.", stones(r.Reserve), where, how))
	case where != "" && how != "" && r.Reserve > 0:
		all = append(all, fmt.Sprintf("Each side has %s to put. While it has some, a side %s; after that it %s.", stones(r.Reserve), where, how))
	case where != "" && how != "":
		all = append(all, fmt.Sprintf("In a turn a side either %s, or %s.", where, how))
	case r.Reserve > 0:
		all = append(all, fmt.Sprintf("In a turn a side %s; each has %s.", where, stones(r.Reserve)))
	default:
		all = append(all, "In a turn a side "+where+how+".")
	}
	if r.Fly > 0 {
		all = append(all, fmt.Sprintf("A side with %s%s or fewer moves a stone to any empty cell.", stones(r.Fly), map[bool]string{false: " on the board", true: " on the board and to be put"}[r.Early]))
	}
	if r.Shoot {
		all = append(all, "After each move the stone closes a cell that it could move to from where it stands now. Closed cells stay closed: no stone enters or passes them.")
	}
	if r.Swap {
		all = append(all, "After the first stone the other side may swap instead of moving: the stone becomes its own, and the side that began goes on with the other stones.")
	}
	return all
}

// effects says what stones do to others.
func (g *Game) effects() (all []string) {
	r := &g.rules
	switch r.Flip {
	case "lines":
		all = append(all, "A stone that arrives flips all enemy stones that lie in an unbroken line between it and another stone of its side, in all directions: they become stones of its side.")
	case "neighbours":
		all = append(all, "A stone that arrives flips all enemy stones next to it: they become stones of its side.")
	}
	if r.Capture {
		all = append(all, "A group, stones of one side that are joined as neighbours, is removed when a stone of the other side takes its last empty neighbour.")
		if r.Suicide {
			all = append(all, "A stone that leaves its own group without an empty neighbour, and captures nothing, is removed with its group.")
		} else {
			all = append(all, "A stone must not leave its own group without an empty neighbour, unless it captures.")
		}
	}
	switch r.Ko {
	case "simple":
		all = append(all, "A single stone that has just captured a single stone cannot be captured in the next turn by a stone on the cell of that one (ko).")
	case "positional":
		all = append(all, "A stone must not bring back an earlier position of the board (positional superko).")
	}
	if r.Mill > 0 {
		all = append(all, fmt.Sprintf("A side that has put or moved a stone into a line of %s of its own removes an enemy stone, one outside such lines if there is one.", env.Number(r.Mill)))
	}
	return all
}

func (g *Game) writing() []string {
	corner := "lower"
	if g.rules.Ranks == "down" {
		corner = "upper"
	}
	text := "A cell is written as its column and row: `a1` is at the " + corner + " left."
	for _, k := range []struct {
		on   bool
		text string
	}{
		{g.rules.Put != "never", " A stone is put by the name of its cell."},
		{g.rules.Move != "none", " A move is both of its cells, `a1-a2`."},
		{g.rules.Shoot, " The cell that is closed then is written as the next move."},
		{g.rules.Mill > 0 || g.rules.Removal, " A removal is `xa1`."},
		{g.rules.Pass != "never", " `pass` is a pass."},
		{g.rules.Swap, " `swap` takes over the other side's stone."},
	} {
		if k.on {
			text += k.text
		}
	}
	return []string{text}
}

// endings lists those that the rules have.
func (g *Game) endings() (all []env.Ending) {
	r, words := &g.rules, g.endingWords()
	who := "the side that has done it " + r.Result
	for _, by := range map[string][]ending{"sides": {byJoined}, "three": {byThree}, "havannah": {byThree, byBridge, byRing}, "gather": {byGather}}[r.Goal] {
		all = append(all, env.Ending{Words: words[by], Means: who})
	}
	if r.Least > 0 {
		all = append(all, env.Ending{Words: words[byLeast], Means: "the side that has them loses"})
	}
	if r.Quiet > 0 {
		all = append(all, env.Ending{Words: words[byQuiet], Means: "a draw"})
	}
	if g.tallies() {
		means := "the greater count wins; equal counts are a draw"
		if g.loses {
			means = "the smaller count wins; equal counts are a draw"
		}
		all = append(all, env.Ending{Words: words[byCount], Means: means})
	}
	if r.Pass == "never" && r.Stuck != counts {
		all = append(all, env.Ending{Words: words[byStuck], Means: map[string]string{"draws": "a draw", loses: "the mover loses", wins: "the mover wins"}[r.Stuck]})
	}
	return all
}
