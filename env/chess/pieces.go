package chess

import (
	"bytes"
	"math"
	"math/bits"
	"strings"

	"ludens/env"
)

// PieceKinds implements env.Placing. All armies of Cetran have the same kinds: bishops that
// may convert are bishops.
func (g *Game) PieceKinds() (all []env.PieceKind) {
	if g.cetran != nil {
		for i, name := range cetranNames {
			all = append(all, env.PieceKind{Name: name, Royal: cetranKinds[i] == 'K', Forward: cetranKinds[i] == 'P'})
		}
		return all
	}
	for k := range g.men() {
		all = append(all, env.PieceKind{Name: g.kindName(kind(k)), Royal: g.kinds[k].royal, Forward: g.kinds[k].forward})
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

// AttacksFrom implements env.Attacking.
func (g *Game) AttacksFrom(s env.State, x env.Piece, p env.Player, cell int, dst []uint64) {
	b := &s.(*State).board
	like := pieceOf(kindOf(b.at[x.Cell]), p)
	if g.masks != nil {
		dst[0] = g.masks.attacks(&g.masks.movers[like][cell&63], square(cell), b.own[0][0]|b.own[1][0])
		return
	}
	hit := g.strikes(b, like, square(cell))
	copy(dst[:env.Words(g.cells)], hit[:])
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

// menShown returns the kinds of men with a letter.
func (g *Game) menShown() (all []env.Man) {
	open := &Game{area: area{rows: env.ReachSide, cols: env.ReachSide, cells: env.ReachSide * env.ReachSide}}
	for k := range kind(g.letters) {
		w := g.kinds[k]
		letter := strings.ToUpper(string(w.letter))
		all = append(all, env.Man{Name: w.name, Letter: letter, Moves: g.keys.Men[letter].Moves, Reach: open.reach(w)})
	}
	return all
}

// reach draws where a man goes from the middle of g, which is empty.
func (g *Game) reach(w ware) (rows []string) {
	const middle = square(env.ReachSide * env.ReachSide / 2)
	signs := bytes.Repeat([]byte{env.Nowhere}, g.cells)
	w.initial[env.First].add(middle)
	for _, l := range w.legs {
		one := w
		one.legs = []leg{l}
		for _, way := range g.waysFrom(&one, env.First, middle) {
			for i, q := range way.squares {
				if (way.manner == leap) && i < len(way.squares)-1 || signs[q] == env.AnyWay {
					continue
				}
				signs[q] = joined(signs[q], way.sign(l.is))
			}
		}
	}
	return env.Reach(strings.ToUpper(string(w.letter)), func(down, right int) byte {
		return signs[int(middle)+down*env.ReachSide+right]
	})
}

// sign is what stands on the squares where a way leads.
func (w *way) sign(initial bool) byte {
	switch {
	case w.manner == hop, w.manner == vault:
		return env.Hops
	case initial:
		return env.AtFirst
	case w.quiet && w.capture:
		return env.AnyWay
	case w.capture, w.passing:
		return env.CapturesOnly
	}
	return env.GoesOnly
}

// joined is the sign of a square where two ways lead.
func joined(a, b byte) byte {
	if a == env.GoesOnly && b == env.CapturesOnly || a == env.CapturesOnly && b == env.GoesOnly {
		return env.AnyWay
	}
	if a == env.Nowhere || b == env.AnyWay || a == env.AtFirst || a == env.Hops {
		return b
	}
	return a
}

// crowded is how likely a square is taken to be empty in estimates of mobility (Betza's
// crowded board).
const crowded = 0.7

// weigh finds what the men are worth that the file says nothing of: in proportion to the
// mean number of squares that such a man may go to on a crowded board, a rook being 5. A
// man who is promoted counts 1, and one who cannot be captured nothing.
func (g *Game) weigh() {
	rook := g.mobility(&ware{legs: []leg{{vectors: directed(atoms['R'][0], nil), manner: ride, quiet: true, capture: true}}, stays: [2]set{g.whole(), g.whole()}})
	for i := range g.kinds {
		w := &g.kinds[i]
		switch {
		case w.converts: // no move of his changes what he counts
			w.worth = g.kinds[w.base].worth
		case w.worth > 0:
		case len(w.promotes) > 0:
			w.worth = 1
		default:
			w.worth = max(1, int(math.Round(5*g.mobility(w)/rook)))
		}
		if w.royal && g.royals == eachRoyal {
			w.worth = 0
		}
	}
}

// mobility returns the mean number of squares that a man of First's may go to.
func (g *Game) mobility(w *ware) float64 {
	all, squares := 0.0, 0
	for from := range square(g.cells) {
		if g.holes.has(from) {
			continue
		}
		squares++
		var missed [mostCells]float64 // how likely it is that the man cannot go there
		for i := range missed {
			missed[i] = 1
		}
		for _, way := range g.waysFrom(w, env.First, from) {
			share := float64(btoi(way.quiet)+btoi(way.capture)) / 2
			for i, to := range way.squares {
				if way.lands(i) && w.stays[env.First].has(to) {
					missed[to] *= 1 - share*way.likely(i)
				}
			}
		}
		for _, p := range missed {
			all += 1 - p
		}
	}
	return all / float64(max(1, squares))
}

// likely returns how likely a way is open to its square i.
func (w *way) likely(i int) float64 {
	open := math.Pow(crowded, float64(i))
	switch w.manner {
	case hop:
		return float64(i) * (1 - crowded) * open / crowded
	case vault:
		if i == 0 {
			return 0
		}
		return (1 - crowded) * open / crowded
	}
	return open
}

// balance returns p's men minus his opponent's, those in hand, too.
func (b *board) balance(p env.Player) int { return int(b.worth[p]) - int(b.worth[p.Other()]) }

// Score returns p's men minus his opponent's, d pawns, as d/(|d|+5). Where it is a win to
// have none left, fewer are better.
func (s *State) Score(p env.Player) float32 {
	d := s.board.balance(p)
	if s.game.fewer {
		d = -d
	}
	return score(d)
}

// Material counts the men of p on the board and in hand, those that are promoted first.
func (s *State) Material(p env.Player) (list []env.Men) {
	n := s.game.census(&s.board, p)
	for _, k := range s.game.counted() {
		list = append(list, env.Men{Kind: s.game.kinds[k].name, Count: n[k]})
	}
	return list
}

// counted returns the kinds that Material counts, in its order.
func (g *Game) counted() (list []kind) {
	for _, promotes := range []bool{true, false} {
		for k := range kind(g.letters) {
			if w := &g.kinds[k]; len(w.promotes) > 0 == promotes && !(w.royal && g.royals == eachRoyal) {
				list = append(list, k)
			}
		}
	}
	return list
}
