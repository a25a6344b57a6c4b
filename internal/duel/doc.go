// Package duel keeps games that two people play with one another over a server: the
// server's clock decides, and what they agree on (a draw, a move taken back, a
// rematch) is agreed on here. It knows the rules of no game and nothing of HTTP.
//
// A [Lobby] finds a [Duel] by one of three keys: of who opened it, of the other, and
// of who may only watch. Who has a key has the place: there are no names and no
// passwords. Duels live in memory, limited in number and time; [Lobby.Open] and
// [Lobby.Follow] say no beyond that.
package duel
