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
