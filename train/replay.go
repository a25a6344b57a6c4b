package train

import (
	"slices"

	"ludens/env"
	"ludens/selfplay"
)

// Replay is the window of games that learning draws positions from. It keeps
// games, not positions: a drawn position is played up to, which costs
// microseconds and a thousandth of the memory.
type Replay struct {
	game        env.Game
	symmetries  []env.Symmetry
	window      int     // positions
	blend       float32 // of the search's value in the value target
	adjudicated float32 // what a win at the length limit counts
	games       []*selfplay.Record
	ends        []int // ends[i]: learnable positions of games[:i+1]
}

// NewReplay returns an empty window as c describes it.
func NewReplay(g env.Game, c Config) *Replay {
	r := &Replay{game: g, window: c.Window, blend: c.SearchValue, adjudicated: float32(c.SelfPlay.Search.Adjudicated)}
	if sym, ok := env.As[env.Symmetric](g); ok && c.Augment {
		r.symmetries = sym.Symmetries()
	}
	return r
}

// resize sets how many positions the window holds from the next Append on.
func (r *Replay) resize(window int) { r.window = window }

// Append adds finished games and forgets the oldest that the window has no
// room for. It returns how many positions were added.
func (r *Replay) Append(games []*selfplay.Record) int {
	before := r.Positions()
	for _, g := range games {
		r.games = append(r.games, g)
		r.ends = append(r.ends, r.Positions()+learnable(g))
	}
	added := r.Positions() - before
	r.trim()
	return added
}

// refill appends the games of that many iterations: all that the window holds. load
// returns those of one, counted from 1.
func (r *Replay) refill(iterations int, load func(iteration int) ([]*selfplay.Record, error)) error {
	var batches [][]*selfplay.Record
	for i, positions := iterations, 0; i >= 1 && positions < r.window; i-- {
		games, err := load(i)
		if err != nil {
			return err
		}
		for _, g := range games {
			positions += learnable(g)
		}
		batches = append(batches, games)
	}
	for _, games := range slices.Backward(batches) {
		r.Append(games)
	}
	return nil
}

// trim drops whole games from the front while the rest still fills the window.
func (r *Replay) trim() {
	drop, gone := 0, 0
	for drop < len(r.games)-1 && r.Positions()-r.ends[drop] >= r.window {
		gone = r.ends[drop]
		drop++
	}
	r.games = append([]*selfplay.Record(nil), r.games[drop:]...)
	r.ends = append([]int(nil), r.ends[drop:]...)
	for i := range r.ends {
		r.ends[i] -= gone
	}
}

// learnable counts the plies that have a policy target.
func learnable(g *selfplay.Record) int {
	n := 0
	for i := range g.Plies {
		if g.Plies[i].Policy != nil {
			n++
		}
	}
	return n
}

// Positions returns how many positions can be drawn.
func (r *Replay) Positions() int {
	if len(r.ends) == 0 {
		return 0
	}
	return r.ends[len(r.ends)-1]
}

// FirstShare returns which share of the wins in the window is First's, held
// within [0.1, 0.9]; 0.5 without wins.
func (r *Replay) FirstShare() float32 {
	var wins winners
	for _, g := range r.games {
		wins.count(g.Result)
	}
	return wins.first()
}

// FirstShares returns the same of a game that draws its rules, by what First is called
// under them; nil of others. Games that began from another start than their own do
// not count.
func (r *Replay) FirstShares() map[string]float32 {
	v, ok := env.As[env.Varied](r.game)
	if !ok {
		return nil
	}
	wins := map[string]*winners{}
	for _, g := range r.games {
		if g.Start.Kind != "" {
			continue
		}
		role := v.Drawn(g.Seed).Spec().Roles[env.First]
		if wins[role] == nil {
			wins[role] = new(winners)
		}
		wins[role].count(g.Result)
	}
	shares := map[string]float32{}
	for role, w := range wins {
		shares[role] = w.first()
	}
	return shares
}

// winners counts the games that each player won.
type winners [2]int

func (w *winners) count(r env.Result) {
	switch r {
	case env.FirstWins:
		w[env.First]++
	case env.SecondWins:
		w[env.Second]++
	}
}

// first returns First's share, held within [0.1, 0.9]; 0.5 of none.
func (w *winners) first() float32 {
	if w[0]+w[1] == 0 {
		return 0.5
	}
	return min(0.9, max(0.1, float32(w[0])/float32(w[0]+w[1])))
}

// Resignation returns when to resign so that a share of at most wrong of the
// resignations are mistaken, by the games of the window; 0: never.
func (r *Replay) Resignation(wrong float32) selfplay.Resignation {
	if wrong == 0 {
		return selfplay.Resignation{}
	}
	return selfplay.Judge(r.games, wrong)
}

// Games returns the games that the window holds, oldest first.
func (r *Replay) Games() []*selfplay.Record { return r.games }

// StartLevel returns how hard the next iteration's starts of other kinds are
// (selfplay.Config.StartLevel): those of the hardest level in the window once
// more, or widened if enough of these games ended by the rules; first if there
// are no such games yet.
func (r *Replay) StartLevel(first float32) float32 {
	if first == 0 || first == 1 {
		return first
	}
	level, games, ended := first, 0, 0
	for _, g := range r.games {
		if g.Start.Kind == "" || g.Start.Level < level {
			continue
		}
		if g.Start.Level > level {
			level, games, ended = g.Start.Level, 0, 0
		}
		games++
		if endedByTheRules(r.game, g) {
			ended++
		}
	}
	if games >= enoughStarts && float64(ended) >= easy*float64(games) {
		return min(1, widening*level)
	}
	return level
}

// From enoughStarts games of a level on, of which the share easy ended by the rules, the
// next level is harder by the factor widening.
const (
	enoughStarts = 24
	easy         = 0.6
	widening     = 1.25
)
