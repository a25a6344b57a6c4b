package tafl

// law is the keys that are asked for while a game is played, as numbers.
type law struct {
	passive       bool // a piece that moves in between two enemies falls
	capturesFirst bool // ... unless its own captures save it
	fallsFirst    bool // ... and captures nothing
	third         bool
	berserk       bool // a piece that has captured moves again,
	mustMove      bool // ... whether it captures or not
	mayStop       bool // ... or stops
	encloses      bool // the attackers win by cutting the king off
	repeat        int  // the occurrence that ends the game; 0: none does
	wallEnds      set  // corners that stand in at one end of a row
}

func (g *Game) lawOf(r *Rules) law {
	l := law{
		passive:       r.Passive,
		capturesFirst: r.PassiveOrder == CapturesFirst,
		fallsFirst:    r.PassiveOrder == FallsFirst,
		third:         r.Third,
		berserk:       r.Berserk != Calm,
		mustMove:      r.Berserk == MustMove,
		mayStop:       r.Berserk == MayCapture,
		encloses:      r.Encirclement || r.Surround != NoSurround,
		repeat:        r.Repeat,
	}
	if r.Shieldwall == StrongWall && r.Corners {
		l.wallEnds = g.corners
	}
	return l
}
