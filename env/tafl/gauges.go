package tafl

import "ludens/env"

// The gauges of a position: of the king's side, of the attackers, and four of each of both.
const (
	wayOut  = iota // moves that the king needs to escape while no other piece moves; 0: he has no way
	exits          // where he may escape at once
	exits2         // the same by two moves
	freedom        // where he may go
	coast          // half of the squares at the edge that attackers do not cut off from him
	shut           // closed sides of the king
	closing        // sides of his that attackers may close next
	prey           // men that the other side may capture between two next
	space          // an eighth of the squares to which men may go
	corners        // half of the pairs of men who touch at a corner
	sides          // half of those side by side

	ofBoth = sides - prey + 1
)

// hasGauges reports whether there are gauges: on boards of two words at most, for the usual men.
func (g *Game) hasGauges() bool { return g.fast != bySets && !g.rules.CampWithin }

// Gauges implements env.Gauged.
func (g *Game) Gauges() (all []env.Gauge) {
	if !g.hasGauges() {
		return nil
	}
	all = []env.Gauge{wayOut: {Name: "moves to escape", Most: 6}, exits: {Name: "escapes", Most: 4}, exits2: {Name: "escapes in two moves", Most: 8},
		freedom: {Name: "freedom of the king", Most: 15}, coast: {Name: "open edge", Most: 15},
		shut: {Name: "closed sides of the king", Most: 4}, closing: {Name: "sides that close", Most: 4}}
	for _, x := range []side{attackers, kingsSide} {
		for _, gauge := range []env.Gauge{{Name: "prey", Most: 7}, {Name: "space", Most: 15}, {Name: "corners", Most: 15}, {Name: "sides", Most: 15}} {
			all = append(all, env.Gauge{Name: gauge.Name + " of the " + x.String(), Most: gauge.Most})
		}
	}
	return all
}

// Gauge implements env.Gauged.
func (g *Game) Gauge(state env.State, dst *[2][env.MaxGauges]uint8) {
	if !g.hasGauges() {
		return
	}
	s := state.(*State)
	f := g.field(s.board)
	own := [2]*[env.MaxGauges]uint8{attackers: &dst[g.playerOf(attackers)], kingsSide: &dst[g.playerOf(kingsSide)]}
	// Where men may go, and who captures by going there.
	ways := [2]pair{g.glide(f.men[attackers], f.empty, attacker), g.glide(f.men[kingsSide], f.empty, defender)}
	strikes := ways
	if s.king != g.beyond {
		flight := g.glide(f.king, f.empty, king)
		if g.hammers.has(king) {
			strikes[kingsSide] = strikes[kingsSide].or(flight)
		}
		g.gaugeKing(&f, flight, own[kingsSide])
		near := g.nearPair(s.king)
		closed := g.closedPair(&f, king)
		own[attackers][shut] = uint8(near.and(closed).count())
		own[attackers][closing] = uint8(near.without(closed).and(ways[attackers]).count())
	}
	for x := range side(2) {
		closed, men := g.closedPair(&f, x.men()), f.men[x]
		var caught pair
		for d := range directions {
			caught = caught.or(g.touching(closed, d).and(g.touching(strikes[x.other()], d^2)))
		}
		above := g.touching(men, up)
		touch := g.touching(above, left).and(men).count() + g.touching(above, right).and(men).count()
		of := own[x][int(x)*ofBoth:]
		of[prey] = uint8(min(caught.and(men).count(), 7))
		of[space] = uint8(min(ways[x].count()/8, 15))
		of[corners] = uint8(min(touch/2, 15))
		of[sides] = uint8(min((above.and(men).count()+g.touching(men, right).and(men).count())/2, 15))
	}
}

// gaugeKing fills in what is counted of a king who may go to flight.
func (g *Game) gaugeKing(f *field, flight pair, own *[env.MaxGauges]uint8) {
	goals := g.escapes.pair()
	own[wayOut] = uint8(min(g.wayOut(f.king, f.empty), 6))
	own[exits] = uint8(min(flight.and(goals).count(), 4))
	own[exits2] = uint8(min(flight.or(g.glide(flight, f.empty, king)).and(goals).count(), 8))
	own[freedom] = uint8(min(flight.count(), 15))
	free := g.all.pair().without(f.men[attackers])
	area, open := set{f.king.lo, f.king.hi}, set{free.lo, free.hi}
	for g.grow(&area, &open) {
	}
	own[coast] = uint8(min(area.pair().and(g.edge.pair()).count()/2, 15))
}

// closedPair returns the cells that help to capture a piece of kind k beside them.
func (g *Game) closedPair(f *field, k kind) pair {
	class, enemy := g.kinds[k].class, g.sides[k].other()
	closed := f.men[enemy].or(g.always[class].pair()).or(g.hostile[class].pair().and(f.empty))
	if g.anvils[enemy].has(king) {
		closed = closed.or(f.king)
	}
	return closed
}

// nearPair returns the cells beside c.
func (g *Game) nearPair(c cell) pair {
	if g.words == 1 {
		return pair{lo: g.near[c]}
	}
	return pair{g.near[2*c], g.near[2*c+1]}
}
