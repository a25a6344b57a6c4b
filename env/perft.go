package env

import "context"

// Perft returns the number of legal sequences of exactly depth actions from s:
// the figure in which two rule books must agree. Games that end sooner count
// nothing; depth 0 is the one empty sequence. It allocates once for each ply
// of depth, not for each position.
func Perft(s State, depth int) uint64 {
	n, _ := PerftContext(context.Background(), s, depth) // which never ends
	return n
}

// PerftContext is Perft that looks at each position before the last ply whether ctx has
// ended.
func PerftContext(ctx context.Context, s State, depth int) (uint64, error) {
	if depth <= 0 {
		return 1, ctx.Err()
	}
	return perft(ctx, s, make([]floor, depth))
}

// floor is what one ply of the walk needs, used again for each of its positions.
type floor struct {
	legal []Action
	child State
}

func perft(ctx context.Context, s State, floors []floor) (n uint64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	f := &floors[0]
	f.legal = s.Legal(f.legal[:0])
	if len(floors) == 1 {
		return uint64(len(f.legal)), nil
	}
	for _, a := range f.legal {
		f.child = s.Copy(f.child)
		f.child.Play(a)
		more, err := perft(ctx, f.child, floors[1:])
		if err != nil {
			return 0, err
		}
		n += more
	}
	return n, nil
}
