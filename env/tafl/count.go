package tafl

import "ludens/env"

// Material counts the men of p: each side has its own kind. The king, without
// whom there is no game, is left out.
func (s *State) Material(p env.Player) []env.Men {
	x := s.game.sideOf(p)
	return []env.Men{{Kind: manOf(x), Count: s.board[x.men()].count()}}
}

// manOf returns what a man of a side is called.
func manOf(x side) string {
	if x == attackers {
		return "attacker"
	}
	return "defender"
}
