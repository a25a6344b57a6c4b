package kernel

// Layout moves numbers between planes and the boards of one number of channels.
type Layout[T Float] struct{ loops layoutLoops[T] }

// layoutLoops are the two ways as one path goes them.
type layoutLoops[T Float] interface {
	flatten(dst, src []T, n, stride int)
	pack(dst, src []T, n int)
}

// NewLayout returns one, on the active path.
func NewLayout[T Float](b Board, ch int) *Layout[T] {
	vector, ok := newVectorLayout(Active(), b, ch).(layoutLoops[T])
	if ok { // T is float32
		return &Layout[T]{vector}
	}
	return &Layout[T]{plainLayout[T]{b, ch}}
}

// Flatten does what the function Flatten does.
func (l *Layout[T]) Flatten(dst, src []T, n, stride int) { l.loops.flatten(dst, src, n, stride) }

// Pack does what the function Pack does.
func (l *Layout[T]) Pack(dst, src []T, n int) { l.loops.pack(dst, src, n) }

// plainLayout is the portable path, and the reference of the others.
type plainLayout[T Float] struct {
	board Board
	ch    int
}

func (l plainLayout[T]) flatten(dst, src []T, n, stride int) {
	Flatten(l.board, dst, src, n, l.ch, stride)
}
func (l plainLayout[T]) pack(dst, src []T, n int) { Pack(l.board, dst, src, n, l.ch) }
