package tafl

// squareRule says whom a square lets stop and pass, and against whom it helps while
// it is empty; nil: every piece, every piece, no piece.
type squareRule struct{ stop, pass, hostile *Kinds }

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

// special fills in what the squares let pieces do, by kind, and whom they help to
// capture, by class.
func (g *Game) special() {
	for c := range cell(g.cells()) {
		rule := g.ruleOf(c)
		for k, p := range g.kinds {
			if rule.stop == nil || rule.stop.include(p.class) {
				g.stop[k].add(c)
			}
			if rule.pass == nil || rule.pass.include(p.class) {
				g.pass[k].add(c)
			}
		}
		throne := g.rules.Throne && g.thrones.has(c)
		for class := attacker; class <= king; class++ {
			g.always[class].set(c, throne && g.rules.ThroneAlways.include(class))
			g.hostile[class].set(c, g.always[class].has(c) || rule.hostile != nil && rule.hostile.include(class) ||
				throne && class == king && g.rules.KingCapture == FourNearThrone)
		}
		g.marked.set(c, g.thrones.has(c) || g.corners.has(c) || g.camps.has(c) || g.forts.has(c))
		g.sealed.set(c, !g.stop[attacker].has(c) && !g.pass[attacker].has(c) && !(g.rules.CampWithin && g.camps.has(c)))
		g.escapes.set(c, g.rules.Escape == ToEdge && g.edge.has(c) || g.rules.Escape != ToEdge && g.corners.has(c))
		g.strength = append(g.strength, g.strengthOf(c))
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
	case r.KingCapture == FourOrEdge,
		r.KingCapture == FourNearThrone && (onThrone || beside),
		r.KingCapture == FourOnThrone && onThrone:
		strength = 4
	case r.KingCapture == FromFour && g.edge.has(c):
		strength = never
	case r.KingCapture == FromFour:
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
