package cetran

import (
	"math/bits"

	"ludens/env"
)

// Material counts the men of p but for his king, pawns first and the army's
// officers as the planes have them.
func (s *State) Material(p env.Player) []env.Men {
	list := []env.Men{s.board.count(pawn, p)}
	for _, k := range s.game.army.men {
		if k != king && k != pawn {
			list = append(list, s.board.count(k, p))
		}
	}
	return list
}

func (b *board) count(k kind, p env.Player) env.Men {
	return env.Men{Kind: names[k], Count: bits.OnesCount64(b.kind[k] & b.men[p])}
}
