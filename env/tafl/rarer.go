package tafl

import (
	"fmt"
	"strings"

	"ludens/env"
)

// The sentences of a book that follow from boards of their own and the rarer rules.

// fortressesInWords describes camps and forts.
func (g *Game) fortressesInWords() (all []string) {
	r := &g.rules
	for _, s := range []struct {
		whose               string
		squares             *set
		stop, pass, hostile Kinds
	}{
		{"attackers", &g.camps, r.CampStop, r.CampPass, r.CampHostile},
		{"defenders", &g.forts, r.FortStop, r.FortPass, r.FortHostile},
	} {
		if !s.squares.empty() {
			all = append(all, fmt.Sprintf("Fortresses of the %s are %s. May stop on them: %s. May pass over them: %s. Can be captured against an empty one: %s.",
				s.whose, strings.Join(g.names(s.squares), ", "), letters(s.stop), letters(s.pass), letters(s.hostile)))
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

// letters says who is in a set.
func letters(set Kinds) string {
	var who []string
	for k, name := range []string{"attackers", "men of the king's side", "the king"} {
		if set.include(kind(k)) {
			who = append(who, name)
		}
	}
	if who == nil {
		return "no piece"
	}
	return strings.Join(who, ", ")
}

// movesInWords says who begins and how pieces move; with jumps, other men, and berserk
// turns.
func (g *Game) movesInWords() (all []string) {
	for _, text := range g.rules.movesInWords() {
		if g.jumpers {
			text = strings.ReplaceAll(text, "No piece jumps over another, or stops", "No piece stops")
		}
		all = append(all, text)
	}
	for i := range g.kinds {
		k, p := kind(i), &g.kinds[i]
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

// rarerCaptures describes captures of other men, against thrones and of rows.
func (g *Game) rarerCaptures() (all []string) {
	for _, p := range g.kinds[firstOther:] {
		if p.strength != 2 {
			all = append(all, fmt.Sprintf("A %s %s.", p.name, fallInWords[p.strength]))
		}
		if !p.hammer || !p.anvil {
			all = append(all, fmt.Sprintf("A %s takes no part in captures%s.", p.name,
				map[[2]bool]string{{true, false}: " but by its own moves", {false, true}: " but as the one who waits"}[[2]bool{p.hammer, p.anvil}]))
		}
	}
	if g.rules.Throne && g.rules.ThroneAlways != NoKind {
		all = append(all, "The throne helps to capture even while it is occupied: "+letters(g.rules.ThroneAlways)+".")
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

// endingsInWords returns all endings that there are.
func (g *Game) endingsInWords() (all []env.Ending) {
	const kingWins, attackersWin = "the king's side wins", "the attackers win"
	r := &g.rules
	met := map[string]bool{}
	for _, e := range r.endingsInWords() {
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
