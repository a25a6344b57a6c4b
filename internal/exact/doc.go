// Package exact is where games are solved and agents held against the truth: it
// owns the files of exact values.
//
//	GAME.solution      what every position of a game is worth
//	GAME.solution.part the work on one that is solved by pairs, kept while it goes on
//	GAME.solution.lock held while a process works on it
//	exams/GAME-N.json  positions that agents were asked about, for the next agent
//
// [Work] makes a table, [Open] finds the values of a game, [Look] returns those of a
// position and its moves, and a [Test] asks an agent for moves and counts how many
// keep what the position is worth.
//
// Whatever these return is data. Long work reports how far it is by functions that
// it is handed. It reads the clock to say how long something takes and when to
// keep what there is; no value depends on it.
package exact
