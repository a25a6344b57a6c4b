package tafl

import "ludens/env"

// Features implements env.Featured: all rules but who moves first, the start and the cap,
// which the board shows or which show on no board. Those of other men are not among them.
func (g *Game) Features() []env.Feature {
	r, side := &g.rules, max(g.rows, g.cols)
	var all features
	all.reach("how far the king may move: 1 like a rook", r.KingRange, side)
	all.reach("how far a man may move: 1 like a rook", r.ManRange, side)
	all.flag("the centre is a throne", r.Throne)
	all.kinds("may stop on the throne", r.ThroneStop)
	all.kinds("may pass over the throne", r.ThronePass)
	all.kinds("can be captured against the throne", r.ThroneHostile)
	all.flag("the corners are special", r.Corners)
	all.kinds("may stop on a corner", r.CornerStop)
	all.kinds("can be captured against a corner", r.CornerHostile)
	all.flag("the king wins anywhere on the edge", r.Escape == ToEdge)
	all.flag("the king captures by his moves", r.KingArmed.hammer())
	all.flag("others capture against the king", r.KingArmed.anvil())
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
	return all.rarer(r)
}

// rarer adds the rules beyond those above. They come last, so that games that differ in
// none of them are shown as they were without them.
func (f features) rarer(r *Rules) []env.Feature {
	f.kinds("may pass over a corner", r.CornerPass)
	f.kinds("can be captured against a throne that is taken", r.ThroneAlways)
	f.kinds("may stop on a camp", r.CampStop)
	f.kinds("may pass over a camp", r.CampPass)
	f.kinds("can be captured against a camp", r.CampHostile)
	f.flag("pieces move on within camps", r.CampWithin)
	f.kinds("may stop on a fort", r.FortStop)
	f.kinds("may pass over a fort", r.FortPass)
	f.kinds("can be captured against a fort", r.FortHostile)
	f.add("sides to be closed around the king, in parts of 5", float32(r.Strength)/5)
	f.add("sides to be closed around the king at the edge, in parts of 5", float32(r.StrengthEdge)/5)
	f.add("sides to be closed around the king beside the throne, in parts of 5", float32(r.StrengthBeside)/5)
	f.add("sides to be closed around the king on the throne, in parts of 5", float32(r.StrengthThrone)/5)
	for _, j := range []Jumps{Restricted, JumpsOver, Captures} {
		f.flag("the king jumps: "+string(j), r.KingJumps == j)
		f.flag("men jump: "+string(j), r.ManJumps == j)
	}
	f.flag("rows fall at the edge", r.Shieldwall != NoWall)
	f.flag("rows fall against a corner", r.Shieldwall == StrongWall)
	f.flag("rows fall to a piece that arrives at an end alone", r.Shieldwall != NoWall && r.ShieldwallFlank)
	f.flag("a fort at the edge wins", r.EdgeFort != NoFort)
	f.flag("a fort at the edge wins if it lasts", r.EdgeFort == Safe)
	f.flag("the king wins no more when he is surrounded", r.Surround == SurroundKing)
	f.flag("his side wins no more when it is surrounded", r.Surround == SurroundAll)
	for _, l := range []RepeatLoser{AttackersLose, KingsSideLoses, MoverLoses, OtherLoses} {
		f.flag("loses by a repetition: "+string(l), r.RepeatLoser == l)
	}
	for _, b := range []Berserk{MayCapture, MustCapture, MustMove} {
		f.flag("moves again after a capture: "+string(b), r.Berserk == b)
	}
	return f
}

type features []env.Feature

func (f *features) add(name string, v float32) { *f = append(*f, env.Feature{Name: name, Value: v}) }

func (f *features) flag(name string, on bool) { *f = append(*f, env.Flag(name, on)) }

// kinds reports for each kind of piece whether it is in a set.
func (f *features) kinds(what string, set Kinds) {
	f.flag("attackers "+what, set.include(attacker))
	f.flag("defenders "+what, set.include(defender))
	f.flag("the king "+what, set.include(king))
}

// reach says how far a piece moves, in parts of the board's side less one.
func (f *features) reach(name string, squares, side int) {
	if squares == 0 || squares > side-1 {
		squares = side - 1
	}
	f.add(name, float32(squares)/float32(side-1))
}
