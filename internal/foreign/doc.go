// Package foreign has other people's engines play: programs that speak UCI, CECP, OTEP or
// JSON, as docs/protocols.md says.
//
// [Parse] reads who plays, [Start] starts the program for one game. Nothing that the
// program does is believed: its moves are held against the rules, its lines and its time
// are bounded. What it cannot do costs it the game (env.Forfeit), and nothing else.
package foreign
