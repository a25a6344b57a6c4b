package race

import (
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// Turned implements env.Labelled.
func (*Game) Turned() bool { return true }

// ActionNames implements env.Labelled.
func (g *Game) ActionNames() (names []string) {
	for _, v := range g.sheet.vectors {
		names = append(names, g.wayInWords(v))
	}
	if g.sheet.doubled {
		for _, name := range names[:len(names):len(names)] {
			if g.coloured {
				names = append(names, name+", with a demand")
			} else {
				names = append(names, "with a demand: "+name)
			}
		}
	}
	if g.sheet.reserve {
		names = append(names, "put a man of the reserve there")
	}
	names = append(names, "pass")
	switch {
	case g.law.flagged:
		names = append(names, "pass, with a demand")
	case g.law.veto:
		names = append(names, "accept the "+g.stepInWords(), "veto the "+g.stepInWords())
	}
	return names
}

// stepInWords and steppedInWords are what a step is called.
func (g *Game) stepInWords() string {
	if g.retreats() {
		return "retreat"
	}
	return "step"
}

func (g *Game) steppedInWords() string {
	if g.retreats() {
		return "retreated"
	}
	return "stepped"
}

// wayInWords says where a vector leads, as its mover sees it.
func (g *Game) wayInWords(v vector) string {
	if g.coloured {
		if i := v.cetro(); i < 4 {
			return "the man " + [...]string{"jumps to the left", "jumps to the right", "retreats to the left", "retreats to the right"}[i]
		}
	}
	return v.name()
}

// name says where a vector leads, as its mover sees it.
func (v vector) name() string {
	if d := slices.Index(vectors[:], v); d >= 0 {
		return "step " + direction(d).name()
	}
	var parts []string
	for _, p := range []struct {
		way direction
		n   int
	}{{forward, -v.down}, {backward, v.down}, {left, -v.right}, {right, v.right}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", p.way.name(), p.n))
		}
	}
	return "jump " + strings.Join(parts, ", ")
}

// Book implements env.Described.
func (g *Game) Book() env.Book {
	return env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: []string{g.goalInWords()}},
			{Title: "The board", Paragraphs: g.boardInWords()},
			{Title: "Moves", Paragraphs: g.movesInWords()},
			{Title: "Demands", Paragraphs: []string{g.demandInWords()}},
			{Title: "Writing moves", Paragraphs: g.notationInWords()},
		},
		Endings:  g.endingsInWords(),
		Readings: g.readings(),
		Sources:  g.sources(),
		Shelf:    env.Shelf{Title: "A race by jumps", Order: 20},
		Men:      g.menShown(),
		Dress:    g.dress(),
	}
}

func (g *Game) goalInWords() string {
	text := "To be the first who has all his men on the squares where they belong."
	if g.coloured {
		text = "To be the first who has all his men on the far side of the board, each in a row of its own colour."
	}
	if g.rules.Win == "filled" {
		text += " It is enough, too, that all these squares are taken, by men of either side, and at least one of them by a man of one's own."
	}
	return text
}

func (g *Game) boardInWords() []string {
	b, r := g.board, &g.rules
	if g.coloured {
		return g.cetroBoard()
	}
	all := []string{fmt.Sprintf("The board has %d by %d squares. South sits at the bottom, North at the top.", b.cols, b.rows)}
	if b.holed() {
		all[0] += " Where it has a cross there is no square."
	}
	for x := range side(2) {
		all = append(all, fmt.Sprintf("%s has %s.", sideNames[x], g.menInWords(x)))
	}
	if r.Reserve > 0 {
		all = append(all, fmt.Sprintf("%d men of each side are not on the board at first. As long as a side has any of them it puts one on the board in its turn, on one of the %d squares %s, and moves no man.",
			r.Reserve, len(b.placed), b.list(b.placed)))
	}
	return all
}

// menInWords lists the men of a side and where they belong.
func (g *Game) menInWords(x side) string {
	var parts []string
	for kind, n := range g.board.counts[x] {
		if n == 0 {
			continue
		}
		var goals []int
		for at, is := range g.board.goal[x][kind] {
			if is {
				goals = append(goals, at)
			}
		}
		name := "men"
		if len(g.board.letters) > 1 {
			name = string(g.board.letters[kind])
		}
		parts = append(parts, fmt.Sprintf("%d %s, who belong on %s", n, name, g.board.list(goals)))
	}
	return strings.Join(parts, "; ")
}

// list names cells from the bottom left.
func (b *board) list(cells []int) string {
	var names []string
	for _, at := range cells {
		names = append(names, b.name(at))
	}
	return strings.Join(names, " ")
}

func (g *Game) movesInWords() []string {
	r := &g.rules
	first := "South moves first."
	if g.south == env.Second {
		first = "North moves first."
	}
	all := append([]string{first + " In turn each side moves one man, in one of two ways:"}, cetroMoves...)
	if g.pair == nil {
		all = append([]string{first + " In turn each side moves one man. Directions are as its player sees them."}, g.waysInWords()...)
	}
	switch r.Lock {
	case "goal":
		all = append(all, "A man who is on a square where he belongs may only go to another such square; in a chain of jumps that holds for each jump.")
	case "square":
		all = append(all, "A man who has come to a square where he belongs stays there for good.")
	}
	if !r.Blocking {
		all = append(all, "A move that would leave the other side without any is not allowed.")
	}
	return append(all, map[string]string{
		"pass":  "Who has no move passes, and only he may pass.",
		"loses": "Who has no move has lost.",
		"draw":  "If the side to move has no move, the game is drawn.",
	}[r.NoMove])
}

// waysInWords says how men step and jump.
func (g *Game) waysInWords() (all []string) {
	if len(g.board.steps) > 0 {
		all = append(all, "- a **step**: to the next square, if that is empty, "+g.board.steps.inWords()+".")
	}
	if len(g.board.jumps) > 0 {
		all = append(all, "- a **jump**: over one man on the next square, "+overInWords[g.rules.Over]+", to the square behind him, which must be empty, "+g.board.jumps.inWords()+". "+g.jumpsInWords())
	}
	return all
}

var overInWords = map[string]string{"any": "of either side", "own": "of one's own side", "enemy": "of the other side"}

// jumpsInWords says what comes of a jump.
func (g *Game) jumpsInWords() string {
	switch {
	case g.rules.Capture:
		return "An enemy who is jumped over goes off the board. A turn is one jump."
	case g.rules.Chain:
		return "Nothing is captured. The man may jump on in the same turn, and stop after any jump."
	}
	return "Nothing is captured. A turn is one jump."
}

// inWords lists directions.
func (w ways) inWords() string {
	if len(w) == int(directions) {
		return "in any direction"
	}
	var names []string
	for _, d := range w {
		names = append(names, d.name())
	}
	return strings.Join(names, ", ")
}

// demandInWords says how a jump is demanded.
func (g *Game) demandInWords() string {
	text := map[string]string{
		flagged: "Along with his move, or with a pass, a player may demand that his opponent jump in his next turn instead of stepping. Which jump, the opponent chooses; if he has none the demand is void. It costs nothing and binds that one turn. It can be made only where it matters: where the opponent will be able to both jump and step.",
		"none":  "Neither player can demand anything of the other.",
		always:  "A player who can jump must not step.",
		byVeto:  "When a player steps though he could have jumped, his opponent decides at the beginning of his turn whether he accepts that, and moves, or vetoes it. A vetoed step is taken back, and its player must jump instead. Nothing ends the game while a step may still be vetoed, not even the cap or a repetition: that is judged when the step was accepted, or after the jump that replaces it. For the cap the decisions are not plies, and neither is a step that was vetoed.",
	}[g.rules.Demand]
	if g.retreats() {
		text = strings.NewReplacer("stepping", "retreating", "step", "retreat").Replace(text)
	}
	return text
}

func (g *Game) notationInWords() []string {
	text := "A move is written as the square left and the square entered, `b2-d4`; who cannot move writes `pass`."
	if g.rules.Chain {
		text += " Of a chain of jumps only the two ends are written."
	}
	if g.rules.Reserve > 0 {
		text += " A man who is put on the board is written as his square, `e5`."
	}
	switch {
	case g.law.flagged:
		text += " A demand is an exclamation mark, `b2-d4!` or `pass!`."
	case g.law.veto:
		text += " A " + g.stepInWords() + " is answered by `accept` or `veto`."
	}
	return []string{text,
		"A position is written rank by rank from the top: South's men are " + strings.Join(strings.Split(string(g.board.letters), ""), " ") + ", North's the same in small letters, numbers are empty squares; then follow who moves, `s` or `n`, and `-`, or what binds him.",
	}
}

func (g *Game) endingsInWords() []env.Ending {
	r := &g.rules
	where, them := "where they belong", ""
	if g.coloured {
		where, them = "on the far rows of their own colours", "them "
	}
	all := []env.Ending{{Words: endings[home], Means: "who has just moved wins: his men stand " + where + ", no matter whether some had left " + them + "in between"}}
	add := func(is bool, words, means string) {
		if is {
			all = append(all, env.Ending{Words: words, Means: means})
		}
	}
	add(r.Win == "filled", endings[filled], "who has just moved wins: all squares where his men belong are taken, at least one by a man of his")
	add(r.Capture, endings[bare], "who has captured the last man of the other side wins")
	add(r.Vacate > 0, endings[stayed], fmt.Sprintf("who has made more than %d moves and still has men where he began loses", r.Vacate))
	add(r.NoMove == "loses", endings[blockade], "the side to move has lost")
	add(r.NoMove == "draw", endings[blockade], "a draw: the side to move has none")
	add(r.NoMove == "pass", g.stuckInWords(), map[string]string{
		"mover": "who moved last wins", "draw": "a draw", "score": r.scoreInWords(), "home": homeInWords,
	}[r.Stuck])
	if r.Repeat > 0 {
		means := "a draw"
		if r.RepeatResult == "loses" {
			means = "who brings it about loses"
		}
		add(true, g.repetition(), means+": the same men on the same squares for the "+env.Ordinal(r.Repeat)+" time, the same side to move, the same demand")
	}
	add(g.law.scored, fmt.Sprintf("cut off at ply %d", r.Cap), map[string]string{"score": r.scoreInWords(), "home": homeInWords}[r.CapResult])
	return all
}

const homeInWords = "who has more men where they belong wins; else a draw"

// scoreInWords says how a game is decided by the moves needed.
func (r *rules) scoreInWords() string {
	way := "as if the board were clear and there were always a man to jump over, each jump as one move"
	if r.Needs == "steps" {
		way = "as if the board were clear, by steps alone"
	}
	return "who needs fewer moves to bring his men home wins, counted " + way + "; if both need as many, who has more men home; else a draw"
}
