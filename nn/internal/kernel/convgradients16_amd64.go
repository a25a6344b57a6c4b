//go:build !purego

package kernel

// convGradients16 is convGradients in bfloat16.
type convGradients16 struct {
	conv, back *amxConv16
	batch      int
	in, out    int       // floats of a board, before and after
	x          *boards16 // of the last forward
	*rooms16
}

func newConvGradients16(b Board, side, in, out, batch int, s *Slab, r *Rooms) linear[float32] {
	return &convGradients16{
		conv: newAMXConv16(b, side, in, out, s), back: newAMXConv16(b, side, out, in, s),
		batch: batch, in: b.Padded() * in, out: b.Padded() * out,
		x:       newBoards16(b, in, batch, s),
		rooms16: r.of(b, side, in, out, batch, s),
	}
}

// set packs weights for both ways at once.
func (g *convGradients16) set(w []float32) {
	ahead, back := straight(w, g.conv.taps(), g.conv.in), turnedRound(w, g.back.taps(), g.back.in, g.back.out)
	Split(g.conv.out+g.back.out, func(from, to int) {
		g.conv.pack(ahead, min(from, g.conv.out), min(to, g.conv.out))
		g.back.pack(back, max(from-g.conv.out, 0), max(to-g.conv.out, 0))
	})
}

func (g *convGradients16) forward(way ascent[float32], from, to int) {
	if way.write == nil {
		g.x.round(from, way.x[from*g.in:], to-from)
	} else {
		g.write(way, from, to)
	}
	g.conv.run(way.z[from*g.out:], g.x.from(from), nil, to-from)
}

// write has x written, and rounds it.
func (g *convGradients16) write(way ascent[float32], from, to int) {
	room := g.enter()
	for i := from; i < to; i++ {
		x := room.x
		if way.kept {
			x = way.x[i*g.in:][:g.in]
		}
		way.write(x, i)
		g.x.round(i, x, 1)
	}
	g.leave(room)
}

// backward does not ask x, which may not be there, but rounded x, nor w, which set
// has packed.
func (g *convGradients16) backward(way descent[float32], _, _, _ []float32) {
	splitSections(g.batch, func(section, from, to int) {
		if from == section*sectionBoards {
			g.grad.clear(section)
		}
		room := g.enter()
		for i := from; i < to; i++ {
			way.descend(room.z, i)
			room.dz.round(i-from, room.z, 1)
		}
		g.carry(way, room, from, to)
		g.grad.add(section, room.grad, g.x.from(from), room.dz.numbers, to-from)
		g.leave(room)
	})
	g.grad.join(way.dw, sections(g.batch))
}

// carry writes some boards of dx, unless it is nil: into the room, where they
// are read at once.
func (g *convGradients16) carry(way descent[float32], room *room16, from, to int) {
	if way.dx == nil {
		return
	}
	dx, more := way.dx[from*g.in:], way.more
	if way.then != nil {
		dx = room.dx
	}
	if more != nil {
		more = more[from*g.in:]
	}
	g.back.run(dx, room.dz.numbers, more, to-from)
	for i := from; i < to && way.then != nil; i++ {
		g.x.unround(room.x, i)
		way.then(dx[(i-from)*g.in:][:g.in], room.x, i)
	}
}
