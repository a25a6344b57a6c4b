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
	for k := range g.men() {
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
	b := &s.(*State).board
	if g.masks != nil {
		g.masks.strikes(b, pieces, dst)
		return
	}
	words := env.Words(g.cells)
	for i, x := range pieces {
		var hit set
		if x.Cell != env.InHand {
			hit = g.strikes(b, b.at[x.Cell], square(x.Cell))
		}
		copy(dst[i*words:(i+1)*words], hit[:])
	}
}

// strikes does it on boards of one word.
func (m *masks) strikes(b *board, pieces []env.Piece, dst []uint64) {
	occ := b.own[0][0] | b.own[1][0]
	dst = dst[:len(pieces)]
	for i, x := range pieces {
		dst[i] = 0
		if q := square(x.Cell); x.Cell != env.InHand {
			dst[i] = m.attacks(&m.movers[b.at[q]][q&63], q, occ)
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
