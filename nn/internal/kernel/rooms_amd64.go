//go:build !purego

package kernel

import (
	"runtime"
	"sync"
)

// Rooms are what layers of one shape share, so that a cache still has it: sums of
// weights' gradients, and buffers for a chunk of boards that goroutines take in
// turn. The zero Rooms is ready. Its layers are of one board and one batch, and
// made and run one after the other.
type Rooms struct{ shapes map[[3]int]*rooms16 }

// room16 is what a goroutine lays out a chunk in.
type room16 struct {
	x, z []float32 // a board
	dx   []float32 // a chunk
	dz   *boards16
	grad gradRoom
}

// rooms16 are of one shape: as many as were ever taken at once.
type rooms16 struct {
	grad *amxConvGrad16

	mu   sync.Mutex
	free []*room16
}

// of returns those of a shape, with a room for each goroutine.
func (r *Rooms) of(b Board, side, in, out, batch int, s *Slab) *rooms16 {
	shape := [3]int{side, in, out}
	if rooms := r.shapes[shape]; rooms != nil {
		return rooms
	}
	rooms := &rooms16{grad: newAMXConvGrad16(b, side, in, out, sections(batch), s)}
	for range min(runtime.GOMAXPROCS(0), sections(batch)) {
		rooms.leave(rooms.build())
	}
	if r.shapes == nil {
		r.shapes = map[[3]int]*rooms16{}
	}
	r.shapes[shape] = rooms
	return rooms
}

// build returns a new room.
func (r *rooms16) build() *room16 {
	b := r.grad.board
	in, out := b.Padded()*r.grad.in, b.Padded()*r.grad.out
	return &room16{
		x: make([]float32, in), z: make([]float32, out), dx: make([]float32, chunkBoards*in),
		dz: newBoards16(b, r.grad.out, chunkBoards, nil), grad: r.grad.newRoom(),
	}
}

// enter takes a free room.
func (r *rooms16) enter() *room16 {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := len(r.free) - 1
	if last < 0 {
		return r.build()
	}
	room := r.free[last]
	r.free = r.free[:last]
	return room
}

func (r *rooms16) leave(room *room16) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free = append(r.free, room)
}

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
