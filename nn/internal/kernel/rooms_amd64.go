//go:build !purego

package kernel

import "sync"

// Rooms are buffers for a chunk of boards that goroutines take in turn, and layers
// of one shape share, so that a cache still has them. The zero Rooms is ready. Its
// layers are of one board, and made one after the other.
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
	build func() *room16
	mu    sync.Mutex
	free  []*room16
}

// of returns those of a shape: side, inputs, outputs. At least n will be there.
func (r *Rooms) of(shape [3]int, n int, build func() *room16) *rooms16 {
	if r.shapes == nil {
		r.shapes = map[[3]int]*rooms16{}
	}
	rooms := r.shapes[shape]
	if rooms == nil {
		rooms = &rooms16{build: build}
		r.shapes[shape] = rooms
	}
	for len(rooms.free) < n {
		rooms.leave(build())
	}
	return rooms
}

// enter takes a room that nobody is in.
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
