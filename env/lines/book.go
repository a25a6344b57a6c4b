package lines

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludens/env"
)

// PlaneNames implements env.Labelled.
func (g *Game) PlaneNames() []string { return g.planes.Names() }

// Turned implements env.Labelled.
func (*Game) Turned() bool { return false }

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() (names []string) {
	if !g.rules.Gravity {
		names = append(names, "put a stone here")
	}
	for col := 0; col < g.cols && g.rules.Gravity; col++ {
		names = append(names, "drop a stone into column "+strconv.Itoa(col+1))
	}
	if g.rules.Swap {
		names = append(names, "take over the stones of the first turn")
	}
	return names
}

// Book implements env.Described.
func (g *Game) Book() env.Book {
	return env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: g.goal()},
			{Title: "Play", Paragraphs: g.play()},
			{Title: "Writing moves", Paragraphs: g.writing()},
		},
		Endings: g.meanings(),
		Sources: g.head.Sources(),
		Shelf:   env.Shelf{Title: "Stones in a row", Order: 45},
	}
}

// goal says what rows and captures do.
func (g *Game) goal() (all []string) {
	r := &g.rules
	directions := "in a row or a column"
	if r.Diagonals {
		directions = "in a row, a column or a diagonal"
	}
	does := map[string]string{wins: "wins at once", loses: "loses at once"}
	all = append(all, fmt.Sprintf("Who has %s of his own stones in a line without a gap, %s, %s.", env.Number(r.Length), directions, does[r.Line]))
	switch r.Longer {
	case same:
		all = append(all, "More stones in a line count as well.")
	case nothing:
		all = append(all, "More stones in a line do not count.")
	default:
		all = append(all, fmt.Sprintf("Who has more than %s in a line %s.", env.Number(r.Length), does[r.Longer]))
	}
	if g.capturing != nil {
		all = append(all, fmt.Sprintf("Who has captured %d stones wins, too.", r.CaptureWins))
	}
	ways := []string{r.Line, r.Longer}
	if g.capturing != nil {
		ways = append(ways, wins)
	}
	if slices.Contains(ways, loses) && slices.Contains(ways, wins) {
		all = append(all, "A stone that wins in one way and loses in another wins.")
	}
	return all
}

// play says how stones come on the board, and go.
func (g *Game) play() (all []string) {
	r := &g.rules
	board := fmt.Sprintf("The board has %d by %d cells and is empty.", g.cols, g.rows)
	if holes := g.rows*g.cols - g.cells.count(); holes > 0 {
		board = fmt.Sprintf("The board has %d cells, within %d by %d; those with a cross are not part of it. It is empty.", g.cells.count(), g.cols, g.rows)
	}
	where := "on empty cells, where they stay"
	switch {
	case r.Gravity:
		where = "into a column that is not full; it falls to the lowest empty cell"
		if r.Stones > 1 {
			where = "into columns that are not full; each falls to the lowest empty cell"
		}
	case r.Stones == 1:
		where = "on any empty cell, where it stays"
	}
	all = append(all, fmt.Sprintf("%s %s. In turn each side puts %s %s.", board, begins(g.look.roles[0]), count(r.Stones, "stone"), where))
	if r.FirstStones != r.Stones {
		all = append(all, fmt.Sprintf("The first turn of the game has %s.", count(r.FirstStones, "stone")))
	}
	if g.capturing != nil {
		all = append(all, fmt.Sprintf("A stone captures %s of the enemy that stand side by side between it and another stone of its side: they go off the board. Who puts stones between two of the enemy's loses nothing by that.",
			map[string]string{"pairs": "two stones", "pairs_and_triples": "two or three stones"}[r.Capture]))
	}
	return append(append(all, g.first()...), g.full())
}

// begins returns "Black begins", "Crosses begin".
func begins(role string) string {
	verb := " begins"
	if strings.HasSuffix(role, "s") {
		verb = " begin"
	}
	return strings.ToUpper(role[:1]) + role[1:] + verb
}

// first says what binds the opening.
func (g *Game) first() (all []string) {
	middle := "middle of the board"
	if g.rules.Gravity {
		middle = "middle column"
	}
	switch g.rules.Centre {
	case "only":
		all = append(all, "The first turn goes to the "+middle+".")
	case "never":
		all = append(all, "The first turn must not go to the "+middle+".")
	}
	if g.rules.Away > 0 {
		all = append(all, fmt.Sprintf("In his second turn who began stays at least %s away from the %s, counted as a chess king goes.", count(g.rules.Away, "cell"), middle))
	}
	if g.rules.Swap {
		all = append(all, "After the first turn the other side may swap instead of moving: the stones on the board become his, and who began goes on with the others.")
	}
	return all
}

func (g *Game) full() string {
	who := map[string]string{
		"draw": "the game is a draw", "first": "the side that began wins", "second": "the side that did not begin wins",
		"last": "who has put the last stone wins", "next": "who would move wins",
	}
	return "When the board is full, or the mover has no cell to go to, " + who[g.rules.Full] + "."
}

func (g *Game) writing() []string {
	how := "A move is the name of its cell, as on a chessboard: `a1` at the lower left."
	if g.rules.Gravity {
		how = "A move is the number of its column, `1` at the left."
	}
	if g.rules.Swap {
		how += " `swap` takes over the other side."
	}
	return []string{how}
}

// meanings lists the endings that the rules have.
func (g *Game) meanings() (all []env.Ending) {
	r, words := &g.rules, g.endings()
	who := map[string]string{wins: "who has made the row wins", loses: "who has made the row loses"}
	add := func(by ending, means string) { all = append(all, env.Ending{Words: words[by], Means: means}) }
	add(byLine, who[r.Line])
	if means := who[r.Longer]; means != "" {
		add(byLonger, means)
	}
	if g.capturing != nil {
		add(byCapture, "who has captured them wins")
	}
	full := map[string]string{
		"draw": "a draw", "first": "who began wins", "second": "who did not begin wins",
		"last": "who has put the last stone wins", "next": "who would move wins",
	}[r.Full]
	add(byFull, full)
	if r.Centre != "free" || r.Away > 0 {
		add(byStuck, full)
	}
	return all
}

// count returns "one stone", "two stones".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return env.Number(n) + " " + what
}

// Constraint implements env.Constrained: what the opening wants of the mover.
func (s *State) Constraint() string {
	r, closed := &s.game.rules, s.closed()
	if s.end != ongoing || closed.empty() {
		return ""
	}
	name := s.game.look.names[s.ToMove()]
	switch {
	case int(s.placed) >= r.FirstStones:
		return fmt.Sprintf("%s must stay %s away from the middle", name, count(r.Away, "cell"))
	case r.Centre == "only":
		return name + " must begin in the middle"
	}
	return name + " must not begin in the middle"
}
