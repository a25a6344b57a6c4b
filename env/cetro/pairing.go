package cetro

import (
	"errors"
	"fmt"

	"ludens/env"
)

// pairing implements env.Pairing. A placement is numbered by the ranks of its
// blue men among all squares, then of its green ones among those left.
//
// Who may demand along with his move does so wherever it matters: it costs
// nothing, and the opponent is left with some of the moves that he has anyway.
// So after a move with demand=flag the opponent is worth what he is when bound,
// which is what demand=always makes of everybody.
type pairing struct {
	game, bound *Game
	placements  []placement
}

// placement is a player's men as he sees them.
type placement struct {
	men         [maxColours]set
	own, facing set // all of them, and as his opponent sees them
	goal        bool
}

// mostPlacements is far above the small boards' and far below the large one's.
const mostPlacements = 1 << 18

// Pairing implements env.Paired.
func (g *Game) Pairing() (env.Pairing, error) {
	switch {
	case g.scored:
		return nil, errCapDecides
	case g.demand == byVeto:
		return nil, errors.New("cetro: with demand=veto a turn is not over with a move")
	}
	p := &pairing{game: g}
	holes, count := g.board.all.count(), uint64(1)
	for c := range g.board.colours {
		men := g.board.start[c].count()
		if count *= choices(holes, men); count > mostPlacements {
			return nil, fmt.Errorf("cetro: %s has too many placements", g.spec.Name)
		}
		holes -= men
	}
	for i := range count {
		p.placements = append(p.placements, g.board.placement(i))
	}
	return p, p.bind()
}

// bind makes the game in which movers are always bound, if at all.
func (p *pairing) bind() error {
	demand := always
	if p.game.demand == never {
		demand = never
	}
	g, err := assemble(p.game.variant, []env.Setting{{Name: "demand", Value: demands[demand]}})
	p.bound = g
	return err
}

// placement is the inverse of number.
func (b *board) placement(i uint64) (p placement) {
	var sizes, ranks [maxColours]uint64
	holes := b.all.count()
	for c := range b.colours {
		sizes[c] = choices(holes, b.start[c].count())
		holes -= b.start[c].count()
	}
	for c := b.colours - 1; c >= 0; c-- {
		ranks[c], i = i%sizes[c], i/sizes[c]
	}
	p.goal = true
	for c := range b.colours {
		p.men[c] = ofRank(ranks[c], b.start[c].count(), b.all&^p.own)
		p.own |= p.men[c]
		p.goal = p.goal && p.men[c] == b.goal[c]
	}
	p.facing = b.turned(p.own)
	return p
}

// number returns the number of the placement with these men.
func (b *board) number(men *[maxColours]set) (i uint64) {
	holes := b.all
	for c := range b.colours {
		i = i*choices(holes.count(), men[c].count()) + men[c].rank(holes)
		holes &^= men[c]
	}
	return i
}

func (p *pairing) Bound() env.Game { return p.bound }

func (p *pairing) Free() bool { return p.game.demand == onMove }

func (p *pairing) Len() int { return len(p.placements) }

func (p *pairing) Squares(i int) (own, facing uint64) {
	return uint64(p.placements[i].own), uint64(p.placements[i].facing)
}

func (p *pairing) Goal(i int) bool { return p.placements[i].goal }

func (p *pairing) Steps(i int, dst []env.Step) []env.Step {
	b, at := p.game.board, &p.placements[i]
	for own := at.own; own != 0; own &= own - 1 {
		for d := range directions {
			from := own.first()
			to, ok := b.step(from, d)
			if !ok || at.own&to.bit() != 0 {
				continue
			}
			step := env.Step{To: at.after(b, from, to), Into: int(to), Over: -1}
			if d == retreatLeft || d == retreatRight {
				step.Yields = p.game.demand != never
			} else if over := square((from.cell() + to.cell()) / 4); at.own&over.bit() == 0 {
				step.Over = int(over)
			}
			dst = append(dst, step)
		}
	}
	return dst
}

// after returns the number of the placement after a man's move.
func (p *placement) after(b *board, from, to square) int {
	men := p.men
	for c := range men {
		if men[c]&from.bit() != 0 {
			men[c] ^= from.bit() | to.bit()
		}
	}
	return int(b.number(&men))
}

func (p *pairing) At(pair env.Pair) env.State {
	s := p.game.blank()
	for player, i := range [2]int{env.First: pair.Mover, env.Second: pair.Other} {
		for c, men := range p.placements[i].men {
			for ; men != 0; men &= men - 1 {
				s.put(env.Player(player), colour(c), men.first())
			}
		}
	}
	s.must = p.Free() && !pair.Free
	s.settle()
	return s
}

func (p *pairing) Of(state env.State) (pair env.Pair, ok bool) {
	s := state.(*State)
	for player := range s.sides {
		for c, men := range s.sides[player].men {
			if men.count() != p.game.board.start[c].count() {
				return pair, false
			}
		}
	}
	b := p.game.board
	pair.Mover = int(b.number(&s.sides[s.mover].men))
	pair.Other = int(b.number(&s.sides[s.mover.Other()].men))
	pair.Free = p.Free() && !s.must
	return pair, true
}
