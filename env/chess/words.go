package chess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
)

// Book implements env.Described. Every sentence follows from a key.
func (g *Game) Book() env.Book {
	b := env.Book{
		Chapters: []env.Chapter{
			{Title: "Goal", Paragraphs: g.goalInWords()},
			{Title: "The board", Paragraphs: g.boardInWords()},
			{Title: "Men", Paragraphs: g.menInWords()},
			{Title: "Special moves", Paragraphs: g.movesInWords()},
			{Title: "Writing moves", Paragraphs: []string{
				"A move is written as the square left and the square entered, `e2e4`, with the small letter of what a man becomes, `e7e8q`; a drop as `N@f3`; castling as the king's move." + g.wallsWritten() + " Read is also algebraic notation: `Nf3`, `exd5`, `e8=Q`, `O-O`. A man has his letter there, but P has none.",
				"A position is written as in FEN, as Fairy-Stockfish has it for other boards: `" + g.Position(g.New(0)) + "`.",
			}},
		},
		Endings:  g.endingsInWords(),
		Shelf:    env.Shelf{Title: "Chess and its variants", Order: 35},
		Men:      g.menShown(),
		Outlines: g.outlines(),
	}
	b.Chapters = slices.DeleteFunc(b.Chapters, func(c env.Chapter) bool { return len(c.Paragraphs) == 0 })
	if g.head.Source != "" {
		b.Sources = []string{g.head.Source}
	}
	if g.sides == colours {
		return b
	}
	return b.Dressed(env.Dress{Book: [][2]string{{colours[0], g.sides[0]}, {colours[1], g.sides[1]}}})
}

func (g *Game) goalInWords() (all []string) {
	k := &g.keys
	for _, e := range g.endingsInWords() {
		if e.Words == endings[reached] || e.Words == endings[checked] || e.Words == endings[extinct] {
			all = append(all, strings.ToUpper(e.Means[:1])+e.Means[1:]+".")
		}
	}
	if royals := g.kindsInWords(g.royalKinds()); royals != "" {
		if k.Checking && k.Checkmate == "loss" {
			all = append(all, "To checkmate the enemy "+royals+": to attack it so that no move of its side saves it.")
		}
		who := map[int]string{
			eachRoyal: "No player may leave a royal man of his own under attack.",
			lastRoyal: "Once a side has one royal man left, it may not leave him under attack.",
			allRoyals: "No player may leave all his royal men under attack at once.",
		}[g.royals]
		verb := map[string]string{"loss": "loses", "win": "wins", "draw": "has drawn"}
		all = append(all, who+" Who is under attack and cannot help it is checkmated and "+verb[k.Checkmate]+".")
	}
	if all == nil {
		all = []string{"To leave the other without a legal move."}
	}
	return all
}

func (g *Game) boardInWords() (all []string) {
	all = append(all, fmt.Sprintf("The board has %d ranks and %d files. White's men begin at the bottom; %s moves first.", g.rows, g.cols, colours[g.start.toMove]))
	if !g.holes.empty() {
		all = append(all, fmt.Sprintf("%d places within it are no squares.", g.holes.count()))
	}
	if g.keys.Shuffle != "" {
		how := map[string]string{"mirror": "Black's stand opposite to the same ones", "independent": "each side draws its own order", "central": "Black's stand as a half turn of the board puts them"}
		all = append(all, "Before each game the order of the men on "+g.squares(g.shuffled[0])+" is drawn; "+how[g.keys.Draw]+".")
	}
	if g.keys.Hand != "" {
		all = append(all, "In hand at the start: "+g.hands(&g.start)+".")
	}
	return all
}

// squares names some squares.
func (g *Game) squares(list []square) string {
	var names []string
	for _, q := range list {
		names = append(names, g.name(q))
	}
	return strings.Join(names, ", ")
}

// setInWords names the squares of a set, a whole rank as one.
func (g *Game) setInWords(s set) string {
	var names []string
	for rank := range g.rows {
		row, _ := g.region(fmt.Sprintf("*%d", rank+1))
		common := set{row[0] & s[0], row[1] & s[1], row[2] & s[2]}
		if common == row && !row.empty() {
			names = append(names, fmt.Sprintf("rank %d", rank+1))
			continue
		}
		common.each(func(q square) { names = append(names, g.name(q)) })
	}
	if names == nil {
		return "no square"
	}
	return strings.Join(names, ", ")
}

func (g *Game) menInWords() (all []string) {
	all = append(all, "A man goes to an empty square, or captures the enemy who stands there; what lies between must be empty unless it says otherwise. Ahead is away from the side's own men.")
	for k := range kind(g.letters) {
		w := &g.kinds[k]
		m := g.keys.Men[string(w.letter)]
		text := fmt.Sprintf("- **%s** (%c): %s", w.name, w.letter, legsInWords(w.legs))
		if m.Moves == "" {
			text = fmt.Sprintf("- **%s** (%c): does not move", w.name, w.letter)
		}
		if w.royal {
			text += "; royal"
		}
		if len(w.promotes) > 0 {
			text += "; becomes " + g.kindsInWords(w.promotes)
		}
		if m.Stays != "" {
			text += "; does not leave " + g.setInWords(w.stays[0])
		}
		if w.avoids != [2]set{} {
			text += "; does not enter " + g.setInWords(w.avoids[0])
		}
		if len(g.in(w.spares)) > 0 { // walls are spared by all
			text += "; does not capture " + g.setOfKinds(w.spares)
		}
		if w.limit > 0 {
			text += fmt.Sprintf("; a side has at most %d by promotion", w.limit)
		}
		all = append(all, text)
	}
	return all
}

// kindsInWords names kinds: "queen, rook or bishop".
func (g *Game) kindsInWords(list []kind) string { return or(g.kindNames(list)) }

func (g *Game) kindNames(list []kind) (names []string) {
	for _, k := range list {
		names = append(names, g.kinds[k].name)
	}
	return names
}

func (g *Game) movesInWords() (all []string) {
	k := &g.keys
	say := func(on bool, text string) {
		if on {
			all = append(all, text)
		}
	}
	promoted := g.promoting() != nil
	may := g.some(func(_ kind, w *ware) bool { return w.may && len(w.promotes) > 0 })
	say(promoted, "**Promotion**: White's men are promoted on "+g.setInWords(g.promotion[0])+", Black's on "+g.setInWords(g.promotion[1])+".")
	say(may != nil, "Who may be promoted need not be, if his man is one of "+g.kindsInWords(may)+".")
	say(k.PromotionBegins, "A move that begins there promotes, too.")
	say(g.anyLeg(passes),
		"**In passing**: a man who has just passed a square by an initial move that does not jump may be captured there in the very next move, by those who capture in passing.")
	say(g.castlesDrawn(), "The men who castle do so from where they are drawn, with any empty or own squares of the two between; the squares below are those that they go to.")
	for _, c := range g.castlings {
		say(c.owner == env.First || g.uneven, fmt.Sprintf("**Castling** of %s: the man on %s goes to %s and the one on %s to %s, if neither has moved, all squares between are empty, and a royal man is not attacked on his way.",
			colours[c.owner], g.name(c.king), g.name(c.kingTo), g.name(c.rook), g.name(c.rookTo)))
	}
	say(k.Trail, "The square that a man leaves is closed for good: nothing lands on it or passes it, but men may hop over it.")
	if g.walling {
		say(true, "A turn has two parts: a move, and then the mover closes an empty square"+g.wallInWords()+" Nothing lands on a closed square or passes it, but men may hop over it.")
	}
	if petrify := g.some(func(_ kind, w *ware) bool { return w.petrifies }); petrify != nil {
		say(true, "A man who captures turns into a wall, if he is one of "+g.kindsInWords(petrify)+": he is gone, and his square is closed for good.")
	}
	say(k.MustCapture, "Who can capture must.")
	say(!k.Checking, "No player may give check.")
	say(k.Facing && !k.FacingRanks, "Royal men may not face each other on a file with nothing between.")
	say(k.FacingRanks, "Royal men may not face each other on a file or rank with nothing between.")
	say(k.RoyalMost > 0, fmt.Sprintf("Men of a royal kind are royal only while their side has at most %d of the kind.", k.RoyalMost))
	say(k.NoFlight, "A royal man who is attacked may not step aside: he captures the attacker, or another man helps.")
	say(k.Blast, "**Explosions**: a capture removes the capturer, too, and all men on the squares around"+g.withstand()+". A royal man is safe beside the other side's. Who removes the other side's royal man so has won.")
	say(k.Pass == "stalemate", "Who has no other move passes.")
	say(k.Pass == "always", "A player may pass.")
	say(k.PromotionCaptures, "Only a capture promotes.")
	say(k.Demotes, "A promoted man becomes again what he was by a move that would promote him.")
	say(g.begins != [2]set{}, "At the start the men on "+g.setInWords(g.begins[0])+" and "+g.setInWords(g.begins[1])+" are promoted.")
	say(k.CastlingDropped != "", "The men who castle are dropped on those squares: they may castle as if they had never moved, once both are there and one of them has been dropped last.")
	for _, e := range g.in(g.even) {
		say(true, "Each side drops its men of the kind "+g.kinds[e].name+" evenly on squares of two colours: as many on the one as on the other. Other men leave squares of both colours for them.")
	}
	say(k.CastlingOpposite, "Who castles takes the castling towards the same edge from the other.")
	say(k.Drops && !k.DropChecks, "A drop may not give check.")
	say(k.DropPromoted, "A man may be dropped as what he is promoted to, too.")
	say(k.DropOnto == "stack", "A man is dropped on the lowest empty square of a file.")
	say(k.DropOnto == "edge", "A man is dropped on the last empty square before the first man, seen from an edge along a line.")
	say(k.NoStuck, "No man may go, or be dropped, where it could never move again.")
	say(k.Drops, "**Drops**: in place of a move a man in hand may be put down on an empty square: White's on "+g.setInWords(g.dropRegion[0])+", Black's on "+g.setInWords(g.dropRegion[1])+".")
	say(k.CapturesToHand, "Who captures a man has it in hand; a promoted one is "+map[bool]string{false: "again what he was.", true: "still what he became."}[k.KeepsPromotion])
	say(k.MustDrop, "Who can put down a man from his hand must.")
	say(g.converting(), "**Bishops conversion rule**: if both bishops of a side start on squares of one colour, one of them can change colour once, by making its first move one square along a rank or file. If one makes an ordinary first move instead, the other must convert by its first move.")
	return all
}

func (g *Game) endingsInWords() (all []env.Ending) {
	k := &g.keys
	add := func(on bool, e ending, means string, args ...any) {
		if on {
			all = append(all, env.Ending{Words: g.endingText(e), Means: fmt.Sprintf(means, args...)})
		}
	}
	who := map[string]string{"loss": "a loss for the side to move", "draw": "a draw", "win": "a win for the side to move",
		"fewer": "a win for the side with fewer men", "more": "a win for the side with more men"}
	where := g.setInWords(g.goal[0])
	if g.goal[0] != g.goal[1] {
		where += " for White, " + g.setInWords(g.goal[1]) + " for Black"
	}
	goalMen := g.setOfKinds(g.goalMen[0])
	if g.goalMen[0] != g.goalMen[1] {
		goalMen += " for White, " + g.setOfKinds(g.goalMen[1]) + " for Black"
	}
	add(g.goal != [2]set{}, reached, "a side wins when %s of its own %s to %s%s", countedKinds(k.GoalCount, goalMen), map[bool]string{true: "gets", false: "get"}[k.GoalCount == 1], where, g.goalTerms())
	add(k.GoalReply && g.kingly(env.Second), bothReached, "a draw: Black gets there with the move that he has after White")
	add(k.GoalSafe && !k.GoalReply, bothReached, "a draw")
	add(k.Checks > 0, checked, "who has given %d checks has won", k.Checks)
	kinds := "men of any kind"
	if k.ExtinctionMen != "*" {
		kinds = "one of the kinds " + g.setOfKinds(g.extinct)
	}
	left := fmt.Sprintf("no more than %d of %s", k.ExtinctionCount, kinds)
	if k.ExtinctionCount == 0 && k.ExtinctionMen == "*" {
		left = "no men"
	} else if k.ExtinctionCount == 0 {
		left = "none of " + kinds
	}
	add(k.Extinction != "no", extinct, "a side left with %s has %s", left, map[string]string{"loss": "lost", "win": "won", "draw": "drawn"}[k.Extinction])
	add(k.Connect+k.ConnectSquare > 0, connected, "%s: it has %s", map[string]string{"win": "a win for a side", "loss": "a loss for a side", "draw": "a draw"}[k.ConnectResult], g.connectionInWords())
	add(g.royalKinds() != nil, checkmate, "%s: its royal man is attacked and it has no legal move", who[k.Checkmate])
	add(g.mateLoses != 0, checkmate, "a loss for who checkmates by %s alone", g.setOfKinds(g.mateLoses))
	add(g.mateChecks != 0, niol, "a draw: a checkmate, and none of the unbroken checks that lead to it was by one of %s", g.setOfKinds(g.mateChecks))
	add(true, stalemate, "%s: it has no legal move and no royal man of its is attacked", who[k.Stalemate])
	add(k.Insufficient != "", insufficient, "a draw: besides royal men there is none left, or one of %s", g.setOfKinds(g.minor))
	or := map[bool]string{true: " or a drop"}[g.dropsCount]
	unless := ""
	if slices.ContainsFunc(g.traits[:], func(t traits) bool { return t.returns }) {
		unless = " that cannot be taken back"
	}
	add(k.Clock > 0, tooSlow, "a draw after %d plies without a capture or a move of %s%s%s", k.Clock, g.setOfKinds(g.clockMen), unless, or)
	add(k.Repetition > 0, repeated, "the same position for the %s time: %s", env.Ordinal(k.Repetition), map[string]string{"draw": "a draw", "loss": "who brought it about loses", "win": "who brought it about wins", "first": colours[0] + " wins", "second": colours[1] + " wins"}[k.RepetitionResult])
	add(k.PerpetualCheck, perpetual, "a loss for who gave check by each move of a repetition")
	add(k.Pass != "no", passedTwice, "a draw")
	add(k.Counting != "no", countedOut, "a draw: a side with few men was not checkmated within the moves that it may count (%s)", k.Counting)
	if k.DrawOdds != "no" {
		for i := range all {
			all[i].Means = strings.ReplaceAll(all[i].Means, "a draw", "a win for "+map[string]string{"first": colours[0], "second": colours[1]}[k.DrawOdds])
		}
	}
	return all
}

// goalTerms says what else a goal asks for than to be reached.
func (g *Game) goalTerms() (text string) {
	k := &g.keys
	kings := g.kingly(env.First) && g.kingly(env.Second)
	if k.GoalBlocked {
		text = ", one if all squares there are taken"
	}
	switch {
	case k.GoalSafe && (!k.GoalReply || kings):
		return text + " and is not attacked there"
	case k.GoalSafe:
		return text + " and is not attacked there, or still is there when its side is to move again"
	case k.GoalReply && !kings:
		return text + " and still is there when its side is to move again"
	}
	return text
}

// withstand says which men explosions do not remove.
func (g *Game) withstand() string {
	beside := g.kindNames(g.some(func(_ kind, w *ware) bool { return w.explodes == explodesItself }))
	never := g.kindNames(g.some(func(_ kind, w *ware) bool { return w.explodes == neverExplodes }))
	text := ""
	if beside != nil {
		text += ", but " + or(beside) + " only where they capture or are captured"
	}
	if never != nil {
		text += "; " + or(never) + " are only removed by a capture"
	}
	return text
}

// connectionInWords says what is to be connected.
func (g *Game) connectionInWords() string {
	k := &g.keys
	lines := map[string]string{"all": "a rank, file or diagonal", "straight": "a rank or file"}[k.ConnectLines]
	next := map[bool]string{false: " side by side on ", true: " on "}[k.ConnectApart]
	var all []string
	if k.Connect > 0 {
		all = append(all, env.Number(k.Connect)+" men"+next+lines)
	}
	if k.ConnectSquare > 0 {
		all = append(all, fmt.Sprintf("a square of %d by %d men", k.ConnectSquare, k.ConnectSquare))
	}
	return or(all) + ", of " + g.setOfKinds(g.connects)
}

// countedKinds says how many of some kinds.
func countedKinds(n int, kinds string) string {
	if n == 1 && !strings.Contains(kinds, ",") {
		return "a " + kinds
	}
	return env.Number(n) + " of " + kinds
}

// setOfKinds names some kinds.
func (g *Game) setOfKinds(s kindSet) string {
	return cmp.Or(strings.Join(g.kindNames(g.in(s)), ", "), "no kind")
}
