// Package solve finds out what every position of a small game is worth, by
// retrograde analysis over a numbering of its positions ([env.Indexed]):
//
//	t, err := solve.Game(ctx, g, solve.Config{Workers: 2, Memory: 2 << 30}, nil)
//	w, err := t.Solve(ctx, g.New(0), true) // "won in 17"
//
// A position is won for a player who can force the end of the game in his
// favour. Who can force nothing draws, if need be by playing on for ever: what
// the rules make of a third occurrence of a position, and where they cut a game
// off, is left out. Where a repetition draws, positions without history are
// worth the same by the rules: the shortest way to a win meets no position
// twice, and who can avoid losing for ever can do so up to the third occurrence.
//
// Games of which positions are pairs of placements ([env.Paired]) are solved by
// whole rows of them, [Pairs], into a file that is looked into, [PairTable].
package solve
