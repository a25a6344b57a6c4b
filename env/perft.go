package env

import "context"

// Perft returns the number of legal sequences of exactly depth actions from s:
// the figure in which two rule books must agree. Games that end sooner count
// nothing; depth 0 is the one empty sequence. It allocates once for each ply
// of depth, not for each position.
func Perft(s State, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(s, make([]floor, depth))
}

// PerftContext is Perft that looks up from its work now and then to see whether
// ctx has ended.
func PerftContext(ctx context.Context, s State, depth int) (n uint64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if depth <= 3 {
		return Perft(s, depth), nil
	}
	var child State
	for _, a := range s.Legal(nil) {
		child = s.Copy(child)
		child.Play(a)
		more, err := PerftContext(ctx, child, depth-1)
		if err != nil {
			return 0, err
		}
		n += more
	}
	return n, nil
}

// floor is what one ply of the walk needs, used again for each of its positions.
type floor struct {
	legal []Action
	child State
}

func perft(s State, floors []floor) uint64 {
	f := &floors[0]
	f.legal = s.Legal(f.legal[:0])
	if len(floors) == 1 {
		return uint64(len(f.legal))
	}
	var n uint64
	for _, a := range f.legal {
		f.child = s.Copy(f.child)
		f.child.Play(a)
		n += perft(f.child, floors[1:])
	}
	return n
}
