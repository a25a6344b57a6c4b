package hnefatafl

import "ludens/env/tafl"

// squareRule says whom a square lets stop and pass, and against whom it helps while
// it is empty; nil: everybody, everybody, nobody.
type squareRule struct{ stop, pass, hostile *tafl.Kinds }

// ruleOf returns that of a square.
func (g *Game) ruleOf(c cell) squareRule {
	r := &g.rules
	switch {
	case r.Throne && g.thrones.has(c):
		return squareRule{&r.ThroneStop, &r.ThronePass, &r.ThroneHostile}
	case r.Corners && g.corners.has(c):
		return squareRule{&r.CornerStop, &r.CornerPass, &r.CornerHostile}
	case g.camps.has(c):
		return squareRule{&r.CampStop, &r.CampPass, &r.CampHostile}
	case g.forts.has(c):
		return squareRule{&r.FortStop, &r.FortPass, &r.FortHostile}
	}
	return squareRule{}
}

// mayStop reports whether a piece of kind k that comes from a square may stop on c while
// it is empty.
func (g *Game) mayStop(k kind, from, c cell) bool { return g.stop[k].has(c) || g.within(from, c) }

// mayPass reports whether it may pass over c.
func (g *Game) mayPass(k kind, from, c cell) bool { return g.pass[k].has(c) || g.within(from, c) }

// within reports whether a move between two squares stays on fortresses of the
// attackers, and may do so.
func (g *Game) within(from, c cell) bool {
	return g.rules.CampWithin && g.camps.has(from) && g.camps.has(c)
}

// knowThrone adds what is peculiar to thrones: the king falls beside them in Nielsen's
// rules, and they may be hostile even while somebody stands there.
func (g *Game) knowThrone() {
	if !g.rules.Throne {
		return
	}
	for c := range cell(g.cells()) {
		if !g.thrones.has(c) {
			continue
		}
		if g.rules.KingCapture == tafl.FourNearThrone {
			g.hostile[king].add(c)
		}
		for class := attacker; class <= king; class++ {
			if g.rules.ThroneAlways.Include(class.letter()) {
				g.always[class].add(c)
			}
		}
	}
}

// never is the strength of a king who cannot be captured.
const never = 5

// strengthOf returns how many sides of a king on c must be closed: two opposite ones,
// any three, four: all that there are, or never.
func (g *Game) strengthOf(c cell) uint8 {
	r := &g.rules
	onThrone := r.Throne && g.thrones.has(c)
	beside := r.Throne && g.beside(c, &g.thrones)
	strength := 2
	switch {
	case r.KingCapture == tafl.FourOrEdge,
		r.KingCapture == tafl.FourNearThrone && (onThrone || beside),
		r.KingCapture == tafl.FourOnThrone && onThrone:
		strength = 4
	case r.KingCapture == tafl.FromFour && g.edge.has(c):
		strength = never
	case r.KingCapture == tafl.FromFour:
		strength = 4
	}
	for _, s := range []struct {
		here  bool
		sides int
	}{
		{true, r.Strength}, {g.edge.has(c), r.StrengthEdge}, {beside, r.StrengthBeside}, {onThrone, r.StrengthThrone},
	} {
		if s.here && s.sides != 0 {
			strength = s.sides
		}
	}
	return uint8(strength)
}
