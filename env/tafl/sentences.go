package tafl

import (
	"fmt"

	"ludens/env"
)

// The sentences of a book that follow from the rules that every game has.

// specialSquares says which pieces may use throne and corners.
func (r *Rules) specialSquares() (all []string) {
	switch {
	case !r.Throne:
		all = append(all, "The middle is a square like any other.")
	case r.ThroneStop == OnlyKing && r.ThronePass == OnlyKing:
		all = append(all, "The middle square is the **throne**. Only the king may stop on it or pass over it.")
	default:
		all = append(all, fmt.Sprintf("The middle square is the **throne**. May stop on it: %s. May pass over it while it is empty: %s.",
			r.ThroneStop.inWords(), r.ThronePass.inWords()))
	}
	if r.Corners {
		return append(all, fmt.Sprintf("The four **corners** are special, too. May stop on them: %s.", r.CornerStop.inWords()))
	}
	return append(all, "The corners are squares like any others.")
}

func (r *Rules) movesInWords() []string {
	first := "The attackers move first."
	if r.First == KingsSide {
		first = "The king's side moves first."
	}
	ranges := rangeInWords("A man", r.ManRange) + " " + rangeInWords("The king", r.KingRange)
	if r.ManRange == r.KingRange {
		ranges = rangeInWords("Every piece", r.ManRange)
	}
	return []string{
		first + " In turn each side moves one of its pieces; there is no passing.",
		ranges + " No piece jumps over another, or stops where one stands.",
	}
}

func rangeInWords(who string, squares int) string {
	switch squares {
	case 0:
		return who + " moves along its row or column as far as the way is clear, like a rook in chess."
	case 1:
		return who + " moves one square along its row or column."
	}
	return fmt.Sprintf("%s moves up to %d squares along its row or column.", who, squares)
}

func (r *Rules) capturesInWords(examples bool) []string {
	all := []string{
		"A man is captured when it stands between two enemies, on opposite sides of it in a row or column, and one of the two has just moved there. It is taken off the board. One move may capture several men. Diagonals do not count, and the edge captures no piece.",
		map[KingArmed]string{
			Armed:     "The king captures like a man, by his own moves and as the one who waits on the other side.",
			AsHammer:  "The king captures by his own moves, but not as the one who waits on the other side.",
			AsAnvil:   "The king captures as the one who waits on the other side, but not by his own moves.",
			Powerless: "The king takes no part in captures, neither by his own moves nor as the one who waits on the other side.",
		}[r.KingArmed],
	}
	all = append(all, r.hostileInWords()...)
	anew := "it falls only when an enemy comes anew and closes a line."
	if r.Third {
		all = append(all, "A man who stands between two enemies is also captured by any other enemy that arrives beside him, on whatever side.")
		if examples {
			all[len(all)-1] += " So it is here, after `c7c4xc3`: " + thirdPosition + "."
		}
		anew = "it falls only when an enemy comes anew, on whatever side."
	} else if !r.Passive {
		anew += " An enemy that arrives beside it on an open line does nothing"
		if examples {
			anew += ": `c7c4` here, " + thirdPosition
		}
		anew += "."
	}
	if !r.Passive {
		return append(all, "A piece that moves in between two enemies by itself is safe; "+anew)
	}
	return append(all, "A piece that moves in between two enemies by itself is captured, too. "+orderInWords[r.PassiveOrder]+" For the king the next chapter says what is needed.")
}

// thirdPosition is one in which the option third decides: c3 stands between b3
// and d3, and c7 can arrive beside it.
const thirdPosition = "`2a4/7/4k2/7/1ada3/7/7 a`"

var orderInWords = map[PassiveOrder]string{
	CapturesFirst: "But first it makes its own captures: if one of the two goes by that, it lives.",
	AtOnce:        "What it captures by that move falls together with it, even if it is one of the two.",
	FallsFirst:    "It falls first, and captures nothing.",
}

// hostileInWords says what empty throne and corners do to men.
func (r *Rules) hostileInWords() (all []string) {
	if r.Throne {
		all = append(all, "The empty throne "+r.ThroneHostile.menInWords())
	}
	if r.Corners {
		all = append(all, "An empty corner "+r.CornerHostile.menInWords())
	}
	return all
}

// siegeInWords says how the king is captured.
func (r *Rules) siegeInWords() []string {
	all := r.usualSiege()
	if r.Strength != 0 {
		all = []string{"The king " + fallInWords[r.Strength] + "."}
	}
	for _, s := range []struct {
		where string
		sides int
	}{{"At the edge", r.StrengthEdge}, {"Beside the throne", r.StrengthBeside}, {"On the throne", r.StrengthThrone}} {
		if s.sides != 0 {
			all = append(all, s.where+" he "+fallInWords[s.sides]+".")
		}
	}
	return all
}

// usualSiege says how he is captured by the key king_capture.
func (r *Rules) usualSiege() []string {
	const likeAMan = "between two attackers on opposite sides of him"
	var text string
	switch {
	case r.KingCapture == FourOrEdge:
		text = "The king is captured when attackers stand on all sides of him: on four, or on three if he is at the edge."
	case r.KingCapture == FromFour:
		text = "The king is captured when attackers stand on all four sides of him. At the edge he is safe."
	case r.KingCapture == FromTwo || !r.Throne:
		return append([]string{"The king is captured like a man, " + likeAMan + "."}, r.hostileToKing()...)
	case r.KingCapture == FourOnThrone:
		text = "On the throne the king is captured when attackers stand on all four sides of him; anywhere else like a man, " + likeAMan + "."
	default:
		text = "On the throne the king is captured when attackers stand on all four sides of him, and beside the throne when they stand on the other three and the throne is empty; anywhere else like a man, " + likeAMan + "."
	}
	steps := "One of the attackers must have just moved there: a king who steps into such a siege himself is safe for now."
	if r.Passive {
		steps = "A king who steps into such a siege himself is captured, too."
	}
	return append([]string{text + " Where all sides count, a man of his own on one of them saves him.", steps}, r.hostileToKing()...)
}

// hostileToKing says what empty throne and corners do to the king.
func (r *Rules) hostileToKing() (all []string) {
	if r.Throne && r.ThroneHostile.include(king) && r.KingCapture != FourNearThrone {
		all = append(all, "If the empty throne is beside him, it counts as an attacker.")
	}
	switch {
	case r.Corners && r.CornerHostile.include(king):
		all = append(all, "A corner beside him counts as an attacker.")
	case r.Corners && r.KingCapture == FourOrEdge && !r.CornerStop.include(attacker):
		all = append(all, "On the eight squares beside the corners he cannot be captured, since no attacker ever stands on a corner.")
	}
	return all
}

// inWords says who is in the set.
func (set Kinds) inWords() string {
	return map[Kinds]string{
		NoKind: "no piece", "a": "only attackers", "d": "only defenders", OnlyKing: "only the king",
		AllMen: "men, but not the king", "ak": "attackers and the king", "dk": "defenders and the king", AllKinds: "every piece",
	}[set]
}

// menInWords says what a special square does to the men in the set of those who
// can be captured against it.
func (set Kinds) menInWords() string {
	who := "men of either side"
	switch a, d := set.include(attacker), set.include(defender); {
	case !a && !d:
		return "helps to capture no man: only pieces do."
	case !d:
		who = "attackers"
	case !a:
		who = "defenders"
	}
	return "helps to capture " + who + ", as if one of their enemies stood on it."
}

func (r *Rules) endingsInWords() []env.Ending {
	const kingWins, attackersWin = "the king's side wins", "the attackers win"
	all := []env.Ending{{Words: "the king reached a corner", Means: kingWins}}
	if r.Escape == ToEdge {
		all = append(all, env.Ending{Words: "the king reached the edge", Means: kingWins})
	}
	all = append(all, env.Ending{Words: "all attackers are captured", Means: kingWins})
	for _, words := range r.waysToCapture() {
		all = append(all, env.Ending{Words: words, Means: attackersWin})
	}
	if r.Encirclement {
		all = append(all, env.Ending{Words: "encirclement", Means: attackersWin + ": every way from a piece of the king's side to the edge leads over an attacker"})
	}
	all = append(all, env.Ending{Words: "no legal move", Means: map[NoMove]string{
		StuckLoses: "the side whose turn it is loses", StuckDraws: "a draw: the side whose turn it is cannot move",
	}[r.NoMove]})
	if r.Repeat > 0 {
		all = append(all, env.Ending{Words: env.Ordinal(r.Repeat) + " occurrence of the position", Means: map[RepeatResult]string{
			RepeatDraws: "a draw", RepeatDefendersLose: attackersWin, RepeatMoverLoses: "the side loses whose move brought it about",
		}[r.RepeatResult] + "; the same pieces on the same squares with the same side to move"})
	}
	return all
}

// waysToCapture returns how a game can end by the king's capture, as Ending says
// it. The first also stands for a position that is set up without a king.
func (r *Rules) waysToCapture() (all []string) {
	way := r.KingCapture
	everywhere := way == FromFour || way == FourOrEdge
	onThrone := r.Throne && (way == FourOnThrone || way == FourNearThrone)
	throne := r.Throne && (r.ThroneHostile.include(king) || way == FourNearThrone)
	for _, w := range []struct {
		words    string
		possible bool
	}{
		{"the king is captured", true},
		{"the king is surrounded by four", everywhere || onThrone},
		{"three attackers and the edge", way == FourOrEdge},
		{"three attackers and the throne", (everywhere || way == FourNearThrone) && throne},
		{"two attackers, the edge and the corner", way == FourOrEdge && r.Corners && r.CornerHostile.include(king)},
	} {
		if w.possible {
			all = append(all, w.words)
		}
	}
	return all
}
