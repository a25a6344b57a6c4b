package chess

import (
	"testing"

	"ludens/env"
	"ludens/env/seed"
)

// What the pieces of a player attack is together what he attacks, square by square, on
// boards of all sizes; and a piece alone attacks the same with masks as without.
func TestAttacksOfPieces(t *testing.T) {
	for _, name := range []string{"chess", "cetran2", "crazyhouse", "capablanca", "courier", "shogi", "xiangqi", "hoppel-poppel", "grand-chess"} {
		g := general(t, name)
		rng := seed.New(1).Rand()
		s, met := g.New(1), 0
		for range 60 {
			if s.Result() != env.Ongoing {
				break
			}
			b, pieces := &s.(*State).board, g.Pieces(s, nil)
			words := env.Words(g.cells)
			attacks := make([]uint64, len(pieces)*words)
			g.Attacks(s, pieces, attacks)
			var all [2]set
			for i, x := range pieces {
				var hit set
				copy(hit[:], attacks[i*words:(i+1)*words])
				for w := range hit {
					all[x.Owner][w] |= hit[w]
				}
				if x.Cell != env.InHand && hit != g.strikes(b, b.at[x.Cell], square(x.Cell)) {
					t.Fatalf("%s: %+v attacks %x in\n%s", name, x, hit, s)
				}
			}
			for p := range env.Player(2) {
				for q := range square(g.cells) {
					if g.holes.has(q) || g.keys.Facing && g.file(q) == g.file(b.royals[p].first()) {
						continue // kings that face one another attack along the file
					}
					if got, want := all[p].has(q), g.attacked(b, q, p); got != want {
						t.Fatalf("%s: %v attacks %s: %v, want %v in\n%s", name, p, g.names[q], got, want, s)
					}
					met++
				}
			}
			legal := s.Legal(nil)
			s.Play(legal[rng.IntN(len(legal))])
		}
		if met < 1000 {
			t.Errorf("%s: %d squares were asked: the test shows nothing", name, met)
		}
	}
}
