package tafl

import "ludens/env"

// Features implements env.Featured: all rules but who moves first, the array and the
// cap, which the board shows or nobody can see.
func (g *Game) Features() []env.Feature {
	r := &g.rules
	var all features
	all.reach("how far the king may move: 1 like a rook", r.KingRange, g.size)
	all.reach("how far a man may move: 1 like a rook", r.ManRange, g.size)
	all.flag("the centre is a throne", r.Throne)
	all.kinds("may stop on the throne", r.ThroneStop)
	all.kinds("may pass over the throne", r.ThronePass)
	all.kinds("can be captured against the throne", r.ThroneHostile)
	all.flag("the corners are special", r.Corners)
	all.kinds("may stop on a corner", r.CornerStop)
	all.kinds("can be captured against a corner", r.CornerHostile)
	all.flag("the king wins anywhere on the edge", r.Escape == ToEdge)
	all.flag("the king captures by his moves", g.hammer)
	all.flag("others capture against the king", g.anvil)
	for _, c := range [...]struct {
		name string
		KingCapture
	}{
		{"the king is captured from two sides", FromTwo},
		{"the king is captured from four sides on the throne", FourOnThrone},
		{"the king is captured from four sides on the throne and beside it", FourNearThrone},
		{"the king is captured from four sides only", FromFour},
		{"the king is captured from all sides that there are", FourOrEdge},
	} {
		all.flag(c.name, r.KingCapture == c.KingCapture)
	}
	all.flag("moving in between is fatal", r.Passive)
	all.flag("who moves in between falls, whatever he captures", r.Passive && r.PassiveOrder == AtOnce)
	all.flag("who moves in between falls and captures nothing", r.Passive && r.PassiveOrder == FallsFirst)
	all.flag("a third enemy captures between two", r.Third)
	all.flag("encirclement wins", r.Encirclement)
	all.flag("who cannot move draws", r.NoMove == StuckDraws)
	all.add("how often a position may occur, in parts of 5", float32(r.Repeat)/5)
	all.flag("repetition loses for the defenders", r.RepeatResult == RepeatDefendersLose)
	all.flag("repetition loses for who repeats", r.RepeatResult == RepeatMoverLoses)
	return all
}

type features []env.Feature

func (f *features) add(name string, v float32) { *f = append(*f, env.Feature{Name: name, Value: v}) }

func (f *features) flag(name string, on bool) { *f = append(*f, env.Flag(name, on)) }

// kinds tells of each kind of piece whether it is in a set.
func (f *features) kinds(what string, set Kinds) {
	f.flag("attackers "+what, set.include(attacker))
	f.flag("defenders "+what, set.include(defender))
	f.flag("the king "+what, set.include(king))
}

// reach tells how far a piece moves, in parts of the board's side less one.
func (f *features) reach(name string, squares, side int) {
	if squares == 0 || squares > side-1 {
		squares = side - 1
	}
	f.add(name, float32(squares)/float32(side-1))
}

// Teaches reports whether other has the same rules: who moves first and where the cap
// lies may differ, since an agent sees neither.
func (g *Game) Teaches(other env.Game) bool {
	o, ok := other.(*Game)
	if !ok {
		return false
	}
	rules := o.rules
	rules.First, rules.Cap = g.rules.First, g.rules.Cap
	return rules == g.rules && o.layout == g.layout
}
