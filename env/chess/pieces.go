package chess

import (
	"math/bits"
	"strings"

	"ludens/env"
)

// PieceKinds implements env.Placing. All armies of Cetran have the same kinds: bishops that
// may convert are bishops.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	if g.cetran != nil {
		for i, name := range cetranNames {
			all = append(all, env.PieceKind{Name: name, Royal: cetranKinds[i] == 'K'})
		}
		return all
	}
	for k := range g.kinds {
		all = append(all, env.PieceKind{Name: g.kindName(kind(k)), Royal: g.kinds[k].royal})
	}
	return all
}

// Seen implements env.Placing.
func (g *Game) Seen(cell int, p env.Player) int { return int(g.view(square(cell), p)) }

// Pieces implements env.Placing.
func (g *Game) Pieces(s env.State, dst []env.Piece) []env.Piece {
	b := &s.(*State).board
	for p := range env.Player(2) {
		for i, word := range b.own[p] {
			for ; word != 0; word &= word - 1 {
				q := square(64*i + bits.TrailingZeros64(word))
				dst = append(dst, env.Piece{Cell: int16(q), Kind: g.listed(kindOf(b.at[q])), Owner: p})
			}
		}
		for _, k := range g.inHands {
			for range b.hand[p][k] {
				dst = append(dst, env.Piece{Cell: env.InHand, Kind: g.listed(k), Owner: p})
			}
		}
	}
	return dst
}

// listed returns the place of a kind in PieceKinds.
func (g *Game) listed(k kind) uint8 { return g.traits[k&(mostKinds-1)].listed }

// listedAs finds it: in Cetran it is that of the letter.
func (g *Game) listedAs(k kind) uint8 {
	if g.cetran != nil {
		return uint8(strings.IndexByte(cetranKinds, g.kinds[k].letter))
	}
	return k
}

// Attacks implements env.Attacking.
func (g *Game) Attacks(s env.State, pieces []env.Piece, dst []uint64) {
	b, words := &s.(*State).board, env.Words(g.cells)
	occ := b.own[0][0] | b.own[1][0]
	for i, x := range pieces {
		hit := dst[i*words : (i+1)*words]
		clear(hit)
		switch q := square(x.Cell); {
		case x.Cell == env.InHand:
		case g.masks != nil:
			hit[0] = g.masks.attacks(&g.masks.movers[b.at[q]][q&63], q, occ)
		default:
			set := g.strikes(b, b.at[q], q)
			copy(hit, set[:])
		}
	}
}

// strikes returns the squares that a piece attacks, on any board.
func (g *Game) strikes(b *board, x piece, from square) (hit set) {
	p, k := ownerOf(x), kindOf(x)
	stays, ways := &g.kinds[k].stays[p], g.ways[p][k][from]
	for i := range ways {
		w, between := &ways[i], 0
		if !w.capture {
			continue
		}
		over := btoi(w.manner == hop || w.manner == vault) // pieces between
		for j, to := range w.squares {
			if w.lands(j) && stays.has(to) && between == over && (w.manner != vault || b.at[w.squares[j-1]] != 0) {
				hit.add(to)
			}
			if between += btoi(b.at[to] != 0); between > over {
				break
			}
		}
	}
	return hit
}
