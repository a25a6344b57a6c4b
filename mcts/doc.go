// Package mcts searches a game for the best move of one position, guided by an
// [Evaluator] that guesses the worth of a position and of its moves.
//
// A [Tree] belongs to one goroutine and is deterministic: it asks for leaves to
// be evaluated and never evaluates them itself, so that one worker can drive
// many trees and evaluate all their leaves as one batch.
//
//	for !allDone(trees) {
//		batch = batch[:0]
//		for _, t := range trees {
//			batch = t.Gather(batch) // descends, appends the leaves reached
//		}
//		if err := Ask(ctx, evaluator, batch); err != nil {
//			return err
//		}
//		rest := batch
//		for _, t := range trees {
//			rest = t.Apply(rest) // takes its own leaves off the front
//		}
//	}
//
// [Search] is that loop for a single tree.
//
// The life of a tree is Reset, then for each move Begin, rounds of Gather and
// Apply until Done, a look at the results (Pick, Policy, Moves, Value, Line,
// Stats), and Advance by whatever was played.
//
// Its laws:
//
//   - The same calls with the same random generators and the same answers give
//     the same results, bit for bit, whatever shares the batch.
//   - Randomness is drawn in Begin and Pick only.
//   - No allocation once the buffers have grown to what a search needs.
//   - Values are kept from First's point of view inside the tree, and reported from
//     the point of view of the root's ToMove outside. Plies are never counted:
//     a player may move twice running.
//   - The search does not see the game's length limit (Spec.MaxPly).
package mcts
