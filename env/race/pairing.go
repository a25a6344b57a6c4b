package race

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludens/env"
	"ludens/env/variant"
	"ludens/games"
)

// pairing implements env.Pairing. A placement is numbered by the ranks of its first kind of
// men among all squares, then of its second among those left.
//
// Who may demand along with his move does so wherever it matters: it costs nothing, and the
// opponent is left with some of the moves that he has anyway. So after a move with
// demand=flag the opponent is worth what he is when bound, which is what demand=always
// makes of both sides.
type pairing struct {
	game, bound *Game
	numbers     numbering
	placements  []placement
}

// placement is a side's men as it sees them.
type placement struct {
	men         []uint64 // by kind
	own, facing uint64   // all of them, and as the opponent sees them
	goal        bool
}

// mostPlacements is far above the small boards' and far below the large one's.
const mostPlacements = 1 << 18

// Pairing implements env.Paired.
func (g *Game) Pairing() (env.Pairing, error) {
	if err := g.paired(); err != nil {
		return nil, err
	}
	p := &pairing{game: g, numbers: numbering{game: g}}
	p.numbers.gather()
	p.numbers.groups = p.numbers.groups[:len(g.board.letters)]
	length := uint64(1)
	for _, group := range p.numbers.groups {
		if length *= min(p.numbers.choices[group.rest][group.men], mostPlacements+1); length > mostPlacements {
			return nil, fmt.Errorf("race: %s has too many placements", g.spec.Name)
		}
	}
	for i := range length {
		p.placements = append(p.placements, p.placement(i))
	}
	return p, p.bind()
}

// paired returns why positions are not pairs of placements, or nil.
func (g *Game) paired() error {
	r, b := &g.law, g.board
	north := &b.halves[north]
	switch south := &b.halves[south]; {
	case r.timed:
		return g.timed()
	case r.veto:
		return errors.New("race: with demand=veto a turn is not over with a move")
	case b.words > 1, r.chain, r.capture, !r.crowding, r.filled, r.blocked != passes, g.rules.Stuck != "mover", r.repeat > 0 && r.repeatLoses, g.rules.Reserve > 0:
		return errors.New("race: positions are pairs of placements on boards of up to 64 squares, without chain, capture, reserve, blocking=off and win=filled, with no_move=pass, stuck=mover and repeat_result=draw")
	case !slices.Equal(south.goal, north.goal), !slices.Equal(b.counts[0], b.counts[1]), !slices.EqualFunc(south.next[:], north.next[:], slices.Equal[[]int16]):
		return errors.New("race: the sides are not alike, so their placements are not the same")
	}
	return nil
}

// bind makes the game in which movers are always bound, if at all: the file's, with all of
// its settings that say what moves there are.
func (p *pairing) bind() error {
	demand := always
	if p.game.rules.Demand == "none" {
		demand = "none"
	}
	settings := []env.Setting{{Name: "demand", Value: demand}}
	_, rest, _ := strings.Cut(p.game.spec.Name, ":")
	for _, text := range strings.FieldsFunc(rest, func(r rune) bool { return r == ',' }) {
		if name, value, _ := strings.Cut(text, "="); !slices.Contains([]string{"demand", "first", "cap", "repeat"}, name) {
			settings = append(settings, env.Setting{Name: name, Value: value})
		}
	}
	f, err := variant.Parse(p.game.file.Path(), p.game.file.Text(), games.Text)
	if err == nil {
		f, err = f.With(settings, Rules)
	}
	if err != nil {
		return err
	}
	g, err := Read(f)
	if err == nil {
		p.bound = g.(*Game)
	}
	return err
}

// placement is the inverse of number.
func (p *pairing) placement(i uint64) (at placement) {
	b, groups := p.game.board, p.numbers.groups
	var ranks [mostKinds]uint64
	for k := len(groups) - 1; k >= 0; k-- {
		size := p.numbers.choices[groups[k].rest][groups[k].men]
		ranks[k], i = i%size, i/size
	}
	at.goal = true
	holes := b.all
	for k, g := range groups {
		var all set
		p.numbers.choices.Unrank(ranks[k], g.men, all[:1], holes[:1])
		men := all[0]
		at.men = append(at.men, men)
		at.own |= men
		at.goal = at.goal && men&^b.halves[south].goal[k][0] == 0
	}
	var facing set
	b.turn(&facing, []uint64{at.own}, true)
	at.facing = facing[0]
	return at
}

// number returns the number of the placement with these men.
func (p *pairing) number(men []uint64) (i uint64) {
	holes := p.game.board.all
	for k, g := range p.numbers.groups {
		i = i*p.numbers.choices[g.rest][g.men] + p.numbers.choices.Rank(men[k:k+1], holes[:1])
	}
	return i
}

func (p *pairing) Bound() env.Game { return p.bound }

func (p *pairing) Free() bool { return p.game.law.flagged }

func (p *pairing) Len() int { return len(p.placements) }

func (p *pairing) Squares(i int) (own, facing uint64) {
	return p.placements[i].own, p.placements[i].facing
}

func (p *pairing) Goal(i int) bool { return p.placements[i].goal }

func (p *pairing) Steps(i int, dst []env.Step) []env.Step {
	g, at := p.game, &p.placements[i]
	h := &g.board.halves[south]
	each([]uint64{at.own}, func(from int) bool {
		kind := slices.IndexFunc(at.men, func(men uint64) bool { return men>>(from&63)&1 != 0 })
		goal := &h.goal[kind]
		for k := range g.lanes[south] {
			l := &g.lanes[south][k]
			over, to := -1, int(h.next[l.d][from])
			if l.jump && to >= 0 {
				over, to = to, int(h.next[l.d][to])
			}
			if to < 0 || at.own>>to&1 != 0 || g.law.lock != unlocked && goal.has(from) && (g.law.lock == squareLock || !goal.has(to)) {
				continue
			}
			if own := over >= 0 && at.own>>over&1 != 0; own {
				if g.law.over == enemyMan {
					continue
				}
				over = -1
			} else if over >= 0 && g.law.over == ownMan {
				continue
			}
			men := slices.Clone(at.men)
			men[kind] ^= 1<<from | 1<<to
			dst = append(dst, env.Step{To: int(p.number(men)), Into: to, Over: over, Yields: !l.jump && g.rules.Demand != "none"})
		}
		return true
	})
	return dst
}

func (p *pairing) At(pair env.Pair) env.State {
	s := p.game.blank()
	for player, i := range [2]int{env.First: pair.Mover, env.Second: pair.Other} {
		x := p.game.side(env.Player(player))
		for kind, men := range p.placements[i].men {
			each([]uint64{men}, func(q int) bool { s.add(x, kind, q); return true })
		}
	}
	s.must = p.Free() && !pair.Free
	s.settle()
	return s
}

func (p *pairing) Of(state env.State) (pair env.Pair, ok bool) {
	s := state.(*State)
	var numbers [2]int
	for x := range side(2) {
		var all []uint64
		for kind, n := range p.game.board.counts[x] {
			men := s.men(x, kind)[0]
			if count([]uint64{men}) != n {
				return pair, false
			}
			all = append(all, men)
		}
		numbers[x] = int(p.number(all))
	}
	return env.Pair{Mover: numbers[s.mover], Other: numbers[s.mover.other()], Free: p.Free() && !s.must}, true
}
