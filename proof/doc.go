// Package proof finds what can be forced: mates, escapes from them, the last
// plies of a game that is filling up.
//
// A question is a position and an attacker: can he force a win? The search is
// df-pn (Nagai 2002, "Df-pn algorithm for searching AND/OR trees and its
// applications"), E60 of docs/method.md, with the 1+epsilon trick (Pawlewicz and
// Lew 2007, "Improving depth-first PN-search: 1+epsilon trick") and first numbers
// that tell a check or a threat from a quiet move (df-pn+; Nagai and Imai 1999).
// Turns need not alternate: a position is the attacker's if it is his turn.
//
// # What a proof is worth
//
// A table of positions is not to be believed where a game has a history: the
// third occurrence draws, and the same position may be met by another path (the
// graph-history interaction problem; Kishimoto and Müller 2004, "A general
// solution to the graph history interaction problem"). So the table only
// proposes. The law is:
//
//	Nothing leaves the package that has not been replayed: the strategy, one move
//	in each position of its player, is played from the real position with its
//	real history against every reply, until each game has ended by the rules, as
//	was claimed.
//
// What leads back to a position of the path is neither won nor refuted; a proof
// cannot rest on it. What an earlier question refuted is forgotten, unless the
// game is Markovian (env.Spec); what it proved is tried again, and replayed again.
//
// A refutation is replayed, too: "he cannot force a win" is a strategy of the
// other side, which never loses. Endless play would refute, but it is nothing that
// a replay sees the end of: draws are proven where all games end.
//
// Spec.MaxPly is not a rule: a State does not know how long its record is. A proven
// win may thus come after a game has been cut off, which is then a truncation as
// it would be after any other move. Cetro's cap is a rule, known to its States: what
// it decides is proven like any other end.
//
// # What a proof costs
//
// A question may cost Config.Glance, and more only while an answer is near: while
// the proof number is small and won positions are met, up to Config.Nodes for all
// questions about a position; or where the game must soon be over (env.Bounded) and
// its smallest tree fits, up to Config.Endgame.
package proof
