//go:build !purego

package kernel

import "runtime"

// convGradients16 is convGradients in bfloat16.
type convGradients16 struct {
	conv, back *amxConv16
	grad       *amxConvGrad16
	batch      int
	in, out    int       // floats of a board, before and after
	x          *boards16 // of the last forward
	rooms      *rooms16
}

func newConvGradients16(b Board, side, in, out, batch int, s *Slab, r *Rooms) linear[float32] {
	g := &convGradients16{
		conv: newAMXConv16(b, side, in, out, s), back: newAMXConv16(b, side, out, in, s),
		grad:  newAMXConvGrad16(b, side, in, out, sections(batch), s),
		batch: batch, in: b.Padded() * in, out: b.Padded() * out,
		x: newBoards16(b, in, batch, s),
	}
	g.rooms = r.of([3]int{side, in, out}, min(runtime.GOMAXPROCS(0), sections(batch)), func() *room16 {
		return &room16{newBoards16(b, out, chunkBoards, nil), g.grad.newRoom()}
	})
	return g
}

func (g *convGradients16) set(w []float32) { g.conv.set(straight(w, g.conv.taps(), g.conv.in)) }

func (g *convGradients16) forward(z, x []float32, from, to int) {
	g.x.round(from, x[from*g.in:], to-from)
	g.conv.run(z[from*g.out:], g.x.from(from), nil, to-from)
}

func (g *convGradients16) backward(dx, more, dw, _, w, dz []float32, descend func(i int)) {
	if dx != nil {
		g.back.set(turnedRound(w, g.back.taps(), g.back.in, g.back.out))
	}
	splitSections(g.batch, func(section, from, to int) {
		if from == section*sectionBoards {
			g.grad.clear(section)
		}
		room := g.rooms.enter()
		for i := from; i < to; i++ {
			descend(i)
		}
		room.dz.round(0, dz[from*g.out:], to-from)
		g.carry(dx, more, room.dz, from, to)
		g.grad.add(section, room.grad, g.x.from(from), room.dz.numbers, to-from)
		g.rooms.leave(room)
	})
	g.grad.join(dw, sections(g.batch))
}

// carry writes some boards of dx, unless it is nil.
func (g *convGradients16) carry(dx, more []float32, dz *boards16, from, to int) {
	if dx == nil {
		return
	}
	if more != nil {
		more = more[from*g.in:]
	}
	g.back.run(dx[from*g.in:], dz.numbers, more, to-from)
}
